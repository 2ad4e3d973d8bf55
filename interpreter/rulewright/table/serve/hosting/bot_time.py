"""Thinking time of bots when many wait for the processor: short enough that nobody waits for long.

A level states the time of a bot that is alone with the server. If several want to think at the same time, all get the
same share of their time, so the levels keep their order of strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_WAIT = 0.4
"""The seconds within which all that wait shall have thought. What follows until a page shows it takes time as well."""
_LEAST = 0.01
"""The least share: however many are waiting, a bot looks at some games before it chooses."""
_WEIGHT = 0.1
"""How much the latest thought counts in what is known of all of them."""


@dataclass(slots=True)
class BotTime:
    """A running estimate of the overhead of thoughts: `besides` is the seconds each takes beyond its given time."""

    besides: float = 0.0

    def share(self, wanted: Sequence[float], workers: int) -> float:
        """Return the share of their time that all bots that wait or think get, when `workers` of them think at once."""
        left = _WAIT * max(1, workers) - self.besides * len(wanted)
        return max(_LEAST, min(1.0, left / sum(wanted))) if sum(wanted) > 0 else 1.0

    def took(self, seconds: float, given_time: float) -> None:
        """Note the CPU seconds that a thought has taken, and the seconds it was given."""
        self.besides += (max(0.0, seconds - given_time) - self.besides) * _WEIGHT
