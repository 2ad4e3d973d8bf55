"""Many games on a covered build: the report of the series, and which rules its games reach.

Each game is counted separately and counts are added up, so both are the same for any number of processes.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.game import Build, Game
from rulewright.core.model.places import CoverPlan
from rulewright.core.model.tally import Tally
from rulewright.core.run.cover import empty_tally
from rulewright.play.series.coverage import Coverage, begin_covered, covered_game
from rulewright.play.series.simulate import (
    GameResult,
    GamesChunk,
    GamesOfSeries,
    Series,
    SeriesReport,
    Stopped,
    Used,
    play_or_stop,
)


@dataclass(frozen=True, slots=True)
class CoveredChunk:
    """The results of a few games, and what they reach."""

    games: GamesChunk
    tally: Tally


class CoveredSeries:
    """The games of a series so far, and what they reach."""

    def __init__(self, plan: CoverPlan, series: Series) -> None:
        self.report, self.coverage = SeriesReport(series), Coverage()
        self._plan = plan
        self.coverage.add_plan(plan)

    def take(self, found: CoveredChunk) -> bool:
        """Add the games that come next."""
        self.report.take(found.games)
        self.coverage.add(self._plan, found.tally, runs=len(found.games.games))
        return False


@dataclass(frozen=True, slots=True)
class CoveredJob(GamesOfSeries[tuple[Game, Build], CoveredChunk, CoveredSeries]):
    """A series to be played on a covered build."""

    build: CoverPlan
    found = CoveredChunk

    def load(self) -> tuple[Game, Build]:
        return covered_game(self.build)

    def play(self, tools: tuple[Game, Build], numbers: range) -> CoveredChunk:
        game, build = tools
        assert build.tally is not None
        used: Used = {}
        whole = empty_tally(self.build.blueprint, len(self.build.places))
        results: list[GameResult | Stopped] = []
        for number in numbers:
            begin_covered(build)
            results.append(play_or_stop(game, self.plan, number, used))
            whole.add(build.tally)
        return CoveredChunk(GamesChunk(tuple(results), used), whole)

    def merge(self) -> CoveredSeries:
        return CoveredSeries(self.build, self.plan)

    def fits(self, found: CoveredChunk, numbers: range) -> bool:
        return [each.number for each in found.games.games] == list(numbers)
