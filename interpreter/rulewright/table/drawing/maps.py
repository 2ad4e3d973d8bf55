"""Maps on the table: the ground as a drawing, and over it the regions, which can be chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Final

from rulewright.core.locales.line_text import parse_line
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.look import LATTICE, SEEDS, MapInfo, Point
from rulewright.observe.naming import is_on_board
from rulewright.observe.sight.sight import HIDDEN
from rulewright.observe.words.growing import grown as grown_of
from rulewright.observe.words.growing import is_growing
from rulewright.observe.words.turned import arrow_of
from rulewright.table.drawing import (
    ground,
    grown,
    laid,
    men,
    moves,
    on_printed,
    pictured,
    pieces,
    placing,
    texts,
    turning,
)
from rulewright.table.drawing.dots import seeds
from rulewright.table.drawing.ground import along
from rulewright.table.drawing.icons import icon
from rulewright.table.drawing.letters import letters_around
from rulewright.table.drawing.named import number_name
from rulewright.table.drawing.options import chosen_by
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element, markup

_PLAIN: Final = "region"
_MANY: Final = 30
_MANY_CROSSINGS: Final = 9
"""Of more places that can be chosen only the one that is pointed at is lit; dots where lines cross look like dirt."""


def map_of(scene: Scene, info: MapInfo, corners: MapInfo | None = None) -> Markup:
    """Return a map with everything on it, the corners around its fields, and the key of its lines.

    Regions with outlines need no lines.
    """
    is_turned = corners is None and turning.is_turned(scene, info)
    for turned in {False, is_turned}:
        if (info.id, turned) not in scene.kept.grounds:
            lying = turning.turned(info) if turned else info
            scene.kept.grounds[info.id, turned] = _ground(scene, lying, has_corners=corners is not None)
    drawn, key = scene.kept.grounds[info.id, is_turned]
    around = (
        element("div", _places(scene, corners, range(len(corners.points))), class_=f"around m-{corners.id}")
        if corners is not None
        else None
    )
    counted = _counted(info, scene.families_on(info.kind))
    called = element("p", scene.called(counted.id), class_="label below") if counted is not None else None
    picture = pictured.ground_of(scene.look, info.id)
    seen = grown_of(scene.sight, info)
    part = grown.classes(info, seen) if is_growing(scene.look, info) else ""
    starts = {each.start for each in moves.moves_on(info, scene.choices)}
    open_ = len(starts) + sum(domain == info.kind for domain, _ in scene.choices.offers)
    of_seat = f"s-{scene.sight.seat}" if scene.has_seat else ""
    is_lattice = _is_lattice(scene, info)
    classes = " ".join(filter(None, (
        "map", f"m-{info.id}", of_seat, "by-hand" * (not info.made), "pictured" * (picture is not None),
        "turned" * is_turned, "lattice" * is_lattice,
        "many" * (open_ > (_MANY_CROSSINGS if is_lattice else _MANY)), part,
    )))  # fmt: skip
    return markup(element("div", picture, drawn, _places(scene, info, seen), around, class_=classes), called, key)


def _ground(scene: Scene, info: MapInfo, *, has_corners: bool) -> tuple[Markup | None, Markup | None]:
    """Return (lines of a map and letters at its sides, key to what the lines mean), each None if there are none."""
    if is_growing(scene.look, info):
        return None, None
    high, titles = ground.height_of(info), [scene.title(info.kind, at) for at in range(len(info.points))]
    letters = letters_around(info, titles, has_corners=has_corners) if info.made else []
    if info.outlines and not _is_lattice(scene, info):
        return ground.drawing(letters, high=high, class_="ground", aria_hidden="true") if letters else None, None
    spots = [(along(x), along(y)) for x, y in placing.spots_of(info)]
    means = title_in(scene.face(info.kind).borders, scene.language, "")
    borders = [each for each in info.borders if not info.outlines or _is_straight(spots[each[0]], spots[each[1]])]
    carried = [carried_in(each, means) for _, _, each in borders]
    looks = ground.looks_of(carried)
    lines = (
        ground.line(spots[one], spots[other], looks[told])
        for (one, other, _), told in zip(borders, carried, strict=True)
    )
    stretched = {} if info.made else {"preserveAspectRatio": "none"}  # as regions are, which stand in percent
    edges = element("g", lines, class_="edges")
    drawn = ground.drawing(edges, letters, high=high, class_="ground", aria_hidden="true", **stretched)
    key = [
        element("li", ground.edge_sample(look), " ", texts.with_icons(scene, told))
        for told, look in looks.items()
        if told
    ]
    return drawn, element("ul", key, class_="key") if key else None


def _is_at_an_end(info: MapInfo, value: int) -> bool:
    """Return whether a place without sides has nothing above or below it while the others have."""
    beside = [sum(x == info.points[value][0] for x, _ in info.points), len(info.points)]
    return beside[0] == 1 and len({x for x, _ in info.points}) < beside[1]


def _is_lattice(scene: Scene, info: MapInfo) -> bool:
    """Return whether the regions of a map are drawn where lines cross."""
    return scene.manner(info.id).form == LATTICE


def _is_straight(one: Point, other: Point) -> bool:
    """Return whether a line of a grid goes along or down: those aslant are not drawn, though moves may follow them."""
    return one[0] == other[0] or one[1] == other[1]


def _places(scene: Scene, info: MapInfo, seen: Collection[int]) -> list[Markup]:
    """Return the regions of a map that are in sight, and the places that its borders are."""
    lying = scene.families_on(info.kind)
    counted = _counted(info, lying)
    along_borders = scene.families_on(info.edges) if info.edges else []
    going = moves.moves_on(info, scene.choices)
    region = partial(_region, info=info, lying=lying, counted=counted)
    begun = {place for each in going for place in (each.start, each.goal)}  # only these depend on moves
    regions = [
        region(scene, value=value, going=going)
        if value in begun
        else scene.part((info.id, value), partial(region, value=value, going=()))
        for value in sorted(seen)
    ]
    edges = [
        scene.part((info.id, "edge", number), partial(_edge, info=info, number=number, lying=along_borders))
        for number in range(len(info.edge_places))
    ]
    return [each for each in (*regions, *edges) if each is not None]


def carried_in(carried: tuple[tuple[str, str], ...], means: str = "") -> str:
    """Return the text of what a border carries.

    It is the text that says what borders mean, filled in, or else the names and values.
    """
    if means and carried:
        values = dict(carried)
        return "".join(each if isinstance(each, str) else values.get(each.name, "") for each in parse_line(means))
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in carried)


def _region(
    scene: Scene,
    info: MapInfo,
    value: int,
    lying: list[FamilyInfo],
    going: tuple[moves.BorderMove, ...],
    counted: FamilyInfo | None,
) -> Markup:
    """Return a region: its number or letters, its printed data, and the things on it.

    If `counted`, only the amount of that counter is shown.
    """
    blueprint, kind = scene.blueprint, info.kind
    name = blueprint.domains[kind].names[value]
    face = scene.face(kind)
    title = scene.title(kind, value)
    own = scene.look.tints.get(kind, {}).get(name)
    # The places of a made map are told by what they are called.
    has_picture = bool(face.icon) or not info.made or (own is not None and bool(own.icon))
    sign = pieces.picture(scene, face, kind, name) if kind in scene.look.faces and has_picture else None
    if sign is not None and face.icon in scene.look.icons:
        sign = element("span", sign, class_="printed-sign")
    man = men.man_on(scene, lying, value) if info.made else None
    here = [man] if man is not None else [each for family in lying for each in _standing(scene, info, family, value)]
    if counted is not None:
        here = [_amount(scene, counted, value)]
    here = [*here, *_pointing(scene, info, value)]
    named = scene.kept.grounds[info.id, False][0] is not None if info.outlines else " " in title
    short = "" if info.made and named else ground.initials(title)
    owners = pieces.whose(scene, face, name)
    owner = owners[0] if info.made and len(owners) == 1 else None
    signs = pieces.ground_of(scene, owner) if owner is not None and info.outlines else pieces.leads(scene, owners)
    shown = sign if sign is not None else short
    content = (
        pieces.in_place(scene, kind, value, shown, _printed(scene, info, name), here, signs),
        element("span", title, class_="unseen"),
    )
    form = "field" if info.outlines else "point" if info.made else ""
    taken = "taken" * bool(here) + " counted" * (counted is not None)
    taken += " end" * (counted is not None and not info.outlines and _is_at_an_end(info, value))
    tint = f"of-seat s-{owner}" if owner is not None else scene.band_class(kind, name)
    classes = " ".join(filter(None, (_PLAIN, form, f"at-{value}", tint, taken)))
    if going and not scene.choices.of(kind, value):
        moved = moves.region_with(scene, info, going, value, content, classes, title)
        if moved is not None:
            return moved
    return chosen_by(blueprint, scene.choices, ((kind, value),), content, classes, data_about=name, title=title)


def _edge(scene: Scene, info: MapInfo, number: int, lying: list[FamilyInfo]) -> Markup:
    """Return a border that is a space of its own, in its middle, with the things on it.

    It is chosen like a region.
    """
    kind, value = info.edges, info.edge_places[number]
    title = scene.title(kind, value)
    here = [shown for family in lying for shown in _standing(scene, info, family, value)]
    content = (
        element("span", here, class_="here") if here else None,
        element("span", title, class_="unseen"),
    )
    classes = " ".join(filter(None, (_PLAIN, "edge", f"e-{number}", "taken" * bool(here))))
    name = scene.blueprint.domains[kind].names[value]
    return chosen_by(scene.blueprint, scene.choices, ((kind, value),), content, classes, data_about=name, title=title)


def _counted(info: MapInfo, lying: list[FamilyInfo]) -> FamilyInfo | None:
    """Return the counter of a generated map if nothing else is on its spaces, else None.

    The amount on each space then says everything.
    """
    told = [each for each in lying if each.title or each.sort != "counter"]
    found = told[0] if len(told) == 1 and info.made else None
    return found if found is not None and found.sort == "counter" and found.high > found.low + 1 else None


def _amount(scene: Scene, counter: FamilyInfo, value: int) -> Markup:
    """Return the amount of a counter on a space, even if it is 0."""
    ((indexes, slot),) = scene.members(counter, {counter.per[0]: value})
    seen = scene.sees(counter, indexes)
    amount = str(scene.source(counter, indexes)[slot]) if seen else HIDDEN
    called, number = scene.called(counter.id), number_name(counter.id, indexes)
    shown = element("b", amount, class_="amount", title=called, data_number=number)
    if not seen or scene.manner(counter.id).form != SEEDS:
        return shown
    return element("span", seeds(scene.source(counter, indexes)[slot]), shown, class_="seeds")


def _standing(scene: Scene, info: MapInfo, family: FamilyInfo, value: int) -> list[Content]:
    """Return what a family has on a region.

    On a generated map, a seat's marker or piece is a piece of its own.
    """
    if is_on_board(scene.blueprint, family):
        return men.pieces_on(scene, family, value)
    shown = on_printed.lying(scene, family, value)
    if not info.made or family.sort != "marker" or family.domain != "seat" or not shown:
        return shown
    return [men.stone(scene, family, scene.sight.state[family.slot_of(value)])]


def _pointing(scene: Scene, info: MapInfo, value: int) -> Iterator[Markup]:
    """Yield the markers that point to a region of a generated map.

    Those of seats are discs in the seats' colours, those that all share the icons of their looks.
    """
    own = [each for each in scene.blueprint.families if each.sort == "marker" and each.per in (("seat",), ())]
    for family in own if info.made else ():
        if family.domain != info.kind or scene.manner(family.id).form == "nothing":
            continue
        title, sign = scene.called(family.id), scene.manner(family.id).icon
        for indexes, slot in scene.members(family, {}):
            if not scene.sees(family, indexes) or scene.source(family, indexes)[slot] != value:
                continue
            if indexes:
                turned = laid.turn(scene, "seat", index=indexes[0])
                yield men.stone(scene, family, indexes[0], called=title, turn=turned)
            elif sign:
                turned = laid.turn(scene)
                told = f"{title} {arrow_of(turned)}".strip()
                yield element("span", icon(sign, told, turned), class_=f"laid z-{family.id}", title=told)


def _printed(scene: Scene, info: MapInfo, name: str) -> Content:
    """Return what is printed on a region.

    Its kind's look says how. Without one, the numbers that are not 0 are shown.
    """
    face = scene.look.faces.get(info.kind)
    if face is not None and (face.text or face.corners):
        return [*pieces.corners_on(scene, info.kind, name), *pieces.lines_on(scene, info.kind, name)]
    title = scene.title_named(info.kind, name).split()
    shown = []
    for field in scene.fields(info.kind):
        value = scene.blueprint.printed.get(name, {}).get(field.name)
        if field.sort == "number" and value and field.name not in info.placed_by and str(value) not in title:
            shown.append(element("span", f"{field.name.replace('_', ' ')} {value}"))
    return shown
