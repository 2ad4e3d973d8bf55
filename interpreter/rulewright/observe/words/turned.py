"""The turning of things on a board, by counters of turns and by markers of the direction that they face."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.grids import COMPASS, DIRECTION, ROUND
from rulewright.core.model.look import TURNED

UPWARD: Final = "↑"
_ARROWS: Final = f"{UPWARD}↗→↘↓↙←↖"
_ON_HEXES: Final = 6


def turn_of(blueprint: Blueprint, per: tuple[str, ...], held: Callable[[FamilyInfo], int | None]) -> int:
    """Return by how many degrees something is drawn turned, clockwise from how it is printed.

    It is what the counters and markers say whose look is `turned` and that are `per` the same. `held` returns what such
    a family holds for the thing, None if that is not seen.
    """
    turned = 0
    for family in blueprint.families:
        if blueprint.look.form_of(family.id) != TURNED or family.per != per:
            continue
        value = held(family)
        if value is not None and value >= 0:
            turned += _degrees(blueprint, family, value)
    return turned % 360


def arrow_of(turn: int) -> str:
    """Return an arrow that points where the upper side of a thing has been turned, empty if it has not."""
    return _ARROWS[(turn * 8 + 180) // 360 % 8] if turn else ""


def _degrees(blueprint: Blueprint, family: FamilyInfo, value: int) -> int:
    info = blueprint.domains.get(DIRECTION)
    compass = [each for each in info.names if each not in ROUND] if info is not None else []
    if family.sort == "counter":
        return value * 360 // (len(compass) or 4)
    name = compass[value] if value < len(compass) else ""
    if name not in COMPASS:
        return 0
    return 30 + 60 * compass.index(name) if len(compass) == _ON_HEXES else 45 * COMPASS.index(name)
