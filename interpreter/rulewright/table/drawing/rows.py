"""Rows of spaces on the table, with their printed data and the seats' markers that move along them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.look import RowInfo
from rulewright.observe.naming import seat_title
from rulewright.observe.words.table_values import Row
from rulewright.table.drawing import pieces
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.kept import PrintedCell
from rulewright.table.drawing.named import hidden_name, marker_name
from rulewright.table.drawing.options import Things, chosen_by, moves_to, numbers_named
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element, markup


def row_of(scene: Scene, counter: FamilyInfo, row: Row) -> Markup | None:
    """Return the row a counter moves along, with a marker for each member.

    None if no row is to be drawn.
    """
    manner = scene.manner(counter.id)
    zone = scene.family(manner.along)
    if zone is not None and zone.sort == "zone":
        return _places(scene, counter, zone, row)
    design = _walked(scene, manner.along, row)
    if design is None:
        return None
    kind, name = design
    for each in scene.look.rows.get(kind, ()):
        if not manner.row or manner.row in each.lists:
            return _printed_row(scene, counter, row, kind, name, each)
    return None


@lru_cache(maxsize=4096)
def risen(numbers: tuple[int, ...], index: int) -> int:
    """Return the number of a list that a space shows.

    In a rising list it is 0 if equal to the number before. In any other list it is the number itself.
    """
    if index >= len(numbers):
        return 0
    rises = all(one <= other for one, other in pairwise(numbers))
    same = rises and index > 0 and numbers[index - 1] == numbers[index]
    return 0 if same else numbers[index]


class RowSpace(NamedTuple):
    """A space of a printed row.

    `values`, `prices` and `marks` refer to lists, edges and marks by their indexes.
    """

    number: int
    values: tuple[tuple[int, int], ...]
    prices: tuple[tuple[int, int], ...]
    marks: tuple[int, ...]


def spaces_of_row(
    first: int, lists: Sequence[tuple[int, ...]], edges: Sequence[tuple[int, ...]], marks: Sequence[object]
) -> Iterator[RowSpace]:
    """Yield the spaces of a row, the first one with the number `first`.

    Numbers that are 0 or have not risen are left out.
    """
    for index in range(max(map(len, lists), default=0)):
        yield RowSpace(
            first + index,
            tuple((at, value) for at, each in enumerate(lists) if (value := risen(each, index))),
            tuple((at, each[index]) for at, each in enumerate(edges) if index < len(each) and each[index]),
            tuple(at for at, each in enumerate(marks) if each == first + index),
        )


def _walked(scene: Scene, name: str, row: Row) -> tuple[str, str] | None:
    """Return the component a counter moves along, with its kind: named itself, or by a marker."""
    blueprint = scene.blueprint
    marker = scene.family(name)
    if marker is None:
        return next(((kind, name) for kind, rows in scene.look.rows.items() if rows
                     and name in blueprint.domains[kind].names), None)  # fmt: skip
    for indexes, slot in scene.members(marker, row):
        value = scene.source(marker, indexes)[slot]
        if value >= 0 and marker.domain in scene.look.rows:
            return marker.domain, blueprint.domains[marker.domain].names[value]
    return None


def _printed_row(scene: Scene, counter: FamilyInfo, row: Row, kind: str, name: str, info: RowInfo) -> Markup:
    key = (kind, name, info.lists)
    if key not in scene.kept.cells:
        scene.kept.cells[key] = tuple(printed_cells(scene, name, info))
    markers = _markers(scene, counter, row)
    own = [slot for _, slot in scene.members(counter, row)]
    title = scene.title_named(kind, name)
    cells = [
        _cell(scene, each.number, each.inside, markers.get(each.number, []),
              tuple(moves_to(slot, each.number) for slot in own), "marked" * each.marked, "barred" * each.barred)
        for each in scene.kept.cells[key]
    ]  # fmt: skip
    return _track(title, cells)


def printed_cells(scene: Scene, name: str, info: RowInfo) -> Iterator[PrintedCell]:
    """Yield the spaces of a row as they are printed on a component."""
    printed = scene.blueprint.printed.get(name, {})
    lists, edges = ([_numbers(printed.get(each)) for each in fields] for fields in (info.lists, info.edges))
    for space in spaces_of_row(info.first, lists, edges, [printed.get(each) for each in info.marks]):
        values = [
            element("b", str(value), class_=f"w{at}", title=info.lists[at].replace("_", " "))
            for at, value in space.values
        ]
        prices = [element("i", str(value), title=info.edges[at].replace("_", " ")) for at, value in space.prices]
        signs, told = "".join("▲" * (at + 1) for at in space.marks), ", ".join(info.marks[at] for at in space.marks)
        sign = element("em", signs, title=told.replace("_", " ")) if signs else None
        yield PrintedCell(space.number, markup(values, prices, sign), bool(signs), bool(prices))


def _cell(
    scene: Scene,
    number: int,
    content: Content,
    markers: list[Markup],
    things: Things = (),
    *looks: str,
) -> Markup:
    classes = " ".join(filter(None, ("cell", *looks, "held" * bool(markers))))
    there = element("span", markers, class_="markers") if markers else None
    inside = [element("span", str(number), class_="nr"), content, there]
    return chosen_by(scene.blueprint, scene.choices, things, inside, classes)


def _places(scene: Scene, counter: FamilyInfo, zone: FamilyInfo, row: Row) -> Markup:
    """Return a zone with numbered places as a row, with the counter's markers on the places."""
    markers = _markers(scene, counter, row)
    moving = [slot for _, slot in scene.members(counter, row)]
    cells = []
    members = [(*each, _numbered(zone, each[0])) for each in scene.members(zone, row)]
    low = min((places[0] for *_, places in members), default=1)
    high = max((places[-1] for *_, places in members), default=0)
    outside = {number: _cell(scene, number, None, markers[number]) for number in sorted(markers)}
    cells += [cell for number, cell in outside.items() if number < low]
    for indexes, slot, places in members:
        source: Any = scene.source(zone, indexes)
        for at in places:
            held = source[slot + at - 1] if zone.spaces > 1 else source[slot]
            top = held if isinstance(held, int) else (held[-1] if held else -1)
            seen = scene.sees(zone, indexes)
            lies = None if top < 0 else pieces.piece(scene, top, source) if seen else pieces.back(
                scene, kind_of(zone.domain), hidden_name(zone.id, indexes, at))  # fmt: skip
            under = element("b", f"×{len(held)}", class_="count") if isinstance(held, tuple) and len(held) > 1 else None
            own = not zone.per or zone.per[0] != "seat" or indexes[0] == scene.sight.seat
            asked = numbers_named(scene.manner(zone.id).chosen_as, at) if own else ()
            asked += tuple(moves_to(each, at) for each in moving)
            cells.append(_cell(scene, at, [lies, under], markers.get(at, []), asked, "place"))
    cells += [cell for number, cell in outside.items() if number > high]
    return _track(scene.called(zone.id), cells)


