"""Simulations that count coverage: the same games, and the same counts for any number of processes."""

from __future__ import annotations

from functools import partial

from rulewright.pipeline import load_game
from rulewright.play.simulate import Series, simulate
from rulewright.play.simulate_covered import simulate_covered
from tests.reference.games import built


def test_jobs_change_no_count() -> None:
    plan = built("tutorial").cover_plan()
    series = Series(60, 3, 4)
    (one, counts), (two, same) = simulate_covered(plan, series), simulate_covered(plan, series, jobs=2)
    assert counts == same
    assert counts.runs == 60
    assert one.digest == two.digest
    assert one.used == two.used


def test_counted_games_are_the_same_games() -> None:
    plan = built("ceres").cover_plan()
    series = Series(2, 4, 9)
    covered, coverage = simulate_covered(plan, series)
    assert covered.digest == simulate(partial(load_game, "ceres"), series).digest
    turns = [count.ran for id_, count in coverage.counts.items() if not id_.path]
    assert sum(turns) > 500
