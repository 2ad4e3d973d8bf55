"""Ranges of primitives, given the ranges of their arguments.

primitives.py says which range belongs to which primitive.
"""

from __future__ import annotations

from rulewright.core.model.ranges import ANY, MAX_NUMBER, TRUTHS, Interval

_LEAST_KEPT, _MOST_KEPT = Interval(-MAX_NUMBER, -MAX_NUMBER), Interval(MAX_NUMBER, MAX_NUMBER)


def of_test(*ranges: Interval) -> Interval:
    return TRUTHS


def of_any(*ranges: Interval) -> Interval:
    return ANY


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _turned(value: int | None) -> int | None:
    return None if value is None else -value


def of_sum(one: Interval, other: Interval) -> Interval:
    return Interval(_sum(one.low, other.low), _sum(one.high, other.high))


def of_negative(one: Interval) -> Interval:
    return Interval(_turned(one.high), _turned(one.low))


def of_difference(one: Interval, other: Interval) -> Interval:
    return of_sum(one, of_negative(other))


def of_product(one: Interval, other: Interval) -> Interval:
    ends = [left * right for left in one for right in other if left is not None and right is not None]
    return Interval(min(ends), max(ends)) if len(ends) == 4 else ANY


def of_remainder(one: Interval, other: Interval) -> Interval:
    return Interval(0, other.high - 1) if other.high is not None and other.low is not None and other.low > 0 else ANY


def of_least(*ranges: Interval) -> Interval:
    highs = [each.high for each in ranges if each.high is not None]
    lows = [each.low for each in ranges if each.low is not None]
    return Interval(min(lows) if len(lows) == len(ranges) else None, min(highs, default=None))


def of_most(*ranges: Interval) -> Interval:
    return of_negative(of_least(*map(of_negative, ranges)))


def of_choice(test: Interval, one: Interval, other: Interval) -> Interval:
    return one.joins(other)


def of_member(value: Interval, last: Interval) -> Interval:
    return Interval(-1, None if last.high is None else max(-1, last.high))


def of_amount(value: Interval) -> Interval:
    return of_most(Interval(0, 0), value)


def of_saturated(value: Interval) -> Interval:
    return of_least(of_most(value, _LEAST_KEPT), _MOST_KEPT)


def of_distance(one: Interval) -> Interval:
    """Return the range of a number without its sign."""
    return Interval(0, None if one.low is None or one.high is None else max(-one.low, one.high))
