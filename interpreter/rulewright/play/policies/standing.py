"""The value of a game's end to each seat: its rank by the ruleset's scoring and tie-breaks, and by how much.

Values are between 0 and 1. Half of one is the rank: the share of the other seats that are behind, equal ones counted by
half; a seat that the rules declare the winner has all of it, a loser none. The other half is the distance to the best
of the other sides, relative to the distances at other ends. It tells a narrow defeat from a crushing one, and ends of a
game alone, or together, from one another: where all have won or all have lost, no side is another's, so a loss is the
better the more points it leaves. A given scale says which distance is the middle, so that a player who always
loses by far still learns what makes it less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulewright.core.model.endings import LOST, WON
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.rounded_sums import one_by_one
from rulewright.play.session.result import of_each_seat, tie_breaks, totals

Worth = tuple[float, ...]


class Scale(NamedTuple):
    """The usual distance of a seat's lead from its mean (`spread`), and the mean lead.

    Without other sides, the points count as the lead.
    """

    spread: int
    mean: int


def scale_of(leads: Sequence[int]) -> Scale:
    """Return the scale of the leads that seats had at some ends."""
    mean = sum(leads) / len(leads)
    return Scale(max(1, round(one_by_one(abs(each - mean) for each in leads) / len(leads))), round(mean))


class Standings:
    """The worths of ends, on a scale that adapts to how far apart sides are, or on a given one."""

    def __init__(self, game: Game, scale: Scale | None = None) -> None:
        self._game, self._scale = game, scale
        self._ends = 0
        self._spread = 0.0
        self._mean = 0.0

    def worth(self, state: State) -> Worth:
        """Return the value of a state to each seat if the game ends there. Raises LimitReached."""
        keys, sides = _keys(self._game, state)
        leads = self._leads([points for _, points, *_ in keys], sides)
        scale = self._scale.spread if self._scale is not None else self._spread / self._ends or 1.0
        found = []
        for seat, own in enumerate(keys):
            others = [key for key, side in zip(keys, sides, strict=True) if side != sides[seat]]
            rank = 0.5
            if own[0] in (WON, LOST):
                rank = 1.0 if own[0] == WON else 0.0
            elif others:
                rank = sum((own > each) + 0.5 * (own == each) for each in others) / len(others)
            near = leads[seat] / scale
            found.append(0.5 * rank + 0.25 * (1.0 + near / (1.0 + abs(near))))
        return tuple(found)

    def _leads(self, points: list[int], sides: Sequence[int]) -> list[float]:
        """Return each seat's lead over the best of the other sides, less the mean so far if there are none."""
        self._ends += 1
        leads = _leads(points, sides)
        mean = 0.0 if self._scale is None else self._scale.mean
        if len(set(sides)) == 1 and self._scale is None:
            self._mean += (points[0] - self._mean) / self._ends
            mean = self._mean
        found = [each - mean for each in leads]
        self._spread += one_by_one(map(abs, found)) / len(found)
        return found


def leads_of(game: Game, state: State) -> list[int]:
    """Return each seat's lead over the best of the other sides, or its points if there are none.

    Raises LimitReached if the scoring cannot be computed.
    """
    keys, sides = _keys(game, state)
    return _leads([points for _, points, *_ in keys], sides)


def _leads(points: Sequence[int], sides: Sequence[int]) -> list[int]:
    return [
        own - max((each for each, other in zip(points, sides, strict=True) if other != side), default=0)
        for own, side in zip(points, sides, strict=True)
    ]


def _keys(game: Game, state: State) -> tuple[list[tuple[int, ...]], Sequence[int]]:
    """Return (keys, sides): each seat's place, points and tie-breaks, by which sides are compared, and its side."""
    ending, seats = game.blueprint.ending, range(state[N_SEATS])
    if ending is None:
        return [(0, *each) for each in zip(totals(game, state), *tie_breaks(game, state), strict=True)], seats
    places = of_each_seat(game, state, ending.place) if ending.place >= 0 else (0,) * len(seats)
    rows = (of_each_seat(game, state, number) for number in (ending.total, *ending.breaks))
    keys = list(zip(places, *rows, strict=True))
    if len(set(places)) == 1 and places[0] in (WON, LOST):
        return keys, (0,) * len(seats)
    return keys, of_each_seat(game, state, ending.side) if ending.side >= 0 else seats
