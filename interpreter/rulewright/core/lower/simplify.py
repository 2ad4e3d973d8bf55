"""Simplification of expressions: checks that cannot fail, tests that are settled, branches never taken.

What is known of locals comes from the caller, and from the expression itself: its parts are worked out from left to
right, so what was checked once needs no second check, and of `exists(x) and ...` the second part knows that there is
an x. Set expressions within stay as they are: their parts are known by themselves (see `simplified_parts`). Nothing
that can stop the game is left out, unless it would stop it a second time.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from rulewright.core.model import lowered_values as lv
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.ranges import (
    ALL_ORDERS,
    ANY,
    KEPT,
    ORDERS,
    THERE,
    Interval,
    from_to,
    of_type,
    ordered,
    turned,
)
from rulewright.core.model.type import NOTHING

KnownRanges = Mapping[lv.Expression, Interval]
"""What values can be, by their `bare` expressions; of a thing that is not none that it is 0 or more."""

Cells = Callable[[int], Interval]
"""What the cells of a table can be."""

_Stored = lv.Local | lv.Load | lv.Table
_TRUTHS = frozenset(name for name, row in PRIMITIVES.items() if row.gives == "truth")
_NEVER_NONE = frozenset(("seats", "domain", "others", "seats_from"))


def simplified_parts(node: lv.Reduce, known: Known) -> lv.Reduce:
    """A set expression without what is known about its candidates, part by part in the order they are worked out."""
    source = known.of(node.source)
    known.meet_candidate(node.variable, source)
    where = known.of(node.where) if node.where is not None else None
    if node.where is not None:
        known.learn(node.where, holds=True)
    value = known.of(node.value) if node.value is not None else None
    return replace(node, source=source, where=where, value=value, order=tuple(known.of(each) for each in node.order))


def bare(node: lv.Expression) -> lv.Expression:
    """An expression without the checks for a value, the same for all that are worth the same."""
    match node:
        case lv.Local(number=number):
            return lv.Local(number, NOTHING)
        case lv.Load(address=address):
            terms = tuple((bare(each), stride) for each, stride in address.terms)
            return lv.Load(replace(address, terms=terms), NOTHING)
        case lv.Table(table=table, index=index):
            return lv.Table(table, bare(index), NOTHING)
        case lv.Primitive(name="there" | "inside", arguments=(value, *_)):
            return bare(value)
        case lv.Primitive(name=name, arguments=arguments):
            return lv.Primitive(name, tuple(map(bare, arguments)), NOTHING)
        case _:
            return node


def _is_there(known: Interval) -> bool:
    return known.low is not None and known.low >= 0


def may_stop(node: lv.Expression) -> bool:
    """Whether the game can stop where an expression is worked out: by what it checks, or by the steps it counts."""
    return any(
        isinstance(each, lv.Evaluate | lv.EvaluateField | lv.Possible | lv.Reduce)
        or (isinstance(each, lv.Primitive) and each.limit >= 0)
        for each in nodes_of(node)
    )


def _unknown(table: int) -> Interval:
    return ANY


@dataclass(frozen=True, slots=True)
class Known:
    """Known intervals where expressions are computed in a row, with `facts` that grow by each check."""

    facts: dict[lv.Expression, Interval]
    cells: Cells = _unknown

    def of(self, node: lv.Expression) -> lv.Expression:
        """The next expression, simplified."""
        match node:
            case lv.Const() | lv.Answer() | lv.Reduce():
                return node
            case lv.Local():
                return self._narrowed(node, node)
            case lv.Load():
                address = self._address(node.address)
                return self._narrowed(node, node if address is node.address else replace(node, address=address))
            case lv.Zone():
                address = self._address(node.address)
                return node if address is node.address else replace(node, address=address)
            case lv.Table():
                index = self.of(node.index)
                return self._narrowed(node, node if index is node.index else replace(node, index=index))
            case lv.Evaluate():
                arguments = self._all(node.arguments)
                return node if arguments is node.arguments else replace(node, arguments=arguments)
            case lv.EvaluateField():
                return replace(node, target=self.of(node.target), arguments=self._all(node.arguments))
            case lv.Possible():
                return replace(node, call=self._call(node.call))
            case lv.Primitive():
                return self._primitive(node)
            case _:
                assert_never(node)

    def range(self, node: lv.Expression) -> Interval:
        """Return the interval of a value."""
        known = self.facts.get(bare(node), ANY) if self.facts else ANY
        match node:
            case lv.Const(value=value):
                return Interval(value, value)
            case lv.Table(table=table) if node.type.kind == "number":
                known = known.meets(self.cells(table))
            case lv.Primitive(name="+" | "-" as name, arguments=parts):
                known = known.meets(PRIMITIVES[name].range(*map(self.range, parts)))
            case _:
                pass
        return of_type(node.type).meets(known)

    def meet_candidate(self, variable: lv.Local, source: lv.Expression) -> None:
        """Learn the interval of each candidate of a set, where empty spaces of a zone do not count."""
        found = self._candidates(source)
        if found != ANY:
            self.facts[bare(variable)] = found

    def _candidates(self, source: lv.Expression) -> Interval:
        match source:
            case lv.Zone():
                return THERE
            case lv.Primitive(name="range", arguments=(first, last)):
                return from_to(self.range(first), self.range(last))
            case lv.Primitive(name="union", arguments=(one, *others)):
                found = self._candidates(one)
                for other in others:
                    found = found.joins(self._candidates(other))
                return found
            case lv.Primitive(name=name) if name in _NEVER_NONE:
                return THERE
            case lv.Reduce(function=function, source=inner) if function in ("those", *lv.GOING):
                return self._candidates(inner)
            case _:
                return ANY

    def _all(self, nodes: tuple[lv.Expression, ...]) -> tuple[lv.Expression, ...]:
        found = tuple(map(self.of, nodes))
        return nodes if all(map(operator.is_, found, nodes)) else found

    def _call(self, call: lv.Call | lv.CallField) -> lv.Call | lv.CallField:
        if isinstance(call, lv.Call):
            return replace(call, arguments=self._all(call.arguments))
        return replace(call, target=self.of(call.target), arguments=self._all(call.arguments))

    def _address(self, address: lv.Address) -> lv.Address:
        terms = tuple((self.of(index), stride) for index, stride in address.terms)
        same = all(new is index for (new, _), (index, _) in zip(terms, address.terms, strict=True))
        return address if same else replace(address, terms=terms)

    def _narrowed(self, node: _Stored, made: _Stored) -> lv.Expression:
        """A value with its known type, for the arguments given."""
        known, type_ = self.range(node), node.type
        if known.low is not None and known.low == known.high and not may_stop(made):
            return lv.Const(known.low, type_, origin=node.origin)
        if type_.kind == "thing" and type_.optional and _is_there(known):
            return replace(made, type=type_._replace(optional=False))
        if type_.kind == "number" and known != (type_.low, type_.high):
            return replace(made, type=type_._replace(low=known.low, high=known.high))
        return made

    def _primitive(self, node: lv.Primitive) -> lv.Expression:
        match node.name, node.arguments:
            case ("and" | "or") as name, (one, other):
                return self._joined(node, name == "and", one, other)
            case "if", (test, then, otherwise):
                return self._chosen(node, test, then, otherwise)
            case "there", (thing,):
                return self._inside(node, thing, THERE)
            case "saturated", (value,):
                known = self.range(value)
                return self.of(value) if known.meets(KEPT) == known else replace(node, arguments=(self.of(value),))
            case "inside", (value, lv.Const(value=first), lv.Const(value=last)):
                return self._inside(node, value, Interval(first, last))
            case name, arguments:
                found = self._all(arguments)
                given = [each.value for each in found if isinstance(each, lv.Const)]
                if name == "exists" and self.facts and _is_there(self.facts.get(bare(arguments[0]), ANY)):
                    return lv.Const(1, node.type, origin=node.origin)
                if name in _TRUTHS and len(given) == len(arguments):
                    return lv.Const(PRIMITIVES[name].value(*given), node.type, origin=node.origin)
                return node if found is arguments else replace(node, arguments=found)

    def _joined(self, node: lv.Primitive, both: bool, one: lv.Expression, other: lv.Expression) -> lv.Expression:
        first, inner = self.of(one), Known(self.facts.copy(), self.cells)
        inner.learn(one, holds=both)
        second = inner.of(other)
        match first, second:
            case lv.Const(), _:
                return second if bool(first.value) is both else first
            case _, lv.Const() if bool(second.value) is both:
                return first
            case _:
                return replace(node, arguments=(first, second))

    def _chosen(
        self, node: lv.Primitive, test: lv.Expression, then: lv.Expression, otherwise: lv.Expression
    ) -> lv.Expression:
        settled = self.of(test)
        if isinstance(settled, lv.Const):
            return self.of(then if settled.value else otherwise)
        if_so, if_not = Known(self.facts.copy(), self.cells), Known(self.facts.copy(), self.cells)
        if_so.learn(test, holds=True)
        if_not.learn(test, holds=False)
        return replace(node, arguments=(settled, if_so.of(then), if_not.of(otherwise)))

    def _inside(self, node: lv.Primitive, value: lv.Expression, bounds: Interval) -> lv.Expression:
        known, made = self.range(value), self.of(value)
        if known.meets(bounds) == known != ANY:
            return made
        self._narrow(value, bounds)
        return replace(node, arguments=(made, *node.arguments[1:]))

    def learn(self, test: lv.Expression, *, holds: bool) -> None:
        """Know what a test says, if it holds or if it does not."""
        match test:
            case lv.Primitive(name="and" | "or" as name, arguments=parts) if holds is (name == "and"):
                for part in parts:
                    self.learn(part, holds=holds)
            case lv.Primitive(name="not", arguments=(part,)):
                self.learn(part, holds=not holds)
            case lv.Primitive(name="exists", arguments=(value,)) if holds:
                self._narrow(value, THERE)
            case lv.Primitive(name=name, arguments=(value, lv.Const(value=bound))) if name in ORDERS:
                self._compare(value, ORDERS[name] if holds else ALL_ORDERS - ORDERS[name], bound)
            case lv.Primitive(name=name, arguments=(lv.Const(value=bound), value)) if name in ORDERS:
                self._compare(value, turned(ORDERS[name] if holds else ALL_ORDERS - ORDERS[name]), bound)
            case _:
                pass

    def _compare(self, value: lv.Expression, orders: frozenset[str], bound: int) -> None:
        within = ordered(orders, Interval(bound, bound))
        if within != ANY:
            self._narrow(value, within)

    def _narrow(self, value: lv.Expression, known: Interval) -> None:
        if not isinstance(value, lv.Const | lv.Reduce | lv.Evaluate | lv.EvaluateField | lv.Possible):
            key = bare(value)
            self.facts[key] = self.facts.get(key, ANY).meets(known)
