"""Domains: what things are things of. A kind has two: its designs, named like the kind, and its pieces."""

from __future__ import annotations

from typing import NamedTuple


class PieceOf(NamedTuple):
    """The domain of the pieces of a kind."""

    kind: str

    def __str__(self) -> str:
        return f"{self.kind} piece"


SET_OF = "set of "
"""What the name of a domain follows where a set of its things is taken."""

PIECE = "_piece"
"""What follows the name of a kind where its pieces are meant."""

DomainName = str | PieceOf
"""`seat`, an enumeration, a map, a kind for its designs, or pieces; `number` for plain numbers, empty for none."""


def counted_by(index: str) -> DomainName:
    """What an index of a family counts, from what it was declared with: `die_piece` pieces, `1..6` numbers."""
    if index[0].isdigit():
        return "number"
    return PieceOf(index.removesuffix(PIECE)) if index.endswith(PIECE) else index


def is_set(domain: DomainName) -> bool:
    """Whether this is what takes a set."""
    return isinstance(domain, str) and domain.startswith(SET_OF)


def kind_of(domain: DomainName) -> str:
    """The kind of the things of a domain, be they designs or pieces; another domain is its own."""
    return domain.kind if isinstance(domain, PieceOf) else domain
