"""Values put in place of locals: the candidates of the tests around them stay what they are."""

from __future__ import annotations

from rulewright.core.model import bound_values as bv
from rulewright.core.model.type import NUMBER, TRUTH, Type
from rulewright.core.sound.trees import locals_in, put_in

SET = Type("set", "number")
ONE, TWO, THREE = (bv.Local(number, NUMBER) for number in (1, 2, 3))


def less_than(limit: bv.Bound, candidate: bv.Local = TWO) -> bv.Quantify:
    """How many numbers up to the second local are less than a limit."""
    test = bv.Op("<", (candidate, limit), TRUTH)
    return bv.Quantify("count", candidate, bv.RangeSet(bv.Const(0, NUMBER), TWO, SET), test, None, NUMBER)


def test_a_value_for_a_candidates_number_is_put_in_around_its_test_only() -> None:
    found = put_in(less_than(ONE), {2: bv.Const(9, NUMBER)})
    assert found.variable == TWO
    assert found.source == bv.RangeSet(bv.Const(0, NUMBER), bv.Const(9, NUMBER), SET)
    assert found.where == bv.Op("<", (TWO, ONE), TRUTH)


def test_a_local_that_is_put_in_is_not_taken_for_the_candidate() -> None:
    found = put_in(less_than(ONE), {1: TWO})
    assert isinstance(found.where, bv.Op)
    assert found.where.arguments == (found.variable, TWO)
    assert found.variable != TWO
    assert locals_in(found) == {2}


def test_the_same_comes_of_it_each_time() -> None:
    assert put_in(less_than(ONE), {1: TWO}) == put_in(less_than(ONE), {1: TWO})
    assert put_in(less_than(ONE), {3: TWO}) == less_than(ONE)
    assert put_in(less_than(THREE), {3: ONE}) == less_than(ONE)
