"""Moves chosen ahead: what a seat could choose once the others have chosen, where the table alone decides that.

Every way in which the others may choose is tried, so nothing is offered that could not come to be. Where chance, hidden
things or answers given at once have a part in it, or there are too many ways, nothing is known ahead. A choice that is
the only one in some of these ways may be made ahead as well: it counts as made if it is settled by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulewright.core.model.events import Event, Settled
from rulewright.core.model.game import Blueprint, Build, Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, PARKED, SEALED, SEAT, SITE
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, clone, step
from rulewright.observe.naming import option_key
from rulewright.observe.sight.selections import selection_of
from rulewright.play.records.replay import offered
from rulewright.play.session.drafts import Draft

MOST_TRIED = 1200
"""Of more choices of others nothing is known ahead: each costs as much as a choice."""
MOST_AHEAD = 8
"""So many choices in a row can be made ahead."""


class TurnAhead(NamedTuple):
    """The turn of a seat that is to come, after it has chosen some things ahead.

    `positions` are those in which it may be asked more then, of which `asked` shows all options on the table of now;
    None if nothing more is asked. `may_be_all`: in some position nothing more is asked.
    """

    positions: tuple[State, ...]
    asked: State | None
    may_be_all: bool


def is_open(game: Game, state: State, seat: int) -> bool:
    """Whether the table alone decides what a seat may choose next, and others choose before it."""
    is_asked = state[FRAME] is not None and state[SEAT] != seat
    return game.blueprint.shows_all and is_asked and not state[PARKED] and state[SEALED] is None


def turn_ahead(game: Game, state: State, seat: int, keys: Sequence[str] = ()) -> TurnAhead | None:
    """Return the next turn of a seat after some choices of it. None if it is not known, or they are not possible.

    The game must be one that asks always (`asking_always`).
    """
    if not is_open(game, state, seat) or len(keys) > MOST_AHEAD:
        return None
    found = _asked_next(game, state, seat)
    if not found:
        return None
    positions, may_be_all = found, False
    for key in keys:
        after = _after(game, positions, key)
        if not after:
            return None
        positions = tuple(each for each in after if each[FRAME] is not None and each[SEAT] == seat)
        may_be_all = len(positions) < len(after)
    asked = _all_options(state, positions) if positions else None
    if asked is not None and selection_of(game, positions[0], seat) is not None:
        return None  # several are picked at once, of which nobody knows how many there will be
    return TurnAhead(positions, asked, may_be_all)


def left_of(blueprint: Blueprint, keys: Sequence[str], events: Sequence[Event], seat: int) -> tuple[str, ...] | None:
    """Return what is left of the keys of choices after those that were settled by themselves for the seat.

    None if another one was.
    """
    for each in events:
        if isinstance(each, Settled) and each.seat == seat and keys:
            if option_key(blueprint, each.site, each.code) != keys[0]:
                return None
            keys = keys[1:]
    return tuple(keys)


def keys_to_play(game: Game, build: Build, draft: Draft, seat: int, keys: Sequence[str]) -> list[str] | None:
    """Return the keys of the choices that a seat is asked for now, of those made ahead. None if they are not possible.

    Raises LimitReached.
    """
    draft, chosen, left = draft.copy(), list[str](), tuple(keys)
    while left:
        try:
            if not draft.choose(game, build, seat, left[0]):
                return None
        except IllegalChoice:
            return None
        chosen.append(left[0])
        rest = left_of(game.blueprint, left[1:], draft.moments[-1].events, seat)
        if rest is None:
            return None
        left = rest
    return chosen


def _asked_next(game: Game, state: State, seat: int) -> tuple[State, ...] | None:
    """Return each position in which a seat is asked next, or None if they cannot be told."""
    found: dict[tuple[object, ...], State] = {}
    open_now, known, tried = [clone(state)], set[tuple[object, ...]](), 0
    while open_now:
        before = open_now.pop()
        for code in before[OPTIONS]:
            tried += 1
            after = _stepped(game, before, code)
            if tried > MOST_TRIED or after is None:
                return None
            whole = tuple(after)
            if after[SEAT] == seat:
                found.setdefault(whole, after)
            elif after[FRAME] is not None and whole not in known:
                known.add(whole)
                open_now.append(after)
    return tuple(found.values())


def _stepped(game: Game, state: State, code: int) -> State | None:
    after = clone(state)
    try:
        step(game, after, code)
    except LimitReached:
        return None
    return after if not after[PARKED] and after[SEALED] is None else None


def _after(game: Game, positions: Sequence[State], key: str) -> list[State]:
    """Return the positions after a choice, of those in which it is possible."""
    codes = ((each, offered(game, each).get(key)) for each in positions)
    stepped = (_stepped(game, each, code) for each, code in codes if code is not None)
    return [each for each in stepped if each is not None]


def _all_options(now: State, positions: Sequence[State]) -> State:
    """Return the table of now with the question of some positions, and the options of all that ask the same."""
    asked, first = clone(now), positions[0]
    for slot in (FRAME, SEAT, SITE):
        asked[slot] = first[slot]
    same = (each[OPTIONS] for each in positions if each[SITE] == first[SITE])
    asked[OPTIONS] = tuple(sorted({code for options in same for code in options}))
    return asked
