"""The handful of ways a state changes, and the small functions that emitted code calls.

`namespace` gives emitted code its world. In a traced build each atom also appends an event to a list; the kinds of
events are in `model/events.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from operator import eq
from typing import Any

from rulewright.core.model.events import (
    Changed,
    Event,
    Happened,
    Moved,
    Opened,
    Revealed,
    Rolled,
    Sealed,
    Settled,
    Shuffled,
)
from rulewright.core.model.game import Blueprint, State, candidate_slot
from rulewright.core.model.layout import (
    FRAME_LOCALS,
    N_SEATS,
    PARENT,
    PARKED,
    PARKED_SITE,
    PROCEDURE,
    SEALED,
    STEPS,
    CallStack,
)
from rulewright.core.model.limits import GameEnd as GameEnd
from rulewright.core.model.limits import LimitReached as LimitReached
from rulewright.core.model.primitives import saturated, within
from rulewright.core.model.stages import OPENED, SAFE, AnswerStage, stage_of
from rulewright.core.run.going import (
    going_until,
    going_while,
    line_until,
    line_while,
    longest_way,
    reach_until,
    reach_while,
    steps_until,
    steps_while,
)
from rulewright.core.run.order_of_parts import next_part_of
from rulewright.core.run.random_streams import below
from rulewright.core.run.witnesses import moving_several, noting_sights

LooksAhead = Callable[..., int]
MAX_STEPS = 10_000
LOOKS = 100
"""How many candidates of set expressions inside one another make up a step; slot STEPS counts in such looks."""
_MAX_LOOKS = MAX_STEPS * LOOKS
_TOO_MANY = f"more than {MAX_STEPS} steps without a decision"
MOST_NUMBERS_KEPT = 1_000
MAX_AHEAD = 16
"""How deep `possible` may be in what another one looks at; each takes so great a part of a decision's steps."""
_BY_WORD = (None, None)
_A_LOOK_AHEAD = _MAX_LOOKS // MAX_AHEAD


class Waits(Exception):  # noqa: N818 - not an error either
    """A sealed answer has to wait: raised with its frame and its stage, and caught by `step`."""


# ---- Small functions of emitted code


def between(low: int, high: int) -> range:
    if high - low > MAX_STEPS:
        raise LimitReached(f"a range of more than {MAX_STEPS} numbers")
    return range(low, high + 1)


def bounded(value: int, low: int, high: int) -> int:
    return low if value < low else high if value > high else value


def end_of(items: Any, index: int) -> int:
    return int(items[index]) if items else -1


def held(items: Iterable[int]) -> int:
    return sum(1 for item in items if item >= 0)


def spaces_of(S: State, at: int, count: int) -> list[int]:  # noqa: N803
    return S[at : at + count]


def count_step(S: State) -> None:  # noqa: N803
    S[STEPS] += LOOKS
    if S[STEPS] > _MAX_LOOKS:
        raise LimitReached(_TOO_MANY)


def count_looks(S: State, looks: int) -> None:  # noqa: N803
    S[STEPS] += looks
    if S[STEPS] > _MAX_LOOKS:
        raise LimitReached(_TOO_MANY)


def too_many() -> None:
    raise LimitReached(_TOO_MANY)


def times_of(S: State, times: int) -> range:  # noqa: N803
    S[STEPS] += times * LOOKS if times > 0 else 0
    if S[STEPS] > _MAX_LOOKS:
        raise LimitReached(_TOO_MANY)
    return range(times)


def looked_at(S: State, items: Sized, weight: int) -> Sized:  # noqa: N803
    """Count the candidates of a set expression that may take long, and return them.

    Each costs `weight` steps. Raises LimitReached if there are no steps left.
    """
    S[STEPS] += len(items) * weight
    if S[STEPS] > _MAX_LOOKS:
        raise LimitReached(_TOO_MANY)
    return items


def look_of(can: tuple[LooksAhead | None, ...], procedure: int) -> LooksAhead | None:
    """Return the look-ahead of a procedure by its number.

    None if the procedure can always be done, or if the number is -1.
    """
    return can[procedure] if procedure >= 0 else None


def possible(look: LooksAhead | None, S: State, *given: int) -> bool:  # noqa: N803
    """Return whether an effect could be done, by its look-ahead.

    Nothing in `S` changes but the number of steps left.
    """
    if look is None:
        return True
    copy = ahead(S)
    try:
        return look(copy, *given) > 0
    finally:
        S[STEPS] = copy[STEPS] - _A_LOOK_AHEAD


