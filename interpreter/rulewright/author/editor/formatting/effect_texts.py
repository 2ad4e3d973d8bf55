"""Effect texts in a file: those declared by the schemas, and those of components as their kind declares them.

Kinds and entries of the ruleset around a file are in `ruleset_around.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rulewright.core.load.entries import field_type
from rulewright.core.load.families import is_unfilled
from rulewright.core.load.patch_paths import steps_of
from rulewright.core.load.scenarios import given_of
from rulewright.core.model import document as doc
from rulewright.core.model.document import Node, Scalar, Way, items_of, text_of
from rulewright.core.model.sections import ADDS, TextSort
from rulewright.core.model.texts import EFFECT_TYPES, GIVEN, SCENARIO, TEXTS, is_word

# What a value holds: a text of a sort, or by key what is in the values of a mapping or of each mapping of a
# list; a list of texts is written as its texts are.
Spec: TypeAlias = TextSort | Mapping[str, "Spec"]

_SCENARIO: dict[str, Spec] = {"given": GIVEN, "when": SCENARIO, **SCENARIO}


@dataclass(slots=True)
class KnownEntries:
    """The kinds and entries at hand: the fields of each kind, and what each entry's fields hold."""

    kinds: dict[str, dict[str, Spec]] = field(default_factory=dict)
    entries: dict[str, Spec] = field(default_factory=dict)


def texts_of(root: Node, known: KnownEntries) -> dict[Way, tuple[Scalar, TextSort]]:
    """Map paths in a document to its effect texts as (text, sort), the sort saying how it is read."""
    return {path: (scalar, sort) for path, scalar, sort in _found(root, known)}


def spec_of_fields(fields: Node | None) -> dict[str, Spec]:
    """Map each field that a kind or map declares to the effect text it holds, if any."""
    found: dict[str, Spec] = {}
    for key, node in doc.entries_of(fields):
        spec = _spec_of_field(node)
        if spec is not None:
            found[key.text] = spec
    return found


def spec_of_entry(section: str, node: doc.Mapping, known: KnownEntries) -> Spec:
    """Return the effect texts in the fields of an entry."""
    if section == "components":
        fields = known.kinds.get(text_of(node.get("kind")) or "", {})
        return {name: spec for name, spec in fields.items() if not is_unfilled(node.get(name))}
    if section == "kinds":
        return {"fields": _defaults(node.get("fields"))}
    if section == "maps":
        return {
            "places": known.kinds.get(text_of(node.get("regions")) or "", {}),
            "borders": spec_of_fields(node.get("border_fields")),
            "border_fields": _defaults(node.get("border_fields")),
        }
    return TEXTS.get(section, {})


def _found(root: Node, known: KnownEntries) -> Iterator[tuple[Way, Scalar, TextSort]]:
    if not isinstance(root, doc.Mapping):
        return
    kind = text_of(root.get("kind"))
    if kind == "content":
        yield from _in_sections(root, known, ())
    elif kind == "variant":
        yield from _in_patches(root.get("patches"), known, ("patches",))
        yield from _in_sections(root.get(ADDS), known, (ADDS,))
    elif kind == "scenarios":
        yield from _in_scenario(root, {"given": GIVEN}, known, ())
        for index, scenario in enumerate(items_of(root.get("scenarios"))):
            yield from _in_scenario(scenario, _SCENARIO, known, ("scenarios", index))


def _in_scenario(node: Node, spec: Spec, known: KnownEntries, path: Way) -> Iterator[tuple[Way, Scalar, TextSort]]:
    """Yield the effect texts of a scenario, or of what all scenarios of a file are given."""
    yield from _in_value(node, spec, path)
    if isinstance(node, doc.Mapping):
        yield from _in_patches(given_of(node).get("patches"), known, (*path, "given", "patches"))


def _in_sections(content: Node | None, known: KnownEntries, path: Way) -> Iterator[tuple[Way, Scalar, TextSort]]:
    """Yield the effect texts of the entries and patches in a file."""
    for key, section in doc.entries_of(content):
        if key.text == "patches":
            yield from _in_patches(section, known, (*path, "patches"))
        elif isinstance(section, doc.Mapping):
            yield from _in_value(section, spec_of_entry(key.text, section, known), (*path, key.text))
        else:
            for index, item in enumerate(items_of(section)):
                if isinstance(item, doc.Mapping):
                    yield from _in_value(item, spec_of_entry(key.text, item, known), (*path, key.text, index))


def _in_patches(patches: Node | None, known: KnownEntries, path: Way) -> Iterator[tuple[Way, Scalar, TextSort]]:
    """Yield the effect texts that patches set or add. The pieces of a text in `replace` are left unchanged."""
    for index, patch in enumerate(items_of(patches)):
        target = text_of(patch.get("change")) if isinstance(patch, doc.Mapping) else None
        for verb in ("set", "add"):
            values = patch.get(verb) if isinstance(patch, doc.Mapping) else None
            for key, value in doc.entries_of(values):
                spec = _at(known.entries.get(target or "", {}), steps_of(key.text))
                if spec is not None:
                    yield from _in_value(value, spec, (*path, index, verb, key.text))


def _at(spec: Spec | None, steps: tuple[str, ...]) -> Spec | None:
    """Return the spec at a path of a patch, or None. A step that is not a key may be the number of a list item."""
    for step in steps:
        if not isinstance(spec, str) and spec is not None:
            spec = spec.get(step, spec if step.isdigit() else None)
    return spec


def _in_value(node: Node, spec: Spec, path: Way) -> Iterator[tuple[Way, Scalar, TextSort]]:
    if isinstance(node, doc.Sequence):
        for index, item in enumerate(node.items):
            yield from _in_value(item, spec, (*path, index))
    elif isinstance(node, Scalar):
        if isinstance(spec, str) and isinstance(node.value, str):
            yield path, node, spec
    elif not isinstance(spec, str):
        for key, value in node.entries:
            if key.text in spec and not is_word(key.text, getattr(value, "value", None)):
                yield from _in_value(value, spec[key.text], (*path, key.text))


def _spec_of_field(node: Node) -> Spec | None:
    """Return the effect texts in a value, by the declaration of its field, or None if it holds none."""
    name = field_type(node)
    if name == "list" and isinstance(node, doc.Mapping):
        of = node.get("of")
        if isinstance(of, doc.Mapping):
            return spec_of_fields(of)
        name = text_of(of)
    return next((sort for sort in EFFECT_TYPES if sort == name), None)


def _defaults(fields: Node | None) -> dict[str, Spec]:
    """Return the effect texts in declarations of fields, which are their defaults."""
    return {name: {"default": spec} for name, spec in spec_of_fields(fields).items()}
