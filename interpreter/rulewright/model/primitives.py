"""The primitives of the language: every operator and built-in function that works a value out of values.

One table: how many arguments each takes, what it gives, its value, and what it can be where its arguments are in known
ranges. Range analysis, lints and the back ends read it; how a back end writes a primitive down stands beside that back
end. Truths are 0 and 1, things whole numbers, none is -1. Where a value outside bounds stops the game is no matter of a
primitive's value: such arguments never come to it (`bind/limits.py`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from rulewright.model.ranges import ANY, TRUTHS, Interval

Gives = Literal["number", "truth", "thing", "argument"]


class PrimitiveRow(NamedTuple):
    """One primitive: its name, the least and the most arguments (None: any number), what it gives, value and range.

    It gives a number, a truth, a thing, or what its last argument is.
    """

    name: str
    least: int
    most: int | None
    gives: Gives
    value: Callable[..., int]
    range: Callable[..., Interval]


def within(value: int, last: int) -> int:
    """A thing by its number, none where there is none of that number."""
    return value if 0 <= value <= last else -1


def non_negative(value: int) -> int:
    """An amount; one that is less than nothing is nothing."""
    return max(0, value)


def _truth(test: Callable[[int, int], bool]) -> Callable[[int, int], int]:
    return lambda one, two: int(test(one, two))


def _either_truth(*ranges: Interval) -> Interval:
    return TRUTHS


def _any(*ranges: Interval) -> Interval:
    return ANY


# ---- Ranges


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _turned(value: int | None) -> int | None:
    return None if value is None else -value


def _of_sum(one: Interval, other: Interval) -> Interval:
    return Interval(_sum(one.low, other.low), _sum(one.high, other.high))


def _of_negative(one: Interval) -> Interval:
    return Interval(_turned(one.high), _turned(one.low))


def _of_difference(one: Interval, other: Interval) -> Interval:
    return _of_sum(one, _of_negative(other))


def _of_product(one: Interval, other: Interval) -> Interval:
    ends = [left * right for left in one for right in other if left is not None and right is not None]
    return Interval(min(ends), max(ends)) if len(ends) == 4 else ANY


def _of_remainder(one: Interval, other: Interval) -> Interval:
    return Interval(0, other.high - 1) if other.high is not None and other.low == other.high > 0 else ANY


def _of_least(*ranges: Interval) -> Interval:
    highs = [each.high for each in ranges if each.high is not None]
    lows = [each.low for each in ranges if each.low is not None]
    return Interval(min(lows) if len(lows) == len(ranges) else None, min(highs, default=None))


def _of_most(*ranges: Interval) -> Interval:
    highs = [each.high for each in ranges if each.high is not None]
    lows = [each.low for each in ranges if each.low is not None]
    return Interval(max(lows, default=None), max(highs) if len(highs) == len(ranges) else None)


def _of_choice(test: Interval, one: Interval, other: Interval) -> Interval:
    return one.joins(other)


def _of_member(value: Interval, last: Interval) -> Interval:
    return Interval(-1, None if last.high is None else max(-1, last.high))


def _of_amount(value: Interval) -> Interval:
    return _of_most(Interval(0, 0), value)


_COMPARISONS: Final[tuple[tuple[str, Callable[[int, int], bool]], ...]] = (
    ("=", operator.eq), ("!=", operator.ne), ("<", operator.lt), ("<=", operator.le),
    (">", operator.gt), (">=", operator.ge),
)  # fmt: skip

PRIMITIVES: Final[dict[str, PrimitiveRow]] = {
    row.name: row
    for row in (
        PrimitiveRow("+", 2, 2, "number", operator.add, _of_sum),
        PrimitiveRow("-", 2, 2, "number", operator.sub, _of_difference),
        PrimitiveRow("*", 2, 2, "number", operator.mul, _of_product),
        PrimitiveRow("/", 2, 2, "number", operator.floordiv, _any),
        PrimitiveRow("%", 2, 2, "number", operator.mod, _of_remainder),
        PrimitiveRow("neg", 1, 1, "number", operator.neg, _of_negative),
        PrimitiveRow("abs", 1, 1, "number", operator.abs, lambda one: Interval(0)),
        PrimitiveRow("min", 2, None, "number", min, _of_least),
        PrimitiveRow("max", 2, None, "number", max, _of_most),
        PrimitiveRow("non_negative", 1, 1, "number", non_negative, _of_amount),
        *(PrimitiveRow(name, 2, 2, "truth", _truth(test), _either_truth) for name, test in _COMPARISONS),
        PrimitiveRow("and", 2, 2, "truth", lambda one, two: int(bool(one and two)), _either_truth),
        PrimitiveRow("or", 2, 2, "truth", lambda one, two: int(bool(one or two)), _either_truth),
        PrimitiveRow("not", 1, 1, "truth", lambda one: int(not one), _either_truth),
        PrimitiveRow("if", 3, 3, "argument", lambda test, one, other: one if test else other, _of_choice),
        PrimitiveRow("exists", 1, 1, "truth", lambda thing: int(thing >= 0), _either_truth),
        PrimitiveRow("within", 2, 2, "thing", within, _of_member),
    )
}
"""By name. Of `and`, `or` and `if` no more is looked at than is needed."""
