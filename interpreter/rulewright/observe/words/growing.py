"""The part of a board that grows which is in sight: what lies there, and the places next to it."""

from __future__ import annotations

from rulewright.core.model.look import GROWING, Look, MapInfo
from rulewright.observe.words.signs import families_on
from rulewright.observe.words.table_values import Sight


def grown(sight: Sight, info: MapInfo) -> frozenset[int]:
    """Return the places of a map that are in sight: all of them, if it does not grow or nothing lies there.

    Where a counter is hidden nothing lies, so that the part in sight tells nothing of it.
    """
    everywhere = frozenset(range(len(info.points)))
    if not is_growing(sight.blueprint.look, info):
        return everywhere
    taken: set[int] = set()
    for family in families_on(sight.blueprint, info.kind):
        nothing = (family.low,) if family.sort == "counter" else (-1, ())
        seen = (at for at in everywhere if family.sort != "counter" or sight.sees(family, (at,)))
        taken |= {at for at in seen if sight.state[family.slot_of(at)] not in nothing}
    beside = {end for one, other, _ in info.borders if taken & {one, other} for end in (one, other)}
    return frozenset(taken | beside) or everywhere


def is_growing(look: Look, info: MapInfo) -> bool:
    """Return whether only a part of a map is in sight: that of fields without corners around them."""
    return look.form_of(info.id) == GROWING and bool(info.outlines) and look.corners_around(info) is None
