"""Facts at a place of an effect: the tests that hold, and their implications for others.

Facts are about values as they are in the bound trees; two values that read the same are the same as long as nothing has
changed between. What a value can be at all follows from the declared bounds: of counters, settings, seats, parameters
and fields. Lints stop there, as rules are written for cards that do not exist yet and quantities that a house rule
changes; with a `whole` program, what is printed, what quantities say and what is never written is looked at as well.
Facts only ever say too little: what cannot be determined stays open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.ranges import ALL_ORDERS, ANY, ORDERS, THERE, TRUTHS, Interval, ordered, orders_of, turned
from rulewright.core.sound.declared_ranges import inside, without_facts
from rulewright.core.sound.implied import implied
from rulewright.core.sound.known import WhatIsKnown
from rulewright.core.sound.sets import NOT_EMPTY, candidates_of, in_set, set_of
from rulewright.core.sound.values_seen import looked_through, of_operator, rows_of
from rulewright.core.sound.whole import WholeProgram


@dataclass(slots=True)
class Facts(WhatIsKnown):
    """The facts at a place."""

    _after: dict[tuple[Bound, bool], Facts | None] = field(init=False, compare=False, repr=False, default_factory=dict)

    def range_of(self, node: Bound) -> Interval:
        """Return what a value can be here."""
        if isinstance(node, bv.Const):
            return Interval(node.value, node.value)
        kept = self._found.get(id(node))
        if kept is not None and kept[0] is node:
            return kept[1]
        found = self._by_its_form(node)
        known = self.ranges.get(node)
        found = found if known is None else found.meets(known)
        self._found[id(node)] = node, found
        return found

    def _by_its_form(self, node: Bound) -> Interval:
        if isinstance(node, bv.Op):
            found = PRIMITIVES[node.op].range(*map(self.range_of, node.arguments))
            if node.type.kind == "truth":
                found = found.meets(TRUTHS)
            return found if self.whole is None else of_operator(self, node, found)
        if isinstance(node, bv.Inside):
            return inside(node, self.range_of(node.value))
        if isinstance(node, bv.NotZero):
            return self.range_of(node.value)
        if self.whole is None:
            return without_facts(self.world, node)
        return looked_through(self, node, self.whole)

    def rows_of(self, node: bv.Lookup, whole: WholeProgram) -> Sequence[object]:
        """The cells of a table that a thing can have, as far as it is known which it is."""
        return rows_of(self, node, whole)

    def of_candidate(self, variable: bv.Local, source: Bound, where: Bound | None) -> Facts | None:
        """Return what is known of one of the candidates from a set, None if there can be none."""
        inside_ = self.without_locals({variable.number})
        if self.whole is not None:
            inside_ = in_set(inside_, variable, source)
        if where is None:
            return inside_
        return inside_.with_test(where, True)

    def of_chosen(self, local: bv.Local, source: Bound, where: Bound | None) -> Facts | None:
        """Return what is known once a candidate has been chosen, None if there is none."""
        quantify = bv.Quantify("those", local, source, where, None, source.type)
        some = self.with_size(quantify, NOT_EMPTY)
        return some.of_candidate(local, source, where) if some is not None else None

    def size_of(self, source: Bound) -> Interval:
        """Return how many things a set can hold here."""
        kept = self._sized.get(id(source))
        if kept is not None and kept[0] is source:
            return kept[1]
        found = set_of(self, source)
        self._sized[id(source)] = source, found
        return found

    def key_of(self, source: Bound) -> Bound:
        """The set whose size says what is known of another one."""
        return candidates_of(source) if self.whole is None else self.whole.kept_key(source, candidates_of)

    # ---- What is true

    def decides(self, test: Bound) -> bool | None:
        """Return whether a test is true or false here, None if it can be either, worked out once for each test."""
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
        if isinstance(test, bv.Evaluate) and self.whole is not None and test not in self.ranges:
            amount = self.whole.inlined(test)
            if amount is not None and self.whole.enters():
                decided = self.decides(amount)
                self.whole.leaves()
                return decided
        known = self.range_of(test)
        return bool(known.low) if known.low == known.high and known.low is not None else None

    def with_test(self, test: Bound, holds: bool) -> Facts | None:
        """Return what is known if a test holds, or does not, None if that cannot be, worked out once for each test."""
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
            if test.op == "if" and self.whole is not None:
                return self._with_chosen(test, holds)
        found = self.with_range(test, Interval(1, 1) if holds else Interval(0, 0))
        if found is not None and isinstance(test, bv.Evaluate) and self.whole is not None:
            amount = self.whole.inlined(test)
            if amount is not None and self.whole.enters():
                found = found.with_test(amount, holds)
                self.whole.leaves()
        return found

    def with_value(self, local: bv.Local, value: Bound) -> Facts:
        """Return what is known once a local has a value."""
        known = self.range_of(value)
        kept = self.without_locals({local.number})
        found = kept.but(ranges=kept.ranges | {local: known})
        if self.whole is None:
            return found
        homes = self.home_of(value)
        if self.lost and (why := next((self.lost[each] for each in nodes_of(value) if each in self.lost), "")):
            found = found.but(lost=found.lost | {local: why})
        if local.type.kind == "set":
            found = found.but(sizes=found.sizes | {local: self.size_of(value)})
        if homes is not None:
            found = found.but(homes=found.homes | {local: homes})
        if local.number not in self.whole.locals_of(value):
            found = found.but(values=found.values | {local: value})
            if isinstance(value, bv.Quantify) and value.function == "first" and (known.low or 0) >= 0:
                found = implied(found, local, known, self.whole) or found
        return found

    # ---- What comparisons say

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
        """The orders that two values may be in here."""
        right = self.range_of(other)
        found = self.orders.get((one, other), ALL_ORDERS) & orders_of(self.range_of(one), right)
        if one == other:
            found &= {"="}
        if right.low is not None and right.low == right.high and right.low in self.excluded.get(one, ()):
            found -= {"="}
        return found

    def may(self, one: Bound, other: Bound, order: str) -> bool:
        """Return whether two values may be in an order."""
        return order in self._possible(one, other)

    def are_apart(self, one: Bound, other: Bound) -> bool:
        """Return whether two values cannot be the same."""
        return not self.may(one, other, "=")

    def is_less(self, one: Bound, other: Bound) -> bool:
        """Return whether a value is less than another, whatever they are."""
        return self._possible(one, other) <= {"<"}

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
        found: Facts | None = self
        if not (isinstance(one, bv.Const) or isinstance(other, bv.Const)):  # of these, ranges say it
            found = self.but(orders=self.orders | {(one, other): possible, (other, one): back})
        for value, bound, orders in ((one, other, possible), (other, one, back)):
            if found is None:
                return None
            limits, known = found.range_of(bound), found.range_of(value)
            if "=" not in orders and limits.low is not None and limits.low == limits.high:
                found = found._with_excluded(value, limits.low)
                limits = limits if orders != frozenset("<>") else Interval()
            within = ordered(orders, limits)
            if not isinstance(value, bv.Const) and within != ANY:
                found = found.with_range(value, known.meets(within))
        return found

    def _with_excluded(self, node: Bound, value: int) -> Facts:
        known = self.excluded.get(node, frozenset()) | {value}
        limits = self.range_of(node)
        low, high = limits
        while low is not None and low in known and (high is None or low <= high):
            low += 1
        while high is not None and high in known and (low is None or low <= high):
            high -= 1
        found = self.but(excluded=self.excluded | {node: known})
        narrowed = found.with_range(node, Interval(low, high)) if self.whole is not None else None
        return narrowed or found.but(ranges=self.ranges | {node: Interval(low, high)})

    def with_range(self, node: Bound, known: Interval) -> Facts | None:
        """Return what is known if a value is in a range, None if it cannot be."""
        known = known.meets(self.range_of(node))
        if known.is_empty():
            return None
        if self.ranges.get(node) == known or isinstance(node, bv.Const):
            return self
        found = self.but(ranges=self.ranges | {node: known})
        return found if self.whole is None else implied(found, node, known, self.whole)

    def with_size(self, source: Bound, known: Interval) -> Facts | None:
        """Return what is known if a set holds so many things, None if it cannot."""
        key = self.key_of(source)
        known = known.meets(self.size_of(key))
        if known.is_empty():
            return None
        found = self.but(sizes=self.sizes | {key: known})
        if known.low is None or known.low < 1:
            return found
        match key:
            case bv.Quantify(source=inner):
                return found.with_size(inner, NOT_EMPTY)
            case bv.Lookup(index=index) if index.type.kind == "thing" and index not in found.ranges:
                return found.with_range(index, THERE)
            case bv.Local() if key in self.values:
                return found.with_size(self.values[key], known)
            case _:
                return found

    def _with_chosen(self, test: bv.Op, holds: bool) -> Facts | None:
        """One of two tests holds (or does not), by whether a third one does."""
        which, one, other = test.arguments
        ways = [self.with_test(which, True), self.with_test(which, False)]
        ends = [way and way.with_test(each, holds) for way, each in zip(ways, (one, other), strict=True)]
        open_ways = [each for each in ends if each is not None]
        return open_ways[0] if len(open_ways) == 1 else joined(*open_ways) if open_ways else None

    def _with_either(self, test: bv.Op, holds: bool) -> Facts | None:
        """One of two tests holds (or does not): what is known is what either would leave."""
        ways = [self.with_test(test.arguments[0], holds)]
        rest = self.with_test(test.arguments[0], not holds) if self.whole is not None else self
        ways.append(rest.with_test(test.arguments[1], holds) if rest is not None else None)
        open_ways = [each for each in ways if each is not None]
        if len(open_ways) == 1:
            return open_ways[0]
        if not open_ways:
            return None
        if self.whole is not None:
            return self if self.whole.is_deep() else joined(*open_ways)
        one, other = (way.ranges for way in open_ways)
        same = one.keys() & other.keys()
        return self.but(ranges=self.ranges | {node: one[node].joins(other[node]) for node in same})


def joined(one: Facts, other: Facts) -> Facts:
    """Return what is known where either may have been the case."""
    if one is other:
        return one
    ranges = {node: known.joins(other.ranges[node]) for node, known in one.ranges.items() if node in other.ranges}
    sizes = {node: known.joins(other.sizes[node]) for node, known in one.sizes.items() if node in other.sizes}
    for here, there in ((one, other), (other, one)):
        for node, known in here.ranges.items():
            if node not in ranges and isinstance(node, bv.Local | bv.Read):
                ranges[node] = known.joins(there.range_of(node))
        for node, known in here.sizes.items():
            if node not in sizes and isinstance(node, bv.Local | bv.ZoneRef):
                sizes[node] = known.joins(there.size_of(node))
    orders: dict[tuple[Bound, Bound], frozenset[str]] = {}
    for pair in {**one.orders, **other.orders}:
        if (pair[1], pair[0]) in orders:
            orders[pair] = turned(orders[pair[1], pair[0]])
            continue
        ours, theirs = one.orders.get(pair), other.orders.get(pair)
        possible = ours if ours is not None else one._possible(*pair)
        possible |= theirs if theirs is not None else other._possible(*pair)
        if possible != ALL_ORDERS:
            orders[pair] = possible
    lost = {**one.lost, **other.lost}
    return Facts(
        one.world,
        {node: known for node, known in ranges.items() if known != ANY},
        orders,
        {node: one.excluded[node] & other.excluded[node] for node in one.excluded.keys() & other.excluded.keys()},
        one.whole,
        {node: known for node, known in sizes.items() if known != THERE},
        {node: value for node, value in one.values.items() if other.values.get(node) == value},
        {node: tuple(dict.fromkeys((*zones, *other.homes[node]))) for node, zones in one.homes.items()
         if node in other.homes},
        {family: known.joins(other.members[family]) for family, known in one.members.items()
         if family in other.members},
        one.standing & other.standing,
        lost,
    )  # fmt: skip


def all_joined(found: list[Facts]) -> Facts | None:
    """Return what is known where any of these may have been the case, None where none can."""
    if not found:
        return None
    result = found[0]
    for each in found[1:]:
        result = joined(result, each)
    return result
