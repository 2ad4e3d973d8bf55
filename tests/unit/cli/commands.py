"""The command as its callers type it, in this process; `STOPPABLE` starts it in one of its own."""

from __future__ import annotations

import io
import json
import sys
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from typing import TYPE_CHECKING, Any

from rulewright.cli import run

if TYPE_CHECKING:
    from collections.abc import Iterator

PEBBLES = Path(__file__).parent / "pebbles"
STOPPABLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\nfrom rulewright.cli import main; main()"
)
"""What Python runs to be the command, stopped by SIGINT though these tests run in a background that ignores it."""


def rulewright(*arguments: str | Path, typed: str = "") -> CompletedProcess[str]:
    """What a command line comes to that is given some lines as its input: exit code, standard output and errors."""
    words = [*map(str, arguments)]
    with _streams(typed) as (output, errors):
        code = run(words)
        told = [_written(each) for each in (output, errors)]
    return CompletedProcess(["rulewright", *words], code, *told)


@contextmanager
def _streams(typed: str) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Standard input with what is typed, and streams like those of a pipe for what is written."""
    before = sys.stdin, sys.stdout, sys.stderr
    given = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
    output, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors="replace") for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = given, output, errors
    try:
        yield output, errors
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    found: bytes = stream.buffer.getvalue()  # type: ignore[attr-defined]
    return found.decode().replace("\r\n", "\n")


def data(done: CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["format_version"] == 1
    return found
