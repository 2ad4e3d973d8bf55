"""Domains of things. A kind has two: its designs, named like the kind, and its pieces."""

from __future__ import annotations

from typing import NamedTuple


class PieceOf(NamedTuple):
    """The domain of the pieces of a kind."""

    kind: str

    def __str__(self) -> str:
        return f"{self.kind} piece"


SET_OF = "set of "
"""What the name of a domain follows where a set of its things is taken."""

OR_NONE = " or none"
"""What the name of a domain is followed by where there may be nothing to hand over."""

PIECE = "_piece"
"""What follows the name of a kind where its pieces are meant."""

DomainName = str | PieceOf
"""`seat`, an enumeration, a map, a kind for its designs, or pieces; `number` for plain numbers, empty for none."""


def counted_by(index: str) -> DomainName:
    """Return the domain of a family's index as declared: `die_piece` pieces, `1..6` numbers."""
    if index[0].isdigit():
        return "number"
    return PieceOf(index.removesuffix(PIECE)) if index.endswith(PIECE) else index


def is_set(domain: DomainName) -> bool:
    """Return whether a declared domain is a set."""
    return isinstance(domain, str) and domain.startswith(SET_OF)


def kind_of(domain: DomainName) -> str:
    """Return the kind of a domain's designs or pieces, or any other domain itself."""
    return domain.kind if isinstance(domain, PieceOf) else domain
