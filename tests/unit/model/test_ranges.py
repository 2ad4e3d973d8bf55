"""Ranges of numbers against the numbers in them."""

from __future__ import annotations

from itertools import product

from rulewright.model.ranges import Interval

BOUNDS = (None, 1, 2, 3)
NUMBERS = range(6)
EVERY = [each for low, high in product(BOUNDS, BOUNDS) if not (each := Interval(low, high)).is_empty()]


def numbers_in(one: Interval) -> set[int]:
    low = NUMBERS[0] if one.low is None else one.low
    high = NUMBERS[-1] if one.high is None else one.high
    return set(range(low, high + 1))


def test_what_is_in_both_is_in_where_they_meet() -> None:
    for one, other in product(EVERY, EVERY):
        assert numbers_in(one.meets(other)) == numbers_in(one) & numbers_in(other), (one, other)
        assert one.meets(other).is_empty() == (not numbers_in(one) & numbers_in(other))


def test_what_is_in_either_and_between_is_in_what_they_join() -> None:
    for one, other in product(EVERY, EVERY):
        either = numbers_in(one) | numbers_in(other)
        assert numbers_in(one.joins(other)) == set(range(min(either), max(either) + 1)), (one, other)
        assert None not in (one.low, other.low) or one.joins(other).low is None
