"""The look-ahead over an effect: whether an earlier decision has checked each statement in advance.

An option is offered only if the statements after it are possible, but look-ahead stops at the next decision, and does
not enter loops. So an option that leads to a decision covers it, and a pick of several what follows it. The first
statements of a phase, a trigger or a question are not covered.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import NamedTuple

from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.summary import suspends
from rulewright.core.model import bound as b
from rulewright.core.model.bound import BoundBlock, BoundStatement


class ForeseenStep(NamedTuple):
    """A statement and the rest of its block, with whether look-ahead covers it.

    `in_loop`: it is in a loop of the part that is covered.
    """

    statement: BoundStatement
    rest: BoundBlock
    foreseen: bool
    in_loop: bool


ForeseenSteps = Generator[ForeseenStep, None, bool]
"""Steps, and whether what follows them is foreseen."""


def foreseen_steps(lowered: Lowered, block: BoundBlock, foreseen: bool, in_loop: bool = False) -> ForeseenSteps:
    """Yield the statements of a block and of the blocks in it, given whether its beginning is foreseen."""
    for position, statement in enumerate(block):
        yield ForeseenStep(statement, block[position + 1 :], foreseen, in_loop)
        match statement:
            case b.PickOne():
                foreseen = foreseen or not statement.chance
            case b.ChooseOption():
                foreseen = yield from _ways(lowered, (option.body for option in statement.options), True, False)
            case b.Branch():
                foreseen = yield from _ways(lowered, (statement.then, statement.otherwise), foreseen, in_loop)
            case b.RepeatWhile(ahead=few) if few is not None:  # a pick of several
                foreseen = True
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
