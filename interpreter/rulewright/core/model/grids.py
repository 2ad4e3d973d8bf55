"""Spaces and ways of generated maps: grids, rows of hexes, rows, rings, and the corners of either.

A map is its spaces and its ways. A way is a chain of spaces, each bordering on the next; a direction continues along a
way. Maps by hand name their spaces themselves; their ways are those of `borders` and `ways`.

Other parts of a map are made elsewhere: components in `load/made_places.py`, borders in `bind/`, pictures in
`drawing/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, pi, sin, sqrt
from string import ascii_lowercase
from typing import Final

from rulewright.core.model.document import Mapping, Node, Scalar, items_of, part_of, text_of
from rulewright.core.model.look import Point

MapNamed = Callable[[str], Mapping | None]

COMPASS: Final = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
ROUND: Final = ("clockwise", "anticlockwise")
DIRECTIONS: Final = (*COMPASS, *ROUND)
"""All directions, in the order in which a ruleset has those that its maps use."""
DIRECTION: Final = "direction"
"""The enumeration that holds the directions of the maps that are made."""
SHAPES: Final = ("grid", "hexes", "radius", "row", "ring", "corners_of")
"""The keys of a map that make its places."""
MAKES: Final = (*SHAPES, "edges")
"""The keys of a map that make components."""
PLACED: Final = ("column", "row")
"""The fields that the places of grids and hexes have."""
_STRAIGHT: Final = (("east", 1, 0), ("north", 0, 1))
_DIAGONAL: Final = (("northeast", 1, 1), ("southeast", 1, -1))
_HEX: Final = (("east", 2, 0), ("southeast", 1, 1), ("southwest", -1, 1))
_SQUARE: Final = ((0, 1), (1, 1), (1, 0), (0, 0))
_HEXAGON: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_HALF: Final = sqrt(3) / 2
_LEAST_IN_ROWS: Final = 8
"""A ring of so many places, if their number is even, is drawn as two rows and its two ends."""
_ARROWS: Final = "→↗↑↖←↙↓↘"
"""Where a corner or side lies as seen from the middle of its place, by eighths of a turn."""


@dataclass(frozen=True, slots=True)
class MadePlace:
    """A generated space: its id and title, its fields, its centre and its outline, empty for a point."""

    id: str
    title: str
    fields: tuple[tuple[str, int], ...]
    centre: Point
    outline: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """A way: places one after the other, with the directions along it and back, empty without any.

    A closed one leads from its last place to its first. `written` is the border that it is, where one was written;
    `title` what its border is called, empty where that is its ends.
    """

    places: tuple[str, ...]
    onward: str = ""
    back: str = ""
    closed: bool = False
    written: Mapping | None = None
    title: str = ""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The borders along the way."""
        after = (*self.places[1:], self.places[0]) if self.closed else self.places[1:]
        return tuple(zip(self.places, after, strict=False))


@dataclass(frozen=True, slots=True)
class MapPlan:
    """The contents of a map: generated spaces, ways, and the corners around each space of a grid.

    `around` has the corners by number.
    """

    spots: tuple[MadePlace, ...]
    chains: tuple[Chain, ...]
    around: tuple[tuple[int, ...], ...] = ()

    @property
    def borders(self) -> tuple[tuple[str, str, Mapping | None], ...]:
        """Each border once, in the order of the ways."""
        return tuple((*pair, chain.written) for chain in self.chains for pair in chain.pairs)

    @property
    def titles(self) -> tuple[str, ...]:
        """The title of each border, empty for one that is named by its ends."""
        return tuple(chain.title for chain in self.chains for _ in chain.pairs)


def is_made(node: Mapping) -> bool:
    """Return whether a map makes components: its places, or its borders as places of their own."""
    return any(node.get(key) is not None for key in MAKES)


def edge_ids(node: Mapping, plan: MapPlan) -> tuple[str, ...]:
    """Return the id of each border as a place of its own."""
    kind = node.text_at("edges") or "edge"
    return tuple(f"{node.text_at('prefix')}{kind}_{number}" for number, _ in enumerate(plan.borders, 1))


def plan_of(node: Mapping, named: MapNamed) -> MapPlan:
    """Return the plan of a map as far as its entry can be read.

    `named` finds the entry of another map.
    """
    by_hand = tuple(_by_hand(node))
    if (size := _numbers(node.get("grid"))) and len(size) == 2:
        return _only(_squares(node, *size), by_hand)
    if rows := _hex_rows(node):
        return _only(_hexes(node, rows), by_hand)
    for key in ("row", "ring"):
        if (count := _number(node.get(key))) is not None:
            return _only(_row(node, count, closed=key == "ring"), by_hand)
    other = named(node.text_at("corners_of"))
    if other is not None and other.get("corners_of") is None:
        return _only(_corners(node, other, named), by_hand)
    return MapPlan((), by_hand)


