"""The members of families in a game, their owners, and their viewers.

A visibility test depends on what everybody sees and on what the viewing seat has itself. So it is equal in all states
that this seat cannot distinguish, and a state as the seat knows it, without sealed answers, may be used in place of the
true one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.core.model.layout import N_SEATS, SEALED, STEPS
from rulewright.core.model.limits import LimitReached

HIDDEN = "?"
"""What is shown of what a seat does not see."""


Members = tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class FamiliesOf:
    """The families of a game as a cache key, compared by identity because they have no hash."""

    blueprint: Blueprint

    def __hash__(self) -> int:
        return id(self.blueprint.families)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FamiliesOf) and self.blueprint.families is other.blueprint.families


def members(blueprint: Blueprint, family: FamilyInfo, seats: int) -> Members:
    """Return the members of a family in this game, with the slot of each (the first, for numbered spaces)."""
    of_seats = seats if family.of_seats else -1
    return _members(family.base, family.width, family.lows, family.sizes, of_seats)


@lru_cache(maxsize=2048)
def _members(base: int, width: int, lows: tuple[int, ...], sizes: tuple[int, ...], of_seats: int) -> Members:
    """Return the members, cached.

    `of_seats` is the number of seats whose members they are, -1 for common ones.
    """
    ranges = (range(low, low + size) for low, size in zip(lows, sizes, strict=True))
    return tuple([
        (indexes, base + offset * width)
        for offset, indexes in enumerate(product(*ranges))  # the last index is the one that goes up first
        if of_seats < 0 or indexes[0] < of_seats
    ])  # fmt: skip


def members_present(blueprint: Blueprint, family: FamilyInfo, seats: int) -> Members:
    """Return the members of a family without an index of a seat that is not at the table."""
    return tuple([
        (indexes, slot)
        for indexes, slot in members(blueprint, family, seats)
        if all(domain != "seat" or index < seats for domain, index in zip(family.per, indexes, strict=True))
    ])  # fmt: skip


def owner_of(family: FamilyInfo, indexes: tuple[int, ...]) -> int | None:
    """Return the seat a member belongs to, None for the common ones."""
    return indexes[0] if family.of_seats else None


def source_of(state: State, seat: int | None, owner: int | None) -> Any:
    """Return the state that shows an owner's things: sealed answers of others stay hidden."""
    sealed = state[SEALED]
    return state if sealed is None or seat is None or owner in (None, seat) else sealed


def may_see(game: Game, state: Any, family: FamilyInfo, indexes: tuple[int, ...], seat: int | None) -> bool:
    """Return whether a seat sees the contents of a member: faces of pieces, or a value.

    The state is one as the seat knows it (`as_sealed`). None sees all, a spectator what every seat sees.
    """
    if family.sight >= 0 and seat is not None:
        seats = range(state[N_SEATS]) if seat < 0 else (seat,)
        return all(_passes(game, state, family, indexes, each) for each in seats)
    return sees_by_word(family, seat, owner_of(family, indexes))


def seen_by_test(game: Game, state: Any, seat: int) -> frozenset[int]:
    """Return the slots of zones that a seat sees because of a test, in a state as the seat knows it."""
    return frozenset(
        each
        for family in game.blueprint.families
        if family.sort == "zone" and family.sight >= 0
        for indexes, slot in members(game.blueprint, family, state[N_SEATS])
        if may_see(game, state, family, indexes, seat)
        for each in family.slots_from(slot)
    )


def sees_by_word(family: FamilyInfo, seat: int | None, owner: int | None) -> bool:
    """Return whether a seat sees what belongs to an owner, of a family that says so by a word."""
    if seat is None or family.visible == "all":
        return True
    return (family.visible == "owner" and owner == seat) or (family.visible == "others" and owner != seat >= 0)


def _passes(game: Game, state: Any, family: FamilyInfo, indexes: tuple[int, ...], seat: int) -> bool:
    """Return whether the test holds, false if it runs into a limit."""
    steps = state[STEPS]
    state[STEPS] = 0
    try:
        return bool(game.plain.quantities[family.sight](state, seat, *indexes))
    except LimitReached:
        return False
    finally:
        state[STEPS] = steps


def in_order(family: FamilyInfo, held: Sequence[int]) -> Sequence[int]:
    """Return the pieces of a pile as shown: in the order of a stack, or sorted.

    They are sorted as declared, then in the order of the list.
    """
    if family.ordered:
        return held
    return sorted(held, key=lambda piece: (family.places[piece], piece)) if family.places else sorted(held)
