"""The areas of the table, declared or automatic, so that everything with a title is shown somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rulewright.core.locales.catalogue import ENGLISH, phrases
from rulewright.core.locales.line_text import Hole, hole_of, holes_in, text_in
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.look import DIMMED, FAN, TRICK, Area, MapInfo
from rulewright.observe.naming import seat_title
from rulewright.observe.sight.sight import HIDDEN
from rulewright.observe.words.seats import seat_shown
from rulewright.observe.words.table_rows import holds, line_value
from rulewright.observe.words.table_values import Row
from rulewright.table.drawing import beside_boards, circles, columns, families, maps, numbers, on_printed, pieces, rows
from rulewright.table.drawing.drawn_areas import DrawnArea
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.on_pieces import lies_on_pieces
from rulewright.table.drawing.options import chosen_by, option_named
from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.sheets import is_sheet, sheet_of
from rulewright.table.pages.html import Content, Markup, element, link, markup

_PER_SEAT: Final = ("seat",)
_FEW: Final = 4


def areas_of(blueprint: Blueprint) -> tuple[Area, ...]:
    """Return the declared areas, then areas for the rest: maps, common things, each seat's things."""
    declared = blueprint.look.areas
    named = _named(blueprint, declared)
    told = _told_in_lines(blueprint)
    left = [
        each
        for each in blueprint.families
        if (each.title or each.id in told)
        and each.id not in named
        and not lies_on_pieces(blueprint, each)
        and blueprint.look.form_of(each.id) != "nothing"
    ]
    found = [
        Area(f"map-{each.id}", each.title, (), (each.id,), width="wide")
        for each in blueprint.look.whole_maps
        if each.id not in named
    ]
    found += [
        Area(f"on-{kind}", {}, (), (kind,), width="wide" if kind in blueprint.look.circles else "half")
        for kind in _kinds_with_families(blueprint, left)
        if kind not in named
    ]
    on_kinds = set(blueprint.look.fields)
    sheets = [each for each in left if is_sheet(blueprint, each)]
    found += [Area(f"sheet-{each.id}", each.title, (), (each.id,), width="wide") for each in sheets]
    left = [each for each in left if each not in sheets]
    common = [each for each in left if "seat" not in each.per and not (set(each.per) & on_kinds)]
    numbers = tuple(each.id for each in common if each.sort != "zone")
    zones = tuple(each.id for each in common if each.sort == "zone")
    found += [Area("common", {}, (), (*numbers, *zones), width="wide")] if numbers or zones else []
    own = [each for each in left if each.per[:1] == _PER_SEAT]
    own.sort(key=lambda each: each.sort == "zone")
    seats = tuple(each.id for each in own)
    return (*declared, *found, *([Area("seats", {}, _PER_SEAT, seats)] if seats else []))


def _told_in_lines(blueprint: Blueprint) -> frozenset[str]:
    """Return the names that the lines of the table show.

    Without lines and areas: the names of all boards.
    """
    if not blueprint.table_layout and not blueprint.look.areas:
        return frozenset(each.id for each in blueprint.families if each.sort != "zone" and _is_board(each))
    lines = [text_in(each, "line", ENGLISH).text for each in blueprint.table_layout if "of" not in each]
    return frozenset(hole.name for line in lines for hole in holes_in(line))


def _is_board(family: FamilyInfo) -> bool:
    return any(each != "seat" for each in family.per) and family.visible == "all"


def drawn(scene: Scene, area: Area, *, others: bool = False) -> DrawnArea | None:
    """Return an area with all its parts, None if nothing of it is to be seen.

    If a seat looks, of parts for the seats only its own is here; with `others` only those of the others.
    """
    rows_shown = list(_rows(scene, area))
    if area.per == _PER_SEAT and scene.has_seat:
        rows_shown = [each for each in rows_shown if (each["seat"] != scene.sight.seat) == others]
    elif others:
        return None
    parts = [part for row in rows_shown if (part := _part(scene, area, row)) is not None]
    if not parts:
        return None
    title = title_in(area.title, scene.language, "")
    heading = element("h2", _chosen(scene, area, title)) if title and not others else None
    width = "large" if others else area.width or ("wide" if area.per else "half")
    anchored = None if scene.still else _anchor_of(area, others)
    return DrawnArea(anchored, f"area {width}{' others' * others}", heading, tuple(parts))


