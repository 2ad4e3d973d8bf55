"""Evaluations of a tuning: some games of a series, played natively if possible.

Several evaluations can run at once. The player of a game is cached, here and on other machines, for the next evaluation
by the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final

from rulewright.core.model.game import Game
from rulewright.core.pipeline import Choice
from rulewright.lab.tuning.tuning_measures import PointGames
from rulewright.native.loading import load_game
from rulewright.play.jobs.job import Executor, Job, Play
from rulewright.play.jobs.running import staying_processes
from rulewright.play.jobs.worker_pool import CHUNK
from rulewright.play.series.simulate import GamesChunk, Loader, Series, fits_series, play_chunk, seed_of
from rulewright.play.series.simulate_native import NativePlayer, unplayable

_PARTS: Final = 16
"""In how many chunks a look is played, if it is small."""


@dataclass(frozen=True, slots=True)
class LookPlan:
    """A series of games, numbered from `first` on."""

    series: Series
    first: int = 0


class LookPlayer:
    """Plays the games of looks at one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._native: NativePlayer | None = None

    def native(self, policies: tuple[str, ...]) -> NativePlayer | None:
        """Return the native player of games of these policies, None if they cannot be played natively."""
        if unplayable(self.game, policies):
            return None
        if self._native is None:
            self._native = NativePlayer(self.game)
        return self._native

    def play(self, series: Series, numbers: range) -> GamesChunk:
        native = self.native(series.policies)
        return play_chunk(series, self.game, numbers) if native is None else native.play(series, numbers)


@dataclass(frozen=True, slots=True)
class LookJob(Job[LookPlayer, GamesChunk, PointGames]):
    """An evaluation to be played.

    `loaders` hold the function that builds the game, and are equal for equal games.
    """

    plan: LookPlan
    loaders: tuple[Loader]
    kind = "tune"
    found = GamesChunk

    @property
    def count(self) -> int:
        return self.plan.series.games

    @property
    def size(self) -> int:
        return min(CHUNK, ceil(self.count / _PARTS))

    @property
    def policies(self) -> tuple[str, ...]:
        return self.plan.series.policies

    @property
    def tools_key(self) -> Hashable:
        return self.loaders

    def load(self) -> LookPlayer:
        return LookPlayer(self.loaders[0]())

    def play(self, tools: LookPlayer, numbers: range) -> GamesChunk:
        return tools.play(self.plan.series, self.games(numbers))

    def games(self, numbers: range) -> range:
        """Return the numbers of a chunk in its series."""
        return range(self.plan.first + numbers.start, self.plan.first + numbers.stop)

    def seed(self, number: int) -> int:
        return seed_of(self.plan.series.seed, self.plan.first + number)

    def merge(self) -> PointGames:
        return PointGames()

    def fits(self, found: GamesChunk, numbers: range) -> bool:
        return fits_series(self.plan.series, found, self.games(numbers))


@dataclass(frozen=True, slots=True)
class PointLoader:
    """Makes the game of a ruleset with a variant, which is not written to the cache."""

    ruleset: str
    variant: Path

    def __call__(self) -> Game:
        return load_game(self.ruleset, variant=self.variant, backend="auto", use_cache=False)

    @property
    def choice(self) -> Choice:
        return Choice(self.ruleset, None, self.variant)


Elsewhere = Callable[[LookJob, Choice, str], Executor]
"""What other machines play a look with, of a ruleset whose rules have this digest."""


@contextmanager
def look_executors(jobs: int, elsewhere: Elsewhere | None) -> Iterator[Callable[[LookJob, LookPlayer], Executor]]:
    """Yield a function that returns the executor of an evaluation.

    All executors share the same processes, native memory or machines. On this machine they use the player that was
    loaded for the evaluation: natively in `jobs` threads, or else in `jobs` processes.
    """
    with staying_processes(jobs) if jobs > 1 else nullcontext() as processes:

        def executor(job: LookJob, player: LookPlayer) -> Executor:
            if elsewhere is not None:
                loader = job.loaders[0]
                assert isinstance(loader, PointLoader)
                return elsewhere(job, loader.choice, player.game.blueprint.digest)
            native = player.native(job.policies)
            if native is not None:
                return partial(_natively, native)
            return processes or partial(_here, player)

        yield executor


@contextmanager
def _natively(player: NativePlayer, job: LookJob, jobs: int) -> Iterator[Play]:
    with player.playing(job.plan.series, jobs) as play:
        yield partial(_renumbered, job, play)


def _renumbered(
    job: LookJob, play: Callable[[Iterable[range]], Iterator[tuple[range, GamesChunk]]], chunks: Iterable[range]
) -> Iterator[tuple[range, GamesChunk]]:
    first = job.plan.first
    for numbers, found in play(map(job.games, chunks)):
        yield range(numbers.start - first, numbers.stop - first), found


@contextmanager
def _here(player: LookPlayer, job: LookJob, jobs: int) -> Iterator[Play]:
    yield lambda chunks: ((chunk, job.play(player, chunk)) for chunk in chunks)
