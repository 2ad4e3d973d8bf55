"""Interval arithmetic: bounds of integers, and what they imply for comparisons.

It is the one domain of ranges, for simplifying programs, native code, lints and proofs.
"""

from __future__ import annotations

from collections.abc import Collection, Set
from typing import Final, NamedTuple

from rulewright.core.model.type import Type


class Interval(NamedTuple):
    """The lowest and the highest possible number, None if not known."""

    low: int | None = None
    high: int | None = None

    def meets(self, other: Interval) -> Interval:
        """Return the intersection."""
        (low, high), (low_too, high_too) = self, other
        if low is None or (low_too is not None and low_too > low):
            low = low_too
        if high is None or (high_too is not None and high_too < high):
            high = high_too
        return Interval(low, high)

    def joins(self, other: Interval) -> Interval:
        """Return the smallest interval that includes both."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Interval(low, high)

    def is_empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low > self.high


MAX_NUMBER: Final = 10**15
"""No number that is kept is further from 0."""
KEPT = Interval(-MAX_NUMBER, MAX_NUMBER)
ANY = Interval()
TRUTHS = Interval(0, 1)
THERE = Interval(0)
"""A thing that is not none."""

ORDERS: Final = {
    "=": frozenset("="),
    "!=": frozenset("<>"),
    "<": frozenset("<"),
    "<=": frozenset("<="),
    ">": frozenset(">"),
    ">=": frozenset(">="),
}
"""The orders that two values are in where a comparison of them holds: the first is smaller, the same or greater."""
ALL_ORDERS: Final = frozenset("<=>")
_TURNED = {"<": ">", "=": "=", ">": "<"}


def of_type(type_: Type) -> Interval:
    """Return the range of a type, in which things are numbered and -1 is none."""
    match type_.kind:
        case "truth":
            return TRUTHS
        case "number":
            return Interval(type_.low, type_.high)
        case "thing":
            return Interval(-1) if type_.optional else THERE
        case _:
            return ANY


def of_numbers(numbers: Collection[int], otherwise: Interval = ANY) -> Interval:
    """Return the smallest interval with all of these, another one where there are none."""
    return Interval(min(numbers), max(numbers)) if numbers else otherwise


def from_to(first: Interval, last: Interval) -> Interval:
    """Return what the numbers from one to another can be."""
    return Interval(first.low, last.high)


def count_from_to(first: Interval, last: Interval) -> int | None:
    """Return how many numbers there may be from one to another, None where that has no bound."""
    low, high = from_to(first, last)
    return None if low is None or high is None else max(0, high - low + 1)


def checked(value: Interval, bounds: Interval) -> Interval:
    """Return what a value can be once it is certain that it lies between bounds."""
    found = value.meets(bounds)
    return bounds if found.is_empty() else found


def turned(orders: Set[str]) -> frozenset[str]:
    """Return the orders of the second to the first, from those of the first to the second."""
    return frozenset(_TURNED[each] for each in orders)


def orders_of(one: Interval, other: Interval) -> frozenset[str]:
    """Return the orders that two numbers in these ranges may be in."""
    impossible = set()
    if one.low is not None and other.high is not None:
        impossible |= {"<"} if one.low >= other.high else set()
        impossible |= {"="} if one.low > other.high else set()
    if one.high is not None and other.low is not None:
        impossible |= {">"} if one.high <= other.low else set()
        impossible |= {"="} if one.high < other.low else set()
    return ALL_ORDERS - impossible


def ordered(orders: Set[str], other: Interval) -> Interval:
    """Return the range of a number that is in one of these orders to another."""
    low = None if "<" in orders or other.low is None else other.low + ("=" not in orders)
    high = None if ">" in orders or other.high is None else other.high - ("=" not in orders)
    return Interval(low, high)
