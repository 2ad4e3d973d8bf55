"""Seats that play together: policies are dealt to sides if the rules fix the sides, else to seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.core.model.game import Game
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.settings import Chosen
from rulewright.core.run.steps import start
from rulewright.play.policies.playout import play_out
from rulewright.play.session.result import ends_of

_BEGUN, _PLAYED = 6, 2
"""How many games are begun, and played, to see whether the sides are always the same."""

NO_SIDES: Final[tuple[int, ...]] = ()


def fixed_sides(game: Game, *, seats: int, settings: Chosen) -> tuple[int, ...]:
    """Return the side of each seat, numbered from 0 in the order of the seats.

    Empty where each plays for itself, and where sides are dealt or change in play: nobody can be seated by these.
    """
    if game.blueprint.ending is None or game.blueprint.ending.side < 0:
        return NO_SIDES
    found = set()
    try:
        states = [start(game, seats=seats, seed=seed, settings=settings) for seed in range(_BEGUN)]
        states += [play_out(game, seats=seats, seed=seed, settings=settings).state for seed in range(_PLAYED)]
    except LimitReached:
        return NO_SIDES
    for state in states:
        ends = ends_of(game, state)
        found.add(numbered(ends.sides) if ends is not None else NO_SIDES)
    (sides, *others) = found
    return sides if not others and 1 < len(set(sides)) < len(sides) else NO_SIDES


def numbered(sides: Sequence[int]) -> tuple[int, ...]:
    """Return sides numbered in the order in which they occur."""
    order = {side: number for number, side in enumerate(dict.fromkeys(sides))}
    return tuple(order[each] for each in sides)


def parties_of(sides: Sequence[int], deciding: int) -> tuple[int, ...]:
    """Return the number of each deciding seat's side, or of the seat itself if there are no sides."""
    return numbered(sides[:deciding]) if sides else tuple(range(deciding))
