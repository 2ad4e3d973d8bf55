"""Amounts as dots: the pips of a die, and seeds that lie in a heap."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt
from typing import Final

from rulewright.table.pages.html import Markup, element

_NEAR, _MIDDLE, _FAR = 24, 50, 76
_PIPS: Final = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_NEAR, _FAR), (_FAR, _NEAR)),
    3: ((_NEAR, _FAR), (_MIDDLE, _MIDDLE), (_FAR, _NEAR)),
    4: ((_NEAR, _NEAR), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_NEAR, _FAR), (_MIDDLE, _MIDDLE), (_FAR, _NEAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_NEAR, _MIDDLE), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, _MIDDLE), (_FAR, _FAR)),
}
_GOLDEN: Final = pi * (3 - sqrt(5))
_MOST_SEEDS: Final = 30
_APART: Final = 11.5
_WIDE: Final = 32.0
_HIGH: Final = 45.0
"""How far seeds lie apart, how wide a heap becomes, and how high its middle is above its number."""


@cache
def pips(number: int) -> Markup | None:
    """Return the pips of a side of a die, None for a number that no die has."""
    return _drawn(_PIPS[number], 10) if number in _PIPS else None


@cache
def seeds(amount: int) -> Markup:
    """Return a heap of seeds, of very many as many as can be told apart."""
    apart = min(_APART, _WIDE / sqrt(max(1, amount)))
    spots = ((50 + apart * sqrt(at) * cos(at * _GOLDEN), _HIGH + apart * sqrt(at) * sin(at * _GOLDEN))
             for at in range(min(amount, _MOST_SEEDS)))  # fmt: skip
    return _drawn(tuple((round(x, 1), round(y, 1)) for x, y in spots), 6)


def _drawn(spots: tuple[tuple[float, float], ...], radius: int) -> Markup:
    return element(
        "svg", (element("circle", cx=x, cy=y, r=radius) for x, y in spots), class_="dots", viewBox="0 0 100 100",
        aria_hidden="true",
    )  # fmt: skip
