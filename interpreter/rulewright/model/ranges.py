"""What a number can be: the lowest and the highest, as far as they are known."""

from __future__ import annotations

from typing import NamedTuple


class Interval(NamedTuple):
    """The lowest and the highest number that something can be; None if it is not known."""

    low: int | None = None
    high: int | None = None

    def meets(self, other: Interval) -> Interval:
        """What is in both."""
        lows = [each for each in (self.low, other.low) if each is not None]
        highs = [each for each in (self.high, other.high) if each is not None]
        return Interval(max(lows, default=None), min(highs, default=None))

    def joins(self, other: Interval) -> Interval:
        """What is in either, and everything between."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Interval(low, high)

    def is_empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low > self.high


ANY = Interval()
TRUTHS = Interval(0, 1)