def fault_of(node: Mapping) -> str:
    """Return the mistake in the shape of a map, empty if there is none."""
    if sum(node.get(key) is not None for key in SHAPES) > 1:
        return "a map has one shape: " + ", ".join(key for key in SHAPES if node.get(key) is not None)
    rows = _hex_rows(node)
    if any(abs(one - other) > 1 for one, other in pairwise(rows)):
        return "a row of hexes is at most one hex longer or shorter than the one before it"
    return ""


def _only(made: MapPlan, by_hand: tuple[Chain, ...]) -> MapPlan:
    """Return a plan with the written ways in place of generated ones.

    If any way is written, spaces on none of them are left out.
    """
    if not by_hand:
        return made
    used = {place for chain in by_hand for place in chain.places}
    kept = [number for number, spot in enumerate(made.spots) if spot.id in used]
    around = tuple(made.around[number] for number in kept) if made.around else ()
    return MapPlan(tuple(made.spots[number] for number in kept), by_hand, around)


def _by_hand(node: Mapping) -> Iterator[Chain]:
    for item in items_of(node.get("borders")):
        ends = tuple(text_of(end) or "" for end in items_of(part_of(item, "between")))
        yield Chain(ends, written=item if isinstance(item, Mapping) else None)
    for way in items_of(node.get("ways")):
        places = tuple(text_of(place) or "" for place in items_of(way))
        closed = len(places) > 2 and places[0] == places[-1]
        yield Chain(places[:-1] if closed else places, closed=closed)


def _squares(node: Mapping, columns: int, rows: int) -> MapPlan:
    """Return squares, in columns from a on and rows from 1 on, with the first row at the bottom."""
    prefix, names, spots = node.text_at("prefix"), dict[tuple[int, int], str](), list[MadePlace]()
    for row in range(rows):
        for column in range(columns):
            name = names[column, row] = f"{prefix}{letters(column)}{row + 1}"
            top = float(rows - 1 - row)
            outline = tuple((column + x, top + 1 - y) for x, y in _SQUARE)
            fields = tuple(zip(PLACED, (column + 1, row + 1), strict=True))
            title = f"{letters(column)}{row + 1}"
            spots.append(MadePlace(name, title, fields, (column + 0.5, top + 0.5), outline))
    steps = node.text_at("steps") or "straight"
    chosen = (*(_STRAIGHT * (steps != "diagonal")), *(_DIAGONAL * (steps != "straight")))
    around = tuple(
        tuple((column + x) + (rows - row - y) * (columns + 1) for x, y in _SQUARE)
        for row in range(rows)
        for column in range(columns)
    )
    return MapPlan(tuple(spots), tuple(_straight_on(names, chosen)), around)


def _hexes(node: Mapping, rows: tuple[int, ...]) -> MapPlan:
    """Return hexes, in rows from a on, each half a hex to the side of the one before."""
    starts = [0]
    for one, other in pairwise(rows):
        starts.append(starts[-1] - 1 if other > one else starts[-1] + 1)
    least = min(starts)
    prefix, names, spots = node.text_at("prefix"), dict[tuple[int, int], str](), list[MadePlace]()
    corners: list[list[tuple[int, int]]] = []
    for row, (count, start) in enumerate(zip(rows, starts, strict=True)):
        for place in range(count):
            across = start - least + 2 * place
            title = f"{letters(row)}{place + 1}"
            names[across, row] = prefix + title
            points = [(across + x, 3 * row + y) for x, y in _HEXAGON]
            fields = tuple(zip(PLACED, (place + 1, row + 1), strict=True))
            outline = tuple(map(_at_corner, points))
            spots.append(MadePlace(prefix + title, title, fields, _at_corner((across, 3 * row)), outline))
            corners.append(points)
    order = sorted({point for each in corners for point in each}, key=lambda point: (point[1], point[0]))
    number = {point: at for at, point in enumerate(order)}
    around = tuple(tuple(number[point] for point in each) for each in corners)
    return MapPlan(tuple(spots), tuple(_straight_on(names, _HEX)), around)


def _straight_on(names: dict[tuple[int, int], str], steps: tuple[tuple[str, int, int], ...]) -> Iterator[Chain]:
    """Yield every way of places in a straight line, by the steps that lead along it."""
    for direction, across, up in steps:
        back = COMPASS[(COMPASS.index(direction) + 4) % 8]
        for column, row in names:
            if (column - across, row - up) in names:
                continue
            places, at = [], (column, row)
            while at in names:
                places.append(names[at])
                at = at[0] + across, at[1] + up
            if len(places) > 1:
                yield Chain(tuple(places), direction, back)


