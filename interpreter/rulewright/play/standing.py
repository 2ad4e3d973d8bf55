"""How good an end of a game is for each seat: its rank by the ruleset's scoring and tie-breaks, and by how much.

Worths are between 0 and 1. Half of one is the rank: the share of the other seats that are behind, equal ones counted by
half. The other half is the distance to the best of the others, relative to the distances at other ends; it tells
a narrow defeat from a crushing one, and ends of a game alone from one another.
"""

from __future__ import annotations

from rulewright.model.game import Game, State
from rulewright.play.result import tie_breaks, totals

Worth = tuple[float, ...]


class Standings:
    """The worths of ends, on a scale that adapts to how far apart seats are."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ends = 0
        self._spread = 0.0
        self._mean = 0.0

    def worth(self, state: State) -> Worth:
        """What a state is worth to each seat if the game ends there. Raises LimitReached."""
        points = totals(self._game, state)
        seats = range(len(points))
        full = list(zip(points, *tie_breaks(self._game, state), strict=True)) if len(points) > 1 else [points]
        leads = self._leads(points)
        scale = self._spread / self._ends or 1.0
        found = []
        for seat in seats:
            rank = 0.5
            if len(full) > 1:
                others = [full[other] for other in seats if other != seat]
                rank = sum((full[seat] > each) + 0.5 * (full[seat] == each) for each in others) / len(others)
            near = leads[seat] / scale
            found.append(0.5 * rank + 0.25 * (1.0 + near / (1.0 + abs(near))))
        return tuple(found)

    def _leads(self, points: tuple[int, ...]) -> list[float]:
        """How far each seat is ahead of the best other one; alone, of its own average so far."""
        self._ends += 1
        if len(points) == 1:
            self._mean += (points[0] - self._mean) / self._ends
            leads = [points[0] - self._mean]
        else:
            best, second = sorted(points, reverse=True)[:2]
            leads = [float(each - (second if each == best else best)) for each in points]
        self._spread += sum(map(abs, leads)) / len(leads)
        return leads
