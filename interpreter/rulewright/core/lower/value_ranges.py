"""Intervals of expressions, by declared bounds and printed tables, so that no needless check is written.

Here all numbers have 64 bits: one that grows past that stops in a trap, so whatever continues is inside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from rulewright.core.lower.bounds import Bounds
from rulewright.core.lower.flow import Candidate, FactKey, Flow
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.ranges import THERE, TRUTHS, Interval, checked, from_to, of_numbers, of_type
from rulewright.core.model.type import Type

_LEAST, _MOST = -(1 << 63), (1 << 63) - 1
ALL = Interval(_LEAST, _MOST)
_THING = Interval(-1, (1 << 31) - 1)
_THERE = _THING.meets(THERE)


def fits(found: Interval) -> bool:
    """Whether all of it has 64 bits."""
    return found.low is not None and found.high is not None and found.low >= _LEAST and found.high <= _MOST


def is_small(found: Interval) -> bool:
    """Whether all of it has 32 bits."""
    return found.low is not None and found.high is not None and found.low >= -(1 << 31) and found.high < 1 << 31


@dataclass(slots=True)
class Ranges:
    """The ranges of a program's expressions."""

    bounds: Bounds
    flow: Flow
    slots: Interval
    """What slots hold."""
    _locals: dict[FactKey, Interval] = field(default_factory=dict)
    _values: dict[int, Interval] = field(default_factory=dict)
    _known: dict[int, tuple[lv.Expression, Interval]] = field(default_factory=dict)

    def of(self, node: lv.Expression) -> Interval:
        """Return the interval of an expression."""
        known = self._known.get(id(node))
        if known is None:
            known = self._known[id(node)] = node, self._clipped(self._of(node))
        return known[1]

    def before_check(self, node: lv.Primitive) -> Interval:
        """Return the interval of an operator's result, as if numbers had no end."""
        return PRIMITIVES[node.name].range(*(self.of(each) for each in node.arguments))

    def of_sum(self, node: lv.Reduce) -> Interval:
        """Return the interval of a sum over a set, as if numbers had no end."""
        value = self.of(node.value) if node.value is not None else TRUTHS
        most = self.bounds.of_set(node.source)
        assert value.low is not None
        assert value.high is not None
        return Interval(min(0, value.low * most), max(0, value.high * most))

    def of_value(self, number: int) -> Interval:
        """Return the interval of the results of a function of the program."""
        if number not in self._values:
            self._values[number] = ALL
            self._values[number] = self.of(self.bounds.lowered.value(number).amount)
        return self._values[number]

    def of_local(self, key: FactKey) -> Interval:
        """Return the interval of a local, from all that it is set to."""
        if key not in self._locals:
            self._locals[key] = ALL
            found: Interval | None = None
            for source in self.flow.sources.get(key, ()):
                one = source if isinstance(source, Interval) else self._of_source(source)
                found = one if found is None else found.joins(one)
            self._locals[key] = self._clipped(found) if found is not None else ALL
        return self._locals[key]

    def _of_source(self, source: lv.Expression | Candidate) -> Interval:
        return self._of_things(source.source) if isinstance(source, Candidate) else self.of(source)

    def _of_things(self, source: lv.Expression) -> Interval:
        """Return the interval of the things of a set."""
        match source:
            case lv.Primitive(name="range", arguments=(first, last)):
                return from_to(self.of(first), self.of(last))
            case lv.Primitive(name="union", arguments=parts):
                found = self._of_things(parts[0])
                for part in parts[1:]:
                    found = found.joins(self._of_things(part))
                return found
            case lv.Primitive(name="once", arguments=(inner,)):
                return self._of_things(inner)
            case lv.Primitive(name="if", arguments=(_, one, other)):
                return self._of_things(one).joins(self._of_things(other))
            case lv.Primitive(name="line" | "reach", arguments=(_, lv.Const(value=table), _)) | lv.Table(table=table):
                return self._of_cells(table)
            case lv.Reduce(source=inner):
                return self._of_things(inner)
            case lv.Zone() | lv.Primitive():
                return _THING
            case _:
                return ALL

    def _clipped(self, found: Interval) -> Interval:
        if not fits(found):
            return Interval(
                _LEAST if found.low is None else min(max(_LEAST, found.low), _MOST),
                _MOST if found.high is None else max(min(_MOST, found.high), _LEAST),
            )
        return found

    def _of(self, node: lv.Expression) -> Interval:
        match node:
            case lv.Const():
                return Interval(node.value, node.value)
            case lv.Local():
                key = self.flow.owners.get(id(node))
                return _stored(node.type) if key is None else self.of_local(key)
            case lv.Load():
                return _stored(node.type).meets(self.slots)
            case lv.Answer():
                return _stored(node.type)
            case lv.Table():
                return self._of_cells(node.table)
            case lv.Primitive():
                return self._of_primitive(node)
            case lv.Reduce():
                return self._of_reduce(node)
            case lv.Evaluate():
                return self.of_value(node.function)
            case lv.EvaluateField():
                return self._of_field(node)
            case lv.Possible():
                return TRUTHS
            case lv.Zone():
                return _THING
            case _:
                assert_never(node)

    def _of_cells(self, table: int) -> Interval:
        cells = self.bounds.lowered.program.tables[table]
        items = [each for cell in cells for each in (cell if isinstance(cell, tuple) else (cell,))]
        return of_numbers([each for each in items if isinstance(each, int)], Interval(0, 0))

    def _of_primitive(self, node: lv.Primitive) -> Interval:
        arguments = node.arguments
        match node.name:
            case "inside":
                return checked(self.of(arguments[0]), Interval(constant(arguments[1]), constant(arguments[2])))
            case "there":
                return checked(self.of(arguments[0]), _THERE)
            case "size" if isinstance(arguments[0], lv.Local):
                return Interval(0, _THING.high)
            case "size":
                return Interval(0, self.bounds.of_set(arguments[0]))
            case "longest_way":
                return Interval(0, len(self.bounds.lowered.program.tables[int(constant(arguments[2]) or 0)]) // 2)
            case "top" | "bottom":
                return _THING
            case "not_zero":
                return self.of(arguments[0])
            case "element":
                items = arguments[0]
                return self._of_cells(items.table) if isinstance(items, lv.Table) else ALL
            case name if name in PRIMITIVES:
                return PRIMITIVES[name].range(*(self.of(each) for each in arguments))
            case _:
                return ALL

    def _of_reduce(self, node: lv.Reduce) -> Interval:
        match node.function:
            case "count":
                return Interval(0, self.bounds.of_set(node.source))
            case "sum":
                return self.of_sum(node)
            case "any" | "none" | "every":
                return TRUTHS
            case "distance":
                assert node.value is not None
                return Interval(0, self.of(node.value).high)
            case "highest" | "lowest":
                assert node.value is not None
                return self.of(node.value).joins(Interval(0, 0))
            case _:
                return self._of_things(node.source).joins(Interval(-1, -1))

    def _of_field(self, node: lv.EvaluateField) -> Interval:
        found = Interval(node.default, node.default)
        for number in self.bounds.lowered.program.named_in(node.table):
            found = found.joins(self.of_value(number))
        return found


def _stored(type_: Type) -> Interval:
    """Return the interval that memory can hold for a value of a type, any thing having the same one."""
    return _THING if type_.kind == "thing" else of_type(type_)


def constant(node: lv.Expression) -> int:
    assert isinstance(node, lv.Const)
    return node.value
