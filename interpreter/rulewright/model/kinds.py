"""Two domains a kind: its designs, named as the kind is, and its pieces; which of the two one is, and of which kind."""

from __future__ import annotations

_PIECE = " piece"


def pieces_of(kind: str) -> str:
    """The domain of the pieces of a kind."""
    return kind + _PIECE


def is_of_pieces(domain: str) -> bool:
    """Whether things of a domain are pieces."""
    return domain.endswith(_PIECE)


def kind_of(domain: str) -> str:
    """The kind of the things of a domain, be they designs or pieces; another domain is its own."""
    return domain.removesuffix(_PIECE)
