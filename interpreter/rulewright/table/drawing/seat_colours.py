"""The colours of seats: those that people picked, and others for the remaining seats.

The others are kept different from those picked.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Final

from rulewright.core.model.game import Game
from rulewright.table.drawing.colours import SEATS, channels
from rulewright.table.drawing.style import tint_of, tinted

_NEAR: Final = 50.0
"""Colours this close, of 442 at most, are taken for one another."""


def are_alike(one: str, other: str) -> bool:
    """Return whether two colours may be taken for one another."""
    return dist(channels(one), channels(other)) <= _NEAR


def colours_of(game: Game, picked: Mapping[int, str]) -> dict[int, str]:
    """Return the colour of every seat that a table may have, of which some have picked one."""
    colours = dict(picked)
    for seat in range(game.blueprint.max_seats):
        if seat not in colours:
            own = tint_of(game, "seat", seat)
            free = (each for each in (own, *SEATS) if not any(are_alike(each, other) for other in colours.values()))
            colours[seat] = next(free, own)
    return colours


def sheet_of(game: Game, picked: Mapping[int, str]) -> str:
    """Return the style sheet of a table's seats, of which some have picked a colour."""
    return "\n".join(tinted(f".s-{seat}", colour) for seat, colour in sorted(colours_of(game, picked).items())) + "\n"
