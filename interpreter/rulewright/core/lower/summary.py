"""Summaries of operations: whether they ask someone, must be possible, or can end the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rulewright.core.lower.walk import blocks_in, operations_in
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.functions import Summary


class Summaries(Protocol):
    """The known summaries of called effects."""

    def summary(self, number: int) -> Summary: ...


def suspends(known: Summaries, block: Iterable[low.Operation]) -> bool:
    """Whether running these operations can ask a seat for a decision."""
    return any(_suspends(known, each) for each in block)


def _suspends(known: Summaries, operation: low.Operation) -> bool:
    if operation.asks or any(known.summary(number).suspends for number in operation.runs):
        return True
    return any(suspends(known, block) for block in blocks_in(operation))


def ends(known: Summaries, block: low.Block) -> bool:
    """Whether running these operations can end the game."""
    for operation in operations_in(block):
        if operation.ends or any(known.summary(number).ends for number in operation.runs):
            return True
    return False


def guards(known: Summaries, block: Iterable[low.Operation]) -> bool:
    """Whether these operations hold a guard that whoever offers them must check.

    Looking ends at a call that asks someone, and at a loop, but for one that picks parts of a set: what is decided in
    there cannot be foreseen.
    """
    for operation in block:
        if _guards(known, operation):
            return True
        if ends_look(known, operation):
            return False
    return False


def ends_look(known: Summaries, operation: low.Operation) -> bool:
    """Whether looking ahead stops at this operation."""
    return not operation.ways and not picks_parts(operation) and _suspends(known, operation)


def picks_sets(known: Summaries, block: low.Block) -> bool:
    """Whether these operations, or effects that they run, pick several things at once."""
    return any(
        picks_parts(each) or any(known.summary(number).picks_sets for number in each.runs)
        for each in operations_in(block)
    )


def picks_parts(operation: low.Operation) -> bool:
    """Whether an operation is the loop that picks the parts of a set one after another."""
    return isinstance(operation, low.While) and operation.ahead is not None


def _guards(known: Summaries, operation: low.Operation) -> bool:
    if isinstance(operation, low.Ask):  # whoever is asked takes the way that is open
        return all(offer.source is not None or guards(known, offer.body) for offer in operation.offers)
    if operation.guards or any(guards(known, way) for way in operation.ways):
        return True
    return operation.in_course and any(known.summary(number).guards for number in operation.runs)


def is_run_by_another(operation: low.Operation) -> bool:
    """Whether a call lets a seat act that is perhaps not the acting one."""
    if not isinstance(operation, lv.Call | lv.CallField):
        return True
    seat = operation.arguments[0]
    return not (isinstance(seat, lv.Local) and seat.number == 0)
