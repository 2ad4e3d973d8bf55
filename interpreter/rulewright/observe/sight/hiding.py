"""Hidden pieces, values and simultaneous answers, and states in which hidden pieces change places.

All that is dealt, shown or decided for a seat rests on these: the seat's own information is the state as sealed, less
the positions of the hidden pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State, read_code
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import (
    FRAME,
    FRAME_LOCALS,
    LABEL_BITS,
    N_SEATS,
    OPTIONS,
    PARENT,
    PARKED,
    PARKED_SEAT,
    PARKED_SITE,
    PROCEDURE,
    RESUME,
    SEALED,
    SEAT,
    SITE,
    frames_from,
)
from rulewright.core.model.stages import SAFE, stage_of
from rulewright.observe.naming import things_of
from rulewright.observe.sight.sight import FamiliesOf, Members, may_see, members, owner_of, sees_by_word

ORDERS = 8
"""How many orders of hidden pieces are compared."""


def hidden_pieces(game: Game, state: State, seat: int | None) -> frozenset[int]:
    """Return the pieces whose faces a seat cannot see, none for one that may see all (None).

    The simultaneous answers of other seats have not happened.
    """
    if seat is None:
        return frozenset()
    return frozenset(piece for pieces in hidden_places(game, as_sealed(game, state, seat), seat) for piece in pieces)


def hidden_places(game: Game, state: State, seat: int) -> tuple[list[int], ...]:
    """Return the pieces hidden from a seat, one list per kind, each in the order of their positions.

    The state is one as the seat knows it.
    """
    hidden: dict[DomainName, list[int]] = {}
    for family, by_word in _hidden_zones(FamiliesOf(game.blueprint), state[N_SEATS], seat):
        unseen = by_word
        if family.sight >= 0:
            unseen = tuple([each for each in by_word if not may_see(game, state, family, each[0], seat)])
        for _, slot in unseen:
            held = family.held(state, slot)
            hidden.setdefault(family.domain, []).extend(piece for piece in held if piece >= 0)
    return tuple(hidden.values())


@lru_cache(maxsize=512)
def _hidden_zones(of: FamiliesOf, seats: int, seat: int) -> tuple[tuple[FamilyInfo, Members], ...]:
    """Return the zones a seat cannot see by their declared word, with their members.

    If a test decides, all members are included.
    """
    zones = [each for each in of.blueprint.families if each.sort == "zone" and each.visible != "all"]
    found = []
    for family in zones:
        known = members(of.blueprint, family, seats)
        if family.sight < 0:
            known = tuple([each for each in known if not sees_by_word(family, seat, owner_of(family, each[0]))])
        if known:
            found.append((family, known))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class HiddenValue:
    """A counter or marker that a seat does not see: its slot, possible values, and a neutral value."""

    slot: int
    values: Sequence[int]
    nothing: int


def hidden_values(game: Game, state: State, seat: int) -> list[HiddenValue]:
    """Return the counters hidden from a seat, and hidden markers that point to something.

    The state is one as the seat knows it. The seat may know whether a marker points to something.
    """
    blueprint = game.blueprint
    return [
        HiddenValue(slot, values_of(blueprint, family, state[N_SEATS]), family.low)
        for family in blueprint.families
        if family.sort != "zone" and family.visible != "all"
        for indexes, slot in members(blueprint, family, state[N_SEATS])
        if (family.sort == "counter" or state[slot] >= 0) and not may_see(game, state, family, indexes, seat)
    ]


def values_of(blueprint: Blueprint, family: FamilyInfo, seats: int) -> Sequence[int]:
    """Return all that a counter of a family may be, or what one of its markers may point to."""
    if family.sort == "counter":
        return range(family.low, family.high + 1)
    if isinstance(family.domain, PieceOf):
        return [each for each in things_of(blueprint, family.domain) if blueprint.pieces[each].owner < seats]
    return range(seats if family.domain == "seat" else family.high + 1)


def as_sealed(game: Game, state: State, seat: int) -> State:
    """Return the state with other seats' things as they were before all were asked at once.

    Seats that are not done are asked from the beginning. A piece that another seat has taken in its answer from a
    common zone is in the box. The state itself is returned if no answers are sealed.
    """
    before = state[SEALED]
    if before is None:
        return state
    blueprint, seen = game.blueprint, state[:]
    zones, others = _slots_of_others(blueprint, state[N_SEATS], seat)
    for slot in others - zones:
        seen[slot] = before[slot]
    at, taken = blueprint.piece_zone, []
    for piece in range(len(blueprint.pieces)):
        if state[at + piece] in others:
            if blueprint.face_names:
                seen[blueprint.faces + piece] = before[blueprint.faces + piece]
            seen[at + piece] = before[at + piece]
            if before[at + piece] not in others:
                seen[at + piece] = blueprint.box
                taken.append(piece)
    for slot in zones:
        held = before[slot]
        if isinstance(held, tuple):
            seen[slot] = tuple([piece for piece in held if seen[at + piece] == slot])
        else:
            seen[slot] = held if held >= 0 and seen[at + held] == slot else -1
    seen[blueprint.box] += tuple(taken)
    seen[PARKED] = tuple(
        [
            each if _waits(each) and each[PARKED_SEAT] == seat else _from_the_beginning(blueprint, each)
            for each in state[PARKED]
        ]
    )
    return seen


def _slots_of_others(blueprint: Blueprint, seats: int, seat: int) -> tuple[set[int], set[int]]:
    """Return (slots of the zones of other seats, slots of everything that other seats have)."""
    zones: set[int] = set()
    rest: set[int] = set()
    for family in blueprint.families:
        if family.of_seats:
            of_seats = members(blueprint, family, seats)
            (zones if family.sort == "zone" else rest).update(_slots_but(of_seats, family.width, seat))
    return zones, zones | rest


@lru_cache(maxsize=2048)
def _slots_but(of_seats: Members, width: int, seat: int) -> frozenset[int]:
    """Return the slots of members that belong to any seat but one, cached."""
    return frozenset(each for (owner, *_), slot in of_seats if owner != seat for each in range(slot, slot + width))


def _waits(entry: tuple[int, Any, int, Any]) -> bool:
    """Return whether an entry of PARKED is an answer that waits, so its seat is no longer asked."""
    return stage_of(entry[PARKED_SITE]) != SAFE


def _from_the_beginning(blueprint: Blueprint, entry: tuple[int, Any, int, Any]) -> tuple[int, Any, int, Any]:
    """Return an entry of PARKED as it was before its seat had answered anything."""
    _, frame, site, join = entry
    if site == -1:
        return entry
    while frame[PARENT] != join:
        frame = frame[PARENT]
    _, procedure, _, *locals_ = frame
    _, _, parameters, n_locals = blueprint.procedures[procedure]
    given = locals_[: 1 + parameters]
    return given[0], (join, procedure, 0, *given, *[0] * (n_locals - len(given))), -1, ()


def awaited(game: Game, state: State, seat: int | None) -> tuple[int, ...]:
    """Return the seats that have yet to answer, as far as `seat` may know.

    In a simultaneous decision they are those that are not done, whoever else they have asked, and `seat` itself if it
    is one. None knows all. Empty at the end.
    """
    if state[FRAME] is None:
        return ()
    parked = [each for each in state[PARKED] if not _waits(each)]
    asked = {state[SEAT], *(each[PARKED_SEAT] for each in parked)}
    if state[SEALED] is None or seat is None:
        return tuple(sorted(asked))
    undone = {_from_the_beginning(game.blueprint, each)[PARKED_SEAT] for each in parked}
    return tuple(sorted({_answering(game.blueprint, state[FRAME]), *undone, *(asked & {seat})}))


def _answering(blueprint: Blueprint, frame: tuple[Any, ...]) -> int:
    """Return the seat whose answer in a simultaneous decision an effect belongs to."""
    for each in frames_from(frame):
        parent = each[PARENT]
        if parent is not None and any(
            point.together and point.resume == parent[RESUME] for point in blueprint.frames[parent[PROCEDURE]]
        ):
            return int(each[FRAME_LOCALS])
    raise AssertionError("a sealed answer is in an effect that asks all at once")


# ---- Other pieces in the same places


def relabelled(game: Game, state: State, permutation: Mapping[int, int]) -> State:
    """Return a clone in which pieces and their faces are exchanged wherever they are named.

    They are named in zones, in effects in progress and among the options. `permutation` maps the pieces one to one.
    Markers and counters of pieces stay: their viewers see which piece they are about.
    """
    blueprint, changed = game.blueprint, state[:]
    _exchange(blueprint, state, changed, permutation)
    if state[SEALED] is not None:
        sealed = list(state[SEALED])
        _exchange(blueprint, state[SEALED], sealed, permutation)
        changed[SEALED] = tuple(sealed)
    return _renamed(blueprint, changed, permutation)


def renamed_where_it_waits(game: Game, state: State, permutation: Mapping[int, int]) -> State:
    """Return a copy in which pieces are exchanged only in effects in progress and in options."""
    return _renamed(game.blueprint, state[:], permutation)


def _renamed(blueprint: Blueprint, state: State, permutation: Mapping[int, int]) -> State:
    """Return a state of one's own, pieces named otherwise in effects under way and among the options."""
    if state[FRAME] is not None:
        state[FRAME] = _frame(blueprint, state[FRAME], permutation)
        state[PARKED] = tuple(
            [
                (seat, _frame(blueprint, frame, permutation), site, _frame(blueprint, join, permutation))
                for seat, frame, site, join in state[PARKED]
            ]
        )
        state[OPTIONS] = tuple([_code(blueprint, state[SITE], code, permutation) for code in state[OPTIONS]])
    return state


