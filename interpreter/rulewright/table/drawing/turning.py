"""Boards whose sides are the seats': turned by half, so that what is a seat's own is nearest to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.look import MapInfo, Point
from rulewright.core.run.steps import start
from rulewright.observe.naming import is_on_board
from rulewright.table.drawing import pieces
from rulewright.table.drawing.scene import Scene

_ASIDE: Final = 0.15
"""How far from the middle of a board, of its height, the men of a seat lie that has a side of its own."""


def is_turned(scene: Scene, info: MapInfo) -> bool:
    """Return whether a board is turned for the seat that looks: its own places, or its first men, are the upper ones.

    Its fields must look the same when they are turned by half.
    """
    seat = scene.sight.seat if scene.has_seat else None
    if seat is None or scene.still or not info.made or info.edges or any(len(each) % 2 for each in info.outlines):
        return False
    if not info.outlines:
        return _of_points(scene, info)
    known = (info.id, scene.sight.state[N_SEATS])
    if known not in scene.kept.sides:
        scene.kept.sides[known] = _sides(scene, info)
    sides = scene.kept.sides[known]
    return bool(sides) and sides[seat] < -_ASIDE and max(sides) > _ASIDE


def turned(info: MapInfo) -> MapInfo:
    """Return a made map whose regions lie as they do when it is turned by half."""
    low = max(y for each in (info.points, *info.outlines) for _, y in each)

    def moved(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((100 - x, low - y) for x, y in points)

    return replace(info, points=moved(info.points), outlines=tuple(moved(each) for each in info.outlines))


def _of_points(scene: Scene, info: MapInfo) -> bool:
    face, names = scene.face(info.kind), scene.blueprint.domains[info.kind].names
    if not face.seats:
        return False
    places = zip(names, info.points, strict=True)
    own = [y for name, (_, y) in places if scene.sight.seat in pieces.whose(scene, face, name)]
    return bool(own) and 2 * sum(own) < len(own) * max(y for _, y in info.points)


def _sides(scene: Scene, info: MapInfo) -> tuple[float, ...]:
    """Return how far below the middle of a board each seat's men begin, none at all if a seat has no men."""
    blueprint, seats = scene.blueprint, scene.sight.state[N_SEATS]
    on_it = [each for each in scene.families_on(info.kind) if each.domain == "seat" or is_on_board(blueprint, each)]
    if not on_it:
        return ()
    try:
        state = start(scene.sight.game, seats=seats, seed=0)
    except LimitReached:
        return ()
    high = max(y for each in info.outlines for _, y in each)
    found: list[list[float]] = [[] for _ in range(seats)]
    for family in on_it:
        for value, (_, y) in enumerate(info.points):
            held = state[family.slot_of(value)]
            seat = held if family.domain == "seat" else blueprint.pieces[held].owner if held >= 0 else -1
            if 0 <= seat < seats:
                found[seat].append(y / high - 0.5)
    return tuple(sum(each) / len(each) for each in found) if all(found) else ()
