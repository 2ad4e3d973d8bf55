"""A worker pool: chunks of work for this process or for several fresh ones, each of which makes its own games first.

If a process ends halfway, for example by running out of memory, nothing is lost: another one takes its chunk.
Processes that stay play chunks of one piece of work after another.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from traceback import format_exc
from typing import Any, NamedTuple, TypeVar

Tools = TypeVar("Tools")
Found = TypeVar("Found")

CHUNK = 25
MOST_LOST = 3
"""How many processes a chunk may take down; the next one would end as they did."""


class ProcessLost(ChildProcessError):  # noqa: N818 - what has happened to a process
    """An error after all processes that worked on a chunk were ended, with the chunk and how they ended.

    The chunk is a single number if it is known which one ends them.
    """

    def __init__(self, chunk: range, how: str, named: str = "") -> None:
        super().__init__(f"each process that worked on {named or _numbers(chunk)} was ended, at last {how}")
        self.chunk = chunk
        self.how = how

    def told_of(self, one: str, several: str, seed: Callable[[int], int]) -> ProcessLost:
        """Return the same error, saying what the numbers count, and the seed of the one that ends processes."""
        if len(self.chunk) > 1:
            return ProcessLost(self.chunk, self.how, f"{several} {_numbers(self.chunk)}")
        return ProcessLost(self.chunk, self.how, f"{one} {_numbers(self.chunk)} (seed {seed(self.chunk.start)})")


def _numbers(chunk: range) -> str:
    return f"{chunk.start + 1} to {chunk.stop}" if len(chunk) > 1 else f"{chunk.start + 1}"


def chunks_of(count: int, size: int = CHUNK) -> list[range]:
    """Return the numbers from 0 to `count` - 1 in chunks."""
    return [range(at, min(at + size, count)) for at in range(0, count, size)]


@contextmanager
def worker_pool(
    load: Callable[[], Tools], play: Callable[[Tools, range], Found], jobs: int, *, fork: bool = False
) -> Iterator[Callable[[Iterable[range]], Iterator[Found]]]:
    """Yield a function that plays chunks, in any order. Above 1 job, `load` and `play` must be picklable.

    With `fork`, which not every system knows, they need not be: the processes take over what this one has. Raises
    ProcessLost for a chunk whose processes end again and again.
    """
    if jobs <= 1:
        tools = load()
        yield lambda chunks: (play(tools, chunk) for chunk in chunks)
        return
    with closing(_Pool("fork" if fork else "spawn", load, jobs)) as together:
        yield partial(together.play, play)


@contextmanager
def staying_pool(
    load: Callable[[], Tools], jobs: int
) -> Iterator[Callable[[Callable[[Tools, range], Any], Iterable[range]], Iterator[Any]]]:
    """Yield a function that plays chunks by a given function, in several processes that stay.

    All arguments must be picklable. Raises ProcessLost as `worker_pool` does.
    """
    with closing(_Pool("spawn", load, jobs, stay=True)) as together:
        yield together.play


class _Worker(NamedTuple):
    """A process, our end of its pipe, and the chunk it works on."""

    process: BaseProcess
    pipe: Connection
    chunk: range


Work = Callable[[Any, range], Any]
"""How a chunk is played with what was loaded."""


class _Pool:
    """The processes at work, each with one chunk at a time, so that it is known what one has left undone."""

    def __init__(self, method: str, load: Callable[[], Any], jobs: int, *, stay: bool = False) -> None:
        """Prepare a pool whose processes begin by a `method` of `multiprocessing`."""
        self.context: Any = multiprocessing.get_context(method)
        self.load, self.jobs, self.stay = load, jobs, stay
        self.busy: list[_Worker] = []
        self.idle: list[_Worker] = []

    def play(self, work: Work, chunks: Iterable[range]) -> Iterator[Any]:
        try:
            yield from self._play(work, chunks)
        finally:
            self._end_busy()

    def _play(self, work: Work, chunks: Iterable[range]) -> Iterator[Any]:
        coming, again = iter(chunks), list[range]()
        lost: dict[range, int] = {}

        def following() -> range | None:
            return again.pop() if again else next(coming, None)

        while True:
            while len(self.busy) < self.jobs and (chunk := following()) is not None:
                self.busy.append(self._start(work, chunk))
            if not self.busy:
                return
            ready = wait([end for each in self.busy for end in (each.pipe, each.process.sentinel)])
            worker = next(each for each in self.busy if each.pipe in ready or each.process.sentinel in ready)
            self.busy.remove(worker)
            try:
                succeeded, found = worker.pipe.recv()
            except (EOFError, OSError):
                again.append(worker.chunk)
                self._mourn(work, worker, lost)
                continue
            if not succeeded:
                _end(worker)
                raise found
            chunk = following()
            if chunk is None and self.stay:
                self.idle.append(worker)
            elif chunk is None or not _send(worker.pipe, chunk):
                again += [chunk] if chunk is not None else []
                _end(worker)
            else:
                self.busy.append(worker._replace(chunk=chunk))
            yield found

    def close(self) -> None:
        """End all that are still there."""
        self._end_busy()
        for worker in self.idle:
            _end(worker)
        self.idle.clear()

    def _end_busy(self) -> None:
        for worker in self.busy:
            _end(worker)
        self.busy.clear()

    def _start(self, work: Work, chunk: range) -> _Worker:
        """Return a process that works on a chunk: one that has stayed, or a new one."""
        while self.idle:
            worker = self.idle.pop()
            if _send(worker.pipe, work) and _send(worker.pipe, chunk):
                return worker._replace(chunk=chunk)
            _end(worker)
        here, there = self.context.Pipe()
        process = self.context.Process(target=_work, args=(there, self.load, work), daemon=True)
        process.start()
        there.close()
        _send(here, chunk)
        return _Worker(process, here, chunk)

    def _mourn(self, work: Work, worker: _Worker, lost: dict[range, int]) -> None:
        _end(worker)
        lost[worker.chunk] = lost.get(worker.chunk, 0) + 1
        if lost[worker.chunk] >= MOST_LOST:
            code = worker.process.exitcode
            how = f"by signal {-code}" if code is not None and code < 0 else f"with code {code}"
            raise ProcessLost(self._culprit(work, worker.chunk), how)

    def _culprit(self, work: Work, chunk: range) -> range:
        """Return the one number of a chunk that ends its process even when played alone, or else the chunk."""
        worker: _Worker | None = None
        for each in chunk:
            one = range(each, each + 1)
            if worker is None or not _send(worker.pipe, one):
                worker = self._start(work, one)
            if not _lives(worker):
                _end(worker)
                worker = self._start(work, one)
                if not _lives(worker):
                    _end(worker)
                    return one
        if worker is not None:
            _end(worker)
        return chunk


def _send(pipe: Connection, told: range | Work) -> bool:
    """Send a chunk, or the new way to play chunks, and return whether a process was there to take it.

    If not, the next read from the pipe shows it.
    """
    try:
        pipe.send(told)
    except OSError:
        return False
    return True


def _lives(worker: _Worker) -> bool:
    """Whether a process reaches the end of its chunk, normally or with an exception."""
    try:
        worker.pipe.recv()
    except (EOFError, OSError):
        return False
    return True


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.terminate()
    worker.process.join()


def _work(pipe: Connection, load: Callable[[], Any], work: Work) -> None:
    """Load what is played in a new process that ignores Ctrl+C, then play the chunks that are sent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        tools = load()
        while True:
            told = pipe.recv()
            if isinstance(told, range):
                pipe.send((True, work(tools, told)))
            else:
                work = told
    except (EOFError, BrokenPipeError):
        return  # nobody is left to play for
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is raised where the work was handed out
        fault.add_note(format_exc())
        pipe.send((False, fault))
