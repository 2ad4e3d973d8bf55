"""Checks of drawings of maps and components: the fields they name exist, and have the right type.

A drawing changes nothing in the game, so nothing else of it is compiled.
"""

from __future__ import annotations

from typing import Final

from rulewright.core.bind.world import FieldSpec, Kind, World, unknown
from rulewright.core.load.entries import Sections
from rulewright.core.model.document import Node, items_of, mappings_in, text_of

_NUMBERS: Final = "list of numbers"
_NUMBER: Final = "number"
_SINGLE: Final = "number or thing"
_WANTED: Final = (("row", _NUMBERS), ("edges", _NUMBERS), ("marks", _NUMBER), ("table", _SINGLE), ("circles", _SINGLE))


def check_drawings(world: World, sections: Sections) -> None:
    """Reports every field that a drawing names and that its components do not have."""
    for entry in sections.get("kinds", ()):
        for drawing in mappings_in(entry.node.get("drawn")):
            for key, wanted in _WANTED:
                _check(world, world.kinds[entry.id], drawing.get(key), wanted)
    for entry in sections.get("maps", ()):
        kind = world.kinds.get(entry.node.text_at("regions"))
        if kind is not None:
            _check(world, kind, entry.node.get("at"), _NUMBER)


def _check(world: World, kind: Kind, named: Node | None, wanted: str) -> None:
    for item in items_of(named):
        name = text_of(item) or ""
        field = kind.fields.get(name)
        if field is None:
            known = {each for each, spec in kind.fields.items() if _holds(spec, wanted)}
            unknown(world, "unknown-field", f"field of {kind.id}", name, item.span, known)
        elif not _holds(field, wanted):
            world.error("wrong-type", item.span, f"'{name}' is not a {wanted}", "only such a field can be drawn here")


def _holds(field: FieldSpec, wanted: str) -> bool:
    if wanted == _NUMBERS:
        return field.holds == "list" and field.type.domain == "number"
    return field.holds == "value" and (wanted == _SINGLE or field.type.kind == "number")
