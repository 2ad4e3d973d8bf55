"""Implications of a value's range for the values that it is worked out from."""

from __future__ import annotations

from typing import TypeVar

from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.ranges import MAX_NUMBER, THERE, Interval
from rulewright.core.model.type import TRUTH
from rulewright.core.sound.known import WhatIsKnown
from rulewright.core.sound.sets import NOT_EMPTY, NOTHING_IN_IT, with_candidate
from rulewright.core.sound.whole import WholeProgram

_Facts = TypeVar("_Facts", bound=WhatIsKnown)


def implied(facts: _Facts, node: Bound, known: Interval, whole: WholeProgram) -> _Facts | None:
    """Return what follows from the range of a value."""
    is_there = known.low is not None and known.low >= 0
    match node:
        case bv.Local() if node in facts.values:
            found = facts.with_range(facts.values[node], known)
            return with_candidate(found, facts.values[node], node) if found is not None and is_there else found
        case bv.ZoneEnd(zone=zone):
            if is_there:
                return facts.with_size(zone, NOT_EMPTY)
            return facts.with_size(zone, NOTHING_IN_IT) if known.high is not None and known.high < 0 else facts
        case bv.SetSize(source=source):
            return facts.with_size(source, known)
        case bv.Quantify(function="count"):
            return facts.with_size(node, known)
        case bv.Quantify(function="any"):
            return facts.with_size(node, NOT_EMPTY if known.low == 1 else NOTHING_IN_IT) if _sure(known) else facts
        case bv.Quantify(function="none" | "every"):
            return facts.with_size(node, NOTHING_IN_IT if known.low == 1 else NOT_EMPTY) if _sure(known) else facts
        case bv.Quantify(function="first"):
            if is_there:
                found = facts.with_size(node, NOT_EMPTY)
                return with_candidate(found, node) if found is not None else None
            return facts.with_size(node, NOTHING_IN_IT) if known.high is not None and known.high < 0 else facts
        case bv.Op(op="+" | "-", arguments=(value, bv.Const(value=more))):
            less = more if node.op == "+" else -more
            low, high = (None if each is None else each - less for each in known)
            return facts.with_range(value, Interval(low, high))
        case bv.Op(op="if", arguments=(test, one, other)):
            for value, rest, holds in ((one, other, True), (other, one, False)):
                if known.meets(facts.range_of(rest)).is_empty():
                    found = facts.with_test(test, holds)
                    return found.with_range(value, known) if found is not None else None
        case bv.Op(op="saturated", arguments=(value,)):
            low = known.low if known.low is not None and known.low > -MAX_NUMBER else None
            high = known.high if known.high is not None and known.high < MAX_NUMBER else None
            return facts.with_range(value, Interval(low, high))
        case bv.Op(op="within", arguments=(value, last)) if is_there:
            found = facts.with_range(value, known)
            return found.with_test(bv.Op("<=", (value, last), TRUTH), True) if found is not None else None
        case bv.Inside(value=value):
            return facts.with_range(value, known)
        case bv.Lookup(table=table, index=index) if index.type.kind == "thing":
            of_none = whole.tables[table][-1]
            if isinstance(of_none, int) and known.meets(Interval(of_none, of_none)).is_empty():
                return facts.with_range(index, THERE)
        case bv.Evaluate() if node.type.kind != "truth":
            amount = whole.inlined(node)
            return facts.with_range(amount, known) if amount is not None else facts
        case _:
            pass
    return facts


def _sure(known: Interval) -> bool:
    return known.low == known.high
