"""Facts about sets: how many things they can hold, and the tests that each thing in them passes."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.ranges import THERE, Interval, count_from_to, from_to, of_numbers
from rulewright.core.model.type import TRUTH, Type
from rulewright.core.sound.known import WhatIsKnown
from rulewright.core.sound.trees import candidates_key, put_in

_Facts = TypeVar("_Facts", bound=WhatIsKnown)
NOT_EMPTY = Interval(1)
NOTHING_IN_IT = Interval(0, 0)


def candidates_of(node: Bound) -> Bound:
    """Return the set whose size says what a function of a set gives, for `every` those that fail its test."""
    match node:
        case bv.Once(source=source):
            return candidates_of(source)
        case bv.ZoneRef(parts=parts) if any(isinstance(index, bv.Inside) for index, _ in parts):
            return replace(node, parts=tuple((_unchecked(index), stride) for index, stride in parts))
        case bv.Quantify(function="while" | "until"):
            return node
        case bv.Quantify(source=source, where=None):
            return candidates_of(source)
        case bv.Quantify(function=function, source=source, where=where) if where is not None:
            test = bv.Op("not", (where,), TRUTH) if function == "every" else where
            return candidates_key(node, candidates_of(source), test, Type("set", source.type.domain))
        case _:
            return node


def _unchecked(index: Bound) -> Bound:
    """An index without its check: whoever goes on has an index that is inside."""
    return index.value if isinstance(index, bv.Inside) else index


def set_of(facts: WhatIsKnown, source: Bound) -> Interval:
    """Return how many things a set can hold."""
    once = isinstance(source, bv.Once)
    key = facts.key_of(source)
    found, known = _by_its_form(facts, key), facts.sizes.get(key)
    found = found if known is None else found.meets(known)
    return Interval(min(found.low or 0, 1), found.high) if once else found


def _by_its_form(facts: WhatIsKnown, key: Bound) -> Interval:
    whole = facts.whole
    match key:
        case bv.ZoneRef():
            return _of_zone(facts, key)
        case bv.UnionSet(parts=parts):
            sizes = [set_of(facts, each) for each in parts]
            highs = [each.high for each in sizes if each.high is not None]
            return Interval(sum(each.low or 0 for each in sizes), sum(highs) if len(highs) == len(sizes) else None)
        case bv.RangeSet(low=low, high=high):
            first, last = facts.range_of(low), facts.range_of(high)
            least = 0 if last.low is None or first.high is None else max(0, last.low - first.high + 1)
            return Interval(max(least, 0 if facts.may(high, low, "<") else 1), count_from_to(first, last))
        case bv.DomainSet(size=count):
            return _of_seats(facts) if count < 0 else Interval(count, count)
        case bv.OthersSet(also_self=also_self):
            seats = _of_seats(facts)
            less = 0 if also_self else 1
            return Interval((seats.low or 1) - less, (seats.high or 1) - less)
        case bv.Local() if key in facts.values:
            return set_of(facts, facts.values[key])
        case bv.Lookup() if whole is not None:
            lengths = [len(row) for row in facts.rows_of(key, whole) if isinstance(row, tuple)]
            return of_numbers(lengths, THERE)
        case bv.Along(start=start, whole=table) if whole is not None:
            cells = whole.cells(table, start.type, facts.range_of(start))
            lengths = [len(cell) for cell in cells if isinstance(cell, tuple)]
            return of_numbers(lengths, THERE)
        case bv.Op(op="if", arguments=(_, one, other)):
            return set_of(facts, one).joins(set_of(facts, other))
        case bv.Quantify(function="until", source=source):
            size = set_of(facts, source)
            return Interval(min(size.low or 0, 1), size.high)
        case bv.Quantify(function="while", source=source):
            return Interval(0, set_of(facts, source).high)
        case bv.Quantify(source=source, variable=variable, where=where) if where is not None:
            size = facts.size_of(source)
            if whole is None or not whole.enters():
                return Interval(0, size.high)
            each = facts.of_candidate(variable, source, None)
            decided = each.decides(where) if each is not None else False
            whole.leaves()
            return size if decided else NOTHING_IN_IT if decided is False else Interval(0, size.high)
        case _:
            return THERE


def _of_seats(facts: WhatIsKnown) -> Interval:
    return Interval(max(1, facts.world.min_seats), facts.world.max_seats)


def _of_zone(facts: WhatIsKnown, zone: bv.ZoneRef) -> Interval:
    found = Interval(0, zone.spaces or None)
    for members in (facts.members, facts.whole.members if facts.whole is not None else {}):
        known = members.get(zone.family)
        if known is not None and zone.spaces <= 1:
            found = found.meets(known)
        elif known is not None and known.high == 0:
            found = NOTHING_IN_IT
    if zone.spaces > 1:
        taken = [
            known for known, size in facts.sizes.items()
            if isinstance(known, bv.ZoneRef) and known.family == zone.family and (size.low or 0) >= 1
            and known.parts == zone.parts and zone.base <= known.base < zone.base + zone.spaces
        ]  # fmt: skip
        found = found.meets(Interval(len(taken)))
    return found


def in_set(facts: _Facts, variable: bv.Local, source: Bound) -> _Facts:
    """Return the facts about a thing of a set: the zones it may lie in, its bounds, the tests it passes."""
    homes = facts.home_of(source)
    if homes is not None:
        facts = facts.but(homes=facts.homes | {variable: homes})
    facts = facts.with_size(source, NOT_EMPTY) or facts
    if variable.type.kind == "thing":
        facts = facts.with_range(variable, THERE) or facts
    return _passing(facts, variable, source)


def _passing(facts: _Facts, variable: bv.Local, source: Bound) -> _Facts:
    match source:
        case bv.RangeSet(low=low, high=high):
            limits = from_to(facts.range_of(low), facts.range_of(high))
            facts = facts.with_range(variable, limits) or facts
            for bound, op in ((low, ">="), (high, "<=")):
                facts = facts.with_test(bv.Op(op, (variable, bound), TRUTH), True) or facts
        case bv.DomainSet(size=size) if size > 0:
            facts = facts.with_range(variable, Interval(0, size - 1)) or facts
        case bv.Once(source=inner):
            return _passing(facts, variable, inner)
        case bv.Local() if source in facts.values:
            return _passing(facts, variable, facts.values[source])
        case bv.Quantify(function="those" | "while", variable=own, source=inner, where=where):
            facts = _passing(facts, variable, inner)
            if where is not None:
                facts = facts.with_test(put_in(where, {own.number: variable}), True) or facts
        case bv.Quantify(function="until", source=inner):
            return _passing(facts, variable, inner)
        case bv.Lookup() if facts.whole is not None:
            cells = [cell for row in facts.rows_of(source, facts.whole) if isinstance(row, tuple) for cell in row]
            if cells:
                facts = facts.with_range(variable, of_numbers(cells)) or facts
        case _:
            pass
    return facts


def with_candidate(facts: _Facts, node: Bound, named: Bound | None = None) -> _Facts:
    """Return what is known if the first of some candidates is there: it passes their test. It may have been `named`."""
    if not isinstance(node, bv.Quantify) or node.function != "first":
        return facts
    it = named if named is not None else node
    if it in facts.standing:
        return facts
    found = facts.but(standing=facts.standing | {it})
    homes = found.home_of(node.source)
    if homes is not None:
        found = found.but(homes=found.homes | {it: homes})
    if node.where is None:
        return found
    return found.with_test(put_in(node.where, {node.variable.number: it}), True) or found
