"""Components on circles around a middle, each cut into parts: they are shown where they are now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from math import cos, pi, sin
from typing import Final

from rulewright.core.locales.line_text import hole_of
from rulewright.core.model.game import Blueprint
from rulewright.core.model.look import Look, Point
from rulewright.observe.words.table_designs import of_design
from rulewright.table.drawing import ground, on_printed, pieces
from rulewright.table.drawing.options import chosen_by
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Markup, element, markup

SIZE: Final = 1000.0
INNERMOST: Final = 0.3
_MOST: Final = 6
_WIDE: Final = 180.0
_HIGH: Final = 105.0
"""How large a component with its name and a line or two is drawn, of the size of the drawing."""
_ROUNDS: Final = 6

_Way = tuple[tuple[int, ...], int]
"""The numbers of the spots that are taken on a part, and of how many."""


def circles_in(look: Look, blueprint: Blueprint, kind: str) -> tuple[list[str], list[int]]:
    """Return the circles, the first one outside, and the places on them, as the components have them."""
    circle, place = look.circles[kind]
    names = blueprint.domains[kind].names
    domain = next((each.domain for each in look.fields[kind] if each.name == circle), "")
    written = {str(blueprint.printed[name].get(circle)) for name in names}
    order = blueprint.domains[domain].names if domain in blueprint.domains else sorted(written)
    places = sorted({value for name in names if isinstance(value := blueprint.printed[name].get(place), int)})
    return [each for each in order if each in written], places


def spot(around: int, depth: int, places: int, place: int, number: int, of: int) -> tuple[float, float]:
    """Return the position of a component, counted counterclockwise from the top.

    Several components on one part are side by side.
    """
    band = (1 - INNERMOST) / around * (SIZE / 2 - 6)
    away = SIZE / 2 - 6 - band * (depth + 0.5)
    x, y = point_at(place + (number + 1) / (of + 1), places, away)
    return round(x, 1), round(y, 1)


@lru_cache(maxsize=256)
def placing_on(around: int, places: int, parts: tuple[tuple[int, int, int], ...]) -> tuple[_Way, ...]:
    """Return the spots that the components of each part take, chosen to hide little of each other.

    A part is (circle, place, number of components).
    """
    ways = [_ways(around, places, *part) for part in parts]
    taken = [next(iter(each)) for each in ways]
    for _ in range(_ROUNDS):
        before = list(taken)
        for at, known in enumerate(ways):
            others = [spot for other, way in enumerate(taken) if other != at for spot in ways[other][way]]
            taken[at] = _clearest(known, others)
        if taken == before:
            break
    return tuple(taken)


def _ways(around: int, places: int, depth: int, place: int, count: int) -> dict[_Way, list[Point]]:
    """Return the spots that N components can take on a part, evenly spread ones first."""
    return {
        (numbers, of): [spot(around, depth, places, place, number, of) for number in numbers]
        for of in range(count, _MOST + 1)
        for numbers in combinations(range(of), count)
    }


def _clearest(ways: dict[_Way, list[Point]], others: list[Point]) -> _Way:
    return min(ways, key=lambda way: _hidden(ways[way], others))


def _hidden(spots: list[Point], others: list[Point]) -> float:
    """Return the area of components at these spots that overlaps each other or others."""
    pairs = [*product(spots, others), *combinations(spots, 2)]
    return sum(
        max(0.0, _WIDE - abs(one[0] - other[0])) * max(0.0, _HIGH - abs(one[1] - other[1])) for one, other in pairs
    )


def ground_of(around: int, places: int, named: list[str], tints: Sequence[str] = ()) -> Markup:
    """Return the circles and cuts, with the numbers of the places in the middle.

    `tints` are the classes that colour the circles, by default two shades in turn.
    """
    band = (1 - INNERMOST) / around * (SIZE / 2 - 6)
    shapes, numbers = [], []
    for depth in range(around):
        outside = SIZE / 2 - 6 - depth * band
        shapes.append(
            element("circle", cx=SIZE / 2, cy=SIZE / 2, r=outside, class_=tints[depth] if tints else f"band{depth % 4}")
        )
    middle = SIZE / 2 - 6 - around * band
    for turn in range(places):
        shapes.append(cut(turn, places, SIZE / 2 - 6, middle))
        x, y = point_at(turn + 0.5, places, middle * 0.55)  # where no component lies
        numbers.append(element("text", named[turn], x=x, y=y + 10, class_="n"))
    shapes.append(element("circle", cx=SIZE / 2, cy=SIZE / 2, r=middle, class_="middle"))
    return markup(*shapes, *numbers)


def circles_of(scene: Scene, kind: str) -> Markup:
    """Return all components of a kind where they are now, with what is on them."""
    blueprint = scene.blueprint
    around, places = circles_in(scene.look, blueprint, kind)
    circle, _ = scene.look.circles[kind]
    at: dict[tuple[int, int], list[int]] = {}
    for value, name in enumerate(blueprint.domains[kind].names):
        depth = around.index(str(blueprint.printed[name].get(circle)))
        at.setdefault((depth, _stands(scene, kind, value, places)), []).append(value)
    held = {part: values[:_MOST] for part, values in sorted(at.items())}
    spread = placing_on(len(around), len(places), tuple((*part, len(values)) for part, values in held.items()))
    shown = [
        _component(scene, kind, value, f"on-{depth}-{place}-{number}-{of}")
        for ((depth, place), values), (numbers, of) in zip(held.items(), spread, strict=True)
        for number, value in zip(numbers, values, strict=True)
    ]
    domain = scene.domain_of(kind, circle)
    tints = [f"tinted v-{domain}-{each}" for each in around] if domain in scene.look.tints else []
    named = [str(each) for each in places]
    drawn = ground.drawing(ground_of(len(around), len(places), named, tints), class_="ground", aria_hidden="true")
    return element("div", drawn, shown, class_=f"map circles m-{kind}")


def positions(look: Look, blueprint: Blueprint, kind: str) -> list[tuple[str, float, float]]:
    """Return every spot where a component can be, by its class, in percent."""
    around, places = circles_in(look, blueprint, kind)
    found = []
    for depth, place in product(range(len(around)), range(len(places))):
        for of in range(1, _MOST + 1):
            for number in range(of):
                x, y = spot(len(around), depth, len(places), place, number, of)
                found.append((f"on-{depth}-{place}-{number}-{of}", round(x / SIZE * 100, 2), round(y / SIZE * 100, 2)))
    return found


def _stands(scene: Scene, kind: str, value: int, places: list[int]) -> int:
    """Return the place, from 0, where a component is now: what its look says, else what is printed on it."""
    name = scene.blueprint.domains[kind].names[value]
    printed = scene.blueprint.printed[name].get(scene.look.circles[kind][1])
    hole = hole_of(scene.face(kind).stands)
    if hole is not None:
        shown = of_design(scene.sight, hole, name, -1)
        printed = int(shown) if shown.isdigit() else printed
    return places.index(printed) if isinstance(printed, int) and printed in places else 0


def _component(scene: Scene, kind: str, value: int, class_: str) -> Markup:
    name, title = scene.blueprint.domains[kind].names[value], scene.title(kind, value)
    lying = on_printed.lying_on(scene, kind, value)
    leading = pieces.leads(scene, pieces.whose(scene, scene.face(kind), name))
    content = pieces.in_place(scene, kind, value, title, pieces.lines_on(scene, kind, name), lying, leading)
    classes = " ".join(filter(None, ("region", class_, "taken" * bool(lying))))
    return chosen_by(scene.blueprint, scene.choices, ((kind, value),), content, classes, data_about=name,
                     data_piece=f"of-{name}", title=title)  # fmt: skip


def point_at(turn: float, count: int, away: float) -> Point:
    """Return the point at a distance from the middle, counterclockwise from the top.

    `turn` of `count` parts make the angle.
    """
    angle = -pi / 2 - 2 * pi * turn / count
    return SIZE / 2 + cos(angle) * away, SIZE / 2 + sin(angle) * away


def cut(turn: int, count: int, outside: float, inside: float) -> Markup:
    """Return the line between two parts of a circle."""
    (x1, y1), (x2, y2) = (point_at(turn, count, away) for away in (outside, inside))
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="cut")
