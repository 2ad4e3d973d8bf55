"""What is known of operations before they run: whether they ask someone, must be possible, or can end the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, assert_never

from rulewright.lower.walk import blocks_in, operations_in
from rulewright.model import lowered as low
from rulewright.model.functions import Summary


class Summaries(Protocol):
    """What is known of the effects that are called."""

    def summary(self, number: int) -> Summary: ...


def callees(operation: low.Operation) -> tuple[int, ...]:
    """The effects that an operation may run itself, without those in its blocks."""
    match operation:
        case low.Call() | low.AskEach():
            return (operation.function,)
        case low.CallField():
            return operation.functions
        case _:
            return ()


def suspends(known: Summaries, block: Iterable[low.Operation]) -> bool:
    """Whether running these operations can ask a seat for a decision."""
    return any(_suspends(known, each) for each in block)


def _suspends(known: Summaries, operation: low.Operation) -> bool:
    if isinstance(operation, low.Ask):
        return True
    if any(known.summary(number).suspends for number in callees(operation)):
        return True
    return any(suspends(known, block) for block in blocks_in(operation))


def ends(known: Summaries, block: low.Block) -> bool:
    """Whether running these operations can end the game."""
    for operation in operations_in(block):
        if isinstance(operation, low.Leave) and operation.whole_game:
            return True
        if any(known.summary(number).ends for number in callees(operation)):
            return True
    return False


def guards(known: Summaries, block: Iterable[low.Operation]) -> bool:
    """Whether these operations hold a guard that the one who offers them must look at.

    Looking ends at a call or loop that asks someone: what is decided in there cannot be foreseen.
    """
    for operation in block:
        if _guards(known, operation):
            return True
        if ends_look(known, operation):
            return False
    return False


def ends_look(known: Summaries, operation: low.Operation) -> bool:
    """Whether looking ahead goes no further than this operation."""
    if isinstance(operation, low.Ask | low.If):
        return False
    return _suspends(known, operation)


def _guards(known: Summaries, operation: low.Operation) -> bool:
    match operation:
        case low.Check() | low.Roll():
            return True
        case low.Ask():
            return all(offer.source is not None or guards(known, offer.body) for offer in operation.offers)
        case low.Call() | low.CallField():
            return any(known.summary(number).guards for number in callees(operation))
        case low.If():
            return guards(known, operation.then) or guards(known, operation.otherwise)
        case (
            low.Let() | low.Store() | low.Flip() | low.Move() | low.MoveAll() | low.Draw() | low.Shuffle()
            | low.Leave() | low.Each() | low.Repeat() | low.While() | low.AskEach()
            | low.Tell() | low.Count()
        ):  # fmt: skip
            return False
        case _:
            assert_never(operation)


def is_run_by_another(operation: low.Operation) -> bool:
    """Whether a call lets a seat act that is perhaps not the acting one."""
    match operation:
        case low.Call(arguments=(low.Local(number=0), *_)) | low.CallField(arguments=(low.Local(number=0), *_)):
            return False
        case _:
            return True