def ways_to(scene: Scene, shown: list[tuple[Area, bool]]) -> Markup | None:
    """Return links to the areas that have a name, and to the seats.

    None if there are too few areas for links to be useful.
    """
    found: dict[str, str] = {}
    for area, others in shown:
        title = title_in(area.title, scene.language, "") if not others else ""
        if not title and area.per == _PER_SEAT:
            names = [seat_title(scene.blueprint, row["seat"], scene.language) for row in _rows(scene, area)
                     if not others or row["seat"] != scene.sight.seat]  # fmt: skip
            looks = scene.has_seat
            title = ", ".join(names[:1] if looks and not others else names)
        if title and title not in found.values():
            found[_anchor_of(area, others)] = title
    if len(found) < _FEW:
        return None
    links = [link(to, title) for to, title in found.items()]
    return element("nav", links, class_="ways", aria_label=phrases(scene.language, "table")("parts_of_table"))


def _anchor_of(area: Area, others: bool) -> str:
    return f"area-{area.id}{'-others' * others}"


def _chosen(scene: Scene, area: Area, title: str) -> Content:
    """Return the heading of an area, with a button for each open option that it stands for."""
    offers = option_named(*area.chosen_as)
    lit = [each for each in offers if scene.choices.of(*each)]
    return chosen_by(scene.blueprint, scene.choices, tuple(lit), title, "heading") if lit else title


def _named(blueprint: Blueprint, areas: tuple[Area, ...]) -> set[str]:
    """Return every name that areas show.

    This includes what a shown name moves along or brings, and the families on a map or kind that is shown.
    """
    named = _shown_by_name(areas) | {each for area in areas for each in area.per}
    looks = blueprint.look.manners
    named |= {other for each in named if each in looks for other in (looks[each].along, looks[each].brings[1])}
    drawn = [each for each in blueprint.look.maps if each.id in named]
    drawn += [corners for each in drawn if (corners := _corners_with(blueprint, each)) is not None]
    shown = {kind for each in drawn for kind in (each.kind, each.edges)}
    shown |= named & set(blueprint.look.fields)
    return named | {each.id for each in blueprint.families if each.per and each.per[0] in shown}


def _shown_by_name(areas: tuple[Area, ...]) -> set[str]:
    return {hole.name for area in areas for each in area.shows if (hole := hole_of(each)) is not None}


def _corners_with(blueprint: Blueprint, info: MapInfo) -> MapInfo | None:
    """Return the corners drawn with a map, which are those around its fields.

    None if an area shows the corners separately.
    """
    corners = blueprint.look.corners_around(info)
    return corners if corners is not None and corners.id not in _shown_by_name(blueprint.look.areas) else None


def _kinds_with_families(blueprint: Blueprint, left: list[FamilyInfo]) -> list[str]:
    """Kinds of printed things that something may be on, and that no map shows."""
    regions = {kind for each in blueprint.look.maps for kind in (each.kind, each.edges)}
    found = [each.per[0] for each in left if len(each.per) == 1 and each.per[0] in blueprint.look.fields]
    return [kind for kind in dict.fromkeys(found) if kind not in regions]


def _rows(scene: Scene, area: Area) -> Iterator[Row]:
    """Yield the things that the parts of an area are about, the own seat first.

    A row maps the area's domain to the thing's index; it is empty for an area of one part.
    """
    if not area.per:
        yield {}
        return
    (domain,) = area.per
    if domain == "seat":
        count, own = scene.sight.state[N_SEATS], max(0, scene.sight.seat or 0)
        values = [(own + turn) % count for turn in range(count)]
    else:
        values = list(range(len(scene.blueprint.domains[domain].names)))
    for value in values:
        if not area.when or holds(scene.sight, area.when, {domain: value}):
            yield {domain: value}


def _part(scene: Scene, area: Area, row: Row) -> Markup | None:
    """Return one part of an area, None if it has nothing to show."""
    if area.per and area.per[0] in scene.look.fields:
        return scene.part((area.id, *row.items()), lambda scene: _printed_part(scene, area, row))
    shown = [(written, each) for written in area.shows if (each := _shown(scene, area, written, row)) is not None]
    if not area.per:
        return element("div", _facts_first(scene, shown), class_="part") if shown else None
    (domain,) = area.per
    value = row[domain]
    head, class_ = _head(scene, domain, value), _class_of(scene, domain, value)
    looks = scene.has_seat
    if not scene.still and domain == "seat" and value != scene.sight.seat and looks:
        return _strip(scene, area, value, head, shown)
    own = " own" if domain == "seat" and value == scene.sight.seat else ""
    own += scene.on(value) if domain == "seat" else ""
    own += " dimmed" * _is_dimmed(scene, area, row)
    return element("div", head, [each for _, each in shown], class_=f"part p-{domain}{own} {class_}")


