"""Detection of hidden things read by a choice, so that nobody can look, take back and try something else.

It works while the rules run: a traced build calls `H` for each piece that something is asked of (its design, face or
place, whether it is another one), `O` for each pile whose order matters, and says whose options it gathers. The number
of pieces somewhere is no secret. Chance is: what was rolled, and the order of a pile that a seat sees.

Up to the first thing that is read nothing depends on what is hidden. So it reveals nothing either whether something is
read at all, and whether that is during the choice or when another seat is asked what it can do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from rulewright.core.model.events import Event
from rulewright.core.model.game import Blueprint, Build, FamilyInfo, Game, State
from rulewright.core.model.layout import N_SEATS, OPTIONS, PARKED, SEALED, STEPS
from rulewright.core.model.seats import ruled_seats
from rulewright.core.run.steps import step
from rulewright.core.run.witnesses import moving_several
from rulewright.observe.sight.hiding import as_sealed, hidden_pieces
from rulewright.observe.sight.sight import FamiliesOf, may_see, members, owner_of, sees_by_word
from rulewright.observe.words.events import shows_hidden


class Peek(Enum):
    """Hidden things read by a choice: none, some at another seat's turn, or some while it was carried out.

    A turn that the rules play counts as another seat's.
    """

    NOTHING = 0
    OF_OTHERS = 1
    HIDDEN = 2


@dataclass(frozen=True, slots=True)
class StepReads:
    """Reads of a choice. `before_others` is the table when another seat's turn came, fit only for drawing."""

    read: Peek
    before_others: State | None = None


def step_watched(game: Game, build: Build, state: State, code: int, seats: Iterable[int]) -> StepReads:
    """Choose an option code, as `step` does, and say what was read that is hidden from any of some seats.

    The events of the build are those of this choice alone. Raises LimitReached.
    """
    assert build.events is not None
    build.events.clear()
    watch = _Watch(game, build, state, tuple(seats))
    names = {name: build.names[name] for name in watch.names}
    build.names.update(watch.names)
    try:
        step(game, watch.state, code, build=build)
    finally:
        build.names.update(names)
        if watch.state is not state:
            state[:] = watch.state
    return watch.outcome()


class _Watch:
    """Watches one step for some seats."""

    def __init__(self, game: Game, build: Build, state: State, seats: tuple[int, ...]) -> None:
        assert build.events is not None
        self._game, self._seats, self._events = game, seats, build.events
        blueprint = game.blueprint
        self._at, self._designs = blueprint.piece_zone, [each.design for each in blueprint.pieces]
        self._hidden = {piece for seat in seats for piece in hidden_pieces(game, state, seat)}
        unseen, self._mixed, others, values = _slots(game, state, seats)
        self._unseen, self._sealed = unseen, state[SEALED] is not None
        watched = values | others if self._sealed else values
        self.state: State = _WatchedState(state, watched, self._read) if watched else state
        self._played: int | None = None
        self._asked: int | None = None
        self._is_done = False
        self._found: Peek | None = None
        self._until = 0
        self._before_others: State | None = None
        begin_look, end_look = build.names["begin_look"], build.names["end_look"]
        next_seat = build.names["next_seat"]

        def begin(S: State, seat: int) -> Any:  # noqa: N803
            self._ask(S, seat)
            return begin_look(S, seat)

        def end(mark: Any) -> None:
            self._asked = None
            end_look(mark)

        def go_on(S: State, P: Any) -> Any:  # noqa: N803
            if self._sealed:  # what others are asked under seal shows nothing before all have answered
                self._pass_on(S)
                self._is_done = True
            return next_seat(S, P)

        self.names: dict[str, Any] = {
            "H": _Looked(self._look), "O": _Looked(self._look_in_order), "same": self._same,
            "begin_look": begin, "end_look": end, "next_seat": go_on,
        }  # fmt: skip
        ruled = _slots_of(game, state, ruled_seats(blueprint, state))
        if ruled:
            self.names |= self._watched_moves(build.names, ruled)

    def outcome(self) -> StepReads:
        """Return the hidden things that were read. It is called when the step is done."""
        if self._shows(self._events[: self._until if self._found is not None else self._played]):
            return StepReads(Peek.HIDDEN)
        if self._found is None and self._played is not None and self._shows(self._events):
            return StepReads(Peek.OF_OTHERS, self._before_others)
        return StepReads(self._found or Peek.NOTHING, self._before_others)

    def _shows(self, events: Sequence[Event]) -> bool:
        return any(shows_hidden(self._game, events, seat) for seat in self._seats)

    # ---- What the rules do meanwhile

    def _look(self, piece: int) -> int:
        if self._is_hidden(piece):
            self._read()
        return piece

    def _same(self, one: int, other: int) -> bool:
        """Return whether two pieces are the same, and note a read if both are hidden.

        A visible piece is never one of the hidden ones, so only comparing two hidden ones reveals something.
        """
        if self._is_hidden(one) and self._is_hidden(other):
            self._read()
        return one == other

    def _look_in_order(self, slot: int) -> int:
        if slot in self._mixed:
            held = self.state[slot]
            if isinstance(held, tuple) and len({self._designs[piece] for piece in held}) > 1:
                self._read()
        return slot

    def _is_hidden(self, piece: int) -> bool:
        return piece >= 0 and (piece in self._hidden or self.state[self._at + piece] in self._unseen)

    def _read(self) -> None:
        if self._found is None and not self._is_done:
            self._found = Peek.HIDDEN if self._asked is None and self._played is None else Peek.OF_OTHERS
            self._until = len(self._events) if self._played is None else self._played

    def _watched_moves(self, names: Mapping[str, Any], ruled: frozenset[int]) -> dict[str, Any]:
        """Return moves that notice the turn of a seat that the rules play, by what they take from it or give it."""
        move = names["move_traced"]

        def move_traced(S: State, piece: int, to: int) -> None:  # noqa: N803
            if to in ruled or (piece >= 0 and S[self._at + piece] in ruled):
                self._play()
            move(S, piece, to)

        return {"move_traced": move_traced} | moving_several(move_traced, "_traced")

    def _play(self) -> None:
        """Note the turn of a seat that the rules play. What it and all after it show is not the seat's choice."""
        if self._played is None:
            self._pass_on(self.state)
            self._played = len(self._events)

    def _ask(self, state: State, seat: int) -> None:
        self._asked = None if seat in self._seats else seat
        if self._asked is not None:
            self._pass_on(state)

    def _pass_on(self, state: State) -> None:
        """Keep the table as it was when another seat's turn to be asked came."""
        if self._before_others is None and self._found is None:
            self._before_others = [*state]
            self._before_others[OPTIONS], self._before_others[STEPS] = (), 0
            if not self._sealed:  # if all are asked at once only from now on, nobody has answered
                self._before_others[PARKED], self._before_others[SEALED] = (), None