def _exchange(blueprint: Blueprint, old: Any, new: State, permutation: Mapping[int, int]) -> None:
    at, faces = blueprint.piece_zone, blueprint.faces
    for one, other in permutation.items():
        new[at + other] = old[at + one]
        if blueprint.face_names:
            new[faces + other] = old[faces + one]
    for slot in {old[at + one] for one in permutation}:
        held = old[slot]
        if isinstance(held, tuple):
            new[slot] = tuple([permutation.get(piece, piece) for piece in held])
        else:
            new[slot] = permutation.get(held, held)


def _frame(blueprint: Blueprint, frame: Any, permutation: Mapping[int, int]) -> Any:
    """Return a frame, and those it runs in, with other pieces in the locals that hold pieces."""
    if not frame:
        return frame
    parent, procedure, resume, *locals_ = frame
    points = blueprint.frames[procedure]
    point = next((each for each in points if resume in (each.resume, each.gather)), None)
    for number, sort, domain, *_ in point.locals if point is not None else ():
        if isinstance(domain, PieceOf):
            value = locals_[number]
            many = sort == "set" or isinstance(value, tuple)
            moved = permutation.get
            locals_[number] = tuple([moved(each, each) for each in value]) if many else moved(value, value)
    return (_frame(blueprint, parent, permutation), procedure, resume, *locals_)


