"""The result of a game: each seat's points and place, and who has won, drawn or lost.

The highest total wins; among equal ones the ruleset's tie-breaks decide, in order, and those still equal after all
of them share the victory. Where the rules say who has won, lost or drawn, or who left the game, that comes before any
points. Seats of one side share its points and its end. Everything that reports results asks here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.core.model.endings import DRAWN, OUTCOME, WON, Ends
from rulewright.core.model.game import Blueprint, Build, Game, State
from rulewright.core.model.layout import N_SEATS


@dataclass(frozen=True, slots=True)
class Result:
    """The seats (from 0) that have won, if any, and those (`tied`) that points alone do not part.

    `parted_by` are the tie-breaks that left some of the tied seats behind, by their places in the ruleset's order;
    `drawn` those that neither won nor lost. `ahead` holds how many seats finished ahead of each, equal ones alike;
    `sides` and `outcome` are those of `Ends`.
    """

    winners: tuple[int, ...]
    tied: tuple[int, ...]
    parted_by: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    outcome: int = -1

    def share(self, seat: int) -> float:
        """Return a seat's share of the victory. Sides that win together, or draw, have equal shares.

        Every seat of a side has the whole share of its side.
        """
        first = self.winners or self.drawn
        return 1 / self.parts(first) if seat in first else 0.0

    def parts(self, seats: Sequence[int]) -> int:
        """Return the number of sides that some seats belong to."""
        return len({self.sides[each] for each in seats} if self.sides else seats)

    def even_share(self, seats: int) -> float:
        """Return a seat's share if all seats are equal.

        If all are on one side, it is that of a draw of two.
        """
        sides = len(set(self.sides)) or seats
        return 1 / sides if sides > 1 else 1.0 if self.tied else 0.5


def result_of(game: Game, state: State, build: Build | None = None) -> Result:
    """Return the result of the game, or the one it would have if it ended now."""
    return result_among(totals(game, state, build), tie_breaks(game, state, build), ends_of(game, state, build))


def result_among(points: Sequence[int], breaks: Sequence[Sequence[int]] = (), ends: Ends | None = None) -> Result:
    """Return the result for each seat's points. `breaks` holds the number of each seat for each tie-break."""
    seats = range(len(points))
    if ends is None:
        ends = Ends()
    places = ends.places or (0,) * len(seats)
    rows = [tuple(points), *map(tuple, breaks)]
    if ends.sides:
        rows = [_of_sides(row, ends.sides) for row in rows]
    keys = list(zip(places, *rows, strict=True))
    ahead = tuple(sum(other > each for other in keys) for each in keys)
    named = tuple(seat for seat in seats if places[seat] == WON)
    drawn = tuple(seat for seat in seats if places[seat] == DRAWN)
    if named or drawn:
        return Result(named, (), (), () if named else drawn, ahead, ends.sides, ends.outcome)
    most = max((keys[seat][:2] for seat in seats if places[seat] >= 0), default=())
    tied = left = tuple(seat for seat in seats if keys[seat][:2] == most)
    parted = []
    for place, numbers in enumerate(rows[1:]):
        before = highest([numbers[seat] for seat in left]) if left else ()
        if len(before) < len(left):
            left = tuple(left[each] for each in before)
            parted.append(place)
    return Result(left, tied, tuple(parted), (), ahead, ends.sides, ends.outcome)


def _of_sides(row: Sequence[int], sides: Sequence[int]) -> tuple[int, ...]:
    """Return for each seat the sum of its side's numbers."""
    return tuple(sum(each for each, side in zip(row, sides, strict=True) if side == own) for own in sides)


def ends_of(game: Game, state: State, build: Build | None = None) -> Ends | None:
    """Return the end of the game declared by the rules besides the scoring, or None if only scoring counts."""
    numbers = game.blueprint.ending
    if numbers is None:
        return None
    places, sides = (
        of_each_seat(game, state, number, build) if number >= 0 else () for number in (numbers.place, numbers.side)
    )
    quantities = (build or game.plain).quantities
    return Ends(places, sides, quantities[numbers.outcome](state[:], 0) if numbers.outcome >= 0 else -1)


def outcome_names(blueprint: Blueprint) -> tuple[str, ...]:
    """Return the ids of the outcomes, by their numbers."""
    return blueprint.domains[OUTCOME].names if OUTCOME in blueprint.domains else ()


def final_scores(game: Game, state: State, build: Build | None = None) -> tuple[tuple[int, ...], ...]:
    """Each seat's scoring categories, in the ruleset's order."""
    numbers = [number for _, _, number in game.blueprint.scoring]
    quantities = (build or game.plain).quantities
    return tuple(tuple(quantities[number](state[:], seat) for number in numbers) for seat in range(state[N_SEATS]))


def totals(game: Game, state: State, build: Build | None = None) -> tuple[int, ...]:
    """Each seat's total of the scoring."""
    return tuple(sum(row) for row in final_scores(game, state, build))


def tie_breaks(game: Game, state: State, build: Build | None = None) -> tuple[tuple[int, ...], ...]:
    """Return each seat's number for each tie-break, in the ruleset's order."""
    return tuple(of_each_seat(game, state, number, build) for _, _, number in game.blueprint.tie_breaks)


def of_each_seat(game: Game, state: State, number: int, build: Build | None = None) -> tuple[int, ...]:
    """Return a quantity, by its number, of each seat. Raises LimitReached."""
    worth = (build or game.plain).quantities[number]
    return tuple([worth(state[:], seat) for seat in range(state[N_SEATS])])


def highest(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the indexes of the greatest number, several if some are equal."""
    most = max(numbers)
    return tuple(place for place, each in enumerate(numbers) if each == most)


def shares_of_wins(games: Sequence[Result], seats: int) -> tuple[float, ...]:
    """Return each seat's share of all wins. A shared victory or a draw is split between its seats."""
    return tuple(sum(each.share(seat) for each in games) / max(1, len(games)) for seat in range(seats))
