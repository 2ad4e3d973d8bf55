"""The table of primitives: values are those of the reference evaluator and of the Python back end, and in range."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rulewright.backends.python.expressions import Expressions
from rulewright.backends.python.source import Source
from rulewright.lower.program import Lowered
from rulewright.model import bound_values as bv
from rulewright.model import lowered as low
from rulewright.model.primitives import PRIMITIVES, PrimitiveRow
from rulewright.model.program import Program
from rulewright.model.ranges import Interval
from rulewright.model.type import NUMBER, TRUTH, Type
from tests.reference.values import Moment, value

ROUNDS = 300
LARGE = 10**9


def arguments_of(row: PrimitiveRow, rng: random.Random) -> list[int]:
    """Arguments it may come to: whoever divides does not divide by 0, and things are numbered from -1."""
    count = rng.randint(row.least, row.most or 4)
    found = [rng.choice([rng.randint(-4, 4), rng.randint(-LARGE, LARGE)]) for _ in range(count)]
    if row.name in ("/", "%"):
        found[1] = found[1] or 1
    if row.name in ("and", "or", "not", "if"):
        found = [each % 2 if row.name != "if" or not at else each for at, each in enumerate(found)]
    if row.name == "exists":
        found = [max(-1, each) for each in found]
    return found


def bound_of(name: str, given: list[int]) -> bv.Op:
    """How the binder writes it."""
    if name == "exists":
        return bv.Op(">=", (bv.Const(given[0], Type("thing")), bv.Const(0, NUMBER)), TRUTH)
    return bv.Op(name, tuple(bv.Const(each, NUMBER) for each in given), NUMBER)


def python_of(row: PrimitiveRow, count: int) -> Callable[..., int]:
    """The back end's source over locals, as a function."""
    locals_ = tuple(low.Local(number, NUMBER) for number in range(count))
    text = Expressions(Source(Lowered(Program()), False)).emit(low.Primitive(row.name, locals_, NUMBER))
    names = ", ".join(f"v{number}" for number in range(count))
    made: Callable[..., int] = eval(f"lambda {names}: {text}", {"within": PRIMITIVES["within"].value})  # noqa: S307
    return made


@pytest.mark.parametrize("row", PRIMITIVES.values(), ids=lambda row: row.name)
def test_a_primitive_is_worth_the_same_everywhere(row: PrimitiveRow) -> None:
    rng = random.Random(row.name)
    for _ in range(ROUNDS):
        given = arguments_of(row, rng)
        wanted = row.value(*given)
        assert value(Moment(Program(), [], {}), bound_of(row.name, given)) == wanted, given
        assert int(python_of(row, len(given))(*given)) == wanted, given


@pytest.mark.parametrize("row", PRIMITIVES.values(), ids=lambda row: row.name)
def test_a_value_lies_in_the_range_told(row: PrimitiveRow) -> None:
    rng = random.Random(row.name)
    for _ in range(ROUNDS):
        given = arguments_of(row, rng)
        ranges = [Interval(rng.choice([each, each - rng.randint(0, 9), None]), rng.choice([each, each + 3, None]))
                  for each in given]  # fmt: skip
        told, found = row.range(*ranges), row.value(*given)
        assert told.low is None or told.low <= found, (given, ranges)
        assert told.high is None or found <= told.high, (given, ranges)


def test_bound_operators_are_in_the_table() -> None:
    """Every operator of the language has a row; what is only made by lowering has one beside its back ends."""
    signs = {"+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "neg"}
    assert signs | {"min", "max", "abs", "if", "within", "non_negative", "exists"} == PRIMITIVES.keys()
