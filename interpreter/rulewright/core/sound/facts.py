"""What is known at a place of an effect: which tests hold there, and what that implies for others.

Facts are about values as they are in the bound trees; two values that read the same are the same as long as nothing has
changed between. What a value can be at all follows from the declared bounds: of counters, settings, seats, parameters
and fields. Lints stop there, as rules are written for cards that do not exist yet and quantities that a house rule
changes; with a `whole` program, what is printed, what quantities say and what is never written is looked at as well.
Facts only ever say too little: what cannot be determined stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.core.bind.world import World
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.ranges import (
    ALL_ORDERS,
    ANY,
    ORDERS,
    THERE,
    TRUTHS,
    Interval,
    of_type,
    ordered,
    orders_of,
    turned,
)
from rulewright.core.model.type import Type
from rulewright.core.sound.sets import candidates_of, emptied, set_of, with_candidate
from rulewright.core.sound.whole import WholeProgram

_STATE = (bv.PieceSlot, bv.Evaluate, bv.EvaluateField, bv.ZoneEnd, bv.ZoneRef)
NOT_EMPTY = Interval(1)
NOTHING_IN_IT = Interval(0, 0)


@dataclass(frozen=True, slots=True)
class Facts:
    """Ranges of values, the orders two values may be in (some of < = >), and tests that are true or false.

    With a whole program also: how much sets hold (`sizes`), what a local was set to, as long as that reads the same
    (`values`), the zones in one of which a piece lies (`homes`), and what all members of a family can be, of zones how
    much each can hold (`members`).
    """

    world: World
    ranges: dict[Bound, Interval] = field(default_factory=dict)
    orders: dict[tuple[Bound, Bound], frozenset[str]] = field(default_factory=dict)
    excluded: dict[Bound, frozenset[int]] = field(default_factory=dict)
    whole: WholeProgram | None = field(default=None, compare=False, repr=False)
    sizes: dict[Bound, Interval] = field(default_factory=dict)
    values: dict[Bound, Bound] = field(default_factory=dict)
    homes: dict[Bound, tuple[bv.ZoneRef, ...]] = field(default_factory=dict)
    members: dict[str, Interval] = field(default_factory=dict)
    standing: frozenset[Bound] = field(default=frozenset(), compare=False, repr=False)
    """The candidates of which it is known that they pass their test."""
    lost: dict[Bound, str] = field(default_factory=dict, compare=False, repr=False)
    """Why something that was known before is not known any more, in words."""
    _decided: dict[Bound, bool | None] = field(init=False, compare=False, repr=False, default_factory=dict)
    _after: dict[tuple[Bound, bool], Facts | None] = field(init=False, compare=False, repr=False, default_factory=dict)
    _found: dict[int, tuple[Bound, Interval]] = field(init=False, compare=False, repr=False, default_factory=dict)
    """The ranges worked out so far, by the identity of the values, which live on with them."""

    _sized: dict[int, tuple[Bound, Interval]] = field(init=False, compare=False, repr=False, default_factory=dict)

    # ---- What a value can be

    def range_of(self, node: Bound) -> Interval:
        """What a value can be here."""
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
            return found if self.whole is None else self._of_operator(node, found)
        if isinstance(node, bv.Inside):
            return inside(node, self.range_of(node.value))
        if isinstance(node, bv.NotZero):
            return self.range_of(node.value)
        if self.whole is None:
            return without_facts(self.world, node)
        return self._looked_through(node, self.whole)

    def _of_operator(self, node: bv.Op, found: Interval) -> Interval:
        """The range of an operator, where more is known than the ranges of what it is given."""
        if node.op == "if":
            test, one, other = node.arguments
            decided = self.decides(test)
            if decided is not None:
                return self.range_of(one if decided else other)
            if self.whole is None or self.whole.is_deep():
                return found
            yes, no = self.with_test(test, True), self.with_test(test, False)
            if yes is not None and no is not None:
                return yes.range_of(one).joins(no.range_of(other))
        elif node.op == "within" and self._is_within(*node.arguments):
            return self.range_of(node.arguments[0])
        elif node.op == "-" and not self._may(*node.arguments, "<"):
            return found.meets(THERE)
        return found

    def _is_within(self, number: Bound, last: Bound) -> bool:
        """Whether a number is one of those from 0 to the last."""
        number = _plain(number)
        if (self.range_of(number).low or 0) < 0 or self.range_of(number).low is None:
            return False
        if isinstance(number, bv.Op) and number.op == "%" and _is_one_less(last, number.arguments[1]):
            return True
        return not self._may(number, last, ">")

    def _looked_through(self, node: Bound, whole: WholeProgram) -> Interval:
        """The range of what is no operator, by all that is known of the program."""
        found = without_facts(self.world, node)
        match node:
            case bv.Local() if node in self.values:
                return found.meets(self.range_of(self.values[node]))
            case bv.Read(base=base, family=family):
                if base == N_SEATS:
                    return Interval(max(1, self.world.min_seats), self.world.max_seats)
                for known in (whole.members.get(family), self.members.get(family)):
                    found = found if known is None else found.meets(known)
                return found
            case bv.Lookup(table=table, index=index) if node.type.kind != "set":
                return self._printed(node, index, table, whole)
            case bv.Element(items=bv.Lookup() as items) if node.type.kind in ("number", "thing"):
                within = [cell for row in self.rows_of(items, whole) for cell in _cells(row)]
                return Interval(min(within), max(within)) if within else found
            case bv.ZoneEnd(zone=zone):
                return _of_end(found, self.size_of(zone))
            case bv.SetSize(source=source):
                return self.size_of(source)
            case bv.Quantify():
                return self._of_candidates(node, found)
            case bv.Evaluate() if (amount := whole.inlined(node)) is not None and whole.enters():
                found = found.meets(self.range_of(amount))
                whole.leaves()
                return found
        return found

    def _printed(self, node: bv.Lookup, index: Bound, table: int, whole: WholeProgram) -> Interval:
        """The range of what is printed on a thing: only on those that it can be here."""
        if table == whole.spaces and isinstance(index, bv.PieceSlot):
            homes = self.homes.get(index.piece)
            sizes = [self.world.families[home.family].spaces if home.family else 0 for home in homes or ()]
            return Interval(1, max(sizes)) if sizes and min(sizes) > 0 else ANY
        cells = [cell for cell in self.rows_of(node, whole) if isinstance(cell, int)]
        return Interval(min(cells), max(cells)) if cells else without_facts(self.world, node)

    def rows_of(self, node: bv.Lookup, whole: WholeProgram) -> Sequence[object]:
        """The cells of a table that a thing can have, as far as it is known which it is."""
        index = node.index
        if isinstance(index, bv.Quantify) and (self.range_of(index).low or 0) >= 0:
            chosen = with_candidate(self, index)
            if chosen is not self:
                return chosen.rows_of(node, whole)
        limits = self.range_of(index)
        tests = [
            (whole.tables[known.table], interval, self.excluded.get(known, frozenset()))
            for known, interval in self.ranges.items()
            if isinstance(known, bv.Lookup) and known.index == index and known.table != node.table
        ]
        own = self.excluded.get(index, frozenset())
        if not own and not tests:
            return whole.cells(node.table, index.type, limits)
        rows = whole.rows(node.table, index.type, limits)
        return [
            whole.tables[node.table][row]
            for row in rows
            if row not in own and all(_passes(cells[row], interval, no) for cells, interval, no in tests)
        ]

    def _of_candidates(self, node: bv.Quantify, found: Interval) -> Interval:
        """The range of a function of a set."""
        size = self.size_of(self.key_of(node))
        match node.function:
            case "count":
                return size
            case "any":
                return _truth(_is_not_empty(size))
            case "none":
                is_there = _is_not_empty(size)
                return _truth(None if is_there is None else not is_there)
            case "every":
                is_there = _is_not_empty(size)
                return _truth(None if is_there is None else not is_there)
            case "first":
                if size.high == 0:
                    return Interval(-1, -1)
                each = self._of_each(node, node.variable)
                return each if _is_not_empty(size) else each.joins(Interval(-1, -1))
            case "highest" | "lowest" if node.value is not None:
                each = self._of_each(node, node.value)
                return each if _is_not_empty(size) else each.joins(NOTHING_IN_IT)
            case "sum" if node.value is not None:
                each = self._of_each(node, node.value)
                low = 0 if each.low is not None and each.low >= 0 else None
                high = None
                if each.high is not None and size.high is not None:
                    high = max(0, each.high) * size.high
                return Interval(low, high)
        return found

    def _of_each(self, node: bv.Quantify, value: Bound) -> Interval:
        """The range of a value of each candidate."""
        inner = self.of_candidate(node.variable, node.source, node.where)
        return inner.range_of(value) if inner is not None else ANY

    def of_candidate(self, variable: bv.Local, source: Bound, where: Bound | None) -> Facts | None:
        """What is known of one of the candidates from a set; None if there can be none."""
        inside_ = self.without_locals({variable.number})
        if self.whole is not None:
            inside_ = emptied(inside_, variable, source)
        if where is None:
            return inside_
        return inside_.with_test(where, True)

    def size_of(self, source: Bound) -> Interval:
        """How many things a set can hold here."""
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
        """Whether a test is true or false here, None if it can be either; worked out once for each test."""
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
        """What is known if a test holds, or does not; None if that cannot be; worked out once for each test."""
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
        found = self.with_range(test, Interval(1, 1) if holds else Interval(0, 0))
        if found is not None and isinstance(test, bv.Evaluate) and self.whole is not None:
            amount = self.whole.inlined(test)
            if amount is not None and self.whole.enters():
                found = found.with_test(amount, holds)
                self.whole.leaves()
        return found

    def with_value(self, local: bv.Local, value: Bound) -> Facts:
        """What is known once a local has a value."""
        known = self.range_of(value)
        kept = self.without_locals({local.number})
        found = replace(kept, ranges=kept.ranges | {local: known})
        if self.whole is None:
            return found
        homes = self.home_of(value)
        if self.lost and (why := next((self.lost[each] for each in nodes_of(value) if each in self.lost), "")):
            found = replace(found, lost=found.lost | {local: why})
        if local.type.kind == "set":
            found = replace(found, sizes=found.sizes | {local: self.size_of(value)})
        if homes is not None:
            found = replace(found, homes=found.homes | {local: homes})
        if local.number not in self.whole.locals_of(value):
            found = replace(found, values=found.values | {local: value})
            if isinstance(value, bv.Quantify) and value.function == "first" and (known.low or 0) >= 0:
                found = found.with_range(local, THERE) or found
        return found

    def home_of(self, value: Bound) -> tuple[bv.ZoneRef, ...] | None:
        """The zones in one of which a piece lies, or all pieces of a set; None if that is not known."""
        match value:
            case bv.Local():
                return self.homes.get(value)
            case bv.ZoneEnd(zone=zone):
                return (zone,)
            case bv.ZoneRef():
                return (value,)
            case bv.Quantify(function="first" | "those" | "while" | "until", source=source):
                return self.home_of(source)
            case bv.Once(source=source) | bv.Inside(value=source):
                return self.home_of(source)
            case bv.UnionSet(parts=parts):
                found = [self.home_of(each) for each in parts]
                known = [each for each in found if each is not None]
                return tuple(zone for each in known for zone in each) if len(known) == len(found) else None
        return None

    # ---- What is forgotten

    def without_locals(self, numbers: set[int]) -> Facts:
        """What is known once locals have other values."""
        if self.whole is None:
            return self.without(lambda node: isinstance(node, bv.Local) and node.number in numbers)
        reads = self.whole.locals_of
        if not any(numbers & reads(node) for node in self.keys()):
            return self
        return self.keeping(lambda node: not numbers & reads(node))

    def keys(self) -> Iterator[Bound]:
        """All values of which something is known."""
        yield from self.ranges
        yield from self.sizes
        for one, other in self.orders:
            yield one
            yield other
        yield from self.excluded
        for local, value in self.values.items():
            yield local
            yield value
        for piece, zones in self.homes.items():
            yield piece
            yield from zones

    def without_state(self) -> Facts:
        """What is known after something has changed on the table."""
        return self.without(_is_state)

    def without(self, gone: Callable[[object], bool]) -> Facts:
        """What is known of values in which no node is gone."""
        return self.keeping(lambda node: not any(map(gone, nodes_of(node))))

    def keeping(self, stays: Callable[[Bound], bool]) -> Facts:
        """What is known of values that stay."""
        return replace(
            self,
            ranges={node: known for node, known in self.ranges.items() if stays(node)},
            orders={pair: known for pair, known in self.orders.items() if stays(pair[0]) and stays(pair[1])},
            excluded={node: known for node, known in self.excluded.items() if stays(node)},
            sizes={node: known for node, known in self.sizes.items() if stays(node)},
            values={node: known for node, known in self.values.items() if stays(node) and stays(known)},
            homes={node: zones for node, zones in self.homes.items() if stays(node) and all(map(stays, zones))},
        )

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

    def _may(self, one: Bound, other: Bound, order: str) -> bool:
        """Whether two values may be in an order."""
        return order in self._possible(one, other)

    def may_be_less(self, one: Bound, other: Bound) -> bool:
        """Whether a value may be less than another."""
        return self._may(one, other, "<")

    def are_apart(self, one: Bound, other: Bound) -> bool:
        """Whether two values cannot be the same."""
        return not self._may(one, other, "=")

    def is_less(self, one: Bound, other: Bound) -> bool:
        """Whether a value is less than another, whatever they are."""
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
        found = replace(self, excluded=self.excluded | {node: known})
        narrowed = found.with_range(node, Interval(low, high)) if self.whole is not None else None
        return narrowed or replace(found, ranges=self.ranges | {node: Interval(low, high)})

    def with_range(self, node: Bound, known: Interval) -> Facts | None:
        """What is known if a value is in a range; None if it cannot be."""
        known = known.meets(self.range_of(node))
        if known.is_empty():
            return None
        found = replace(self, ranges=self.ranges | {node: known})
        return found if self.whole is None else found._implied(node, known, self.whole)

    def with_size(self, source: Bound, known: Interval) -> Facts | None:
        """What is known if a set holds so many things; None if it cannot."""
        key = self.key_of(source)
        known = known.meets(self.size_of(key))
        if known.is_empty():
            return None
        found = replace(self, sizes=self.sizes | {key: known})
        if known.low is None or known.low < 1:
            return found
        match key:
            case bv.Quantify(source=inner):
                return found.with_size(inner, NOT_EMPTY)
            case bv.Lookup(index=index) if index.type.kind == "thing" and index not in found.ranges:
                return found.with_range(index, THERE)
            case bv.Local() if key in self.values:
                return found.with_size(self.values[key], known)
        return found

    def _implied(self, node: Bound, known: Interval, whole: WholeProgram) -> Facts | None:
        """What follows from the range of a value."""
        is_there = known.low is not None and known.low >= 0
        match node:
            case bv.Local() if node in self.values:
                found = self.with_range(self.values[node], known)
                return with_candidate(found, self.values[node], node) if found is not None and is_there else found
            case bv.ZoneEnd(zone=zone):
                if is_there:
                    return self.with_size(zone, NOT_EMPTY)
                return self.with_size(zone, NOTHING_IN_IT) if known.high is not None and known.high < 0 else self
            case bv.SetSize(source=source):
                return self.with_size(source, known)
            case bv.Quantify(function="count"):
                return self.with_size(node, known)
            case bv.Quantify(function="any"):
                return self.with_size(node, NOT_EMPTY if known.low == 1 else NOTHING_IN_IT) if _sure(known) else self
            case bv.Quantify(function="none" | "every"):
                return self.with_size(node, NOTHING_IN_IT if known.low == 1 else NOT_EMPTY) if _sure(known) else self
            case bv.Quantify(function="first"):
                if is_there:
                    found = self.with_size(node, NOT_EMPTY)
                    return with_candidate(found, node) if found is not None else None
                return self.with_size(node, NOTHING_IN_IT) if known.high is not None and known.high < 0 else self
            case bv.Op(op="+" | "-", arguments=(value, bv.Const(value=more))):
                less = more if node.op == "+" else -more
                low, high = (None if each is None else each - less for each in known)
                return self.with_range(value, Interval(low, high))
            case bv.Op(op="within", arguments=(value, last)) if is_there:
                found = self.with_range(value, known)
                return found.with_test(bv.Op("<=", (value, last), Type("truth")), True) if found is not None else None
            case bv.Inside(value=value):
                return self.with_range(value, known)
            case bv.Lookup(table=table, index=index) if index.type.kind == "thing":
                of_none = whole.tables[table][-1]
                if isinstance(of_none, int) and known.meets(Interval(of_none, of_none)).is_empty():
                    return self.with_range(index, THERE)
            case bv.Evaluate() if node.type.kind != "truth":
                amount = whole.inlined(node)
                return self.with_range(amount, known) if amount is not None else self
        return self

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
        return replace(self, ranges=self.ranges | {node: one[node].joins(other[node]) for node in same})


def joined(one: Facts, other: Facts) -> Facts:
    """What is known where either may have been the case."""
    if one is other:
        return one
    ranges = {node: known.joins(other.ranges[node]) for node, known in one.ranges.items() if node in other.ranges}
    sizes = {node: known.joins(other.sizes[node]) for node, known in one.sizes.items() if node in other.sizes}
    for mine, theirs in ((one, other), (other, one)):
        for node, known in mine.ranges.items():
            if node not in ranges and isinstance(node, bv.Local | bv.Read):
                ranges[node] = known.joins(theirs.range_of(node))
        for node, known in mine.sizes.items():
            if node not in sizes and isinstance(node, bv.Local | bv.ZoneRef):
                sizes[node] = known.joins(theirs.size_of(node))
    orders = {}
    for pair in {**one.orders, **other.orders}:
        possible = one.orders.get(pair) or one._possible(*pair)
        possible |= other.orders.get(pair) or other._possible(*pair)
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


def _plain(number: Bound) -> Bound:
    """A number without what is added to it and taken away again."""
    match number:
        case bv.Op(op="-", arguments=(bv.Op(op="+", arguments=(inner, bv.Const(value=more))), bv.Const(value=less))):
            return inner if more == less else number
    return number


def _is_one_less(last: Bound, number: Bound) -> bool:
    match last:
        case bv.Op(op="-", arguments=(bv.Read(base=base), bv.Const(value=1))):
            return isinstance(number, bv.Read) and number.base == base and not number.parts
    return False


def _sure(known: Interval) -> bool:
    return known.low == known.high


def _is_not_empty(size: Interval) -> bool | None:
    if size.low is not None and size.low >= 1:
        return True
    return False if size.high == 0 else None


def _truth(decided: bool | None) -> Interval:
    return TRUTHS if decided is None else Interval(int(decided), int(decided))


def _of_end(found: Interval, size: Interval) -> Interval:
    is_there = _is_not_empty(size)
    return found if is_there is None else found.meets(THERE) if is_there else Interval(-1, -1)


def _passes(cell: object, limits: Interval, excluded: frozenset[int]) -> bool:
    if not isinstance(cell, int):
        return True
    return not limits.meets(Interval(cell, cell)).is_empty() and cell not in excluded


def _cells(row: object) -> tuple[int, ...]:
    return row if isinstance(row, tuple) else ()


def _is_state(node: object) -> bool:
    if isinstance(node, bv.Read):
        return bool(node.family) and node.base != N_SEATS
    return isinstance(node, _STATE)


def of_declared(world: World, type_: Type) -> Interval:
    """The range of a type; things are numbered, and -1 is none."""
    known = of_type(type_)
    size = world.domains[type_.domain].size if type_.kind == "thing" and type_.domain in world.domains else 0
    return Interval(known.low, size - 1) if size else known


def inside(node: bv.Inside, value: Interval) -> Interval:
    """The range of a value that is read, from what it could be before."""
    bounds = Interval(0) if node.type.kind == "thing" else Interval(node.low, node.high)
    found = value.meets(bounds)
    return bounds if found.is_empty() else found


def without_facts(world: World, node: Bound) -> Interval:
    """The range of anything but an operator."""
    if isinstance(node, bv.Const):
        return Interval(node.value, node.value)
    if isinstance(node, bv.SetSize) or (isinstance(node, bv.Quantify) and node.function == "count"):
        return Interval(0)
    if isinstance(node, bv.Evaluate | bv.EvaluateField) and node.type.kind != "truth":
        return ANY
    if isinstance(node, bv.Quantify | bv.Element) and node.type.kind == "number":
        return ANY
    return of_declared(world, node.type)