def _facts_first(scene: Scene, shown: list[tuple[str, Markup]]) -> list[Markup]:
    """Return what an area shows, its numbers and names below one another where several begin it and more follows."""
    first = next((at for at, (written, _) in enumerate(shown) if not _is_number(scene, written)), 0)
    drawn = [each for _, each in shown]
    return [element("div", drawn[:first], class_="facts"), *drawn[first:]] if first > 1 else drawn


def _strip(scene: Scene, area: Area, seat: int, head: Markup, shown: list[tuple[str, Markup]]) -> Markup:
    """Return another seat's part: a strip of its hand from behind, numbers and counts, the rest closed.

    The rest opens on a click. Without numbers, or if the whole table is open, it is open.
    """
    hands = {written: each for written, each in shown if _is_hand(scene, written)}
    numbers: list[Content] = [each for written, each in shown if _is_number(scene, written)]
    rest = [each for written, each in shown if not _is_number(scene, written) and written not in hands]
    counted = [f"#{written}" for written, _ in shown if _is_only_counted(scene, written, seat) and written not in hands]
    numbers += [_shown(scene, area, each, {"seat": seat}) for each in counted if each not in area.shows]
    opened = element("summary", phrases(scene.language, "table")("everything")) if rest else None
    is_open = "" if scene.sight.is_open or not (numbers or hands) else None
    more = element(
        "details", opened, element("div", rest, class_="rest"), id=f"of-{area.id}-{seat}", open=is_open
    ) if rest else None  # fmt: skip
    chips = element("div", numbers, class_="chips")
    dimmed = " dimmed" * _is_dimmed(scene, area, {"seat": seat})
    return element(
        "div", head, list(hands.values()), chips, more, class_=f"part strip p-seat{scene.on(seat)}{dimmed} s-{seat}"
    )


def _is_dimmed(scene: Scene, area: Area, row: Row) -> bool:
    """Return whether a truth in a part, such as that a seat is out, lets it be dimmed."""
    shown = [scene.family(hole.name) for each in area.shows if (hole := hole_of(each)) is not None]
    truths = [each for each in shown if each is not None and scene.manner(each.id).form == DIMMED]
    return any(
        scene.sees(each, at) and scene.source(each, at)[slot] > each.low
        for each in truths for at, slot in scene.members(each, row)
    )  # fmt: skip


def _is_number(scene: Scene, written: str) -> bool:
    """Return whether a thing shown is short: a number or a name, not a zone, a map or a row."""
    hole = hole_of(written)
    family = scene.family(hole.name) if hole is not None else None
    if hole is None or (family is None and hole.name not in scene.blueprint.quantities):
        return False
    short = family is None or (family.sort != "zone" and not scene.manner(family.id).along)
    return short or hole.count


def _is_only_counted(scene: Scene, written: str, seat: int) -> bool:
    """Return whether of a pile of a seat nothing is seen but how many pieces it holds."""
    hole = hole_of(written)
    family = scene.family(hole.name) if hole is not None else None
    if family is None or family.sort != "zone" or family.spaces or family.per != ("seat",):
        return False
    return not scene.sees(family, (seat,))


def _is_hand(scene: Scene, written: str) -> bool:
    """Return whether something is the hand of a seat, of which at most the backs are seen until it is shown."""
    hole = hole_of(written)
    return hole is not None and scene.manner(hole.name).form == FAN


def _printed_part(scene: Scene, area: Area, row: Row) -> Markup:
    """Return a printed thing with everything on it, next to all other things of its area."""
    (kind,) = area.per
    lying: list[Content] = []
    beside: list[Content] = []
    for written in area.shows:
        hole = hole_of(written)
        family = scene.family(hole.name) if hole is not None else None
        if family is not None and family.per == (kind,):
            lying += on_printed.lying(scene, family, row[kind])
        else:
            beside.append(_shown(scene, area, written, row))
    return element("div", pieces.design(scene, kind, row[kind], lying), beside, class_="part printed")


def _class_of(scene: Scene, domain: str, value: int) -> str:
    if domain == "seat":
        return f"s-{value}"
    return f"v-{domain}-{scene.blueprint.domains[domain].names[value]}" if scene.is_enumeration(domain) else ""


def _head(scene: Scene, domain: str, value: int) -> Markup:
    """Return the heading of a part, which can be chosen if a decision asks for such a thing."""
    if domain == "seat":
        sign, title = mark_of(value), seat_shown(scene.blueprint, scene.sight.state, value, scene.language)
    else:
        sign, title = scene.icon_of(domain, value), scene.title(domain, value)
    told = scene.signs[value].told if domain == "seat" and value in scene.signs else ""
    more = element("small", told, aria_hidden="true") if told else None  # the plates tell it to who hears the page
    things = ((domain, value), *option_named(scene.blueprint.domains[domain].names[value] if domain != "seat" else ""))
    return element(
        "h3", chosen_by(scene.blueprint, scene.choices, things, [icon(sign), element("span", title), more], "head")
    )


