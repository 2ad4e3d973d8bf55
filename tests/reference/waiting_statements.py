"""Before which statements an answer under seal waits: those of the operations that they become."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import bound as b
from rulewright.core.model import operations as low
from rulewright.core.model.program import Program
from rulewright.core.model.stages import OPENED, WHEN_ALL_HAVE_ACTED, Stage

Waiting = dict[int, Stage]


def waiting_statements(program: Program) -> Waiting:
    """The stage of each statement before which answers wait, by its identity."""
    lowered = Lowered(program)
    if not any(isinstance(each, low.AskEach) for each in lowered.all_operations()):
        return {}
    found: Waiting = {}
    for procedure in program.procedures:
        for statement, operations in _paired(lowered, procedure.body, lowered.effect(procedure.number).body):
            stages = [lowered.sealed_answers.stage(each) for each in operations]
            for stage in (OPENED, WHEN_ALL_HAVE_ACTED):
                if stage in stages:
                    found[id(statement)] = stage
    return found


def _paired(
    lowered: Lowered, statements: b.BoundBlock, operations: low.Block
) -> Iterator[tuple[b.BoundStatement, low.Block]]:
    """Statements, each with the operations it has become, and what is in them."""
    place = 0
    for statement in statements:
        size = len(lowered.operations(statement))
        own = operations[place : place + size]
        place += size
        yield statement, own
        match statement, own:
            case b.Branch(), (low.If(then=then, otherwise=otherwise),):
                yield from _paired(lowered, statement.then, then)
                yield from _paired(lowered, statement.otherwise, otherwise)
            case (b.Loop() | b.RepeatTimes() | b.RepeatWhile()), (low.Each() | low.Repeat() | low.While() as loop,):
                yield from _paired(lowered, statement.body, loop.body)
            case b.ChooseOption(), (low.Ask(offers=offers),):
                for option, offer in zip(statement.options, offers, strict=True):
                    yield from _paired(lowered, option.body, offer.body)
            case _:
                pass
