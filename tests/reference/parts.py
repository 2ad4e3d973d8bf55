"""Which part of a statement `in any order` comes next, for the reference evaluator.

A generator cannot be copied: each way to go through the parts is run from its beginning, with the choices made so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.core.model import bound as b
from rulewright.core.model.bound import all_blocks
from rulewright.core.model.game import Blueprint
from rulewright.core.model.layout import HEADER, LABEL_BITS, LEAST_FREE_CODE, STEPS
from rulewright.core.model.parts_played import PartsInfo
from rulewright.core.model.program import Program
from rulewright.core.run.order_of_parts import MOST_TRIED
from tests.reference.changes import EndGame, LeaveEffect
from tests.reference.values import Moment

if TYPE_CHECKING:
    from tests.reference.evaluator import Decision, Evaluator, Running

_NONE = PartsInfo(frozenset(), frozenset())
_Table = tuple[Any, ...]


class CannotTell(Exception):  # noqa: N818
    """Trying must not go on."""


def parts_of(blueprint: Blueprint) -> dict[int, PartsInfo]:
    """What is known of the parts at each site that asks for an order."""
    return {number: site.parts for number, site in enumerate(blueprint.sites) if site.parts is not None}


def loop_around(program: Program, asked: b.ChooseOption) -> b.RepeatWhile:
    """The loop that asks for one part after another."""
    (found,) = (
        statement
        for procedure in program.procedures
        for block in all_blocks(procedure.body)
        for statement in block
        if isinstance(statement, b.RepeatWhile) and statement.body == (asked,)
    )
    return found


def part_after(evaluator: Evaluator, at: Moment, asked: b.ChooseOption, options: tuple[int, ...]) -> int | None:
    """The first option that leads to every table that any of them leads to; None if the seat is to be asked."""
    info = evaluator.parts.get(asked.site, _NONE)
    labels = {code: code % (1 << LABEL_BITS) for code in options if code < LEAST_FREE_CODE}
    blind = any(label in info.blind for label in labels.values())
    if len(labels) < len(options) or (evaluator.trying_parts and blind):
        return None
    loose = [code for code in options if labels[code] in info.loose]
    if loose or len(options) == 1:
        return (*loose, *options)[0]
    if evaluator.trying_parts or blind:
        return None
    under_way = evaluator.under_way
    evaluator.under_way, evaluator.trying_parts = [], True
    left = [MOST_TRIED]
    try:
        found = [set(_ends(evaluator, at, asked, code, (), left)) for code in options]
    except CannotTell:
        return None
    finally:
        evaluator.under_way, evaluator.trying_parts = under_way, False
    every = set().union(*found)
    return next((code for code, own in zip(options, found, strict=True) if own == every), None)


def _ends(
    evaluator: Evaluator, at: Moment, asked: b.ChooseOption, code: int, made: tuple[int, ...], left: list[int]
) -> Iterator[_Table]:
    """The tables at which the parts end with one of them first, then the choices made, then any others."""
    left[0] -= 1
    if left[0] < 0:
        raise CannotTell
    now, choices = at.fork(), [*made]
    now.state[STEPS] = 0
    running = _all_from(evaluator, now, asked, code)
    try:
        decision: Decision = next(running)
        while True:
            if not choices:
                _check(evaluator, decision, at.locals[asked.seat.number])
                if len(decision.options) > 1:
                    break
            now.state[STEPS] = 0
            decision = running.send(choices.pop(0) if len(decision.options) > 1 else decision.options[0])
    except StopIteration as end:
        yield (int(end.value), *now.state[HEADER:])
        return
    running.close()
    for each in decision.options:
        yield from _ends(evaluator, at, asked, code, (*made, each), left)


def _all_from(evaluator: Evaluator, at: Moment, asked: b.ChooseOption, code: int) -> Running:
    """All parts that are left, first the one chosen; returns whether the game is over."""
    try:
        yield from evaluator._take(at, asked, code, ())
        yield from evaluator._block(at, (loop_around(evaluator.program, asked),), ())
    except (LeaveEffect, EndGame) as end:
        return isinstance(end, EndGame)
    return False


def _check(evaluator: Evaluator, decision: Decision, seat: int) -> None:
    blind = evaluator.parts.get(decision.site, _NONE).blind
    labels = {code % (1 << LABEL_BITS) for code in decision.options if code < LEAST_FREE_CODE}
    if decision.seat != seat or labels & blind:
        raise CannotTell
