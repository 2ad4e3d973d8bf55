"""What is known of a test is right for all values there can be: facts are compared with trying them all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.core.bind.world import World
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.type import NUMBER, TRUTH, Type
from rulewright.core.sound.facts import Facts

LOW, HIGH = -1, 4
X, Y = (bv.Local(number, Type("number", "", False, LOW, HIGH)) for number in (1, 2))
NUMBERS = st.recursive(
    st.one_of(st.sampled_from([X, Y]), st.integers(-3, 6).map(lambda value: bv.Const(value, NUMBER))),
    lambda inner: st.one_of(
        st.builds(
            lambda op, *two: bv.Op(op, two, NUMBER), st.sampled_from(["+", "-", "*", "min", "max"]), inner, inner
        ),
        st.builds(lambda op, one: bv.Op(op, (one,), NUMBER), st.sampled_from(["neg", "abs"]), inner),
        st.builds(lambda one, n: bv.Op("%", (one, bv.Const(n, NUMBER)), NUMBER), inner, st.integers(1, 3)),
        st.builds(lambda one: bv.Op("within", (one, bv.Const(2, NUMBER)), Type("thing", "seat", True)), inner),
    ),
    max_leaves=4,
)
ORDERS = st.builds(
    lambda op, *two: bv.Op(op, two, TRUTH), st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), NUMBERS, NUMBERS
)
TESTS = st.recursive(
    ORDERS,
    lambda inner: st.one_of(
        st.builds(lambda op, *two: bv.Op(op, two, TRUTH), st.sampled_from(["and", "or"]), inner, inner),
        st.builds(lambda one: bv.Op("not", (one,), TRUTH), inner),
    ),
    max_leaves=4,
)


def value(node: Bound, x: int, y: int) -> int:
    """What a tree comes to for two numbers."""
    if isinstance(node, bv.Const):
        return node.value
    if isinstance(node, bv.Local):
        return x if node == X else y
    assert isinstance(node, bv.Op)
    found = [value(each, x, y) for each in node.arguments]
    match node.op, found:
        case "and" | "or", [one, other]:
            return int(bool(one and other) if node.op == "and" else bool(one or other))
        case "not", [one]:
            return int(not one)
        case "neg" | "abs", [one]:
            return -one if node.op == "neg" else abs(one)
        case "within", [one, last]:
            return one if 0 <= one <= last else -1
        case _, [one, other]:
            return int(operator(node.op, one, other))
        case _:
            raise AssertionError(node.op)


def operator(op: str, one: int, other: int) -> int:
    found = {
        "+": one + other, "-": one - other, "*": one * other, "min": min(one, other), "max": max(one, other),
        "<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other, "=": one == other,
        "!=": one != other, "%": one % other if other else 0,
    }  # fmt: skip
    return int(found[op])


def cases(assumed: list[tuple[Bound, bool]]) -> Iterator[tuple[int, int]]:
    for x, y in product(range(LOW, HIGH + 1), repeat=2):
        if all(bool(value(test, x, y)) is holds for test, holds in assumed):
            yield x, y


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(TESTS, st.booleans()), max_size=3), TESTS)
def test_what_is_decided_is_so_for_all_values(assumed: list[tuple[Bound, bool]], test: Bound) -> None:
    facts: Facts | None = Facts(World())
    for each, holds in assumed:
        facts = facts.with_test(each, holds) if facts is not None else None
    possible = list(cases(assumed))
    if facts is None:
        assert possible == []
        return
    decided = facts.decides(test)
    if decided is not None:
        assert [(x, y) for x, y in possible if bool(value(test, x, y)) is not decided] == []


@settings(max_examples=100, deadline=None)
@given(ORDERS, NUMBERS)
def test_a_range_holds_all_values(assumed: bv.Op, number: Bound) -> None:
    facts = Facts(World()).with_test(assumed, True)
    if facts is not None:
        known = facts.range_of(number)
        for x, y in cases([(assumed, True)]):
            found = value(number, x, y)
            assert known.low is None or known.low <= found
            assert known.high is None or found <= known.high


def test_what_one_test_says_of_another() -> None:
    two, four = bv.Const(2, NUMBER), bv.Const(4, NUMBER)
    more = bv.Op(">", (X, two), TRUTH)
    facts = Facts(World()).with_test(more, True)
    assert facts is not None
    assert facts.decides(bv.Op("<", (X, two), TRUTH)) is False
    assert facts.decides(bv.Op("=", (X, four), TRUTH)) is None
    assert facts.decides(bv.Op("<=", (X, four), TRUTH)) is True
    assert facts.without_locals({1}).decides(more) is None
