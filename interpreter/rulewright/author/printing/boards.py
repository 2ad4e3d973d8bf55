"""The boards of a game: rows of spaces, circles, tracks for numbers, lists of values and zones with places.

A step of a track is as wide as a disc. A place of a zone is a label as wide as a component, which lies below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from rulewright.author.printing.paper import SIDE, Size
from rulewright.core.diagnostics import counted
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.kinds import PieceOf, counted_by, kind_of
from rulewright.observe.naming import seat_title
from rulewright.observe.words.table_rows import index_title
from rulewright.table.drawing import circles, ground, rows
from rulewright.table.drawing.families import thing
from rulewright.table.drawing.icons import icon
from rulewright.table.drawing.pieces import is_numbered
from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.still import bare
from rulewright.table.pages.html import Content, Markup, element, markup

MOST_PLACES: Final = 16
"""More places than these are a row without an end, which needs no board."""
_LONGEST: Final = 61
_HUNDRED: Final = range(100)
_FEW_LINES: Final = 4
_ACROSS: Final = 3
"""How many labels are beside one another at least."""
_NARROWEST: Final = 30.0


class Board(NamedTuple):
    """A board with its title."""

    title: str
    drawn: Markup


class Unprinted(NamedTuple):
    """A part of a game that is on no sheet, and what to use in its place."""

    title: str
    instead: str


def boards(scene: Scene, sizes: Mapping[str, Size]) -> Iterator[Board]:
    """Yield all boards that can lie among others on a sheet. `sizes` are those of components, by their form."""
    yield from _printed_rows(scene)
    for family in scene.blueprint.families:
        if is_tracked(scene, family):
            yield from _tracks(scene, family)
        elif is_list(scene, family):
            yield Board(scene.called(family.id), _list(scene, family))
        elif has_places(scene, family):
            yield from _zones(scene, family, sizes)


def round_boards(scene: Scene) -> Iterator[Board]:
    """Yield the circles on which components stand, without these."""
    for kind in scene.look.circles:
        around, places = circles.circles_in(scene.look, scene.blueprint, kind)
        shapes = circles.ground_of(len(around), len(places), [str(each) for each in places])
        drawn = element("div", ground.drawing(shapes, class_="ground"), class_=f"map circles m-{kind}")
        yield Board(_kind_title(scene, kind), bare(drawn))


def unprinted(scene: Scene) -> Iterator[Unprinted]:
    """Yield what cannot be printed."""
    blueprint = scene.blueprint
    for kind in blueprint.face_names:
        count = sum(each.kind == kind for each in blueprint.pieces)
        if count and is_numbered(blueprint, kind):
            sides = ", ".join(blueprint.face_names[kind])
            yield Unprinted(_kind_title(scene, kind), f"use {counted(count, 'die', 'dice')} with the sides {sides}")
    for family in blueprint.families:
        if not family.title:
            continue
        title, numbers = scene.called(family.id), family.sort == "counter"
        if numbers and any(isinstance(counted_by(each), PieceOf) for each in family.per):
            what = "yes or no" if family.is_truth else f"the numbers {least_of(family)} to {family.high}"
            yield Unprinted(title, f"show {what} with dice or on paper")
        elif family.sort == "zone" and _n_places(family) > MOST_PLACES:
            yield Unprinted(title, "lay a row on the table, as long as it becomes")


def least_of(family: FamilyInfo) -> int:
    """Return the smallest number of a counter."""
    return 0 if family.may_be_none else family.low


# ---- Which families have a board


def on_maps(scene: Scene) -> set[str]:
    """Return the kinds of the places on maps, the lines between them among these."""
    return {kind for each in scene.look.maps for kind in (each.kind, each.edges) if kind}


def is_tracked(scene: Scene, family: FamilyInfo) -> bool:
    """Return whether a counter has a track of its own: it has a title, and moves along nothing else."""
    free = family.sort == "counter" and family.title and not scene.manner(family.id).along
    return bool(free) and not is_written(scene, family) and not family.is_yes_or_no and _is_apart(scene, family)


def is_written(scene: Scene, family: FamilyInfo) -> bool:
    """Return whether a counter is written on the score sheet: each seat has one for each of many values."""
    if family.sort != "counter" or not family.title or len(family.per) != 2 or family.per[0] != "seat":
        return False
    return _is_apart(scene, family) and family.sizes[1] > _FEW_LINES


def is_list(scene: Scene, family: FamilyInfo) -> bool:
    """Return whether a marker points at one of several values, such as a suit."""
    known = family.sort == "marker" and family.title and _is_apart(scene, family)
    return bool(known) and scene.is_enumeration(family.domain)


def has_places(scene: Scene, family: FamilyInfo) -> bool:
    """Return whether a zone has numbered places, of which all see what lies there."""
    open_ = family.sort == "zone" and family.title and family.visible == "all" and _is_apart(scene, family)
    return bool(open_) and 1 < _n_places(family) <= MOST_PLACES


def _is_apart(scene: Scene, family: FamilyInfo) -> bool:
    """Return whether a family belongs to no component or place of a map, on which its members would lie."""
    return (
        all(each == "seat" or each[0].isdigit() or scene.is_enumeration(each) for each in family.per)
        and scene.manner(family.id).form != "nothing"
    )


def _n_places(family: FamilyInfo) -> int:
    """Return how many places a member of a zone has: its spaces, or as many as it is numbered."""
    numbered = [size for domain, size in zip(family.per, family.sizes, strict=True) if domain[0].isdigit()]
    return max(family.spaces, *numbered, 0)


# ---- Rows and tracks


def _printed_rows(scene: Scene) -> Iterator[Board]:
    for kind, infos in scene.look.rows.items():
        for name in scene.blueprint.domains[kind].names if infos else ():
            drawn = [
                _track([_step(each.number, each.inside, marked=each.marked, barred=each.barred)
                        for each in rows.printed_cells(scene, name, info)])
                for info in infos
            ]  # fmt: skip
            yield Board(scene.title_named(kind, name), bare(markup(*drawn)))


def _tracks(scene: Scene, family: FamilyInfo) -> Iterator[Board]:
    """Yield a track for each member of a counter, all seats together on one."""
    least = least_of(family)
    numbers = range(least, family.high + 1) if family.high - least < _LONGEST else _HUNDRED
    sign = scene.manner(family.id).icon
    for title in _titles_of_members(scene, family):
        drawn = _track(
            [_step(each, icon(sign) if sign and not position else None) for position, each in enumerate(numbers)]
        )
        yield Board(title, bare(drawn))


def _titles_of_members(scene: Scene, family: FamilyInfo) -> Iterator[str]:
    """Yield the title of each member of a family, those of all seats as one."""
    axes = [(domain, range(low, low + size)) for domain, low, size in
            zip(family.per, family.lows, family.sizes, strict=True) if domain != "seat"]  # fmt: skip
    for indexes in product(*(values for _, values in axes)):
        named = [index_title(scene.sight, domain, at) for (domain, _), at in zip(axes, indexes, strict=True)]
        yield ": ".join(filter(None, (scene.called(family.id), ", ".join(named))))


def _list(scene: Scene, family: FamilyInfo) -> Markup:
    names = scene.blueprint.domains[kind_of(family.domain)].names
    return bare(
        _track([element("span", thing(scene, family.domain, each), class_="step value") for each in range(len(names))])
    )


def _track(steps: Sequence[Markup]) -> Markup:
    return element("div", steps, class_="steps")


def _step(number: int, inside: Content, *, marked: bool = False, barred: bool = False) -> Markup:
    looks = f"step{' marked' * marked}{' barred' * barred}"
    return element("span", element("small", str(number)), inside, class_=looks)


# ---- Zones


def _zones(scene: Scene, family: FamilyInfo, sizes: Mapping[str, Size]) -> Iterator[Board]:
    """Yield the places of each member of a zone as labels to lay above what it holds, those by number together."""
    wide = min(max(sizes[scene.face(kind_of(family.domain)).form].width, _NARROWEST), SIDE / _ACROSS - 1)
    fixed = [at for at, domain in enumerate(family.per) if not domain[0].isdigit()]
    members = dict.fromkeys(tuple(indexes[at] for at in fixed) for indexes in _all_indexes(family))
    for member in members:
        named = [
            seat_title(scene.blueprint, at, scene.language)
            if family.per[which] == "seat"
            else index_title(scene.sight, family.per[which], at)
            for which, at in zip(fixed, member, strict=True)
        ]
        title = ": ".join(filter(None, (scene.called(family.id), ", ".join(named))))
        places = [_label(wide, number, title) for number in range(1, _n_places(family) + 1)]
        yield Board(title, bare(element("div", places, class_="places")))


def _all_indexes(family: FamilyInfo) -> Iterator[tuple[int, ...]]:
    return product(*(range(low, low + size) for low, size in zip(family.lows, family.sizes, strict=True)))


def _label(wide: float, number: int, title: str) -> Markup:
    return element("span", element("b", str(number)), element("small", title), style=f"width:{wide:g}mm")


def _kind_title(scene: Scene, kind: str) -> str:
    return title_in(scene.look.kinds.get(kind, {}), scene.language, kind)
