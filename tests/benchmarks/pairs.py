"""Two programs on one core by turns: slices in the order A B B A, the median ratio and its interval.

The processes persist and never run at once. A pair is one slice of each, next to each other; a third process, A again,
is the control.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from tests.benchmarks.worker import Tally

ROOT = Path(__file__).resolve().parents[2]


def imported_from(checkout: Path) -> str:
    """Where a worker finds the packages of a checkout, and the benchmarks of this one."""
    return os.pathsep.join([str(checkout.resolve() / "interpreter"), str(ROOT)])


IMPORTED = imported_from(ROOT)
RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Ratio:
    """The median of paired ratios with its 95 percent bootstrap interval."""

    median: float
    low: float
    high: float

    def includes(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(slots=True)
class Comparison:
    """All slices of A and B in pairs, and of A against itself."""

    pairs: list[tuple[Tally, Tally]] = field(default_factory=list)
    control: list[tuple[Tally, Tally]] = field(default_factory=list)


class Process:
    """A worker that waits for its next slice, pinned to one core where the system can pin."""

    def __init__(self, python: str, side: str, core: int | None, imported: str = IMPORTED) -> None:
        command = [python, "-m", "tests.benchmarks.worker", side]
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": imported}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        if core is not None:
            os.sched_setaffinity(self._process.pid, {core})

    def slice(self, seconds: float) -> Tally:
        """Lets the worker play; returns when its CPU seconds are over. Raises RuntimeError if it has ended."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(f"{seconds}\n")
            stdin.flush()
            answer = stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise RuntimeError(f"the worker ended with code {self._process.wait()}; its error stands above")
        return Tally(**json.loads(answer))

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)


def pinned_core() -> int | None:
    """The last core this process may use, or None where the system cannot pin."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    return max(os.sched_getaffinity(0))


def compare(
    python_a: str, side_a: str, python_b: str, side_b: str,
    *, rounds: int, blocks: int, seconds: float, imported: str = IMPORTED,
) -> Comparison:  # fmt: skip
    """Blocks of A B B A for the comparison and of A A' A' A for the control; `imported` is where B finds its packages.

    Each round has processes of its own, which play a little first: two processes of one program may differ by a percent
    or two for as long as they live.
    """
    core = pinned_core()
    found = Comparison()
    for _ in range(rounds):
        with (
            Process(python_a, side_a, core) as one,
            Process(python_a, side_a, core) as again,
            Process(python_b, side_b, core, imported) as other,
        ):
            for process in (one, again, other):
                process.slice(2 * seconds)
            for _ in range(blocks):
                found.pairs += _block(one, other, seconds)
                found.control += _block(one, again, seconds)
    return found


def _block(one: Process, other: Process, seconds: float) -> list[tuple[Tally, Tally]]:
    first = one.slice(seconds)
    middle = (other.slice(seconds), other.slice(seconds))
    return [(first, middle[0]), (one.slice(seconds), middle[1])]


def rate(tally: Tally) -> float:
    """Decisions a CPU second."""
    return tally.decisions / tally.seconds


def prompt_rate(tally: Tally) -> float:
    """Decisions a CPU second where a prompt with a single option counts as well."""
    return (tally.decisions + tally.forced) / tally.seconds


def ratio_of(pairs: Sequence[tuple[Tally, Tally]], counted: Callable[[Tally], float] = rate) -> Ratio:
    """How many times as fast the first of each pair is."""
    return median_ratio([counted(one) / counted(other) for one, other in pairs])


def median_ratio(ratios: Sequence[float], seed: int = 1) -> Ratio:
    """The median with the middle 95 percent of the medians of resamples."""
    rng = random.Random(seed)
    medians = sorted(statistics.median(rng.choices(ratios, k=len(ratios))) for _ in range(RESAMPLES))
    return Ratio(statistics.median(ratios), medians[int(RESAMPLES * 0.025)], medians[int(RESAMPLES * 0.975) - 1])


def total(tallies: Sequence[Tally]) -> Tally:
    """All slices of one side as one."""
    return Tally(
        decisions=sum(each.decisions for each in tallies),
        forced=sum(each.forced for each in tallies),
        options=sum(each.options for each in tallies),
        games=sum(each.games for each in tallies),
        seconds=sum(each.seconds for each in tallies),
    )
