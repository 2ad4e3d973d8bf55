"""Ranges of numbers against the numbers in them."""

from __future__ import annotations

from itertools import product

from rulewright.core.model.ranges import ORDERS, Interval, ordered, orders_of, turned

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


def order(one: int, other: int) -> str:
    return "<" if one < other else "=" if one == other else ">"


def test_the_orders_of_two_ranges_are_those_of_their_numbers() -> None:
    for one, other in product(EVERY, EVERY):
        found = {order(left, right) for left, right in product(numbers_in(one), numbers_in(other))}
        known = orders_of(one, other)
        assert known >= found, (one, other)
        assert known == found or None in (*one, *other), (one, other)
        assert turned(known) == orders_of(other, one)


def test_what_a_comparison_leaves_holds_every_number_for_which_it_is_true() -> None:
    for orders, other in product(ORDERS.values(), EVERY):
        true_for = {each for each in NUMBERS if any(order(each, right) in orders for right in numbers_in(other))}
        left = ordered(orders, other)
        assert left.is_empty() or numbers_in(left) >= true_for, (orders, other)
        assert not left.is_empty() or not true_for, (orders, other)
        if other.low == other.high is not None and len(orders) == 1:
            assert left.is_empty() or numbers_in(left) & set(NUMBERS) == true_for, (orders, other)
