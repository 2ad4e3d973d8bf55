"""A command line run in this process: its exit code and what it said, within a limit of time.

What a command may never do is a `Fault` that tells the command: raise, leave with an unknown code, say nothing where
something is wrong, or not come to an end.
"""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from types import FrameType
from unittest import mock

from rulewright.cli import run

SECONDS = 40
"""Of reckoning, not of waiting; the 100,000 decisions that a game of bots may take are half of it on a busy machine."""
CODES = frozenset({0, 1, 2, 3})
STOPPED = 130


class Fault(AssertionError):  # noqa: N818 - what a campaign looks for
    """What no file may bring about."""


class _TooLong(BaseException):
    """The time is up; no `except Exception` keeps it."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def command(*words: object, typed: str = "") -> Ended:
    """Run a command line. Raises Fault."""
    arguments = [str(word) for word in words]
    told = f"rulewright {' '.join(arguments)}"
    out, err = _stream(), _stream()
    keyboard = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    with within_time(told), redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", keyboard):
        try:
            code = run(arguments)
        except Exception as fault:
            raise Fault(f"{told}: {type(fault).__name__}: {fault}") from fault
    ended = Ended(code, _text(out), _text(err))
    if code == STOPPED:
        raise KeyboardInterrupt
    if code not in CODES:
        raise Fault(f"{told}: ended with {code}\n{ended.err}")
    if code != 0 and not (ended.out.strip() or ended.err.strip()):
        raise Fault(f"{told}: ended with {code} and not a word")
    if "Traceback (most recent" in ended.out + ended.err:
        raise Fault(f"{told}: a traceback is shown\n{ended.out}{ended.err}")
    return ended


def passes(*words: object, typed: str = "") -> Ended:
    """Run a command line that has to end with 0, or at a limit that it names."""
    ended = command(*words, typed=typed)
    if ended.code not in (0, 3):
        raise Fault(f"rulewright {' '.join(map(str, words))}: ended with {ended.code}\n{ended.out[-2000:]}{ended.err}")
    return ended


@contextmanager
def within_time(told: str) -> Iterator[None]:
    """What takes longer than it may is a fault."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    except _TooLong as late:
        raise Fault(f"{told}: no end after {SECONDS} seconds") from late
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8", "replace")
