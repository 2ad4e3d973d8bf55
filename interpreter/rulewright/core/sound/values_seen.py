"""Ranges of values by all facts of the program: printed values, sizes of sets, texts of quantities."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.ranges import ANY, THERE, TRUTHS, Interval, of_numbers
from rulewright.core.sound.known import WhatIsKnown
from rulewright.core.sound.sets import NOTHING_IN_IT, with_candidate
from rulewright.core.sound.whole import WholeProgram


def of_operator(facts: WhatIsKnown, node: bv.Op, found: Interval) -> Interval:
    """The range of an operator, where more is known than the ranges of what it is given."""
    if node.op == "if":
        test, one, other = node.arguments
        decided = facts.decides(test)
        if decided is not None:
            return facts.range_of(one if decided else other)
        if facts.whole is None or not facts.whole.parts():
            return found
        yes, no = facts.with_test(test, True), facts.with_test(test, False)
        if yes is not None and no is not None:
            found = yes.range_of(one).joins(no.range_of(other))
        facts.whole.joins()
    elif node.op == "within" and _is_within(facts, *node.arguments):
        return facts.range_of(node.arguments[0])
    elif node.op == "-" and len(node.arguments) == 2:
        one, other = node.arguments
        return found if facts.may(one, other, "<") else found.meets(THERE)
    return found


def _is_within(facts: WhatIsKnown, number: Bound, last: Bound) -> bool:
    """Return whether a number is one of those from 0 to the last."""
    number = _plain(number)
    if (facts.range_of(number).low or 0) < 0 or facts.range_of(number).low is None:
        return False
    if isinstance(number, bv.Op) and number.op == "%" and _is_one_less(last, number.arguments[1]):
        return True
    return not facts.may(number, last, ">")


def looked_through(facts: WhatIsKnown, node: Bound, whole: WholeProgram) -> Interval:
    """The range of what is no operator, by all that is known of the program."""
    found = whole.declared(node)
    match node:
        case bv.Local() if node in facts.values:
            return found.meets(facts.range_of(facts.values[node]))
        case bv.Read(base=base, family=family):
            if base == N_SEATS:
                return Interval(max(1, facts.world.min_seats), facts.world.max_seats)
            for known in (whole.members.get(family), facts.members.get(family)):
                found = found if known is None else found.meets(known)
            return found
        case bv.Lookup(table=table, index=index) if node.type.kind != "set":
            return _printed(facts, node, index, table, whole)
        case bv.Element(items=bv.Lookup() as items) if node.type.kind in ("number", "thing"):
            within = [cell for row in facts.rows_of(items, whole) for cell in _cells(row)]
            return of_numbers(within, found)
        case bv.ZoneEnd(zone=zone):
            return _of_end(found, facts.size_of(zone))
        case bv.SetSize(source=source):
            return facts.size_of(source)
        case bv.Quantify():
            return _of_candidates(facts, node, found)
        case bv.Evaluate() if (amount := whole.inlined(node)) is not None and whole.enters():
            found = found.meets(facts.range_of(amount))
            whole.leaves()
            return found
        case _:
            return found


def _printed(facts: WhatIsKnown, node: bv.Lookup, index: Bound, table: int, whole: WholeProgram) -> Interval:
    """The range of what is printed on a thing: only on those that it can be here."""
    if table in (whole.spaces, whole.places) and isinstance(index, bv.PieceSlot):
        first = 1 if table == whole.spaces else 0
        sizes = [_n_spaces(facts, home.family, numbered=first == 1) for home in facts.homes.get(index.piece) or ()]
        return Interval(first, first + max(sizes) - 1) if sizes and min(sizes) > 0 else whole.declared(node)
    cells = [cell for cell in facts.rows_of(node, whole) if isinstance(cell, int)]
    return of_numbers(cells) if cells else whole.declared(node)


def _n_spaces(facts: WhatIsKnown, zone: str, *, numbered: bool) -> int:
    """Return the number of spaces of a zone that have numbers, or that are places."""
    family = facts.world.families.get(zone)
    if family is None or numbered is bool(family.place):
        return 0
    return family.spaces if numbered else facts.world.domains[family.place].size


def rows_of(facts: WhatIsKnown, node: bv.Lookup, whole: WholeProgram) -> Sequence[object]:
    """The cells of a table that a thing can have, as far as it is known which it is."""
    index = node.index
    if isinstance(index, bv.Quantify) and (facts.range_of(index).low or 0) >= 0:
        chosen = with_candidate(facts, index)
        if chosen is not facts:
            return chosen.rows_of(node, whole)
    limits = facts.range_of(index)
    tests = tuple(
        (known.table, interval, facts.excluded.get(known, frozenset()))
        for known, interval in facts.ranges.items()
        if known.__class__ is bv.Lookup and known.index == index and known.table != node.table
    )
    own = facts.excluded.get(index, frozenset())
    if not own and not tests:
        return whole.cells(node.table, index.type, limits)
    return whole.cells_where(node.table, whole.rows(node.table, index.type, limits), own, tests)


def _of_candidates(facts: WhatIsKnown, node: bv.Quantify, found: Interval) -> Interval:
    """The range of a function of a set."""
    size = facts.size_of(facts.key_of(node))
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
            candidate = facts.of_candidate(node.variable, node.source, None)
            each = candidate.range_of(node.variable) if candidate is not None else ANY
            return each if _is_not_empty(size) else each.joins(Interval(-1, -1))
        case "highest" | "lowest" if node.value is not None:
            each = _of_each(facts, node, node.value)
            return each if _is_not_empty(size) else each.joins(NOTHING_IN_IT)
        case "sum" if node.value is not None:
            each = _of_each(facts, node, node.value)
            low = 0 if each.low is not None and each.low >= 0 else None
            high = None
            if each.high is not None and size.high is not None:
                high = max(0, each.high) * size.high
            return Interval(low, high)
        case _:
            return found


def _of_each(facts: WhatIsKnown, node: bv.Quantify, value: Bound) -> Interval:
    """The range of a value of each candidate."""
    inner = facts.of_candidate(node.variable, node.source, node.where)
    return inner.range_of(value) if inner is not None else ANY


def _plain(number: Bound) -> Bound:
    """A number without what is added to it and taken away again."""
    match number:
        case bv.Op(op="-", arguments=(bv.Op(op="+", arguments=(inner, bv.Const(value=more))), bv.Const(value=less))):
            return inner if more == less else number
        case _:
            return number


def _is_one_less(last: Bound, number: Bound) -> bool:
    match last:
        case bv.Op(op="-", arguments=(bv.Read(base=base), bv.Const(value=1))):
            return isinstance(number, bv.Read) and number.base == base and not number.parts
        case _:
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


def _cells(row: object) -> tuple[int, ...]:
    return row if isinstance(row, tuple) else ()
