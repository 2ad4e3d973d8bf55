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

_NEAR: Final = 90.0
"""Colours this close, of 442 at most, are taken for one another."""


def sheet_of(game: Game, picked: Mapping[int, str]) -> str:
    """Return the style sheet of a table's seats, of which some have picked a colour."""
    colours = dict(picked)
    for seat in range(game.blueprint.max_seats):
        if seat not in colours:
            free = [each for each in (tint_of(game, "seat", seat), *SEATS)
                    if all(dist(channels(each), channels(other)) > _NEAR for other in colours.values())]  # fmt: skip
            colours[seat] = free[0] if free else tint_of(game, "seat", seat)
    return "\n".join(tinted(f".s-{seat}", colours[seat]) for seat in sorted(colours)) + "\n"
