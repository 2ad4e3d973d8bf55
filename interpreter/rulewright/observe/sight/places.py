"""The member of a family that a slot of the state belongs to, and the viewers of events there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from rulewright.core.model.events import (
    Answered,
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
    is_among,
)
from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.core.model.layout import N_SEATS
from rulewright.observe.naming import index_names, indexed
from rulewright.observe.sight.sight import FamiliesOf, may_see, members, owner_of, sees_by_word


@dataclass(frozen=True, slots=True)
class SlotOwner:
    """The owner of a slot of the state: a family's member, and the number of its space."""

    family: FamilyInfo
    indexes: tuple[int, ...]
    space: int

    @property
    def owner(self) -> int | None:
        return owner_of(self.family, self.indexes)


def place_of(blueprint: Blueprint, slot: int) -> SlotOwner | None:
    """Return the member a slot belongs to, None for slots of no family."""
    return _places(FamiliesOf(blueprint)).get(slot)


@lru_cache(maxsize=64)
def _places(of: FamiliesOf) -> dict[int, SlotOwner]:
    """Return the member that each slot belongs to, cached because every event needs it."""
    return {
        slot + space: SlotOwner(family, indexes, space + 1 if family.spaces else 0)
        for family in of.blueprint.families
        for indexes, slot in members(of.blueprint, family, of.blueprint.max_seats)
        for space in range(family.width)
    }


def slot_name(blueprint: Blueprint, slot: int) -> str:
    """Return the name of a slot of the state: `coin[seat 1]`, `display[3]`."""
    place = place_of(blueprint, slot)
    if place is None:
        return "box" if slot == blueprint.box else f"slot {slot}"
    space = (str(place.space),) if place.family.spaces > 1 else ()
    return indexed(place.family.id, (*index_names(blueprint, place.family, place.indexes), *space))


def places_of(blueprint: Blueprint, event: Changed | Moved | Shuffled | Revealed) -> tuple[SlotOwner | None, ...]:
    """Return the places of an event: one, or for a move (start, end)."""
    match event:
        case Changed(slot) | Shuffled(slot) | Revealed(slot):
            return (place_of(blueprint, slot),)
        case Moved(_, source, target):
            return (place_of(blueprint, source), place_of(blueprint, target))
        case _:
            assert_never(event)


def seen_at(blueprint: Blueprint, move: Moved, seat: int | None) -> tuple[bool, bool]:
    """Return whether a seat saw a piece where it was, and whether it sees it where it is."""
    (here, there), (before, after) = places_of(blueprint, move), move.sights
    return sees_at(here, seat, before), sees_at(there, seat, after)


def sees_change(blueprint: Blueprint, change: Changed, seat: int | None) -> bool:
    """Return whether a seat sees the value that has changed, or the piece that is turned."""
    lies = change.lies if change.lies >= 0 else change.slot
    return sees_at(place_of(blueprint, lies), seat, change.sight)


def sees_at(place: SlotOwner | None, seat: int | None, sight: int | None) -> bool:
    """Return whether a seat sees what is at a place, `sight` being what an event says of that."""
    if place is None or seat is None:
        return True
    return is_among(seat, sight) if sight is not None else sees_by_word(place.family, seat, place.owner)


def hears_of(event: Revealed, seat: int | None) -> bool:
    """Return whether a seat may know that others see something now.

    What is shown is shown before all. What a test lets some seats see is told to them alone, as the test may read a
    secret of theirs, but all hear of what all see.
    """
    if seat is None or event.sight is None or event.seats < 0:
        return event.seats != 0
    return is_among(seat, event.seats)


def sight_at(game: Game, state: State, slot: int) -> int | None:
    """Return the viewers of a slot as bits of seats, None if a declared word decides."""
    place = place_of(game.blueprint, slot)
    if place is None or place.family.sight < 0:
        return None
    seats = range(state[N_SEATS])
    seen = [may_see(game, state, place.family, place.indexes, seat) for seat in seats]
    return -1 if all(seen) else sum(each << seat for seat, each in zip(seats, seen, strict=True))


def seat_of(game: Game, event: Event) -> int:
    """Return the seat that an event under seal belongs to, -1 if it is not a seat's: each does things with its own."""
    match event:
        case Answered() | Settled() | Happened():
            return event.seat
        case Changed() | Moved() | Shuffled() | Revealed():
            owners = (each.owner for each in places_of(game.blueprint, event) if each is not None)
            return next((each for each in owners if each is not None), -1)
        case Rolled() | Sealed() | Opened():
            return -1
        case _:
            assert_never(event)


def is_of_others(game: Game, event: Event, seat: int) -> bool:
    """Return whether an event of another seat is hidden until all have answered."""
    match event:
        case Answered() | Settled() | Happened():
            return event.seat != seat
        case Changed() | Moved() | Shuffled() | Revealed():
            places = places_of(game.blueprint, event)
            unknown = isinstance(event, Changed) and places == (None,)
            return unknown or any(place is not None and place.owner not in (None, seat) for place in places)
        case Rolled() | Sealed() | Opened():
            return False
        case _:
            assert_never(event)
