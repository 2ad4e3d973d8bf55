"""One side of a comparison: a process that plays for as many CPU seconds as it is asked to, over and over.

    python -m tests.benchmarks.worker SIDE

SIDE is a module here, or `MODULE:WHAT`. Reads seconds from standard input, a line a slice, and answers each with one
line of JSON. A game that a slice leaves unfinished goes on in the next one. Imports only the side it is asked for, so
that each runs in its own environment.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Protocol

TICKS = 100


@dataclass(slots=True)
class Tally:
    """What was played: decisions with two or more options, prompts with one, options of the former, games."""

    decisions: int = 0
    forced: int = 0
    options: int = 0
    games: int = 0
    seconds: float = 0.0


class Side(Protocol):
    """A program that plays: `play` goes on for some prompts and counts them."""

    def play(self, prompts: int, tally: Tally) -> None: ...


def slice_of(side: Side, seconds: float) -> Tally:
    """What a side plays in so much time of its own process."""
    tally = Tally()
    start = now = time.process_time()
    while now - start < seconds:
        side.play(TICKS, tally)
        now = time.process_time()
    tally.seconds = now - start
    return tally


def main(name: str) -> None:
    module, _, what = name.partition(":")
    side: Side = import_module(f"tests.benchmarks.{module}").Player(*[what] * bool(what))
    for line in sys.stdin:
        print(json.dumps(asdict(slice_of(side, float(line)))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
