"""Entries: what a ruleset is made of, gathered by section from the content files of modules.

Which modules, and how patches change entries, is decided in modules.py and applying.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rulewright.core.diagnostics import Diagnostic, Span, error
from rulewright.core.model.document import Mapping, Node, Scalar, entries_of, mappings_in, part_of, text_of

_NOT_SECTIONS = ("kind", "with", "patches")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a section, with the module (or variant) that wrote it."""

    section: str
    id: str
    node: Mapping
    module: str

    def id_span(self) -> Span:
        """Return the position of the id."""
        return self.node.span_of("id")


Sections: TypeAlias = dict[str, tuple[Entry, ...]]
"""The entries of a game by the section they are in."""


def gather(documents: Iterable[tuple[str, Node | None]]) -> tuple[tuple[Entry, ...], tuple[Diagnostic, ...]]:
    """Return (entries, diagnostics) of content documents, in their order. A second entry with an id is left out.

    A section that is one mapping is one entry named like the section. What has no id is left to the shape checker.
    """
    entries: dict[str, Entry] = {}
    faults: list[Diagnostic] = []
    for module, document in documents:
        for key, section in entries_of(document):
            if key.text in _NOT_SECTIONS:
                continue
            for entry in _entries_of(key.text, section, module):
                first = entries.setdefault(entry.id, entry)
                if first is not entry:
                    place = first.id_span()
                    hint = f"first used at {place.file}:{place.line}; choose another id, or patch the first"
                    if "{" in entry.id:
                        hint = f"first used at {place.file}:{place.line}; choose another, such as '{entry.id}_b'"
                    faults.append(error("duplicate-id", entry.id_span(), f"the id '{entry.id}' is taken", hint))
    return tuple(entries.values()), tuple(faults)


def by_section(entries: Iterable[Entry]) -> Sections:
    """Entries by the section they are in, sections and entries in the order they come."""
    sections: dict[str, list[Entry]] = {}
    for entry in entries:
        sections.setdefault(entry.section, []).append(entry)
    return {section: tuple(listed) for section, listed in sections.items()}


def fields_in(declared: Node | None, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scalar, Node]]:
    """Every field that a kind or a map declares: the fields it is in, its name, and what it is declared as."""
    for name, field in entries_of(declared):
        yield way, name, field
        yield from fields_in(part_of(field, "of"), (*way, name.text))


def value_named(item: Node) -> Node:
    """Return the node that names a value of an enumeration or a setting: the item itself, or its `id`."""
    return (item.get("id") or item) if isinstance(item, Mapping) else item


def field_type(declared: Node | None) -> str | None:
    """Return the type of a field as declared: alone, or under `type` along with more."""
    return text_of(declared.get("type") if isinstance(declared, Mapping) else declared)


def _entries_of(section: str, node: Node, module: str) -> Iterable[Entry]:
    if isinstance(node, Mapping):
        return (Entry(section, section, node, module),)
    return tuple(Entry(section, name, item, module) for item in mappings_in(node) if (name := item.text_at("id")))
