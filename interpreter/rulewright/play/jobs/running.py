"""A run in progress: chunks are played somewhere, kept, and merged in their order until that is enough.

What is found does not depend on how many play: chunks that end sooner wait for those before them, and what was played
beyond the last that is needed is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Any, Generic

from rulewright.play.jobs.job import Executor, Found, Job, MergedT, Play, Tools
from rulewright.play.jobs.kept_tools import KeptTools
from rulewright.play.jobs.shards import RunHeading, ShardNumber
from rulewright.play.jobs.worker_pool import ProcessLost, staying_pool, worker_pool

Keep = Callable[[int, Any, float], None]


class JobRun(Generic[Found, MergedT]):
    """The results of a run so far: all of its chunks before the first that is missing, and the time they took.

    Nothing of a shard is merged, as it is only a part of the result.
    """

    def __init__(self, job: Job[Any, Found, MergedT], share: ShardNumber | None = None) -> None:
        self.job, self.share = job, share
        self.chunks = RunHeading(job.kind, job.count, job.size, {}, share or (1, 1)).chunks()
        self.merged = job.merge()
        self.seconds = 0.0
        self.played = 0
        self.is_enough = False
        self._known: set[int] = set()
        self._waiting: dict[int, Found] = {}
        self._taken = 0

    @property
    def count(self) -> int:
        """The number of games or pairs in total."""
        return sum(map(len, self.chunks.values()))

    @property
    def missing(self) -> list[range]:
        return [chunk for number, chunk in self.chunks.items() if number not in self._known]

    def add(self, number: int, found: Found, seconds: float) -> bool:
        """Take in the results of a chunk, played now or earlier, and return whether the run has enough."""
        self._known.add(number)
        self.played += len(self.chunks[number])
        self.seconds += seconds
        if self.share is not None:
            return False
        self._waiting[number] = found
        while self._taken in self._waiting and not self.is_enough:
            self.is_enough = self.merged.take(self._waiting.pop(self._taken))
            self._taken += 1
        return self.is_enough

    def go_on(
        self,
        *,
        jobs: int = 1,
        executor: Executor | None = None,
        keep: Keep | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Play the missing chunks, and pass each to `keep` as it ends.

        `progress` receives the number of games or pairs just played. Raises LimitReached, or ProcessLost with the
        number and its seed.
        """
        missing = self.missing
        if not missing or self.is_enough:
            return
        try:
            with (executor or processes)(self.job, min(jobs, len(missing))) as play:
                before = perf_counter()
                for chunk, found in play(missing):
                    now = perf_counter()
                    number = chunk.start // self.job.size
                    enough = self.add(number, found, now - before)
                    if keep is not None:
                        keep(number, found, now - before)
                    if progress is not None:
                        progress(len(chunk))
                    if enough:
                        return
                    before = now
        except ProcessLost as lost:
            raise lost.told_of(self.job.counts_one, self.job.counted, self.job.seed) from None


def played(
    job: Job[Any, Found, MergedT],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> JobRun[Found, MergedT]:
    """Play a whole run in processes of this machine or by an executor. Raises LimitReached or ProcessLost."""
    run = JobRun(job)
    run.go_on(jobs=jobs, executor=executor, progress=progress)
    return run


@contextmanager
def processes(job: Job[Any, Any, Any], jobs: int) -> Iterator[Play]:
    """Yield a function that plays chunks in this process, or in several new ones."""
    with worker_pool(job.load, partial(_played, job), jobs) as play:
        yield play


@contextmanager
def staying_processes(jobs: int) -> Iterator[Executor]:
    """Yield an executor that plays job after job in the same processes, which cache the tools of recent jobs."""
    with staying_pool(KeptTools, jobs) as play:

        @contextmanager
        def playing(job: Job[Any, Any, Any], _: int) -> Iterator[Play]:
            yield partial(play, partial(_played_by_kept, job))

        yield playing


def _played_by_kept(job: Job[Any, Found, Any], kept: KeptTools, numbers: range) -> tuple[range, Found]:
    return _played(job, kept.of(job.tools_key, job.load), numbers)


def _played(job: Job[Tools, Found, Any], tools: Tools, numbers: range) -> tuple[range, Found]:
    return numbers, job.play(tools, numbers)