def _shown(scene: Scene, area: Area, written: str, row: Row) -> Markup | None:
    hole = hole_of(written)
    if hole is None:
        return None
    info = next((each for each in scene.look.maps if each.id == hole.name), None)
    if info is not None:  # its regions are remembered one by one
        return maps.map_of(scene, info, _corners_with(scene.blueprint, info))
    if scene.left and scene.manner(hole.name).form == TRICK:  # what lay there last is in no state
        return _drawn_hole(scene, area, hole, row)
    return scene.part((area.id, written, *row.items()), lambda scene: _drawn_hole(scene, area, hole, row))


def _drawn_hole(scene: Scene, area: Area, hole: Hole, row: Row) -> Markup | None:
    if hole.name in area.in_columns:
        together = [each for name in area.in_columns if (each := scene.family(name)) is not None]
        return columns.columns_of(scene, together, row) if hole.name == area.in_columns[0] else None
    if hole.name in scene.look.circles:
        return circles.circles_of(scene, hole.name)
    if hole.name in scene.look.fields:
        return _designs(scene, hole.name)
    family = scene.family(hole.name)
    if family is None:
        return _quantity(scene, hole, row)
    if is_sheet(scene.blueprint, family) and "seat" not in row:
        return sheet_of(scene, family)
    if hole.count:
        return families.chip(scene, hole.name, scene.called(hole.name), line_value(scene.sight, hole, row), row)
    if family.sort == "counter" and scene.manner(family.id).along:
        track = rows.row_of(scene, family, row)
        if track is not None:
            return track
    if (beside := beside_boards.men_beside(scene, family)) is not None:
        return beside
    declared = area.id in {each.id for each in scene.look.areas}
    spaces = numbers.spaces_of(scene, family, row) if not declared else None
    if spaces is not None:
        return spaces
    bare = declared or bool(scene.look.areas)  # what a ruleset with areas leaves out, such as a deck that is dealt
    return families.shown(scene, family, row, bare=bare, heading=title_in(area.title, scene.language, ""))


def _quantity(scene: Scene, hole: Hole, row: Row) -> Markup:
    """Return a quantity as a number with its icon.

    If its argument is a value of an enumeration, the number has that value's icon and colour.
    """
    label, value = scene.called(hole.name), line_value(scene.sight, hole, row)
    for written, domain in zip(hole.arguments or (), scene.blueprint.quantity_takes[hole.name], strict=True):
        if written not in row and scene.is_enumeration(domain):
            thing = scene.blueprint.domains[kind_of(domain)].names.index(written)
            label = f"{label}: {scene.title(domain, thing)}"
            tag = f"v-{domain}-{written}"
            shown = markup(element("b", value), _worth(scene, hole, row))
            return element("span", icon(scene.icon_of(domain, thing)), element("span", label, class_="unseen"), shown,
                           class_=f"chip tag {tag}", title=families.meant(scene, label, value),
                           data_number=_number(hole, row))  # fmt: skip
    number = markup(value, _worth(scene, hole, row))
    return families.chip(scene, hole.name, label, number, row, data_number=_number(hole, row))


def _worth(scene: Scene, hole: Hole, row: Row) -> Markup | None:
    """Return the value of the quantity that a number's look names as its `worth`, for the same things.

    It is shown after the number. None if it is 0, or depends on what is hidden.
    """
    name = scene.manner(hole.name).worth
    value = line_value(scene.sight, replace(hole, name=name), row) if name else ""
    if value in ("", "0", "-") or HIDDEN in value:
        return None
    manner = scene.manner(name)
    sign = icon(manner.icon) if manner.icon else None
    return element("span", "= ", value, sign, class_="worth", title=f"{scene.called(name)}: {value}")


def _number(hole: Hole, row: Row) -> str:
    """Return the name of a quantity with its arguments, by which a page asks why it has its value."""
    given = [str(row.get(each, each)) for each in hole.arguments or ()]
    return ".".join((hole.name, str(row.get("seat", "")), *given))


def _designs(scene: Scene, kind: str) -> Markup:
    """Return all components of a kind with what is on them."""
    values = range(len(scene.blueprint.domains[kind].names))
    shown = (pieces.design(scene, kind, each, on_printed.lying_on(scene, kind, each)) for each in values)
    return element("span", shown, class_="row designs")
