"""Proves the arithmetic of several games: their averages if a table plays again, their sums in a match.

How a scenario writes it down is read in `scenarios/`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.diagnostics import Span
from rulewright.core.model.game import AgainInfo
from rulewright.core.model.match import Plan
from rulewright.play.scenarios.expectations import Failure
from rulewright.play.session.match import averages, rating_of, standing_of
from rulewright.play.session.result import highest


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The result expected of several games: one row of each seat's result per game, and what they lead to.

    `by` is a plan whose games these are, or the condition by which one game was played again. `winners` (from 1) and
    `ratings` (the least sum of each) are None if nothing is said about them.
    """

    span: Span
    by: Plan | AgainInfo
    rows: tuple[tuple[int, ...], ...]
    results: tuple[int, ...]
    winners: tuple[int, ...] | None
    ratings: tuple[int, ...] | None


def reckon(wanted: Reckoning) -> Failure | None:
    """Return the first way in which the results differ from what is wanted, or None."""
    seats = len(wanted.results)
    uneven = next((row for row in wanted.rows if len(row) != seats), None)
    if uneven is not None:
        return Failure(wanted.span, f"the results are of {seats} seats, but a game has {len(uneven)} numbers")
    if isinstance(wanted.by, Plan):
        if len(wanted.rows) != len(wanted.by.games):
            return Failure(wanted.span, f"'{wanted.by.id}' has {len(wanted.by.games)} games, not {len(wanted.rows)}")
        found = standing_of(wanted.by, seats, wanted.rows).sums
    else:
        found = averages(wanted.rows, wanted.by.average)
    winners = tuple(seat + 1 for seat in highest(found))
    if found != wanted.results:
        return Failure(wanted.span, f"expected {_listed(wanted.results)}; found {_listed(found)}")
    if wanted.winners is not None and winners != tuple(sorted(wanted.winners)):
        return Failure(wanted.span, f"expected winners {_listed(wanted.winners)}; found {_listed(winners)}")
    if wanted.ratings is not None and isinstance(wanted.by, Plan):
        ratings = [rating_of(wanted.by, each) for each in found]
        least = tuple(each.least if each is not None else None for each in ratings)
        if least != wanted.ratings:
            return Failure(wanted.span, f"expected the ratings from {_listed(wanted.ratings)}; found {_listed(least)}")
    return None


def _listed(numbers: tuple[int | None, ...]) -> str:
    return ", ".join("none" if each is None else str(each) for each in numbers)
