"""A `pick` of several as the reference evaluator looks ahead: each set that can come of it is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.program import Program
from tests.reference.values import Moment, value

if TYPE_CHECKING:
    from tests.reference.evaluator import Evaluator


def any_set(evaluator: Evaluator, at: Moment, loop: b.RepeatWhile, rest: BoundBlock) -> bool:
    """Whether with any set that can still come of a loop the rest can be done."""
    if not value(at, loop.test):
        return evaluator.can_do(at.fork(), rest)
    *before, asked = loop.body
    assert isinstance(asked, b.ChooseOption)
    evaluator.ends(at, *before)
    for option in asked.options:
        for tried in evaluator.tries(at, option):
            if not evaluator.ends(tried, *option.body) and any_set(evaluator, tried, loop, rest):
                return True
    return False


def picks_sets(program: Program, *statements: BoundStatement) -> bool:
    """Whether statements, or what they may call, pick several at once."""
    return any(_picks_sets(program, each) for each in statements)


def _picks_sets(program: Program, statement: BoundStatement) -> bool:
    called: tuple[int, ...] = ()
    match statement:
        case b.RepeatWhile(ahead=few) if few is not None:
            return True
        case bv.CallProcedure() | b.AskAll():
            called = (statement.procedure,)
        case bv.DoField():
            called = tuple(statement.procedures)
        case b.RunWaiting():
            called = tuple(each.number for each in program.procedures if each.until == statement.until)
        case b.Branch():
            return picks_sets(program, *statement.then, *statement.otherwise)
        case b.ChooseOption():
            return any(picks_sets(program, *option.body) for option in statement.options)
        case b.Loop() | b.RepeatTimes() | b.RepeatWhile():
            return picks_sets(program, *statement.body)
    return any(picks_sets(program, *program.procedures[each].body) for each in called)
