"""The result of a game: each seat's points, and who has won.

The highest total wins; among equal ones the ruleset's tie-breaks decide, in order, and those still equal after all
of them share the victory. Everything that reports winners asks here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.model.game import Build, Game, State
from rulewright.model.layout import N_SEATS


@dataclass(frozen=True, slots=True)
class Winners:
    """The seats (from 0) that have won, and those (`tied`) that have the highest total.

    `parted_by` are the tie-breaks that left some of the tied seats behind, by their places in the ruleset's order.
    """

    seats: tuple[int, ...]
    tied: tuple[int, ...]
    parted_by: tuple[int, ...] = ()


def winners_of(game: Game, state: State, build: Build | None = None) -> Winners:
    """Who has won as the game stands."""
    return winners_among(totals(game, state, build), tie_breaks(game, state, build))


def winners_among(points: Sequence[int], breaks: Sequence[Sequence[int]] = ()) -> Winners:
    """Who has won with these points for each seat; `breaks` holds, for each tie-break, the number of each seat."""
    tied = left = highest(points)
    parted = []
    for place, numbers in enumerate(breaks):
        ahead = highest([numbers[seat] for seat in left])
        if len(ahead) < len(left):
            left = tuple(left[each] for each in ahead)
            parted.append(place)
    return Winners(left, tied, tuple(parted))


def final_scores(game: Game, state: State, build: Build | None = None) -> tuple[tuple[int, ...], ...]:
    """Each seat's scoring categories, in the ruleset's order."""
    numbers = [number for _, _, number in game.blueprint.scoring]
    quantities = (build or game.plain).quantities
    return tuple(tuple(quantities[number](state[:], seat) for number in numbers) for seat in range(state[N_SEATS]))


def totals(game: Game, state: State, build: Build | None = None) -> tuple[int, ...]:
    """Each seat's total of the scoring."""
    return tuple(sum(row) for row in final_scores(game, state, build))


def tie_breaks(game: Game, state: State, build: Build | None = None) -> tuple[tuple[int, ...], ...]:
    """For each tie-break, in the ruleset's order, the number of each seat."""
    quantities = (build or game.plain).quantities
    seats = range(state[N_SEATS])
    breaks = (number for _, _, number in game.blueprint.tie_breaks)
    return tuple(tuple(quantities[number](state[:], seat) for seat in seats) for number in breaks)


def highest(numbers: Sequence[int]) -> tuple[int, ...]:
    """The places of the greatest number; several if they are equal."""
    most = max(numbers)
    return tuple(place for place, each in enumerate(numbers) if each == most)


def shares_of_wins(games: Sequence[Sequence[int]], seats: int) -> tuple[float, ...]:
    """Each seat's share of all wins, from the winners of each game; a shared victory is split."""
    wins = [0.0] * seats
    for winners in games:
        for seat in winners:
            wins[seat] += 1 / len(winners)
    return tuple(each / max(1, len(games)) for each in wins)
