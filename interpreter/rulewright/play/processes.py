"""Work dealt out to this process or to several fresh ones, each of which makes its own games first."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Tools = TypeVar("Tools")
Found = TypeVar("Found")

CHUNK = 25


def chunks_of(count: int, size: int = CHUNK) -> list[range]:
    """The numbers from 0 on in chunks."""
    return [range(at, min(at + size, count)) for at in range(0, count, size)]


@contextmanager
def players(
    load: Callable[[], Tools], play: Callable[[Tools, range], Found], jobs: int, *, fork: bool = False
) -> Iterator[Callable[[Iterable[range]], Iterator[Found]]]:
    """What plays chunks, in any order; where `jobs` is above 1, `load` and `play` must be picklable.

    With `fork`, which not every system knows, they need not be: the processes take over what this one has.
    """
    if jobs <= 1:
        tools = load()
        yield lambda chunks: (play(tools, chunk) for chunk in chunks)
        return
    context = multiprocessing.get_context("fork" if fork else "spawn")
    with context.Pool(jobs, _prepare, (load, play)) as pool:
        yield lambda chunks: pool.imap_unordered(_play_there, chunks)


_there: dict[str, Any] = {}


def _prepare(load: Callable[[], Any], play: Callable[[Any, range], Any]) -> None:
    """Load what is played in a fresh process, which leaves the keyboard to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _there["tools"], _there["play"] = load(), play


def _play_there(numbers: range) -> Any:
    return _there["play"](_there["tools"], numbers)
