"""Domains: what things are things of. A kind has two: its designs, named like the kind, and its pieces."""

from __future__ import annotations

from typing import NamedTuple


class PieceOf(NamedTuple):
    """The domain of the pieces of a kind."""

    kind: str

    def __str__(self) -> str:
        return f"{self.kind} piece"


DomainName = str | PieceOf
"""`seat`, an enumeration, a map, a kind for its designs, or pieces; `number` for plain numbers, empty for none."""


def kind_of(domain: DomainName) -> str:
    """The kind of the things of a domain, be they designs or pieces; another domain is its own."""
    return domain.kind if isinstance(domain, PieceOf) else domain
