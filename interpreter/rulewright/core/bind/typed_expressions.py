"""Resolves and types expressions: from `model/effects.py` trees to `model/bound_values.py` trees.

A wrong name or type becomes a diagnostic and a value of no type, so that one mistake makes one message.
"""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.candidates import quantifier, those
from rulewright.core.bind.computed import ONE, ZERO, computed
from rulewright.core.bind.fields import component_field
from rulewright.core.bind.in_the_game import in_the_game
from rulewright.core.bind.members import member, number_or_none, number_there
from rulewright.core.bind.scope import Scope, describe, is_none
from rulewright.core.bind.stand_ins import or_else
from rulewright.core.bind.state_slots import Layout
from rulewright.core.bind.suggested_names import (
    domain_hint,
    name_hint,
)
from rulewright.core.bind.suggested_values import as_equal, one_of_hint
from rulewright.core.bind.sums import sum_of
from rulewright.core.bind.tables import Tables
from rulewright.core.bind.typed_functions import function, quantity
from rulewright.core.bind.value_checks import divided, kept_number, limit, there
from rulewright.core.bind.world import SEAT, World
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.language.other_words import function_suggestion
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import UNKNOWN, Bound, Const
from rulewright.core.model.effects import Expression, Place
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.origins import Provenance
from rulewright.core.model.program import Program
from rulewright.core.model.type import NOTHING, NUMBER, TRUTH, Type


def binder_of(
    world: World, layout: Layout, tables: Tables, program: Program, origins: list[Provenance] | None = None
) -> Binder:
    """A binder of all forms of expressions."""
    return Binder(bound, world, layout, tables, program, origins)


def bound(binder: Binder, scope: Scope, node: Expression, wanted: Type) -> Bound:
    match node:
        case ast.Number():
            return Const(node.value, Type("number", "", False, node.value, node.value))
        case ast.Truth():
            return Const(int(node.value), TRUTH)
        case ast.Name():
            return number_there(binder, scope, _name(binder, scope, node, wanted), node)
        case ast.Index():
            return number_there(binder, scope, _index(binder, scope, node), node)
        case ast.Field():
            return number_there(binder, scope, _field(binder, scope, node, ()), node)
        case ast.Operation():
            return operation(binder, scope, node)
        case ast.Conditional():
            test, yes = binder.test(scope, node.test), binder.bind(scope, node.yes)
            no = (
                binder.thing(scope, node.no, yes.type.domain)
                if yes.type.kind == "thing"
                else binder.bind(scope, node.no)
            )
            if yes.type.kind != no.type.kind and NOTHING not in (yes.type, no.type):
                binder.error(
                    scope,
                    "wrong-type",
                    node.at,
                    f"the two values have different types: {describe(yes.type)} and {describe(no.type)}",
                )
            if yes.type.kind == "set" and NOTHING not in (yes.type, no.type):
                binder.check_same_things(scope, yes, no, node.at)
                return bv.Op("if", (test, yes, no), yes.type)
            type_ = Type(yes.type.kind, yes.type.domain, yes.type.optional or no.type.optional)
            return bv.Op("if", (test, yes, no), type_)
        case ast.OrElse():
            return or_else(binder, scope, node, wanted)
        case ast.FunctionCall():
            return function(binder, scope, node)
        case ast.Quantifier():
            return quantifier(binder, scope, node)
        case ast.Those():
            return those(binder, scope, node)
        case ast.Range():
            low, high = binder.number(scope, node.low), binder.number(scope, node.high)
            return bv.RangeSet(low, high, Type("set", "number"))


def _name(binder: Binder, scope: Scope, node: ast.Name, wanted: Type) -> Bound:
    world, name = binder.world, node.name
    if name in scope.names:
        local = scope.names[name]
        world.note(scope.text, node.at, "local", name, type_=local.type)
        return local
    if name == "me":
        return scope.me
    if name == "others":
        return in_the_game(binder, scope, bv.OthersSet(scope.me, False, Type("set", SEAT)))
    if name == "none" and wanted.kind not in ("number", "truth"):
        of = wanted.domain if wanted.kind == "thing" else ""
        return Const(-1, Type("thing", of or SEAT, True))
    if name == "seats":
        return bv.Read(N_SEATS, (), Type("number", "", False, world.min_seats, world.max_seats))
    if name in world.families:
        return member(binder, scope, world.families[name], None, (), node.at)
    if name in world.named:
        return quantity(binder, scope, world.named[name], scope.me, (), node.at)
    if name in world.values:
        domain, index = world.values[name]
        world.note(scope.text, node.at, "value", name, domain)
        return Const(index, Type("thing", domain))
    if name in world.components:
        component = world.components[name]
        world.note(scope.text, node.at, "component", name)
        return Const(component.index, Type("thing", component.kind))
    if name in world.settings:
        setting = world.settings[name]
        world.note(scope.text, node.at, "setting", name)
        bounded = Type("number", "", False, setting.low, setting.high)
        return bv.Read(binder.layout.settings[name], (), Type("thing", name) if setting.values else bounded)
    if name in world.domains:
        message = f"'{name}' is a whole domain; only 'in {name}' ranges over it"
        return binder.refused(scope, "wrong-type", node.at, message, domain_hint(world, scope, name, wanted))
    hint = name_hint(binder, scope, name, wanted)
    return binder.refused(scope, "unknown-name", node.at, f"nothing here is named '{name}'", hint)


