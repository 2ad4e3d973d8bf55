"""A series of games on the native back end: the same results as in Python, only sooner.

It is an executor of its own: threads, each with its own memory, play several chunks at once if nobody asks what
was chosen in each of them.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

from rulewright.core.model.game import Game
from rulewright.core.run.steps import unstarted
from rulewright.core.run.watching import Sightings
from rulewright.native.backend.sandbox import Trapped
from rulewright.native.inside.games import BATCH, POLICIES, Ended, NativePolicy
from rulewright.native.inside.host import Host
from rulewright.play.jobs.job import Executor, Play
from rulewright.play.policies.learned import learned_player
from rulewright.play.policies.naming import files_of, is_blind, is_learned
from rulewright.play.policies.native_values import NativeLearned
from rulewright.play.series.simulate import (
    GameResult,
    GamesChunk,
    PlayChunk,
    Series,
    SeriesJob,
    Stopped,
    Used,
    play_chunk,
    seed_of,
)
from rulewright.play.session.endless import Endless
from rulewright.play.session.result import result_among

_LEAST_GAMES, _LEAST_LOOKING = 200, 10
"""Below that, preparing the native back end may take longer than playing; fewer if policies look ahead."""
_LOOK_UP = 0.2
"""How long this thread waits at a time, in seconds, so that Ctrl-C gets through."""

Group = list[range]
Played = tuple[range, GamesChunk]


def policy_in_python(policies: tuple[str, ...]) -> str:
    """Return the first of some policies that decides in Python only, or "" if there is none."""
    return next((name for name in policies if name not in POLICIES and not is_learned(name)), "")


def are_so_many(games: int, policies: tuple[str, ...]) -> bool:
    """Return whether the native back end pays off for this number of games or pairs.

    All of the policies must decide natively.
    """
    return bool(policies) and games >= (_LEAST_GAMES if all(map(is_blind, policies)) else _LEAST_LOOKING)


def unplayable(game: Game, policies: tuple[str, ...]) -> str:
    """Return why games of these policies cannot be played natively, without a full stop, or "" if they can."""
    other = policy_in_python(policies)
    if other:
        return f"the policy '{other}' decides in Python only"
    if game.native is None:
        return "the game was loaded without the native back end"
    refusal: str = game.native.refusal()
    return refusal


def threads(game: Game, *, apart: bool = False) -> Executor:
    """Return an executor that plays a series of games in threads. It must not be `unplayable`.

    Choices are counted with the first of some chunks, unless each chunk is reported `apart`.
    """
    return partial(_threads, game, 1 if apart else BATCH)


def _threads(game: Game, together: int, job: SeriesJob, jobs: int) -> AbstractContextManager[Play]:
    return _in_threads(_Memories(game), job.plan, together, jobs)


@dataclass(frozen=True, slots=True)
class NativeSeriesJob(SeriesJob):
    """A series that is played natively in the thread that loads it, where it can be."""

    def load(self) -> PlayChunk:
        game = self.loaders[0]()
        if unplayable(game, self.plan.policies):
            return partial(play_chunk, self.plan, game)
        host = Host(game)
        _prepare(host, self.plan)
        return partial(_play_one_chunk, host, self.plan)


class _Memories:
    """Hosts of one game, each for one thread at a time, kept for the next."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._free: deque[Host] = deque()

    @contextmanager
    def one(self, series: Series) -> Iterator[Host]:
        """Yield a host that is ready to begin the games of a series."""
        try:
            host = self._free.pop()
        except IndexError:
            host = Host(self._game)
        _prepare(host, series)
        yield host
        self._free.append(host)


class NativePlayer:
    """A player of series of one game, which reuses its memories. No series may be `unplayable`."""

    def __init__(self, game: Game) -> None:
        self._memories = _Memories(game)

    def play(self, series: Series, numbers: range) -> GamesChunk:
        """Play some games of a series."""
        games: list[GameResult | Stopped] = []
        used, seen = Counter[tuple[int, int]](), Sightings()
        for _, chunk in self._play_here(series, [numbers[at : at + BATCH] for at in range(0, len(numbers), BATCH)]):
            games += chunk.games
            used.update(chunk.used)
            seen.add(chunk.seen)
        return GamesChunk(tuple(games), dict(used), seen)

    @contextmanager
    def playing(self, series: Series, jobs: int) -> Iterator[Callable[[Iterable[range]], Iterator[Played]]]:
        """Yield a function that plays chunks of a series, here or in several threads.

        Choices are counted with the first of some chunks.
        """
        if jobs <= 1:
            yield partial(self._play_here, series)
            return
        with _in_threads(self._memories, series, BATCH, jobs) as play:
            yield play

    def _play_here(self, series: Series, chunks: Iterable[range]) -> Iterator[Played]:
        with self._memories.one(series) as host:
            for group in _groups(chunks, BATCH):
                yield from _play_group(host, series, group)


