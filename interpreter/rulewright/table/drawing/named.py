"""The names by which a page finds what is drawn: lines of the log light it by them, and pieces travel by them."""

from __future__ import annotations


def piece_name(piece: int) -> str:
    """A piece that is seen."""
    return f"p{piece}"


def zone_name(family: str, indexes: tuple[int, ...]) -> str:
    """A zone, or whatever else a place on the table is of."""
    return "-".join((family, *map(str, indexes)))


def hidden_name(family: str, indexes: tuple[int, ...], *place: int) -> str:
    """The back of a piece, by where it lies."""
    return f"h-{zone_name(family, (*indexes, *place))}"


def marker_name(family: str, indexes: tuple[int, ...]) -> str:
    """What stands for a counter or marker on a row."""
    return f"c-{zone_name(family, indexes)}"


def number_name(family: str, indexes: tuple[int, ...]) -> str:
    """A number or the value of a marker, of which a page also asks why it is that."""
    return ".".join((family, *map(str, indexes)))