def _row(node: Mapping, count: int, *, closed: bool) -> MapPlan:
    kind = node.text_at("regions") or "place"
    names = tuple(f"{node.text_at('prefix')}{kind}_{number}" for number in range(1, count + 1))
    points = _ring(count) if closed else [(float(at), 0.0) for at in range(count)]
    spots = tuple(
        MadePlace(name, str(number), (("row", 1), ("column", number)), point)
        for number, (name, point) in enumerate(zip(names, points, strict=True), 1)
    )
    closed = closed and count > 2
    onward, back = ROUND if closed else ("east", "west")
    return MapPlan(spots, (Chain(names, onward, back, closed),) if count > 1 else ())


def _ring(count: int) -> list[Point]:
    """Return the points of a ring: a circle, or for many spaces two rows, onward above and back below."""
    beside = count // 2 - 1
    if count < _LEAST_IN_ROWS or count % 2:
        turns = [2 * pi * number / count - pi / 2 for number in range(count)]
        wide = max(1.0, count / 5)
        return [(wide * cos(turn), wide * sin(turn)) for turn in turns]
    above = [(float(at), 0.0) for at in range(1, beside + 1)]
    below = [(x, 1.2) for x, _ in reversed(above)]
    return [*above, (beside + 1.0, 0.6), *below, (0.0, 0.6)]


def _corners(node: Mapping, other: Mapping, named: MapNamed) -> MapPlan:
    """Return the corners of the places of another map, and the edges between them as borders."""
    inside = plan_of(other, named)
    kind, prefix = node.text_at("regions") or "corner", node.text_at("prefix")
    places: dict[int, list[tuple[MadePlace, int]]] = {}
    for spot, corners in zip(inside.spots, inside.around, strict=False):
        for at, corner in enumerate(corners):
            places.setdefault(corner, []).append((spot, at))
    name = {corner: f"{prefix}{kind}_{number}" for number, corner in enumerate(sorted(places), 1)}
    called = {corner: _between([spot.title for spot, _ in places[corner]]) for corner in places}
    alike = list(called.values())
    spots = []
    for corner in sorted(places):
        spot, at = places[corner][0]
        title = called[corner]
        if alike.count(title) > 1:
            title += f" {_arrow(spot.centre, spot.outline[at])}"
        spots.append(MadePlace(name[corner], title, (), spot.outline[at]))
    sides: dict[tuple[int, int], list[MadePlace]] = {}
    for spot, corners in zip(inside.spots, inside.around, strict=False):
        for one, two in zip(corners, (*corners[1:], corners[0]), strict=True):
            sides.setdefault((min(one, two), max(one, two)), []).append(spot)
    at_corner = {corner: spot.centre for corner, spot in zip(sorted(places), spots, strict=True)}
    chains = tuple(
        Chain((name[one], name[two]), title=_side(sides[one, two], at_corner[one], at_corner[two]))
        for one, two in sorted(sides)
    )
    around = tuple(tuple(sorted(places).index(corner) for corner in corners) for corners in inside.around)
    return MapPlan(tuple(spots), chains, around)


def _between(fields: list[str]) -> str:
    """Return the title of a corner by the fields around it, of four fields two opposite ones."""
    return " ".join(fields if len(fields) < 4 else (fields[0], fields[-1]))


def _side(fields: list[MadePlace], one: Point, other: Point) -> str:
    """Return the title of an edge: the fields on both sides, or at the rim one field and an arrow."""
    if len(fields) > 1:
        return " - ".join(field.title for field in fields)
    middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    return f"{fields[0].title} {_arrow(fields[0].centre, middle)}"


def _arrow(one: Point, other: Point) -> str:
    """Return the way from one point to another."""
    return _ARROWS[round(atan2(one[1] - other[1], other[0] - one[0]) / (pi / 4)) % 8]


def letters(number: int) -> str:
    """Return the letters of a column: a to z, then aa, ab, ..."""
    first, last = divmod(number, 26)
    return (ascii_lowercase[first - 1] if first else "") + ascii_lowercase[last]


def _at_corner(point: tuple[int, int]) -> Point:
    return round(point[0] * _HALF, 4), point[1] / 2


def _hex_rows(node: Mapping) -> tuple[int, ...]:
    radius = _number(node.get("radius"))
    if radius is not None:
        return (*range(radius, 2 * radius), *range(2 * radius - 2, radius - 1, -1))
    return _numbers(node.get("hexes"))


def _numbers(node: Node | None) -> tuple[int, ...]:
    found = map(_number, items_of(node))
    return tuple(each for each in found if each is not None)


def _number(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    good = isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 1000
    return int(value) if good and value is not None else None
