"""Keeps what is drawn on a map from overlapping."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt
from typing import Final

from rulewright.core.model.look import MapInfo, Point

_LEAST: Final = 10.8
"""How far apart regions beside each other must be to be read, of the 100 that a map is wide."""
_TALL: Final = 1.55
"""How many times as far apart they must be if one is above the other: what is printed on a region stands in lines."""
_SLACK: Final = 0.1
_ROUNDS: Final = 260
_GOLDEN: Final = pi * (3 - sqrt(5))


def spots_of(info: MapInfo) -> tuple[Point, ...]:
    """Return the points at which the regions of a map are drawn.

    A generated map determines them; on any other they are moved apart.
    """
    return info.points if info.made else apart(info.points)


@cache
def apart(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the points, with those that would overlap moved no further than necessary."""
    spots = [list(each) for each in points]
    for _ in range(_ROUNDS):
        moved = False
        for one, spot in enumerate(spots):
            for other in spots[:one]:
                along, down = spot[0] - other[0], (spot[1] - other[1]) / _TALL
                away = sqrt(along * along + down * down)
                if away < _LEAST - _SLACK:
                    moved = True
                    if away == 0:
                        along, down, away = cos(one * _GOLDEN), sin(one * _GOLDEN), 1.0
                    step = (_LEAST - away) / 2 / away
                    spot[:] = _inside(spot[0] + along * step, spot[1] + down * _TALL * step)
                    other[:] = _inside(other[0] - along * step, other[1] - down * _TALL * step)
        if not moved:
            break
    return tuple((x, y) for x, y in spots)


def _inside(x: float, y: float) -> Point:
    return min(100.0, max(0.0, x)), min(100.0, max(0.0, y))
