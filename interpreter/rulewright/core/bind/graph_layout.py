"""Positions of graph nodes that the author has not placed, always equal for equal graphs.

Nodes push each other away and borders pull them together; large graphs are laid in
layers instead, which takes less time.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final

from rulewright.core.bind.map_tables import steps_from
from rulewright.core.model.grids import MadePlace
from rulewright.core.model.look import Point

_MOST_PUSHED: Final = 160
_ROUNDS: Final = 260
_GOLDEN: Final = pi * (3 - sqrt(5))


def placed(names: tuple[str, ...], borders: tuple[tuple[str, str], ...]) -> dict[str, Point]:
    """A point for each name, within 0 to 100 both ways."""
    if len(names) > _MOST_PUSHED:
        return _stretched(_layers(names, borders))
    return _stretched(_pushed(names, borders))


def given(points: dict[str, Point]) -> dict[str, Point]:
    """Points as an author gave them, within 0 to 100 both ways, in the same proportions."""
    return _stretched(points, keep_shape=True)


def made(places: tuple[MadePlace, ...]) -> tuple[dict[str, Point], dict[str, tuple[Point, ...]]]:
    """The centres and outlines of the places of a made map, within 0 to 100 both ways, in the middle across."""
    corners = [corner for each in places for corner in (each.centre, *each.outline)]
    found = given({str(number): corner for number, corner in enumerate(corners)})
    side = (100 - max((x for x, _ in found.values()), default=100.0)) / 2
    moved = iter([(round(x + side, 2), round(y, 2)) for x, y in found.values()])
    centres: dict[str, Point] = {}
    outlines: dict[str, tuple[Point, ...]] = {}
    for each in places:
        centres[each.id] = next(moved)
        outlines[each.id] = tuple(next(moved) for _ in each.outline)
    return centres, outlines


def _pushed(names: tuple[str, ...], borders: tuple[tuple[str, str], ...]) -> dict[str, Point]:
    """Compute points by a force-directed layout, starting from a spiral so that no chance is involved."""
    count = len(names)
    place = {name: number for number, name in enumerate(names)}
    ends = [(place[one], place[other]) for one, other in borders if one in place and other in place]
    x = [sqrt(n + 1) * cos(n * _GOLDEN) for n in range(count)]
    y = [sqrt(n + 1) * sin(n * _GOLDEN) for n in range(count)]
    reach = 1.6
    for turn in range(_ROUNDS):
        heat = 0.6 * (1 - turn / _ROUNDS) + 0.01
        push_x, push_y = [-0.02 * each for each in x], [-0.02 * each for each in y]
        for one in range(count):
            for other in range(one):
                along, down = x[one] - x[other], y[one] - y[other]
                near = along * along + down * down + 1e-6
                force = reach * reach / near
                push_x[one] += along * force
                push_y[one] += down * force
                push_x[other] -= along * force
                push_y[other] -= down * force
        for one, other in ends:
            along, down = x[one] - x[other], y[one] - y[other]
            force = sqrt(along * along + down * down) / reach
            push_x[one] -= along * force
            push_y[one] -= down * force
            push_x[other] += along * force
            push_y[other] += down * force
        for each in range(count):
            far = sqrt(push_x[each] ** 2 + push_y[each] ** 2) or 1.0
            x[each] += push_x[each] / far * min(far, heat)
            y[each] += push_y[each] / far * min(far, heat)
    return {name: (round(x[number], 3), round(y[number], 3)) for name, number in place.items()}


def _layers(names: tuple[str, ...], borders: tuple[tuple[str, str], ...]) -> dict[str, Point]:
    """Each name in a line by how many steps it is from the first one of its part of the graph."""
    near: dict[str, list[str]] = {name: [] for name in names}
    for one, other in borders:
        if one in near and other in near:
            near[one].append(other)
            near[other].append(one)
    points: dict[str, Point] = {}
    top = 0
    for first in names:
        if first in points:
            continue
        depth = steps_from(first, near.__getitem__)
        filled: dict[int, int] = {}
        for name, line in depth.items():
            points[name] = (float(filled.get(line, 0)), float(top + line))
            filled[line] = filled.get(line, 0) + 1
        top += max(depth.values()) + 1
    return points


def _stretched(points: dict[str, Point], *, keep_shape: bool = False) -> dict[str, Point]:
    if not points:
        return {}
    left, right = min(x for x, _ in points.values()), max(x for x, _ in points.values())
    top, bottom = min(y for _, y in points.values()), max(y for _, y in points.values())
    wide, high = (right - left) or 1.0, (bottom - top) or 1.0
    if keep_shape:
        wide = high = max(wide, high)
    return {name: ((x - left) / wide * 100, (y - top) / high * 100) for name, (x, y) in points.items()}
