"""Sums of numbers with a fraction, to the last bit the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable


def one_by_one(numbers: Iterable[float]) -> float:
    """Return the sum of some numbers, rounded after each, as the native back end adds.

    `sum` keeps what is lost by rounding from Python 3.12 on, so that games would differ from one version to the next.
    """
    total = 0.0
    for each in numbers:
        total += each
    return total
