"""Constants of learned values, equal on every back end: features of numbers, and the unit of weights."""

from __future__ import annotations

from typing import Final

UNIT: Final = 1 << 20
"""What a win by far is worth to a seat; a lost game is worth least, 0."""
SMALL: Final = 32
"""Numbers of so many values have a feature for each."""
FINE: Final = 16
BUCKETS: Final = 64
"""The stretches of larger numbers; up to FINE each has its own."""
FAR: Final = 1 << 20
"""No number counts for more."""
ALWAYS: Final = "always"
"""The name of what holds on every table."""
MOST_SHIFT: Final = 1_000
"""By so many hundredths of a UNIT a player may be made to think better, or worse, of all tables at once."""


def bucket(value: int) -> int:
    """Return the stretch that a number from 0 on is in: up to FINE its own, then four to each doubling."""
    if value < FINE:
        return max(0, value)
    bits = value.bit_length()
    return min(BUCKETS - 1, FINE + 4 * (bits - 5) + (value >> (bits - 3) & 3))
