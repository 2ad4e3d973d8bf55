"""How long a policy that looks ahead may think about a decision: a number of simulations or of milliseconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from math import inf
from time import perf_counter

MOST_SIMULATIONS = 1_000_000
MOST_SECONDS = 600
_WRITTEN = re.compile(r"(?P<number>\d{1,9})(?P<unit>ms|s)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Budget:
    """As many simulations as there are, and no more seconds; both hold."""

    simulations: int
    seconds: float = inf

    def spending(self, done: int = 0) -> Iterator[int]:
        """The numbers of the simulations to be made from now on, where some are `done`; the first of all is made in any
        case.
        """
        until = perf_counter() + self.seconds
        return takewhile(lambda number: number == 0 or perf_counter() < until, range(done, self.simulations))


def budget_of(text: str) -> Budget | None:
    """The budget that `200`, `50ms` or `2s` means; None if it is no budget, or an unreasonable one."""
    written = _WRITTEN.fullmatch(text)
    if written is None:
        return None
    number = int(written["number"])
    if written["unit"] is None:
        return Budget(number) if 1 <= number <= MOST_SIMULATIONS else None
    seconds = number / 1000 if written["unit"] == "ms" else float(number)
    return Budget(MOST_SIMULATIONS, seconds) if 0 < seconds <= MOST_SECONDS else None
