"""Simulations that count coverage: the same games, and the same counts for any number of processes."""

from __future__ import annotations

from functools import partial

from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played
from rulewright.play.series.simulate import Series, SeriesJob
from rulewright.play.series.simulate_covered import CoveredJob
from tests.reference.games import built


def test_jobs_change_no_count() -> None:
    plan = built("tutorial").cover_plan()
    series = Series(60, 3, 4)
    one, two = (played(CoveredJob(series, plan), jobs=jobs).merged for jobs in (1, 2))
    assert one.coverage == two.coverage
    assert one.coverage.runs == 60
    assert one.report.digest == two.report.digest
    assert one.report.used == two.report.used


def test_counted_games_are_the_same_games() -> None:
    plan = built("ceres").cover_plan()
    series = Series(2, 4, 9)
    covered = played(CoveredJob(series, plan)).merged
    assert covered.report.digest == played(SeriesJob(series, (partial(load_game, "ceres"),))).merged.digest
    turns = [count.ran for id_, count in covered.coverage.counts.items() if not id_.path]
    assert sum(turns) > 500