def ahead(S: State) -> State:  # noqa: N803
    """Return a copy to look at, with fewer steps left, so that looks that need one another come to an end."""
    copy = S[:]
    copy[STEPS] += _A_LOOK_AHEAD
    if copy[STEPS] > _MAX_LOOKS:
        raise LimitReached(f"more than {MAX_AHEAD} times 'possible' inside one another")
    return copy


def all_waiting(S: State) -> bool:  # noqa: N803
    """Return whether all seats that are asked at once have answered: those still to be asked come first."""
    return stage_of(S[PARKED][0][PARKED_SITE]) != SAFE


def has_to_wait(S: State, stage: AnswerStage) -> bool:  # noqa: N803
    """Return whether an answer may have to wait.

    It waits while others are asked, or at the last stage while others have not acted.
    """
    return S[SEALED] is not None or (stage != OPENED and bool(S[PARKED]))


def wait(frame: Any, stage: AnswerStage) -> None:
    raise Waits(frame, stage)


def next_seat(S: State, P: tuple[Any, ...]) -> bool:  # noqa: N803
    """Continue with the first parked seat of a simultaneous decision.

    Return whether it has a decision to make.
    """
    _, frame, site, join = S[PARKED][0]
    S[PARKED] = S[PARKED][1:]
    if site == -1:
        return bool(P[frame[PROCEDURE]](S, frame, 0))
    while frame != join:
        if P[frame[PROCEDURE]](S, frame, 0):
            return True
        frame = frame[PARENT]
    return False


def performing(frame: Any, seat: int, procedures: tuple[int, ...], free: int) -> bool:
    """Return whether a seat is in one of the procedures, while no free action is under way."""
    found = False
    while frame is not None:
        if frame[PROCEDURE] == free:
            return False
        found = found or (frame[PROCEDURE] in procedures and frame[FRAME_LOCALS] == seat)
        frame = frame[PARENT]
    return found


def leaves_open(
    S: State,  # noqa: N803
    seat: int,
    code: int,
    do: Callable[[State, int, int], None],
    gather: Callable[..., list[int]],
    locals_: tuple[Any, ...],
) -> bool:
    """Return whether the decision that waits still offers something once a free action is done.

    Of `S` nothing changes but what is counted.
    """
    trial = S[:]
    try:
        do(trial, seat, code)
        return bool(gather(trial, *locals_))
    except GameEnd:
        return True
    finally:
        S[STEPS] = trial[STEPS]


# ---- Chance


