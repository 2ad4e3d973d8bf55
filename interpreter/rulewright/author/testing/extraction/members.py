"""Names of counters, markers, zones, pieces and values as an author writes them in an effect."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import DomainName, PieceOf, counted_by
from rulewright.observe.naming import indexed, thing_name
from rulewright.observe.sight.sight import members, owner_of


@dataclass(frozen=True, slots=True)
class NamedMember:
    """One counter, marker or zone of a table: its slot, the seat it belongs to or -1, and its name for that seat.

    `indexes` are those of the family, that of the seat among them.
    """

    family: FamilyInfo
    slot: int
    seat: int
    name: str
    indexes: tuple[int, ...]

    @property
    def outside(self) -> str:
        """Its name if nobody in particular acts."""
        return f"seat({self.seat + 1}).{self.name}" if self.seat >= 0 else self.name


class Unnameable(ValueError):  # noqa: N818 - about a position, not of our own code
    """An error about a part of a position that no effect text can name."""


def members_of(blueprint: Blueprint, seats: int) -> tuple[NamedMember, ...]:
    """Every counter, marker, zone and numbered space of a table that a text can name, in the order of their slots."""
    found = []
    for family in blueprint.families:
        for indexes, slot in members(blueprint, family, seats):
            seat = owner_of(family, indexes)
            own = indexes if seat is None else indexes[1:]
            domains = family.per if seat is None else family.per[1:]
            try:
                names = [_index(blueprint, domain, index) for domain, index in zip(domains, own, strict=True)]
            except Unnameable:
                continue
            for space in range(family.width):
                name = indexed(family.id, [*names, str(space + 1)] if family.spaces > 1 else names)
                found.append(NamedMember(family, slot + space, -1 if seat is None else seat, name, tuple(indexes)))
    return tuple(found)


def _index(blueprint: Blueprint, domain: str, index: int) -> str:
    return value_name(blueprint, counted_by(domain), index)


def value_name(blueprint: Blueprint, domain: DomainName, value: int) -> str:
    """Return a value of a domain as an effect writes it, or `none` for no value."""
    if domain == "seat" and value >= 0:
        return f"seat({value + 1})"
    if isinstance(domain, PieceOf) and value >= 0:
        return piece_name(blueprint, value, -1)
    return thing_name(blueprint, domain, value)


def alike(blueprint: Blueprint, piece: int) -> tuple[str, int]:
    """Return (design, owner), which a piece has in common with its copies."""
    info = blueprint.pieces[piece]
    return info.design, info.owner


def piece_name(blueprint: Blueprint, piece: int, acting: int) -> str:
    """Return an expression for a piece. Raises Unnameable if the piece has copies."""
    info = blueprint.pieces[piece]
    copies = sum(alike(blueprint, each) == alike(blueprint, piece) for each in range(len(blueprint.pieces)))
    if copies == 1 and info.owner in (-1, acting):
        return info.design
    if copies == 1:
        return f"first(p in pieces({info.kind}) where p.design is {info.design} and p.owner is seat({info.owner + 1}))"
    raise Unnameable(f"{info.key} is one of several identical pieces")
