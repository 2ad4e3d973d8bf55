"""The facts at a statement of an effect: the tests that hold, and their implications for other tests.

Facts are about values as they are in the bound trees; two values that read the same are equal as long as nothing has
changed between. The range of a value follows from the declared bounds: of counters, settings, seats, parameters and
fields. Values printed on components are ignored, as rules are written for cards that do not exist yet; and of a
quantity, which a house rule can change, nothing is known but its type. Facts only ever say too little: a test that
cannot be determined stays open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright.core.bind.world import World
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.ranges import ALL_ORDERS, ANY, ORDERS, TRUTHS, Interval, of_type, ordered, orders_of, turned
from rulewright.core.model.type import Type

_STATE = (bv.PieceSlot, bv.Evaluate, bv.EvaluateField, bv.ZoneEnd, bv.ZoneRef)


@dataclass(frozen=True, slots=True)
class Facts:
    """Ranges of values, the orders two values may be in (some of < = >), and tests that are true or false."""

    world: World
    ranges: dict[Bound, Interval] = field(default_factory=dict)
    orders: dict[tuple[Bound, Bound], frozenset[str]] = field(default_factory=dict)
    excluded: dict[Bound, frozenset[int]] = field(default_factory=dict)
    _decided: dict[Bound, bool | None] = field(init=False, compare=False, repr=False, default_factory=dict)
    _after: dict[tuple[Bound, bool], Facts | None] = field(init=False, compare=False, repr=False, default_factory=dict)

    def range_of(self, node: Bound) -> Interval:
        """Return the range of a value here."""
        if isinstance(node, bv.Op):
            found = PRIMITIVES[node.op].range(*map(self.range_of, node.arguments))
            if node.type.kind == "truth":
                found = found.meets(TRUTHS)
        elif isinstance(node, bv.Inside):
            found = inside(node, self.range_of(node.value))
        elif isinstance(node, bv.NotZero):
            found = self.range_of(node.value)
        else:
            found = without_facts(self.world, node)
        return found.meets(self.ranges.get(node, Interval()))

    def decides(self, test: Bound) -> bool | None:
        """Return whether a test is true or false here, None if it can be either, cached for each test."""
        if test not in self._decided:
            self._decided[test] = self._decides(test)
        return self._decided[test]

    def _decides(self, test: Bound) -> bool | None:
        if isinstance(test, bv.Op):
            if test.op == "not":
                inner = self.decides(test.arguments[0])
                return None if inner is None else not inner
            if test.op in ("and", "or"):
                return self._decides_joined(test)
            if test.op in ORDERS:
                return self._decides_order(test)
        known = self.range_of(test)
        return bool(known.low) if known.low == known.high and known.low is not None else None

    def with_test(self, test: Bound, holds: bool) -> Facts | None:
        """Return the facts if a test holds, or if it does not, None if that cannot be, cached."""
        if (test, holds) not in self._after:
            self._after[test, holds] = self._with_test(test, holds)
        return self._after[test, holds]

    def _with_test(self, test: Bound, holds: bool) -> Facts | None:
        if self.decides(test) is (not holds):
            return None
        if isinstance(test, bv.Op):
            if test.op == "not":
                return self.with_test(test.arguments[0], not holds)
            if test.op in ("and", "or"):
                if (test.op == "and") is holds:
                    first = self.with_test(test.arguments[0], holds)
                    return first.with_test(test.arguments[1], holds) if first is not None else None
                return self._with_either(test, holds)
            if test.op in ORDERS:
                return self._with_order(test, holds)
        return self._with_range(test, Interval(1, 1) if holds else Interval(0, 0))

    def with_value(self, local: bv.Local, value: Bound) -> Facts:
        """Return the facts once a local has a value."""
        known = self.range_of(value)
        kept = self.without_locals({local.number})
        return replace(kept, ranges=kept.ranges | {local: known})

    def without_locals(self, numbers: set[int]) -> Facts:
        """Return the facts once locals have other values."""
        return self._without(lambda node: isinstance(node, bv.Local) and node.number in numbers)

    def without_state(self) -> Facts:
        """Return the facts after a change on the table."""
        return self._without(_is_state)

    def without_family(self, family: str) -> Facts:
        """Return the facts after a change of one counter or marker, and nothing else."""
        behind = (bv.Evaluate, bv.EvaluateField)
        return self._without(lambda node: isinstance(node, behind) or getattr(node, "family", "") == family)

    def _without(self, gone: Callable[[object], bool]) -> Facts:
        """Return the facts about values in which no node is `gone`."""

        def stays(values: object) -> bool:
            return not any(map(gone, nodes_of(values)))

        return Facts(
            self.world,
            {node: known for node, known in self.ranges.items() if stays(node)},
            {pair: known for pair, known in self.orders.items() if stays(pair)},
            {node: known for node, known in self.excluded.items() if stays(node)},
        )

    def _decides_joined(self, test: bv.Op) -> bool | None:
        ending = test.op == "or"
        first = self.decides(test.arguments[0])
        if first is ending:
            return ending
        after = self.with_test(test.arguments[0], not ending)
        second = after.decides(test.arguments[1]) if after is not None else ending
        if second is ending and first is (not ending):
            return ending
        if test.op == "and" and second is False:
            return False
        if test.op == "or" and second is True:
            return True
        return not ending if first is (not ending) and second is (not ending) else None

    def _possible(self, one: Bound, other: Bound) -> frozenset[str]:
        """Return the orders that two values may be in here."""
        right = self.range_of(other)
        found = self.orders.get((one, other), ALL_ORDERS) & orders_of(self.range_of(one), right)
        if one == other:
            found &= {"="}
        if right.low is not None and right.low == right.high and right.low in self.excluded.get(one, ()):
            found -= {"="}
        return found

    def _decides_order(self, test: bv.Op) -> bool | None:
        possible, wanted = self._possible(*test.arguments), ORDERS[test.op]
        if possible <= wanted:
            return True
        return False if not possible & wanted else None

    def _with_order(self, test: bv.Op, holds: bool) -> Facts | None:
        one, other = test.arguments
        possible = self._possible(one, other) & (ORDERS[test.op] if holds else ALL_ORDERS - ORDERS[test.op])
        if not possible:
            return None
        back = turned(possible)
        found: Facts | None = replace(self, orders=self.orders | {(one, other): possible, (other, one): back})
        for value, bound, orders in ((one, other, possible), (other, one, back)):
            if found is None:
                return None
            limits, known = found.range_of(bound), found.range_of(value)
            if "=" not in orders and limits.low is not None and limits.low == limits.high:
                found = found._with_excluded(value, limits.low)
                limits = limits if orders != frozenset("<>") else Interval()
            within = ordered(orders, limits)
            if not isinstance(value, bv.Const) and within != ANY:
                found = found._with_range(value, known.meets(within))
        return found

    def _with_excluded(self, node: Bound, value: int) -> Facts:
        known = self.excluded.get(node, frozenset()) | {value}
        limits = self.range_of(node)
        low, high = limits
        while low is not None and low in known and (high is None or low <= high):
            low += 1
        while high is not None and high in known and (low is None or low <= high):
            high -= 1
        return replace(self, excluded=self.excluded | {node: known}, ranges=self.ranges | {node: Interval(low, high)})

    def _with_range(self, node: Bound, known: Interval) -> Facts | None:
        known = known.meets(self.range_of(node))
        return None if known.is_empty() else replace(self, ranges=self.ranges | {node: known})

    def _with_either(self, test: bv.Op, holds: bool) -> Facts | None:
        """Return the facts if one of two tests holds (or does not): those that either would leave."""
        ways = [self.with_test(each, holds) for each in test.arguments]
        open_ways = [each for each in ways if each is not None]
        if len(open_ways) == 1:
            return open_ways[0]
        if not open_ways:
            return None
        one, other = (way.ranges for way in open_ways)
        same = one.keys() & other.keys()
        return replace(self, ranges=self.ranges | {node: one[node].joins(other[node]) for node in same})


def _is_state(node: object) -> bool:
    if isinstance(node, bv.Read):
        return bool(node.family) and node.base != N_SEATS
    return isinstance(node, _STATE)


def of_declared(world: World, type_: Type) -> Interval:
    """Return the range of a type, in which things are numbered and -1 is none."""
    known = of_type(type_)
    size = world.domains[type_.domain].size if type_.kind == "thing" and type_.domain in world.domains else 0
    return Interval(known.low, size - 1) if size else known


def inside(node: bv.Inside, value: Interval) -> Interval:
    """Return the range of a value that is read, from what it could be before."""
    bounds = Interval(0) if node.type.kind == "thing" else Interval(node.low, node.high)
    found = value.meets(bounds)
    return bounds if found.is_empty() else found


def without_facts(world: World, node: Bound) -> Interval:
    """Return the range of anything but an operator."""
    if isinstance(node, bv.Const):
        return Interval(node.value, node.value)
    if isinstance(node, bv.SetSize) or (isinstance(node, bv.Quantify) and node.function == "count"):
        return Interval(0)
    if isinstance(node, bv.Evaluate | bv.EvaluateField) and node.type.kind != "truth":
        return ANY
    if isinstance(node, bv.Quantify | bv.Element) and node.type.kind == "number":
        return ANY
    return of_declared(world, node.type)
