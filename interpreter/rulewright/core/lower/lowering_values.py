"""Bound expressions as lowered ones: every form that reads a slot becomes an address, every operator a primitive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from rulewright.core.lower.coverage_points import Points
from rulewright.core.model import bound_values as bv
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.endings import TOLD
from rulewright.core.model.program import Program
from rulewright.core.model.type import NUMBER, Type


@dataclass(frozen=True, slots=True)
class Lowering:
    """Lowers the trees of one program, whose coverage points are counted."""

    program: Program
    points: Points

    def some(self, node: Bound | None) -> lv.Expression | None:
        """An expression, or None for none."""
        return self.expression(node) if node is not None else None

    def all(self, nodes: tuple[Bound, ...]) -> tuple[lv.Expression, ...]:
        """Expressions one by one."""
        return tuple(self.expression(each) for each in nodes)

    def local(self, node: bv.Local) -> lv.Local:
        """A local."""
        return lv.Local(node.number, node.type, origin=node.origin)

    def address(self, node: bv.Read | bv.PieceSlot | bv.ZoneRef) -> lv.Address:
        """Return the address of a slot."""
        match node:
            case bv.PieceSlot():
                return lv.Address(node.base, ((self.expression(node.piece), 1),), pieces=node.piece.type.domain)
            case bv.Read() | bv.ZoneRef():
                told = node.family.isidentifier() or node.family in TOLD  # what a procedure gives makes no event
                family = node.family if told else ""
                return lv.Address(node.base, self._terms(node.parts), family)
            case _:
                assert_never(node)

    def zone(self, node: bv.ZoneRef) -> lv.Zone:
        """A zone."""
        return lv.Zone(self.address(node), node.spaces, node.type, origin=node.origin)

    def call(self, node: bv.CallProcedure | bv.DoField) -> lv.Call | lv.CallField:
        """The run of an effect."""
        given = self.all((node.seat, *node.arguments))
        if isinstance(node, bv.CallProcedure):
            return lv.Call(node.procedure, given, origin=node.origin)
        return lv.CallField(node.table, self.expression(node.target), given, node.procedures, origin=node.origin)

    def load(self, node: bv.Read | bv.PieceSlot) -> lv.Load:
        """The number in a slot."""
        return lv.Load(self.address(node), node.type, origin=node.origin)

    def expression(self, node: Bound) -> lv.Expression:
        """Any expression."""
        origin = node.origin
        match node:
            case bv.Const():
                return lv.Const(node.value, node.type, origin=origin)
            case bv.Local():
                return self.local(node)
            case bv.Read() | bv.PieceSlot():
                return self.load(node)
            case bv.ZoneRef():
                return self.zone(node)
            case bv.Lookup():
                return lv.Table(node.table, self.expression(node.index), node.type, origin=origin)
            case bv.Along():
                return lv.Table(node.whole, self.expression(node.start), node.type, origin=origin)
            case bv.Quantify():
                source, value = self._gone_along(node), self.some(node.value)
                variable, where, order = self.local(node.variable), self.some(node.where), self.all(node.order)
                return lv.Reduce(node.function, variable, source, where, value, order, node.type, origin=origin)
            case bv.Evaluate():
                return lv.Evaluate(node.quantity, self.all((node.seat, *node.arguments)), node.type, origin=origin)
            case bv.EvaluateField():
                target, given = self.expression(node.target), self.all((node.seat, *node.arguments))
                return lv.EvaluateField(node.table, target, given, node.default, node.type, origin=origin)
            case bv.Possible():
                return lv.Possible(self.call(node.effect), node.type, origin=origin)
            case bv.Op():
                if node.op == ">=" and node.arguments[0].type.kind == "thing":
                    return lv.Primitive("exists", self.all(node.arguments[:1]), node.type, origin=origin)
                return lv.Primitive(node.op, self.all(node.arguments), node.type, self.points.of(node), origin=origin)
            case _:
                name, arguments = _named(node)
                limit = node.limit if isinstance(node, bv.Element | bv.Inside | bv.NotZero | bv.Once) else -1
                return lv.Primitive(name, self.all(arguments), node.type, limit=limit, origin=origin)

    def _gone_along(self, node: bv.Quantify) -> lv.Expression:
        """Return the set that a function goes through, for a line or a reach as the primitive that yields it."""
        source = node.source
        if node.function not in lv.GOING or not isinstance(source, bv.Along):
            return self.expression(source)
        whole, steps = lv.Const(source.whole, NUMBER), lv.Const(source.steps, NUMBER)
        given = self.expression(source.start), whole, steps
        return lv.Primitive(source.way, given, source.type, origin=source.origin)

    def _terms(self, parts: tuple[tuple[Bound, int], ...]) -> tuple[tuple[lv.Expression, int], ...]:
        return tuple((self.expression(index), stride) for index, stride in parts)


_Built = (
    bv.Element | bv.Inside | bv.NotZero | bv.ZoneEnd | bv.SetSize | bv.DomainSet | bv.RangeSet | bv.OthersSet
    | bv.UnionSet | bv.Once | bv.LongestWay
)  # fmt: skip


def _named(node: _Built) -> tuple[str, tuple[Bound, ...]]:
    """The primitive that a built-in is, and its arguments."""
    match node:
        case bv.Element():
            return "element", (node.items, node.index)
        case bv.Inside(type=Type(kind="thing")):
            return "there", (node.value,)
        case bv.Inside():
            return "inside", (node.value, bv.Const(node.low, NUMBER), bv.Const(node.high, NUMBER))
        case bv.NotZero():
            return "not_zero", (node.value,)
        case bv.ZoneEnd():
            return "bottom" if node.bottom else "top", (node.zone,)
        case bv.SetSize():
            return "size", (node.source,)
        case bv.DomainSet(size=-1):
            return "seats", ()
        case bv.DomainSet():
            return "domain", (bv.Const(node.size, NUMBER),)
        case bv.RangeSet():
            return "range", (node.low, node.high)
        case bv.OthersSet():
            return "seats_from" if node.also_self else "others", (node.seat,)
        case bv.UnionSet():
            return "union", node.parts
        case bv.Once():
            return "once", (node.source,)
        case bv.LongestWay():
            tables = bv.Const(node.far, NUMBER), bv.Const(node.leaving, NUMBER)
            return "longest_way", (node.borders, node.stops, *tables)
        case _:
            assert_never(node)
