"""How answers given at once are carried out: each up to the statements before which it waits for the others.

These are the statements that become the operations before which it waits.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.resuming import sealed_answers
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import bound as b
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.program import Program
from rulewright.core.model.stages import OPENED, SAFE, WHEN_ALL_HAVE_ACTED, AnswerStage
from tests.reference.changes import asked_seats
from tests.reference.values import Moment, held

Waiting = dict[tuple[int, int], AnswerStage]


class Wait(NamedTuple):
    """An answer under seal waits for others, until this stage."""

    stage: AnswerStage


@dataclass(slots=True)
class Opening:
    """How far those who are asked at once have come: what waits for less than `done` goes on.

    The statements before which answers wait are found when first asked for.
    """

    waits: Waiting | None = None
    done: AnswerStage = WHEN_ALL_HAVE_ACTED

    @contextmanager
    def looking_ahead(self) -> Iterator[None]:
        """Nothing waits ahead."""
        done, self.done = self.done, WHEN_ALL_HAVE_ACTED
        try:
            yield
        finally:
            self.done = done


class Evaluating(Protocol):
    """What an evaluator has for answers given at once; see there."""

    under_way: list[tuple[int, int]]
    opening: Opening

    def call(self, state: list[Any], procedure: int, arguments: tuple[Any, ...]) -> Generator[Any, int, None]: ...


def at_once(evaluator: Evaluating, at: Moment, ask: b.AskAll) -> Generator[Any, int, None]:
    """The parts of several seats, each as far as it goes at each stage; all are in the order of the table."""
    given = tuple(held(at, each) for each in ask.arguments)
    parts = [evaluator.call(at.state, ask.procedure, (seat, *given)) for seat in asked_seats(at, ask)]
    opening = evaluator.opening
    before, outside = evaluator.under_way, opening.done
    open_: list[tuple[int, Any, list[tuple[int, int]]]] = [(SAFE, each, [*before]) for each in parts]
    for now in (SAFE, OPENED, WHEN_ALL_HAVE_ACTED):
        opening.done = now
        for place, (stage, part, under_way) in enumerate(open_):
            if stage == now:
                evaluator.under_way = under_way
                waits = yield from _up_to_a_wait(part)
                open_[place] = waits.stage if waits else -1, part, under_way
    evaluator.under_way, opening.done = before, outside


def wait_before(
    opening: Opening, program: Program, statement: b.BoundStatement, deferred: int = -1
) -> Generator[Wait, None, bool]:
    """Wait for others before a statement, or before one of the `deferred` effects that it runs, if an answer has to."""
    if opening.done == WHEN_ALL_HAVE_ACTED:
        return False
    if opening.waits is None:
        opening.waits = waiting_statements(program)
    stage = opening.waits.get((id(statement), deferred), SAFE)
    waits = stage > opening.done
    if waits:
        yield Wait(stage)
    return waits


def _up_to_a_wait(part: Generator[Any, int, None]) -> Generator[Any, int, Wait | None]:
    """Run a part of what several decide at once until it waits for others, or to its end."""
    try:
        asked = next(part)
        while not isinstance(asked, Wait):
            asked = part.send((yield asked))
        return asked
    except StopIteration:
        return None


def waiting_statements(program: Program) -> Waiting:
    """The stage of each statement before which answers wait, by its identity and the deferred effect it runs, or -1."""
    lowered = Lowered(program)
    if not any(isinstance(each, low.AskEach) for each in lowered.all_operations()):
        return {}
    found: Waiting = {}
    for procedure in program.procedures:
        for statement, operations in _paired(lowered, procedure.body, lowered.effect(procedure.number).body):
            stages = [(-1, sealed_answers(lowered).stage(each)) for each in operations]
            if isinstance(statement, b.RunWaiting):
                calls = [each for each in operations_in(operations) if isinstance(each, lv.Call)]
                stages += [(each.function, sealed_answers(lowered).stage(each)) for each in calls]
            for deferred, stage in stages:
                if stage != SAFE:
                    found[id(statement), deferred] = max(stage, found.get((id(statement), deferred), SAFE))
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
            case ((b.Loop() | b.RepeatTimes() | b.RepeatWhile()), (low.Each() | low.Repeat() | low.While() as loop,)):
                yield from _paired(lowered, statement.body, loop.body)
            case b.ChooseOption(), (low.Ask(offers=offers),):
                for option, offer in zip(statement.options, offers, strict=True):
                    yield from _paired(lowered, option.body, offer.body)
            case _:
                pass