def _play_one_chunk(host: Host, series: Series, numbers: range) -> GamesChunk:
    ((_, found),) = _play_group(host, series, [numbers])
    return found


def _groups(chunks: Iterable[range], most: int) -> list[Group]:
    """Return the chunks in groups of at most `most` games, or of one larger chunk."""
    found: list[Group] = []
    size = most
    for chunk in chunks:
        if size + len(chunk) > most:
            found.append([])
            size = 0
        found[-1].append(chunk)
        size += len(chunk)
    return found


@contextmanager
def _in_threads(memories: _Memories, series: Series, together: int, jobs: int) -> Iterator[Play]:
    """Yield a function that plays chunks in `jobs` threads, at most `together` games per group.

    On exit, queued groups are cancelled and running ones stop at their next check.
    """
    here, stopped = threading.local(), threading.Event()

    def run(group: Group) -> list[Played]:
        if not hasattr(here, "host"):
            here.host = hosts.enter_context(memories.one(series))
        return _play_group(here.host, series, group, stopped)

    def play(chunks: Iterable[range]) -> Iterator[Played]:
        """Yield the results of the chunks as they end. An exception of a thread is raised here."""
        each = list(chunks)
        fair = max(1, sum(map(len, each)) // (4 * jobs))
        left = {pool.submit(run, group) for group in _groups(each, min(together, fair))}
        while left:
            ended, left = wait(left, timeout=_LOOK_UP, return_when=FIRST_COMPLETED)
            for one in ended:
                yield from one.result()

    with ExitStack() as hosts, ThreadPoolExecutor(jobs) as pool:
        try:
            yield play
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)


def _prepare(host: Host, series: Series) -> None:
    """Get ready to begin the games of a series."""
    before = unstarted(host.game, seats=series.seats, seed=series.seed, settings=series.settings)
    put, watches = host.put(before), series.watched
    policies = [native_policy(name, host, series.seats) for name in series.policies]
    host.games.prepare(put, policies, begins=True, reseeds=True, counts=True, watches=watches)


def native_policy(name: str, host: Host, seats: int) -> NativePolicy:
    """Return the host's name or number of a policy that it can play. Raises PolicyFailed if a learned player fails."""
    if not is_learned(name):
        return name
    return NativeLearned(host).number(learned_player(files_of(name), host.game, seats))


def _play_group(host: Host, series: Series, group: Group, stopped: threading.Event | None = None) -> list[Played]:
    """Play some chunks, and return their results, or [] if stopped.

    If a game runs into a limit, or is so long that it may be endless, Python plays them.
    """
    used: Used = {}
    numbers = [number for chunk in group for number in chunk]
    host.games.forget_sightings()
    try:
        for _ in host.games.play([seed_of(series.seed, number) for number in numbers], most=Endless().after, used=used):
            if stopped is not None and stopped.is_set():
                return []
    except Trapped:
        return [(chunk, play_chunk(series, host.game, chunk)) for chunk in group]
    ends = [*host.games.ended(len(numbers))]
    if not all(each.is_over for each in ends):
        return [(chunk, play_chunk(series, host.game, chunk)) for chunk in group]
    results: list[GameResult | Stopped] = [
        _result(host.game, number, ended) for number, ended in zip(numbers, ends, strict=True)
    ]
    found: list[Played] = []
    seen = host.games.sightings(numbers) if series.watched else Sightings()
    for chunk in group:
        rest = ({}, Sightings()) if found else (used, seen)
        found.append((chunk, GamesChunk(tuple(results[: len(chunk)]), *rest)))
        del results[: len(chunk)]
    return found


def _result(game: Game, number: int, ended: Ended) -> GameResult:
    result = result_among([sum(row) for row in ended.scores], ended.breaks, ended.ends)
    again = game.blueprint.again[ended.again].id if ended.again >= 0 else ""
    digest = ended.end.to_bytes(8)
    return GameResult(number, digest, ended.decisions, ended.options, ended.round, ended.scores, result, again)
