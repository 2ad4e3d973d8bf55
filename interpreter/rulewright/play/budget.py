"""How long a policy that looks ahead may think about a decision: a number of simulations or of milliseconds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

MOST_SIMULATIONS = 1_000_000
MOST_SECONDS = 600
_WRITTEN = re.compile(r"(?P<number>\d{1,9})(?P<unit>ms|s)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Budget:
    """As many simulations as there are, and no more seconds; both hold."""

    simulations: int
    seconds: float = inf


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
