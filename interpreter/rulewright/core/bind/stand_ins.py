"""Binds `A or else B`: a choice between A and B, by whether everything that A needs is there.

What A needs are the values that are checked where it is worked out (`value_checks.py`): things that are not none,
indexes and items that there are, divisors that are not 0. What is asked of each thing of a set, or in the text of a
quantity, is checked there alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ONE, ZERO, computed
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import UNKNOWN, Bound, Const
from rulewright.core.model.nodes import parts_of
from rulewright.core.model.type import NOTHING, NUMBER, TRUTH, Type

_YES = Const(1, TRUTH)


def or_else(binder: Binder, scope: Scope, node: ast.OrElse, wanted: Type) -> Bound:
    """The one value where it has all that it needs, and is not none itself, otherwise the other."""
    value = binder.bind(scope, node.value, wanted)
    value = value if wanted.kind == "set" else binder.piece_in(value)
    if value.type.kind == "thing":
        other = binder.thing(scope, node.other, value.type.domain)
    else:
        other = binder.bind(scope, node.other, wanted if value.type.kind == "set" else value.type)
    if NOTHING in (value.type, other.type):
        return UNKNOWN
    if value.type.kind != other.type.kind:
        message = f"the two values have different types: {describe(value.type)} and {describe(other.type)}"
        return binder.refused(scope, "wrong-type", node.at, message, _in_brackets(node))
    if value.type.kind == "set":
        binder.check_same_things(scope, value, other, node.at)
    return bv.Op("if", (_is_there(value), value, other), _either(value.type, other.type))


def is_or_else(node: object) -> bool:
    """Whether a value was written as `A or else B`."""
    return isinstance(node, bv.Op) and node.origin is not None and isinstance(node.origin.tree, ast.OrElse)


def _in_brackets(node: ast.OrElse) -> str:
    """Return a hint with brackets, for a fallback meant for one side of a comparison only."""
    match node:
        case ast.OrElse(value=value, other=ast.Operation(left=left) as compared) if left is not None:
            meant = replace(compared, left=replace(node, value=value, other=left))
        case ast.OrElse(value=ast.Operation(left=left) as compared, other=other) if left is not None:
            meant = replace(compared, right=replace(node, value=compared.right, other=other))
        case _:
            return "give two values of the same type"
    return f"write {unparse_expression(meant)}"


def _either(one: Type, other: Type) -> Type:
    """The type of what is one of two values, of which the first is not none."""
    if one.kind == "set":
        return one
    lows, highs = (one.low, other.low), (one.high, other.high)
    low = None if None in lows else min(each for each in lows if each is not None)
    high = None if None in highs else max(each for each in highs if each is not None)
    return Type(one.kind, one.domain, other.optional, low, high)


def _is_there(value: Bound) -> Bound:
    """Whether a value has all that it needs and, if it is a thing, is not none."""
    needed = _needs(value)
    if value.type.kind == "thing" and value.type.optional:
        return _all((needed, computed(">=", value, ZERO)))
    return needed


def _needs(node: object) -> Bound:
    """Whether everything is there that is checked where a value is worked out, asked part by part in that order."""
    match node:
        case tuple():
            return _all(map(_needs, node))
        case bv.Op(op="and" | "or" as op, arguments=(one, other)):
            enough = one if op == "or" else computed("not", one)
            return _all((_needs(one), _unless(enough, _needs(other))))
        case bv.Op(op="if", arguments=(test, one, other)):
            first, second = _needs(one), _needs(other)
            chosen = first if first == second else bv.Op("if", (test, first, second), TRUTH)
            return _all((_needs(test), chosen))
        case bv.Inside(value=value) if node.type.kind == "thing":
            return _all((_needs(value), computed(">=", value, ZERO)))
        case bv.Inside(value=value, low=low, high=high):
            bounds = computed(">=", value, Const(low, NUMBER)), computed("<=", value, Const(high, NUMBER))
            return _all((_needs(value), *bounds))
        case bv.NotZero(value=value):
            return _all((_needs(value), computed("!=", value, ZERO)))
        case bv.Element(items=items, index=index):
            found = computed(">=", index, ZERO), computed("<=", index, computed("-", bv.SetSize(items, NUMBER), ONE))
            return _all((_needs(items), _needs(index), *found))
        case bv.Quantify(source=source):
            return _needs(source)
        case bv.BoundNode():
            return _all(map(_needs, parts_of(node)))
        case _:
            return _YES


def _all(tests: Iterable[Bound]) -> Bound:
    """Return the test that all tests hold, each asked only if those before it hold."""
    found: Bound = _YES
    for test in tests:
        if test != _YES:
            found = test if found == _YES else computed("and", found, test)
    return found


def _unless(enough: Bound, test: Bound) -> Bound:
    """Whether a test holds, which matters only if another one does not."""
    return _YES if test == _YES else computed("or", enough, test)
