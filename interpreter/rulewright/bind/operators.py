"""Binds operators: sums and sets put together, comparisons, and equality."""

from __future__ import annotations

from rulewright.bind.binder import Binder
from rulewright.bind.built_ins import type_given
from rulewright.bind.limits import divided, kept_number
from rulewright.bind.scope import Scope, describe
from rulewright.bind.suggested_values import as_equal
from rulewright.model import bound_values as bv
from rulewright.model import effects as ast
from rulewright.model.bound_values import UNKNOWN, Bound
from rulewright.model.effects import Expression
from rulewright.model.kinds import PieceOf
from rulewright.model.type import NOTHING, NUMBER, TRUTH


def operation(binder: Binder, scope: Scope, node: ast.Operation) -> Bound:
    """The value of an operator and what it stands between."""
    op = node.op
    if op in ("and", "or"):
        assert node.left is not None
        return bv.Op(op, (binder.test(scope, node.left), binder.test(scope, node.right)), TRUTH)
    if op == "not":
        return bv.Op("not", (binder.test(scope, node.right),), TRUTH)
    if op in ("=", "!="):
        return _equality(binder, scope, node)
    if op in ("+", "-") and node.left is not None:
        left = binder.as_set(scope, node.left, NOTHING)
        right = binder.as_set(scope, node.right, left.type if left.type.kind in ("number", "set") else NOTHING)
        if left.type.kind == "set" and right.type.kind == "set":
            if left.type.domain != right.type.domain:
                binder.error(scope, "wrong-type", node.at, "the two sets hold different things")
            return bv.UnionSet((left, right), left.type) if op == "+" else _without(binder, scope, left, right)
        parts = _summand(binder, scope, node.left, left), _summand(binder, scope, node.right, right)
        return bv.Op(op, parts, type_given(op))
    right = binder.number(scope, node.right)
    if node.left is None:
        return bv.Op("neg", (right,), NUMBER)
    left = binder.number(scope, node.left)
    if op in ("/", "%"):
        return divided(binder, scope, op, left, right, node.at)
    value = bv.Op(op, (left, right), type_given(op))
    return kept_number(binder, scope, value, node.at) if op == "*" else value


def _summand(binder: Binder, scope: Scope, node: Expression, value: Bound) -> Bound:
    """An operand of a sum, already bound."""
    if isinstance(value, bv.DomainSet):
        return binder.number(scope, node)
    return binder.expect(scope, node, value, "number", "a number")


def _without(binder: Binder, scope: Scope, left: Bound, right: Bound) -> Bound:
    """What is in the one set and not in the other: `(x in A where none(y in B where y is x))`."""
    one, other = scope.inner().new(binder.element(left)), scope.inner().new(binder.element(right))
    same = bv.Op("=", (other, one), TRUTH)
    return bv.Quantify("those", one, left, bv.Quantify("none", other, right, same, None, TRUTH), None, left.type)


def _equality(binder: Binder, scope: Scope, node: ast.Operation) -> Bound:
    assert node.left is not None
    left = binder.piece_in(binder.bind(scope, node.left))
    if left.type == NOTHING:
        return UNKNOWN
    if left.type.kind == "thing":
        right = binder.in_domain(scope, node.right, left.type.domain)
        if right is None and isinstance(left.type.domain, PieceOf):
            other = binder.bind(scope, node.right, left.type)
            if other.type == NOTHING:
                return UNKNOWN
            kind = left.type.domain.kind
            if other.type.domain == kind:
                left, right = binder.design_of(left, kind), other
            else:
                right = other
        right = right if right is not None else binder.thing(scope, node.right, left.type.domain)
    else:
        right = binder.bind(scope, node.right, left.type if left.type.kind == "number" else NOTHING)
    if left.type.kind == "set" and right.type.kind == "set":
        hint = "such as: every(x in ONE where any(y in OTHER where y is x))"
        binder.error(scope, "wrong-type", node.at, "sets are not compared, only the things in them", hint)
        return UNKNOWN
    if right.type != NOTHING and (right.type.kind, right.type.domain) != (left.type.kind, left.type.domain):
        message = f"{describe(left.type)} is never {describe(right.type)}"
        hint = as_equal(left, right, node)
        binder.error(scope, "wrong-type", node.at, message, hint)
    return bv.Op(node.op, (left, right), TRUTH)
