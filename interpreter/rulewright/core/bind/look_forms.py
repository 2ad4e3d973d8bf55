"""The forms in which things are drawn, and what may be drawn so."""

from __future__ import annotations

from typing import Final

from rulewright.core.bind.world import World
from rulewright.core.diagnostics import indefinite
from rulewright.core.model.document import Node, text_of
from rulewright.core.model.grids import DIRECTION
from rulewright.core.model.look import (
    CHAIN,
    DIMMED,
    FAN,
    FIELDS,
    GLOBE,
    GROWING,
    PILE,
    PIPS,
    SEEDS,
    TRICK,
    TURNED,
    UNDER,
)

_FORMS: Final = {
    "kind": ("card", "tile", "token", PIPS),
    "map": (FIELDS, "lattice", GROWING, GLOBE),
    "counter": ("number", "raised", DIMMED, PIPS, SEEDS, "sheet", TURNED, "nothing"),
    "marker": ("name", "raised", TURNED, "nothing"),
    "zone": ("row", CHAIN, FAN, TRICK, UNDER, "slots", PILE, "count", "nothing"),
}
_OF_FIELDS: Final = ("grid", "hexes", "radius")
"""The keys of a map that make fields."""


def check_form(world: World, of: str, sort: str, value: Node) -> None:
    """Report a form that a thing is never drawn in."""
    form = text_of(value)
    if form not in _FORMS[sort]:
        message = f"{indefinite(sort)} is drawn as one of {', '.join(_FORMS[sort])}, not as '{form}'"
        world.error("wrong-type", value.span, message)
    elif form == TURNED and sort == "marker" and world.families[of].type.domain != DIRECTION:
        hint = f"write on: {DIRECTION} in the marker; a counter of turns may be {TURNED} as well"
        world.error("wrong-type", value.span, f"'{of}' points to no direction, so it turns nothing", hint)
    elif form == GROWING and all(world.named[of].node.get(key) is None for key in _OF_FIELDS):
        hint = f"only the fields of one of {', '.join(_OF_FIELDS)} are shown in part"
        world.error("wrong-type", value.span, f"'{of}' has no fields that could grow", hint)