class _Looked:
    """A list of pieces or slots that reports each item a traced build reads."""

    __slots__ = ("_look",)

    def __init__(self, look: Any) -> None:
        self._look = look

    def __getitem__(self, number: int) -> int:
        found: int = self._look(number)
        return found


class _WatchedState(list[Any]):
    """A state that reports reads of some slots.

    They hold hidden numbers and, while several seats answer at once, all that others have.
    """

    __slots__ = ("_read", "_unseen")

    def __init__(self, state: State, unseen: frozenset[int], read: Any) -> None:
        super().__init__(state)
        self._unseen, self._read = unseen, read

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice):
            if at in self._unseen:
                self._read()
            return super().__getitem__(at)
        found = super().__getitem__(at)
        if at.start is None and at.stop is None:
            return _WatchedState(found, self._unseen, self._read)
        if at.stop is not None and not self._unseen.isdisjoint(range(at.start or 0, at.stop)):
            self._read()
        return found


def _slots_of(game: Game, state: State, seats: range) -> frozenset[int]:
    """Return the slots of everything that some seats own."""
    found: set[int] = set()
    for family in game.blueprint.families if seats else ():
        for indexes, slot in members(game.blueprint, family, state[N_SEATS]):
            if owner_of(family, indexes) in seats:
                found.update(family.slots_from(slot))
    return frozenset(found)


_Slots = tuple[frozenset[int], frozenset[int], frozenset[int], frozenset[int]]


def _slots(game: Game, state: State, seats: tuple[int, ...]) -> _Slots:
    """Return (zones not seen, piles of random order, slots of others, counters and markers not seen) as sets of slots.

    A slot is in the first or last set if one of the seats cannot see it. The piles are ones that the seats see.
    """
    by_word = _slots_by_word(FamiliesOf(game.blueprint), state[N_SEATS], seats)
    tested = [each for each in game.blueprint.families if each.sight >= 0]
    if not tested:
        return by_word
    known = {seat: as_sealed(game, state, seat) for seat in seats}

    def is_seen(family: FamilyInfo, indexes: tuple[int, ...]) -> bool:
        return all(may_see(game, known[seat], family, indexes, seat) for seat in seats)

    by_test = _sorted_slots(game.blueprint, tested, state[N_SEATS], seats, is_seen)
    unseen, mixed, others, values = (one | other for one, other in zip(by_word, by_test, strict=True))
    return unseen, mixed, others, values


@lru_cache(maxsize=512)
def _slots_by_word(of: FamiliesOf, n_seats: int, seats: tuple[int, ...]) -> _Slots:
    """Return the slots of families whose visibility a word declares, sorted as in `_slots`, the same in every state."""

    def is_seen(family: FamilyInfo, indexes: tuple[int, ...]) -> bool:
        return all(sees_by_word(family, seat, owner_of(family, indexes)) for seat in seats)

    families = [each for each in of.blueprint.families if each.sight < 0]
    return _sorted_slots(of.blueprint, families, n_seats, seats, is_seen)


def _sorted_slots(
    blueprint: Blueprint,
    families: Iterable[FamilyInfo],
    n_seats: int,
    seats: tuple[int, ...],
    is_seen: Callable[[FamilyInfo, tuple[int, ...]], bool],
) -> _Slots:
    unseen: set[int] = set()
    mixed: set[int] = set()
    others: set[int] = set()
    values: set[int] = set()
    for family in families:
        for indexes, slot in members(blueprint, family, n_seats):
            owner = owner_of(family, indexes)
            here = family.slots_from(slot)
            if owner is not None and owner not in seats:
                others.update(here)
            if family.sort != "zone":
                values.update(() if is_seen(family, indexes) else here)
            elif not is_seen(family, indexes):
                unseen.update(here)
            elif family.mixed and not family.ordered and not family.spaces:
                mixed.update(here)
    return frozenset(unseen), frozenset(mixed), frozenset(others), frozenset(values)
