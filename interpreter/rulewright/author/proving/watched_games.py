"""Games in which the invariants are watched: random ones, and those of policies that look ahead or have learned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final

from rulewright.author.proving.plans import ProofPlan
from rulewright.core.model.game import Game
from rulewright.core.model.limits import PolicyFailed
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import JobRun
from rulewright.play.policies.learned import BUNDLED, learned_player
from rulewright.play.series.simulate import Series, SeriesJob, SeriesReport, report_of
from rulewright.play.series.simulate_native import NativeSeriesJob

_FIRST: Final = {True: 400, False: 40}
"""How many games are played before it is known how long they take, natively or not."""
_AT_RANDOM: Final = 0.6
"""The part of the time for random games."""
_LONGEST: Final = 10.0
"""The seconds that games take until what was seen in them is looked at."""
_FEWER: Final = 20
"""So many random games are played for each of another policy, if their number is given."""


@dataclass(slots=True)
class GameSearch:
    """A player of games of one table by several policies, some of them `native`. `games` counts those played."""

    game: Game
    plan: ProofPlan
    native: bool
    progress: Callable[[str], None]
    games: int = 0
    _rates: dict[tuple[str, ...], float] = field(default_factory=dict)

    def reports(self, seconds: float) -> Iterator[SeriesReport]:
        """Yield reports on batches of games: random ones first, then those of other policies."""
        begin, given = monotonic(), self.plan.games
        if given is not None:
            yield self._report(("random",), given)
            for each in self._others():
                yield self._report(each, -(-given // _FEWER))
            return
        for policies, until in ((("random",), _AT_RANDOM), *self._shares()):
            while True:
                left = begin + seconds * until - monotonic()
                if left <= 0 and policies in self._rates:
                    break
                rate = self._rates.get(policies)
                many = _FIRST[self.native] if rate is None else int(rate * min(left, _LONGEST))
                yield self._report(policies, max(1, many if policies == ("random",) else min(many, 10_000)))

    def _shares(self) -> Iterator[tuple[tuple[str, ...], float]]:
        others = self._others()
        for number, each in enumerate(others, 1):
            yield each, _AT_RANDOM + (1 - _AT_RANDOM) * number / len(others)

    def _others(self) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = [("greedy",), ("greedy", "random")]
        try:
            learned_player((BUNDLED,), self.game, self.plan.seats)
        except PolicyFailed:
            return found
        return [*found, (BUNDLED,)]

    def _report(self, policies: tuple[str, ...], games: int) -> SeriesReport:
        plan, begin, before = self.plan, monotonic(), self.games
        series = Series(games, plan.seats, plan.seed + before, policies, plan.settings, watched=True)
        load = partial(
            load_game, plan.choice.ruleset, modules=plan.choice.modules, variant=plan.choice.variant, watched=True
        )
        run = JobRun((NativeSeriesJob if self.native else SeriesJob)(series, (load,)))

        def progress(count: int) -> None:
            self.games += count
            self.progress(f"{self.games:,} games, {','.join(policies)}")

        run.go_on(jobs=plan.jobs, progress=progress)
        self.games = before + games
        self._rates[policies] = games / max(monotonic() - begin, 1e-3)
        return report_of(run)
