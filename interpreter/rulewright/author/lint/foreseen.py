"""What is foreseen of an effect: whether a decision before it has looked ahead to each statement.

Who is offered something foresees what must be possible after it, but no further than to what asks somebody, and not
into loops. So an option that leads to a decision foresees it; what a phase, a trigger or a question begins with is not.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import NamedTuple

from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.summary import suspends
from rulewright.core.model import bound as b
from rulewright.core.model.bound import BoundBlock, BoundStatement


class ForeseenStep(NamedTuple):
    """A statement and the rest of its block, whether it is foreseen, and whether it is in a loop of what it is."""

    statement: BoundStatement
    rest: BoundBlock
    foreseen: bool
    in_loop: bool


ForeseenSteps = Generator[ForeseenStep, None, bool]
"""Steps, and whether what follows them is foreseen."""


def foreseen_steps(lowered: Lowered, block: BoundBlock, foreseen: bool, in_loop: bool = False) -> ForeseenSteps:
    """The statements of a block and of the blocks in it, given whether its beginning is foreseen."""
    for position, statement in enumerate(block):
        yield ForeseenStep(statement, block[position + 1 :], foreseen, in_loop)
        match statement:
            case b.PickOne():
                foreseen = foreseen or not statement.chance
            case b.ChooseOption():
                foreseen = yield from _ways(lowered, (option.body for option in statement.options), True, False)
            case b.Branch():
                foreseen = yield from _ways(lowered, (statement.then, statement.otherwise), foreseen, in_loop)
            case b.Loop() | b.RepeatTimes() | b.RepeatWhile():
                yield from foreseen_steps(lowered, statement.body, False, True)
                foreseen = foreseen and not _asks(lowered, statement)
            case _:
                b.assert_simple_statement(statement)
                foreseen = foreseen and not _asks(lowered, statement)
    return foreseen


def _ways(lowered: Lowered, blocks: Iterable[BoundBlock], foreseen: bool, in_loop: bool) -> ForeseenSteps:
    """Blocks one of which is done: what follows is foreseen if it is after each."""
    ends = []
    for block in blocks:
        ends.append((yield from foreseen_steps(lowered, block, foreseen, in_loop)))
    return all(ends)


def _asks(lowered: Lowered, statement: BoundStatement) -> bool:
    return suspends(lowered, lowered.operations(statement))