def _track(title: str, cells: list[Markup]) -> Markup:
    named = element("span", title, class_="label")
    return element("span", named, element("span", cells, class_="cells"), class_="track")


def _numbered(zone: FamilyInfo, indexes: tuple[int, ...]) -> Sequence[int]:
    """Return the numbers of a zone's places: its spaces, or the number by which it is one of several."""
    return range(1, zone.spaces + 1) if zone.spaces > 1 else (indexes[-1],)


def _markers(scene: Scene, counter: FamilyInfo, row: Row) -> dict[int, list[Markup]]:
    """Return the markers on each space, one per member of the counter, in its seat's colour and form."""
    found: dict[int, list[Markup]] = {}
    for indexes, slot in scene.members(counter, row):
        if not scene.sees(counter, indexes):
            continue
        value = scene.source(counter, indexes)[slot]
        seat = indexes[0] if counter.of_seats else -1
        title = f"{seat_title(scene.blueprint, seat, scene.language)}: {value}" if seat >= 0 else str(value)
        sign = icon(mark_of(max(0, seat)), title)
        drawn = element("span", sign, class_=f"marker s-{max(0, seat)}", data_piece=marker_name(counter.id, indexes))
        found.setdefault(value, []).append(drawn)
    return found


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(each for each in value if isinstance(each, int)) if isinstance(value, tuple) else ()
