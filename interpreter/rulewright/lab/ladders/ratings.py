"""The results of a ladder: a rating of each policy, and how often it ends before each other one.

Ratings are those of openskill (the model of Plackett and Luce after Weng and Lin 2011), which the extra `ladder`
provides: they begin at 25; of two at a table, one that is 13 ahead ends before the other about nine times in ten.
Policies do not change while they play, so the order of the games must not matter: a rating is the mean over some
random orders. Its interval is a bootstrap by rounds: the spread of runs of as many rounds, drawn from those played.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from rulewright.lab.ladders.ladder import LadderPlan, Places
from rulewright.lab.statistics.estimates import Estimate, share

ORDERS, RESAMPLES = 8, 60
_REACH = 1.96


@dataclass(frozen=True, slots=True)
class Rung:
    """A policy: its rating, how often it ends before those it meets, and how many games it played."""

    policy: str
    rating: Estimate
    before: Estimate | None
    games: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """The share of games in which the first policy ends before the second, ties counted by half."""

    first: str
    second: str
    before: Estimate


@dataclass(frozen=True, slots=True)
class Ladder:
    """All results, the highest rating first, after this many games."""

    plan: LadderPlan
    games: int
    rungs: tuple[Rung, ...]
    meetings: tuple[Meeting, ...]

    def meeting(self, first: str, second: str) -> Meeting | None:
        return next((each for each in self.meetings if (each.first, each.second) == (first, second)), None)


def ladder_of(plan: LadderPlan, found: Sequence[Places]) -> Ladder:
    """Return the results of the complete rounds among the first games of a plan.

    Raises ModuleNotFoundError if openskill is not installed.
    """
    by_round = rounds_of(plan, found)
    games = [game for each in by_round for game in each]
    ratings = _ratings(len(plan.policies), by_round, plan.seed)
    rungs = [
        Rung(policy, ratings[number], share_before(by_round, number, None), sum(number in dealt for dealt, _ in games))
        for number, policy in enumerate(plan.policies)
    ]
    meetings = [
        Meeting(one, other, before)
        for first, one in enumerate(plan.policies)
        for second, other in enumerate(plan.policies)
        if first != second and (before := share_before(by_round, first, second)) is not None
    ]
    rungs.sort(key=lambda each: -each.rating.value)
    return Ladder(plan, len(games), tuple(rungs), tuple(meetings))


Round = Sequence[tuple[tuple[int, ...], Places]]
"""The games of a round: the policy of each who meets, and the places."""


def rounds_of(plan: LadderPlan, found: Sequence[Places]) -> list[Round]:
    """Return the complete rounds among the first games of a plan."""
    size, first = plan.of_a_round, [plan.parties.index(each) for each in range(plan.meeting)]
    games = [(plan.met(number), tuple(places[seat] for seat in first)) for number, places in enumerate(found)]
    return [games[at : at + size] for at in range(0, len(games) - size + 1, size)]


def share_before(rounds: Sequence[Round], first: int, second: int | None) -> Estimate | None:
    """Return the share in which a policy ends before another one, or before all others (None).

    Games of one round may be dependent.
    """
    groups = []
    for games in rounds:
        part, size = 0.0, 0
        for dealt, places in games:
            for one, place in zip(dealt, places, strict=True):
                for other, there in zip(dealt, places, strict=True):
                    if one == first and other != first and second in (None, other):
                        part += (place < there) + 0.5 * (place == there)
                        size += 1
        if size:
            groups.append((part, size))
    return share(groups)


def _ratings(policies: int, rounds: Sequence[Round], seed: int) -> list[Estimate]:
    chance = random.Random(seed)
    games = [game for each in rounds for game in each]
    orders = [_rated(policies, chance.sample(games, len(games))) for _ in range(ORDERS)]
    drawn = []
    for _ in range(RESAMPLES):
        some = [game for each in chance.choices(rounds, k=len(rounds)) for game in each] if rounds else []
        drawn.append(_rated(policies, chance.sample(some, len(some))))
    found = []
    for number in range(policies):
        value = fmean(each[number] for each in orders)
        reach = _REACH * stdev(each[number] for each in drawn)
        found.append(Estimate(value, value - reach, value + reach, len(games)))
    return found


def _rated(policies: int, games: Round) -> list[float]:
    """Return the ratings of all policies after some games, in their order."""
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(policies)]
    for dealt, places in games:
        teams = [[ratings[each]] for each in dealt]
        rated = model.rate(teams, ranks=list(places))
        for number in set(dealt):
            own = [team[0] for each, team in zip(dealt, rated, strict=True) if each == number]
            ratings[number] = model.rating(mu=fmean(each.mu for each in own), sigma=fmean(each.sigma for each in own))
    return [float(each.mu) for each in ratings]
