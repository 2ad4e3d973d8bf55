"""The names by which a page finds drawn things, to highlight them from the log and to animate pieces."""

from __future__ import annotations


def piece_name(piece: int) -> str:
    """Return the name of a piece that is seen."""
    return f"p{piece}"


def zone_name(family: str, indexes: tuple[int, ...]) -> str:
    """Return the name of a zone, or of a family's place on the table."""
    return "-".join((family, *map(str, indexes)))


def hidden_name(family: str, indexes: tuple[int, ...], *place: int) -> str:
    """Return the name of the back of a piece, by its position."""
    return f"h-{zone_name(family, (*indexes, *place))}"


def marker_name(family: str, indexes: tuple[int, ...]) -> str:
    """Return the name of the sign of a counter or marker on a row."""
    return f"c-{zone_name(family, indexes)}"


def number_name(family: str, indexes: tuple[int, ...]) -> str:
    """Return the name of a number or marker, by which a page asks why it has its value."""
    return ".".join((family, *map(str, indexes)))
