"""What single statements of the reference evaluator do to a state, and whom and what they ask about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.layout import LABEL_BITS, MOST_WAITING, N_SEATS, STEPS
from rulewright.core.run.atoms import LOOKS, MAX_STEPS, LimitReached
from rulewright.core.run.random_streams import below
from tests.reference.values import Moment, candidates, held, slot, value


class LeaveEffect(Exception):  # noqa: N818 - the word of `stop`
    """The procedure under way is over: by `stop`, or because something it must do cannot be done."""


class EndGame(Exception):  # noqa: N818
    """The game is over."""


def set_slot(at: Moment, change: b.SetSlot) -> None:
    if isinstance(change.target, bv.PieceSlot) and value(at, change.target.piece) < 0:
        return
    if change.mode == "pay" and not enough(at, change):
        raise LeaveEffect
    cell, amount = slot(at, change.target), value(at, change.value)
    before = at.state[cell]
    after = {"set": amount, "gain": before + amount, "lose": before - amount, "pay": before - amount}[change.mode]
    at.state[cell] = max(change.low, min(after, change.high))


def enough(at: Moment, payment: b.SetSlot) -> bool:
    return at.state[slot(at, payment.target)] - payment.low >= value(at, payment.value)


def shuffled(state: list[Any], pieces: tuple[int, ...], stream: int, counter: int) -> tuple[int, ...]:
    shuffled = list(pieces)
    for last in range(len(shuffled) - 1, 0, -1):
        other = below(state, stream, counter, last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)


def count_steps(at: Moment, steps: int, looks: int = 0) -> None:
    at.state[STEPS] += steps * LOOKS + looks
    if at.state[STEPS] > MAX_STEPS * LOOKS:
        raise LimitReached("more steps than may pass without a decision")


def move(at: Moment, piece_zone: int, piece: int, to: int, *, under: bool = False) -> None:
    """A piece leaves its zone and lies on top of another, or under it; to a space only where that is free."""
    state = at.state
    if piece < 0 or state[to] == piece:
        return
    if not isinstance(state[to], tuple) and state[to] >= 0:
        raise LimitReached("a space that is full")
    here = state[piece_zone + piece]
    state[here] = tuple(p for p in state[here] if p != piece) if isinstance(state[here], tuple) else -1
    if not isinstance(state[to], tuple):
        state[to] = piece
    else:
        state[to] = (piece, *state[to]) if under else (*state[to], piece)
    state[piece_zone + piece] = to


def put_off(at: Moment, effect: b.PutOff) -> None:
    """Let an effect wait behind what waits already, or in front of it."""
    waits = at.program.queues[effect.until]
    queue, in_front = waits.base, waits.in_front
    given = tuple(value(at, each) for each in (effect.seat, *effect.arguments))
    waiting = at.state[queue] or ()
    behind = len(waiting)
    if effect.place is not None:
        behind = min(at.state[in_front], behind)
        at.state[in_front] = behind + 1
    at.state[queue] = (*waiting[:behind], (effect.procedure, *given), *waiting[behind:])
    if len(at.state[queue]) > MOST_WAITING:
        raise LimitReached("more than may wait")


def asked_seats(at: Moment, ask: b.AskAll) -> list[int]:
    """The seats that are asked at once, each once."""
    seats = range(at.state[N_SEATS])
    if ask.local is None or ask.source is None:
        return list(seats)
    chosen = set(candidates(at, ask.local, ask.source, ask.where))
    return [seat for seat in seats if seat in chosen]


def asked_about(at: Moment, asked: b.PickOne | b.BoundOption) -> Iterator[tuple[int, Moment]]:
    """What there is to choose from, each with the moment in which it is chosen."""
    assert asked.local is not None
    assert asked.source is not None
    for thing in candidates(at, asked.local, asked.source, asked.where):
        yield thing, at.with_local(asked.local, thing)


def is_confirmed(asked: b.PickOne | b.ChooseOption, code: int) -> bool:
    """Whether an option is asked for even where it is the only one."""
    return isinstance(asked, b.ChooseOption) and asked.options[code % (1 << LABEL_BITS)].confirm


def callee(at: Moment, statement: bv.CallProcedure | bv.DoField) -> tuple[int, tuple[Any, ...]]:
    """The procedure that a statement runs, and what it is given, first of all the seat; -1 and nothing for none."""
    procedure: Any
    if isinstance(statement, bv.CallProcedure):
        procedure = statement.procedure
    else:
        procedure = at.program.tables[statement.table][value(at, statement.target)]
    if procedure < 0:
        return procedure, ()
    return procedure, tuple(held(at, each) for each in (statement.seat, *statement.arguments))
