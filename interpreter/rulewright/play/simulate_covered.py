"""Many games on a covered build: the report of the series, and what its games reach of the rules.

Each game counts by itself and counts are added up, so that both are the same for any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.model.game import Build, Game
from rulewright.model.places import CoverPlan
from rulewright.model.tally import Tally
from rulewright.play.coverage import Coverage, begin_covered, covered_game
from rulewright.play.simulate import Chunk, GameResult, Series, SeriesReport, Stopped, Used, play_or_stop, play_series
from rulewright.run.cover import empty_tally


def simulate_covered(
    plan: CoverPlan, series: Series, *, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> tuple[SeriesReport, Coverage]:
    """Play a series and count what it reaches, games that meet a limit among them as far as they go."""
    play_chunk = partial(_play_chunk, plan, series)
    report, tallies = play_series(partial(covered_game, plan), play_chunk, series, jobs, progress)
    coverage = Coverage()
    coverage.add_plan(plan)
    for tally in tallies:
        coverage.add(plan, tally, runs=0)
    coverage.runs = len(report.results) + len(report.stopped)
    return report, coverage


def _play_chunk(plan: CoverPlan, series: Series, covered: tuple[Game, Build], numbers: range) -> Chunk[Tally]:
    game, build = covered
    assert build.tally is not None
    used: Used = {}
    whole = empty_tally(plan.blueprint, len(plan.places))
    results: list[GameResult | Stopped] = []
    for number in numbers:
        begin_covered(build)
        results.append(play_or_stop(game, series, number, used))
        whole.add(build.tally)
    return results, used, whole
