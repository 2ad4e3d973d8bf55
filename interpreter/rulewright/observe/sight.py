"""Which members a family has in a game, whose each is, and which zones a seat sees into."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulewright.model.game import Blueprint, FamilyInfo


def members(blueprint: Blueprint, family: FamilyInfo, seats: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The members of a family in this game, with the slot of each (the first, for numbered spaces)."""
    width = max(1, family.spaces)
    ranges = (range(low, low + size) for low, size in zip(family.lows, family.sizes, strict=True))
    for offset, indexes in enumerate(product(*ranges)):  # the last index is the one that goes up first
        owner = owner_of(family, indexes)
        if owner is None or owner < seats:
            yield indexes, family.base + offset * width


def owner_of(family: FamilyInfo, indexes: tuple[int, ...]) -> int | None:
    """The seat a member belongs to, None for the common ones."""
    return indexes[0] if family.per[:1] == ("seat",) else None


def may_see(family: FamilyInfo, seat: int | None, owner: int | None) -> bool:
    """Whether a seat sees the faces of a zone's pieces."""
    if seat is None or family.visible == "all":
        return True
    return family.visible != "none" and (owner == seat) == (family.visible == "owner")