def shuffle(S: State, zone: int, counter: int, key: int) -> None:  # noqa: N803
    """Shuffle a pile with its own stream (Fisher and Yates)."""
    cards = list(S[zone])
    for last in range(len(cards) - 1, 0, -1):
        other = below(S, zone + key, zone + counter, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    S[zone] = tuple(cards)


def roll(S: State, candidates: list[int], counter: int, key: int) -> int | None:  # noqa: N803
    """Return a random candidate, None if there are none."""
    return candidates[below(S, key, counter, len(candidates))] if candidates else None


# ---- Atoms


def namespace(
    blueprint: Blueprint, events: list[Event] | None, more: Callable[[dict[str, Any]], dict[str, Any]] | None = None
) -> dict[str, Any]:
    """Return the names that emitted code may use: atoms and the small functions above.

    `more` returns further names, and replacements, for the names made so far. Every read of a piece, of an order and of
    a seat's identity goes through `H`, `O` and `same`, which an observer replaces.
    """

    piece_zone = blueprint.piece_zone

    def move(S: State, piece: int, to: int) -> None:  # noqa: N803
        if piece < 0:
            return
        out_of = S[piece_zone + piece]
        held_there = S[out_of]
        if held_there.__class__ is int:
            S[out_of] = -1
        elif held_there[-1] == piece:
            S[out_of] = held_there[:-1]
        else:
            index = held_there.index(piece)
            S[out_of] = held_there[:index] + held_there[index + 1 :]
        here = S[to]
        S[to] = piece if here.__class__ is int else (*here, piece)
        S[piece_zone + piece] = to

    def move_under(S: State, piece: int, to: int) -> None:  # noqa: N803
        if piece < 0:
            return
        move(S, piece, to)
        here = S[to]
        if here.__class__ is tuple:
            S[to] = (piece, *(each for each in here if each != piece))

    names: dict[str, Any] = {
        each.__name__: each
        for each in (
            between, within, saturated, bounded, end_of, held, spaces_of, count_step, count_looks, times_of, too_many,
            looked_at, look_of, possible, ahead,
            going_while, going_until, line_while, line_until, reach_while, reach_until, steps_while, steps_until,
            longest_way,
            next_seat, all_waiting, has_to_wait, wait, performing, leaves_open, move, move_under, shuffle, roll,
        )
    }  # fmt: skip
    names |= moving_several(move)
    names |= {"GameEnd": GameEnd, "MAX_LOOKS": _MAX_LOOKS, "same": eq, "next_part": next_part_of(blueprint)}
    names |= {"H": (*range(len(blueprint.pieces)), -1), "O": tuple(range(len(blueprint.initial)))}
    if more is not None:
        names |= more(names)
    if events is not None:
        traced = _traced(names, events, blueprint)
        names |= traced
        if any(family.sight >= 0 for family in blueprint.families):
            names |= noting_sights(traced, names, events, blueprint)
    return names


def _traced(plain: dict[str, Callable[..., Any]], events: list[Event], blueprint: Blueprint) -> dict[str, Any]:
    piece_zone, faces = blueprint.piece_zone, blueprint.faces
    end_of_faces = faces + len(blueprint.pieces) if blueprint.face_names else faces
    plain_possible, plain_next_part = plain["possible"], plain["next_part"]
    course: CallStack = None
    record, new = events.append, tuple.__new__  # straight: a named tuple's own takes twice as long

    def in_course(effect: CallStack) -> None:
        nonlocal course
        course = effect

    def go_in(procedure: int) -> CallStack:
        nonlocal course
        before = course
        course = (before, procedure)
        return before

    def change_traced(S: State, at: int, value: int) -> None:  # noqa: N803
        before = S[at]
        if before != value or (events and events[-1].__class__ is Rolled and events[-1][1] == value):
            lies = S[piece_zone + at - faces] if faces <= at < end_of_faces else -1
            record(new(Changed, (at, before, value, course, lies, None)))
            S[at] = value

    def moving(move: Callable[[State, int, int], None], under: bool) -> Callable[[State, int, int], None]:
        def moved(S: State, piece: int, to: int) -> None:  # noqa: N803
            before = S[piece_zone + piece] if piece >= 0 else to
            move(S, piece, to)
            if before != to:
                up = S[faces + piece] if faces < end_of_faces else 0
                record(new(Moved, (piece, before, to, course, under, _BY_WORD, up)))

        return moved

    def shuffle_traced(S: State, zone: int, counter: int, key: int) -> None:  # noqa: N803
        shuffle(S, zone, counter, key)
        record(Shuffled(zone))

    def show_traced(S: State, piece: int, seat: int) -> None:  # noqa: N803
        if piece >= 0 and 0 <= seat < S[N_SEATS]:
            record(Revealed(S[piece_zone + piece], (piece,), 1 << seat))

    def roll_traced(S: State, candidates: list[int], counter: int, key: int) -> int | None:  # noqa: N803
        value = roll(S, candidates, counter, key)
        if value is not None:
            record(Rolled(key, value))
        return value

    def settled(S: State, site: int, seat: int, code: int) -> None:  # noqa: N803
        record(Settled(site, seat, code, candidate_slot(blueprint, S, site, code)))

    def happened(procedure: int, seat: int) -> None:
        record(Happened(procedure, seat))

    def sealed() -> None:
        record(Sealed())

    def opened() -> None:
        record(Opened())

    def begin_look(_: State, __: int) -> int:
        return len(events)

    def end_look(mark: int) -> None:
        del events[mark:]

    def possible(look: LooksAhead | None, S: State, *given: int) -> bool:  # noqa: N803
        nonlocal course
        mark, before = len(events), course
        found: bool = plain_possible(look, S, *given)
        del events[mark:]
        course = before
        return found

    def next_part(*given: Any) -> int | None:
        nonlocal course
        mark, before = len(events), course
        found: int | None = plain_next_part(*given)
        del events[mark:]
        course = before
        return found

    move_traced = moving(plain["move"], under=False)
    own = (
        change_traced, shuffle_traced, show_traced, roll_traced, possible, settled, happened, sealed, opened,
        begin_look, end_look, in_course, go_in, next_part,
    )  # fmt: skip
    moves = {"move_traced": move_traced, "move_under_traced": moving(plain["move_under"], under=True)}
    return {each.__name__: each for each in own} | moves | moving_several(move_traced, "_traced")
