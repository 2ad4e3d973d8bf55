"""The thinking budget of a policy that looks ahead: a number of simulations, or a time per decision."""

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
    """A limit of simulations and of seconds. Thinking stops at whichever is reached first."""

    simulations: int
    seconds: float = inf

    def spending(self, done: int = 0) -> Iterator[int]:
        """Yield the number of each simulation that the budget still allows, from `done` on.

        Simulation 0 always runs, even if no time is left.
        """
        until = perf_counter() + self.seconds
        return takewhile(lambda number: number == 0 or perf_counter() < until, range(done, self.simulations))


def budget_of(text: str) -> Budget | None:
    """Return the budget written as `200`, `50ms` or `2s`, or None if the text is not a budget within limits."""
    written = _WRITTEN.fullmatch(text)
    if written is None:
        return None
    number = int(written["number"])
    if written["unit"] is None:
        return Budget(number) if 1 <= number <= MOST_SIMULATIONS else None
    seconds = number / 1000 if written["unit"] == "ms" else float(number)
    return Budget(MOST_SIMULATIONS, seconds) if 0 < seconds <= MOST_SECONDS else None
