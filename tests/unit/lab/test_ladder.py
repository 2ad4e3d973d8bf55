"""Ladders: who meets whom, what is even, and ratings that tell the stronger from the weaker and no more than that."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

import rulewright as rw
from rulewright.lab.comparing.watching import play
from rulewright.lab.ladders.ladder import LadderJob, LadderPlan, Places, places_of
from rulewright.lab.ladders.ratings import ladder_of
from rulewright.play.jobs.running import played
from rulewright.play.session.result import result_of

SIZES = [(2, 2), (3, 2), (5, 2), (2, 3), (4, 3), (3, 4), (6, 4)]


@pytest.mark.parametrize(("policies", "seats"), SIZES)
def test_all_meet_equally_often_in_all_seats(policies: int, seats: int) -> None:
    plan = LadderPlan(tuple(f"search:{each + 1}" for each in range(policies)), seats, 2)
    at, met = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for number in range(plan.games):
        dealt = plan.seated(number)
        assert len(dealt) == seats
        at.update((each, seat) for seat, each in enumerate(dealt))
        met.update((min(pair), max(pair)) for pair in combinations(dealt, 2) if pair[0] != pair[1])
    if policies >= seats:
        assert len(set(at.values())) == 1
    assert set(met) == set(combinations(range(policies), 2))
    if policies >= seats or seats % policies == 0:
        assert len(set(met.values())) == 1


def test_games_of_a_round_have_one_deal_and_chances_of_their_own() -> None:
    plan = LadderPlan(("random", "first", "greedy"), 2, 2, seed=5)
    settings = [plan.setting(number) for number in range(plan.games)]
    assert len({each.seed for each in settings[: plan.of_a_round]}) == 1
    assert len({each.seed for each in settings}) == 2
    assert len({each.chance for each in settings}) == plan.games


def test_places_are_those_of_the_rules() -> None:
    game, plan = rw.load_game("tutorial"), LadderPlan(("random", "greedy"), 3, 3)
    for number in range(plan.games):
        places = places_of(game, plan, number)
        state = play(game, plan.setting(number))
        assert tuple(seat for seat, place in enumerate(places) if place == 0) == result_of(game, state).winners
        assert len(places) == 3


def invented(plan: LadderPlan, strengths: tuple[float, ...], seed: int) -> list[Places]:
    """Games that those of a strength win as Plackett and Luce would have it."""
    chance, found = random.Random(seed), []
    for number in range(plan.games):
        drawn = [chance.expovariate(1 / strengths[each]) for each in plan.seated(number)]
        found.append(tuple(sum(other > each for other in drawn) for each in drawn))
    return found


def test_the_stronger_stands_above_and_equal_ones_are_not_told_apart() -> None:
    plan = LadderPlan(("random", "greedy", "search:1", "search:2"), 2, 15, seed=3)
    ladder = ladder_of(plan, invented(plan, (1.0, 1.0, 4.0, 30.0), 3))
    assert [each.policy for each in ladder.rungs[:2]] == ["search:2", "search:1"]
    best, second, *equal = (each.rating for each in ladder.rungs)
    assert best.low > second.high
    assert second.low > max(each.high for each in equal)
    assert equal[0].low < equal[1].value < equal[0].high
    meeting = ladder.meeting("search:2", "random")
    assert meeting is not None
    assert meeting.before.low > 0.7
    assert meeting.before.count == 30


def test_what_is_not_a_whole_round_does_not_count() -> None:
    plan = LadderPlan(("random", "greedy", "search:1"), 2, 6)
    found = invented(plan, (1.0, 2.0, 3.0), 1)
    assert ladder_of(plan, found[:-1]).games == 5 * plan.of_a_round
    assert ladder_of(plan, found[: 5 * plan.of_a_round]) == ladder_of(plan, found[:-1])


def test_chunks_come_back_by_their_numbers() -> None:
    plan, game = LadderPlan(("random", "first"), 2, 3), rw.load_game("tutorial")
    found = played(LadderJob(plan, (lambda: game,))).merged.all
    assert found == [places_of(game, plan, number) for number in range(plan.games)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["skymines", "ceres"])
def test_search_ends_before_greedy(name: str) -> None:
    """A sample: who ends first in three games of four does so in fewer than 7 of 12 in one run of twenty."""
    game, plan = rw.load_game(name), LadderPlan(("greedy", "search:200"), 2, 6, seed=21)
    won = 0.0
    for number in range(plan.games):
        places = dict(zip(plan.seated(number), places_of(game, plan, number), strict=True))
        won += (places[1] < places[0]) + 0.5 * (places[1] == places[0])
    assert won >= 7, f"seed {plan.seed}: {won} of {plan.games}"