def _code(blueprint: Blueprint, site: int, code: int, permutation: Mapping[int, int]) -> int:
    at, option, candidate = read_code(blueprint, site, code)
    info = blueprint.sites[at]
    if not isinstance(info.domains[option], PieceOf):
        return code
    step = permutation.get(candidate, candidate) - candidate
    return code + (step << LABEL_BITS if info.named else step)


def with_values(state: State, values: Iterable[tuple[int, int]]) -> None:
    """Set slots of a state that the caller owns, also in its copy before a simultaneous decision."""
    before = list(state[SEALED] or ())
    for slot, value in values:
        state[slot] = value
        if before:
            before[slot] = value
    state[SEALED] = tuple(before) if before else None


def slots_of_pieces(blueprint: Blueprint, state: State, pieces: Iterable[int]) -> frozenset[int]:
    """Return the slots of a state that say where some pieces are, or what is in their positions."""
    known = tuple(pieces)
    at, faces = blueprint.piece_zone, blueprint.faces
    told = {at + each for each in known} | {state[at + each] for each in known} | {blueprint.box}
    return frozenset(told | ({faces + each for each in known} if blueprint.face_names else set()))


def without_hidden(game: Game, state: State, seat: int | None) -> State:
    """Return a clone for display: hidden pieces are in the box, simultaneous answers undone.

    Hidden counters are at their least, and hidden markers point to nothing.
    """
    if seat is None:
        return state[:]
    blueprint = game.blueprint
    known = as_sealed(game, state, seat)[:]
    hidden = hidden_pieces(game, state, seat)
    values = hidden_values(game, known, seat)
    for slot in {known[blueprint.piece_zone + piece] for piece in hidden}:
        known[slot] = () if isinstance(known[slot], tuple) else -1
    for piece in sorted(hidden):
        known[blueprint.piece_zone + piece] = blueprint.box
        if blueprint.face_names:
            known[blueprint.faces + piece] = 0
    known[blueprint.box] += tuple(sorted(hidden))
    for each in values:
        known[each.slot] = each.nothing
    return known


def with_other_values(game: Game, state: State, known: State, seat: int | None) -> State | None:
    """Return the state of `without_hidden` with hidden counters and markers at their most.

    A result that differs there depends on hidden values. None if no values are hidden.
    """
    values = [] if seat is None else hidden_values(game, as_sealed(game, state, seat), seat)
    if not values:
        return None
    other = known[:]
    for each in values:
        other[each.slot] = each.values[-1] if each.values else each.nothing
    return other


def with_hidden_in_order(game: Game, state: State, seat: int | None, order: int = 0) -> State | None:
    """Return a state like `without_hidden`, but with hidden pieces in a neutral order.

    `order` is one of `ORDERS` that reveal nothing. A result that is equal in all of them, such as the number of pieces,
    does not depend on where each is. None if no pieces are hidden.
    """
    if seat is None:
        return None
    known = as_sealed(game, state, seat)
    permutation: dict[int, int] = {}
    for held in hidden_places(game, known, seat):
        from_here = len(held) * order // ORDERS
        ordered = sorted(held)
        permutation |= zip(held, ordered[from_here:] + ordered[:from_here], strict=True)
    if not permutation:
        return None
    changed = relabelled(game, known, permutation)
    for piece in permutation if game.blueprint.face_names else ():
        changed[game.blueprint.faces + piece] = 0
    for each in hidden_values(game, known, seat):
        changed[each.slot] = each.nothing
    return changed
