"""Policies are given to sides where the rules say which seats play together; searches play pair by pair."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

import rulewright as rw
from rulewright.lab.comparing.compare import INTERIM_PAIRS, ComparePlan, InterimAnalyses, wins_shown
from rulewright.lab.comparing.pairs import ComparedTable
from rulewright.lab.comparing.seating import fixed_sides, parties_of
from rulewright.lab.ladders.ladder import LadderPlan, Places
from rulewright.lab.ladders.ratings import ladder_of
from rulewright.lab.reports.report_games import ReportPlan
from rulewright.lab.statistics.estimates import share, share_shown
from rulewright.lab.statistics.evidence import sums_of
from tests.unit.cli.commands import rulewright

ACROSS = (0, 1, 0, 1)


@pytest.mark.parametrize(("ruleset", "seats", "sides"), [("whist", 4, ACROSS), ("tutorial", 4, ()), ("nim", 2, ())])
def test_sides_are_those_of_the_rules(ruleset: str, seats: int, sides: tuple[int, ...]) -> None:
    assert fixed_sides(rw.load_game(ruleset), seats=seats, settings={}) == sides


def test_seats_without_sides_are_units_of_their_own() -> None:
    assert parties_of((), 3) == (0, 1, 2)
    assert parties_of((1, 0, 1, 0), 4) == ACROSS
    assert parties_of((0, 1, 1), 2) == (0, 1)


@pytest.mark.parametrize("policies", [2, 3, 5])
def test_on_a_ladder_of_sides_partners_are_one_policy_and_all_meet(policies: int) -> None:
    names = tuple(f"search:{each + 1}" for each in range(policies))
    plan = LadderPlan(names, 4, 2, sides=ACROSS)
    met, seats = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for number in range(plan.games):
        one, other, partner, last = plan.seated(number)
        assert (one, other) == (partner, last)
        met[min(one, other), max(one, other)] += 1
        seats.update([(one, 0), (other, 1)])
    assert set(met) == set(combinations(range(policies), 2))
    assert len(set(met.values())) == len(set(seats.values())) == 1


def test_the_better_of_three_is_found_at_a_table_of_partners() -> None:
    """The better side always wins: with policies dealt to seats, half of that is lost to the partner."""
    plan = LadderPlan(("weak", "middle", "strong"), 4, 20, sides=ACROSS)
    found: list[Places] = []
    for number in range(plan.games):
        one, other, *_ = plan.seated(number)
        found.append((0, 2, 0, 2) if one > other else (2, 0, 2, 0))
    ladder = ladder_of(plan, found)
    assert [each.policy for each in ladder.rungs] == ["strong", "middle", "weak"]
    for better, worse in (("strong", "middle"), ("strong", "weak"), ("middle", "weak")):
        meeting = ladder.meeting(better, worse)
        assert meeting is not None
        assert meeting.before.value == 1.0


def test_a_comparison_and_a_report_seat_policies_by_side() -> None:
    assert [*ComparedTable(4, ("a", "b"), sides=ACROSS).turns()] == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert [*ComparedTable(4, ("a", "b")).turns()] == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    three = ComparedTable(6, ("a", "b", "c"), sides=(0, 0, 1, 1, 2, 2))
    assert [*three.turns()][1] == ("b", "b", "c", "c", "a", "a")
    plan = ReportPlan(4, 8, "s", "w", sides=ACROSS)
    mixed = [plan.setting("mixed", number).policies for number in range(2)]
    assert mixed == [("s", "w", "s", "w"), ("w", "s", "w", "s")]
    assert [plan.are_apart(0, each) for each in range(4)] == [False, True, False, True]


def test_runs_by_searches_are_played_pair_by_pair_and_looked_at_as_others() -> None:
    slow, fast = (ComparePlan((ComparedTable(2, ("random", name)),), 60) for name in ("search:5", "greedy"))
    assert (slow.in_a_chunk, fast.in_a_chunk) == (1, INTERIM_PAIRS)
    assert [ReportPlan(2, 8, strong, "random").in_a_chunk for strong in ("search:5", "greedy")] == [1, 4]
    chance = random.Random(5)
    pairs = [(chance.random(), chance.random()) for _ in range(60)]
    one, whole = InterimAnalyses(slow), InterimAnalyses(fast)
    done = [one.take(({"total": sums_of([pair])},)) for pair in pairs]
    assert done == [False] * 59 + [True]
    for at in range(0, 60, INTERIM_PAIRS):
        whole.take(({"total": sums_of(pairs[at : at + INTERIM_PAIRS])},))
    assert one.sums[0]["total"].difference == pytest.approx(whole.sums[0]["total"].difference)
    assert one.pairs == whole.pairs == 60


def test_what_a_number_of_pairs_can_show_is_told_beforehand() -> None:
    """Of 400 pairs of two seats that have nothing in common about 14 points of wins."""
    shown = [wins_shown(ComparePlan((ComparedTable(2),), pairs)) for pairs in (100, 400, 1600)]
    assert shown[0] > shown[1] > shown[2]
    assert shown[1] == pytest.approx(0.145, abs=0.01)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["compare", "tutorial", "--variant", "sleepy_cat", "--games", "4"], "4 pairs are too few to show that"),
        (["ladder", "tutorial", "--games", "4"], "Two policies meet in 4 games, which can show how often one finishes"),
        (
            ["report", "tutorial", "--seats", "2", "--games", "10"],
            "10 games of each kind can show how often somebody wins",
        ),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_each_run_of_searches_tells_beforehand_what_it_can_show(words: list[str], told: str) -> None:
    slow, fast = (rulewright(*words, "--policy", policies) for policies in ("search:1,random", "greedy,random"))
    assert (slow.returncode, fast.returncode) == (0, 0), slow.stderr + fast.stderr
    assert told in slow.stderr
    assert fast.stderr == ""


def test_a_share_is_shown_as_closely_as_its_interval_is_wide() -> None:
    for games in (2, 10, 400):
        found = share([(1.0, 1), (0.0, 1)] * (games // 2))
        assert found is not None
        assert (found.high - found.low) / 2 == pytest.approx(share_shown(games), rel=0.02)
    assert [LadderPlan(("a", "b", "c"), 2, 5).games_of_two, LadderPlan(("a", "b"), 4, 5).games_of_two] == [10, 10]