def _index(binder: Binder, scope: Scope, node: ast.Index) -> Bound:
    target = node.target
    if isinstance(target, ast.Name) and target.name in binder.world.families and target.name not in scope.names:
        return member(binder, scope, binder.world.families[target.name], None, node.indexes, target.at)
    if isinstance(target, ast.Field):
        return _field(binder, scope, target, node.indexes)
    items = binder.bind(scope, target)
    return _element_of(binder, scope, items, node.indexes, node.at)


def _element_of(binder: Binder, scope: Scope, items: Bound, indexes: tuple[Expression, ...], at: Place) -> Bound:
    if items.type.kind != "set" or not isinstance(items, bv.Lookup) or len(indexes) != 1:
        if items.type != NOTHING:
            binder.error(scope, "wrong-type", at, f"{describe(items.type)} has no numbered items")
        return UNKNOWN
    index = _position(binder, scope, indexes[0])
    number = limit(binder, scope, at, "there is no item {} in this list, which counts from 0")
    return bv.Element(items, index, binder.element(items), number)


def _position(binder: Binder, scope: Scope, node: Expression) -> Bound:
    """The number of an item of a list: a number, or the value of an enumeration that the list has an item for."""
    value = binder.bind(scope, node, NUMBER)
    if value.type.kind == "thing" and binder.world.is_enumeration(value.type.domain):
        return there(binder, scope, value, "an item of a list", node.at)
    return binder.expect(scope, node, value, "number", "a number")


def _field(binder: Binder, scope: Scope, node: ast.Field, indexes: tuple[Expression, ...]) -> Bound:
    world = binder.world
    target = binder.piece_in(binder.bind(scope, node.target))
    if target.type == NOTHING:
        return UNKNOWN
    if target.type.kind != "thing":
        hint = one_of_hint(target, node)
        return binder.refused(scope, "wrong-type", node.at, f"{describe(target.type)} has no field '{node.name}'", hint)
    domain = target.type.domain
    if domain == SEAT:
        if node.name in world.families:
            return member(binder, scope, world.families[node.name], target, indexes, node.at)
        if node.name in world.named and not indexes:
            return quantity(binder, scope, world.named[node.name], target, (), node.at, unparse_expression(node.target))
        if node.name == "number":
            seat = there(binder, scope, target, "'number'", node.at)
            return bv.Op("+", (seat, ONE), NUMBER._replace(low=1, high=world.max_seats))
        names = {f.id for f in world.families.values() if SEAT in f.per[:1]} | world.ids_of("quantity")
        hint = did_you_mean(node.name, names) or function_suggestion(node.name)
        return binder.refused(scope, "unknown-name", node.at, f"a seat has no '{node.name}'", hint)
    value = component_field(binder, scope, target, node)
    return _element_of(binder, scope, value, indexes, node.at) if indexes and value.type != NOTHING else value


def operation(binder: Binder, scope: Scope, node: ast.Operation) -> Bound:
    """The value of an operator and what it stands between."""
    op = node.op
    if op in ("and", "or"):
        assert node.left is not None
        return computed(op, binder.test(scope, node.left), binder.test(scope, node.right))
    if op == "not":
        return computed("not", binder.test(scope, node.right))
    if op in ("=", "!="):
        return _equality(binder, scope, node)
    if op in ("+", "-") and node.left is not None:
        return sum_of(binder, scope, node, node.left)
    right = binder.number(scope, node.right)
    if node.left is None:
        return computed("neg", right)
    left = binder.number(scope, node.left)
    if op in ("/", "%"):
        return divided(binder, scope, op, left, right, node.at)
    value = computed(op, left, right)
    return kept_number(value) if op == "*" else value


def _equal_or_none(op: str, held: Bound, other: Bound) -> Bound:
    """Whether a counter that may be none is, or is not, a number or what another such counter holds."""
    same = computed(op, held, other)
    if other.type.optional:
        return same
    exists = computed(">=" if op == "=" else "<", held, ZERO)
    return computed("and" if op == "=" else "or", exists, same)


def _equality(binder: Binder, scope: Scope, node: ast.Operation) -> Bound:
    assert node.left is not None
    left = binder.piece_in(binder.bind(scope, node.left))
    if left.type == NOTHING:
        return UNKNOWN
    held = number_or_none(left)
    if held.type.kind == "number" and held.type.optional:
        if is_none(node.right, scope):
            return computed(node.op, held, Const(-1, NUMBER))
        return _equal_or_none(node.op, held, number_or_none(binder.number(scope, node.right)))
    if left.type.kind == "thing":
        right = binder.in_domain(scope, node.right, left.type.domain)
        if right is None and isinstance(left.type.domain, PieceOf):
            other = binder.piece_in(binder.bind(scope, node.right, left.type))
            if other.type == NOTHING:
                return UNKNOWN
            kind = left.type.domain.kind
            if other.type.domain == kind:
                left, right = binder.design_of(left, kind), other
            else:
                right = other
        right = right if right is not None else binder.thing(scope, node.right, left.type.domain)
    else:
        right = binder.bind(scope, node.right, left.type if left.type.kind in ("number", "truth") else NOTHING)
        held = number_or_none(right)
        if left.type.kind == held.type.kind == "number" and held.type.optional:
            return _equal_or_none(node.op, held, left)
    if left.type.kind == "set" and right.type.kind == "set":
        hint = "such as: every(x in ONE where any(y in OTHER where y is x))"
        return binder.refused(scope, "wrong-type", node.at, "sets cannot be compared; compare their members", hint)
    if right.type != NOTHING and (right.type.kind, right.type.domain) != (left.type.kind, left.type.domain):
        message = f"{describe(left.type)} is never {describe(right.type)}"
        hint = as_equal(left, right, node)
        binder.error(scope, "wrong-type", node.at, message, hint)
    return computed(node.op, left, right)
