"""The part of a board that grows which is in sight: what lies there, and the places next to it."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.look import GROWING, Look, MapInfo
from rulewright.observe.words.signs import families_on


def grown(blueprint: Blueprint, info: MapInfo, held: Callable[[FamilyInfo, int], object]) -> frozenset[int]:
    """Return the places of a map that are in sight: all of them, if it does not grow or nothing lies there.

    `held` returns what a family holds on a place: what it lacks is the least of a counter, -1, or nothing.
    """
    everywhere = frozenset(range(len(info.points)))
    if not is_growing(blueprint.look, info):
        return everywhere
    lying = families_on(blueprint, info.kind)
    taken = {at for at in everywhere for family in lying if held(family, at) not in (-1, (), None, _least(family))}
    beside = {end for one, other, _ in info.borders if taken & {one, other} for end in (one, other)}
    return frozenset(taken | beside) or everywhere


def is_growing(look: Look, info: MapInfo) -> bool:
    """Return whether only a part of a map is in sight: that of fields without corners around them."""
    return look.form_of(info.id) == GROWING and bool(info.outlines) and look.corners_around(info) is None


def _least(family: FamilyInfo) -> int:
    return family.low if family.sort == "counter" else -1
