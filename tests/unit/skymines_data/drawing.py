"""Maps drawn with straight lines: which lines cross, and which places stand on the line of others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

Places = dict[str, dict[str, Any]]
Pair = frozenset[str]


def crossings(places: Places, pairs: Iterable[Pair]) -> list[tuple[Pair, Pair]]:
    """Pairs of lines that meet elsewhere than in a place they share."""
    return [(one, other) for one, other in combinations(pairs, 2) if _meet(places, one, other)]


def touched(places: Places, pairs: Iterable[Pair]) -> list[tuple[str, Pair]]:
    """Places that stand on a line between two others."""
    return [(place, pair) for pair in pairs for place in places if place not in pair and _is_on(places, place, pair)]


def _turn(places: Places, a: str, b: str, c: str) -> int:
    """Positive, negative or 0, as the way a-b-c turns right, left or not at all."""
    (ax, ay), (bx, by), (cx, cy) = ((places[place]["x"], places[place]["y"]) for place in (a, b, c))
    turn: int = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return turn


def _meet(places: Places, one: Pair, other: Pair) -> bool:
    if one & other:
        return False
    (a, b), (c, d) = sorted(one), sorted(other)
    sides = _turn(places, a, b, c) * _turn(places, a, b, d), _turn(places, c, d, a) * _turn(places, c, d, b)
    return max(sides) <= 0


def _is_on(places: Places, place: str, pair: Pair) -> bool:
    a, b = sorted(pair)
    within = all(
        min(places[a][axis], places[b][axis]) <= places[place][axis] <= max(places[a][axis], places[b][axis])
        for axis in ("x", "y")
    )
    return within and _turn(places, a, b, place) == 0
