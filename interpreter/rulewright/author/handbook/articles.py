"""Entries as a handbook presents them, and the fields that their kinds give them."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.diagnostics import Span
from rulewright.core.load.account import Applied
from rulewright.core.load.entries import Entry
from rulewright.core.model.document import Mapping, Node, Scalar, entries_of, values_of


@dataclass(frozen=True, slots=True)
class Article:
    """One entry: the modules it requires besides its own, its anchor, and the changes by patches.

    The entry is as played if a table was chosen, otherwise as its own module writes it.
    """

    entry: Entry
    condition: tuple[str, ...]
    anchor: str
    changes: tuple[Applied, ...] = ()

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def node(self) -> Mapping:
        return self.entry.node

    @property
    def section(self) -> str:
        return self.entry.section

    @property
    def module(self) -> str:
        return self.entry.module

    @property
    def span(self) -> Span:
        return self.entry.id_span()

    @property
    def reasons(self) -> dict[str, str]:
        """The fields that are reconstructed, each with the id of the reason."""
        return {key.text: value.text for key, value in values_of(self.node.get("reconstructed"))}

    @property
    def is_varied(self) -> bool:
        """Whether a variant changes it."""
        return any(not each.patch.module for each in self.changes)

    @property
    def needs(self) -> frozenset[str]:
        """The modules that are on wherever this entry is."""
        return frozenset((self.module, *self.condition))


UsesByName = dict[str, tuple[Article, ...]]
"""Articles that use another one, by its place on the page."""


@dataclass(frozen=True, slots=True)
class FieldArticle:
    """A field of components of a kind.

    `of` is the type of a list's items, `parts` has the fields of each.
    """

    name: str
    type: str
    about: str = ""
    of: str = ""
    parts: tuple[FieldArticle, ...] = ()
    optional: bool = False
    default: Node | None = None
    takes: tuple[str, ...] = ()


def fields_of(kind: Article) -> dict[str, FieldArticle]:
    """Return the fields of a kind by name, those that patches of other modules add with them."""
    listed = kind.node.get("fields")
    found = {each.name: each for each in _fields(listed)}
    for change in kind.changes:
        if change.path == ("fields",):
            found = {each.name: each for each in _fields(change.after)} | found
        elif len(change.path) == 2 and change.path[0] == "fields" and change.after is not None:
            found.setdefault(change.path[1], _field(change.path[1], change.after))
    return found


def written(node: Node | None, key: str) -> str:
    """Return the text of a key, nothing if it is not written."""
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else ""


def on_one_line(node: Node | None, key: str) -> str:
    """Return the text of a key without the breaks of its lines."""
    return " ".join(written(node, key).split())


def takes_of(node: Node | None) -> tuple[str, ...]:
    """Return the names of what a procedure, a quantity or a field takes."""
    return tuple(key.text for key, _ in entries_of(node.get("takes"))) if isinstance(node, Mapping) else ()


def _fields(listed: Node | None) -> tuple[FieldArticle, ...]:
    return tuple(_field(key.text, node) for key, node in entries_of(listed))


def _field(name: str, node: Node) -> FieldArticle:
    if not isinstance(node, Mapping):
        return FieldArticle(name, node.text if isinstance(node, Scalar) else "")
    of = node.get("of")
    return FieldArticle(
        name,
        written(node, "type"),
        written(node, "about"),
        of.text if isinstance(of, Scalar) else "",
        _fields(of),
        written(node, "optional") == "true",
        node.get("default"),
        takes_of(node),
    )
