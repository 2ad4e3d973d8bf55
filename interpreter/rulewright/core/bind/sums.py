"""Binds `A + B` and `A - B`: of two numbers, of two sets, of a set and a thing that joins or leaves it."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import computed
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import UNKNOWN, Bound
from rulewright.core.model.effects import Expression
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.type import NOTHING, TRUTH, Type


def sum_of(binder: Binder, scope: Scope, node: ast.Operation, first: Expression) -> Bound:
    """The sum or difference of `first` and what follows it."""
    left = binder.as_set(scope, first, NOTHING)
    is_set, of = left.type.kind == "set", left.type.domain
    right = binder.in_domain(scope, node.right, of) if is_set else None
    right = right or binder.as_set(scope, node.right, left.type if left.type.kind in ("number", "set") else NOTHING)
    if is_set and right.type.kind == "set":
        binder.check_same_things(scope, left, right, node.at)
        return bv.UnionSet((left, right), left.type) if node.op == "+" else _without(binder, scope, left, right)
    if is_set and right.type.kind == ("number" if of == "number" else "thing"):
        one = right if of == "number" else binder.thing(scope, node.right, of)
        if node.op == "-":
            return _without(binder, scope, left, one)
        return bv.UnionSet((left, _set_of(binder, one, left.type)), left.type)
    if is_set and right.type == NOTHING:
        return UNKNOWN
    if node.op == "+" and left.type.kind == "thing" and right.type.kind == "set":
        hint = f"write {unparse_expression(node.right)} + {unparse_expression(first)}"
        message = f"the set comes first; this is {describe(left.type)}"
        return binder.refused(scope, "wrong-type", first.at, message, hint)
    return computed(node.op, _summand(binder, scope, first, left), _summand(binder, scope, node.right, right))


def _summand(binder: Binder, scope: Scope, node: Expression, value: Bound) -> Bound:
    """An operand of a sum of numbers, already bound."""
    if isinstance(value, bv.DomainSet):
        return binder.number(scope, node)
    return binder.expect(scope, node, value, "number", "a number")


def _without(binder: Binder, scope: Scope, left: Bound, right: Bound) -> Bound:
    """Return a set without a thing, or without those of another set: `(x in A where none(y in B where y is x))`."""
    one = scope.inner().new(binder.element(left))
    if right.type.kind != "set":
        return bv.Quantify("those", one, left, computed("!=", one, right), None, left.type)
    other = scope.inner().new(binder.element(right))
    same = computed("=", other, one)
    return bv.Quantify("those", one, left, bv.Quantify("none", other, right, same, None, TRUTH), None, left.type)


def _set_of(binder: Binder, one: Bound, of: Type) -> Bound:
    """Return the set of one number, or of one thing if that is not none: the cell of a table of such sets."""
    domain, world = of.domain, binder.world
    if domain == "number":
        return bv.RangeSet(one, one, of)
    size = world.piece_count if isinstance(domain, PieceOf) else world.domains[domain].size
    table = binder.tables.kept(("one", str(size)), lambda: [*((thing,) for thing in range(size)), ()])
    return bv.Lookup(table, one, of)
