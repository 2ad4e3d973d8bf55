"""Looks of a table as plain values: the names in them exist, and what they draw is harmless."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rulewright.core.bind import graph_layout
from rulewright.core.bind.look_forms import check_form
from rulewright.core.bind.picture_paths import check_picture_path, layout_of
from rulewright.core.bind.shapes import shapes_in
from rulewright.core.bind.world import FieldSpec, World, unknown
from rulewright.core.diagnostics import indefinite
from rulewright.core.load.entries import Entry, Sections
from rulewright.core.model.document import (
    Mapping,
    Node,
    Scalar,
    by_language,
    entries_of,
    items_of,
    mappings_in,
    number_of,
    text_of,
    title_of,
    written_items,
)
from rulewright.core.model.grids import PLACED, MapPlan, edge_ids
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.look import (
    NO_ICON,
    PIPS,
    TABLE,
    Area,
    Face,
    FieldInfo,
    Icon,
    Look,
    Manner,
    MapInfo,
    RowInfo,
    Tint,
)

Carried = tuple[tuple[str, str], ...]
_NO_PLAN: Final = MapPlan((), ())
_FITS: Final = {
    "enumeration": {"values"},
    "seat": {"colours"},
    "scoring": {"order"},
    "kind": {
        "form",
        "band",
        "icon",
        "heading",
        "corners",
        "text",
        "offer",
        "stands",
        "meter",
        "seats",
        "says",
        "fields",
        "borders",
        "picture",
        "back",
        "card",
        "values",
    },
    "map": {"picture", "colour", "form"},
    TABLE: {"picture", "colour"},
    "counter": {"title", "icon", "colour", "form", "along", "row", "chosen_as"},
    "marker": {"title", "icon", "colour", "form", "chosen_as"},
    "zone": {"title", "icon", "colour", "form", "chosen_as", "brings"},
    "quantity": {"title", "icon", "colour", "worth", "chosen_as"},
    "procedure": {"title", "icon", "colour"},
}
"""What a look may say, by the sort of thing it is for."""
_ALWAYS: Final = frozenset({"id", "about", "of"})


def look_of(world: World, sections: Sections) -> Look:
    """Return the look that a ruleset declares, reporting its faults to the world."""
    icons = {entry.id: _icon(world, entry) for entry in sections.get("icons", ())}
    tints: dict[str, dict[str, Tint]] = {}
    faces: dict[str, Face] = {}
    manners: dict[str, Manner] = {}
    seats: tuple[Tint, ...] = ()
    scoring: tuple[str, ...] = ()
    taken: dict[str, Entry] = {}
    maps = {each.id for each in sections.get("maps", ())}
    for entry in sections.get("looks", ()):
        node = entry.node
        of = node.text_at("of")
        sort = _sort_of(world, of) or ("map" if of in maps else "")
        written = node.span_of("of")
        if not sort:
            names = {*world.families, *world.kinds, *world.domains, *world.named}
            unknown(world, "unknown-name", "thing that can be seen", of, written, names)
            continue
        if of in taken:
            first = taken[of].node.span
            message = f"'{of}' has a look already, at {first.file}:{first.line}"
            world.error("duplicate-id", written, message, "merge the two entries, or patch the first")
            continue
        taken[of] = entry
        _check_keys(world, node, of, sort)
        _check_icon(world, node.get("icon"), icons, of if sort == "kind" else "")
        for key in ("picture", "back"):
            check_picture_path(world, node, key, of if sort == "kind" else "")
        if sort == "enumeration":
            tints[of] = _tints(world, node, of, icons)
        elif sort == "seat":
            seats = tuple(Tint(text_of(item) or "") for item in items_of(node.get("colours")))
        elif sort == "scoring":
            scoring = _order(world, node.get("order"), {each.id for each in sections.get("scoring", ())})
        elif sort == "kind":
            faces[of] = _face(world, node, of)
            if entry.id in world.named and world.named[entry.id].node is node:
                faces[of] = replace(faces[of], seats=f"{entry.id}(it)")
            if node.get("values") is not None:
                tints[of] = _tints(world, node, of, icons)
        else:
            manners[of] = _manner(world, node)
    return Look(
        tints, seats, icons, faces, manners,
        _areas(world, sections), _maps(world, sections),
        {kind.id: tuple(_field(name, spec) for name, spec in kind.fields.items()) for kind in world.kinds.values()},
        _rows(world, sections), _circles(sections),
        {kind.id: title_of(kind.node) for kind in world.kinds.values()}, scoring,
    )  # fmt: skip


def _sort_of(world: World, name: str) -> str:
    """Return the sort of what a look is for, '' if there is no such thing."""
    if name == "seat":
        return "seat"
    if name in world.families:
        return world.families[name].sort
    if name in world.kinds:
        return "kind"
    if name in world.domains:
        return world.sort_of_domain(name) if world.sort_of_domain(name) == "enumeration" else ""
    named = world.named.get(name)
    if named is None and name in ("scoring", TABLE):
        return name
    return named.sort if named is not None and named.sort in _FITS else ""


def _check_keys(world: World, node: Mapping, of: str, sort: str) -> None:
    for key, value in node.entries:
        if key.text not in _FITS[sort] | _ALWAYS:
            message = f"'{key.text}' does not apply to '{of}', which is {indefinite(sort)}"
            world.error("misplaced-key", key.span, message, f"use one of {', '.join(sorted(_FITS[sort]))}")
        elif key.text == "form":
            check_form(world, of, sort, value)


def _check_icon(world: World, node: Node | None, icons: dict[str, Icon], kind: str) -> None:
    """Report an icon that does not exist.

    The icon of a kind may also name a field, whose value has an icon.
    """
    name = text_of(node)
    if node is None or name is None or name in icons or (kind and name == NO_ICON):
        return
    fields = world.kinds[kind].fields if kind else {}
    if name in fields and fields[name].type.kind == "thing":
        return
    unknown(world, "unknown-name", "icon", name, node.span, {*icons, *fields})


def _tints(world: World, node: Mapping, of: str, icons: dict[str, Icon]) -> dict[str, Tint]:
    found = {}
    for item in mappings_in(node.get("values")):
        name = item.text_at("id")
        known = (*world.kinds[of].faces, *world.domains[of].names) if of in world.kinds else world.domains[of].names
        if name not in known:
            unknown(world, "unknown-value", f"value of {of}", name, item.span_of("id"), set(known))
        _check_icon(world, item.get("icon"), icons, "")
        found[name] = Tint(item.text_at("colour"), item.text_at("icon"))
    return found


def _order(world: World, node: Node | None, known: set[str]) -> tuple[str, ...]:
    """Return the ids of lines of the scoring in order, reporting those unknown or named twice."""
    found: dict[str, None] = {}
    for item in items_of(node):
        name = text_of(item) or ""
        if name not in known:
            unknown(world, "unknown-name", "line of the scoring", name, item.span, known)
        elif name in found:
            world.error("duplicate-id", item.span, f"'{name}' is listed twice", "name each line once")
        found[name] = None
    return tuple(found)


def _face(world: World, node: Mapping, of: str) -> Face:
    band = node.get("band")
    name = text_of(band) or ""
    kind = world.kinds[of]
    fields = kind.fields
    if band is not None and (name not in fields or fields[name].type.kind != "thing" or fields[name].holds != "value"):
        things = {each for each, spec in fields.items() if spec.holds == "value" and spec.type.kind == "thing"}
        unknown(world, "unknown-field", f"field of {of} that holds a thing", name, band.span, things)
    form = node.text_at("form")
    counted = next((each for each, spec in fields.items() if spec.type.kind == "number"), "") if form == PIPS else ""
    return Face(
        "card" if form == PIPS else form, name, node.text_at("icon"), node.text_at("heading"),
        tuple((key.text, text_of(value) or "") for key, value in entries_of(node.get("corners"))),
        node.text_at("text"), node.text_at("offer"), node.text_at("stands"), _meter(node.get("meter")),
        node.text_at("seats"),
        _words_for(world, node.get("says"), "text", f"component of {of}", {each.id for each in kind.designs}),
        _words_for(world, node.get("fields"), "title", f"field or face of {of}", {*fields, *kind.faces}),
        {key.text: text_of(value) or "" for key, value in entries_of(node.get("borders"))},
        layout_of(world, node.get("card")), counted,
    )  # fmt: skip


def _words_for(world: World, node: Node | None, key: str, what: str, known: set[str]) -> dict[str, dict[str, str]]:
    """Return texts by id and language for the things of a list, reporting unknown ids."""
    found = {}
    for item in mappings_in(node):
        name = item.text_at("id")
        if name not in known:
            unknown(world, "unknown-name", what, name, item.span_of("id"), known)
        found[name] = by_language(item.get(key))
    return found


def _meter(node: Node | None) -> tuple[str, ...]:
    return (node.text_at("reached"), node.text_at("needed")) if isinstance(node, Mapping) else ()


def _manner(world: World, node: Mapping) -> Manner:
    along = node.get("along")
    if along is not None and not _can_be_walked(world, text_of(along) or ""):
        name = text_of(along) or ""
        known = {each for each in (*world.families, *world.components) if _can_be_walked(world, each)}
        message = f"'{name}' has no spaces to move along: it is neither a numbered zone nor drawn as a row of spaces"
        world.error(
            "unknown-name", along.span, message, f"choose one of {', '.join(sorted(known)[:8])}" if known else ""
        )
    return Manner(
        title_of(node), node.text_at("icon"), node.text_at("colour"), node.text_at("form"),
        node.text_at("along"), node.text_at("row"),
        tuple(text_of(item) or "" for item in items_of(node.get("chosen_as"))),
        node.text_at("worth"), _brings(world, node.get("brings")),
    )  # fmt: skip


def _brings(world: World, node: Node | None) -> tuple[int, str]:
    """A numbered place, and the counter of nobody in particular that it brings."""
    if not isinstance(node, Mapping):
        return 0, ""
    name = node.text_at("counter")
    known = {each for each, family in world.families.items() if family.sort == "counter" and not family.per}
    if name not in known:
        unknown(world, "unknown-name", "common counter", name, node.span_of("counter"), known)
    return number_of(node.get("place"), 0), name


def _can_be_walked(world: World, name: str) -> bool:
    """Whether a counter can move along it: a zone with numbered places, or what is drawn as a row."""
    family = world.families.get(name)
    if family is not None and family.sort == "zone":
        return family.spaces > 1 or bool(family.per and family.per[-1][0].isdigit())
    kind = world.components[name].kind if name in world.components else family.type.domain if family else ""
    drawn = mappings_in(world.kinds[kind].node.get("drawn")) if kind in world.kinds else ()
    return any(each.get("row") is not None for each in drawn)


def _areas(world: World, sections: Sections) -> tuple[Area, ...]:
    """The areas as they are written, those that come before another at their place."""
    entries = sections.get("areas", ())
    ordered = [_area(entry) for entry in entries]
    for entry in entries:
        before = entry.node.get("before")
        if before is None:
            continue
        name = text_of(before) or ""
        if name == entry.id or all(each.id != name for each in entries):
            unknown(world, "unknown-name", "other area", name, before.span, {each.id for each in entries} - {entry.id})
            continue
        moved = next(each for each in ordered if each.id == entry.id)
        ordered.remove(moved)
        ordered.insert(next(place for place, each in enumerate(ordered) if each.id == name), moved)
    return tuple(ordered)


def _area(entry: Entry) -> Area:
    node = entry.node
    return Area(
        entry.id, title_of(node), written_items(node.get("per")), written_items(node.get("shows")),
        node.text_at("when"), node.text_at("width"),
        written_items(node.get("chosen_as")), written_items(node.get("in_columns")),
    )  # fmt: skip


def _icon(world: World, entry: Entry) -> Icon:
    return Icon(entry.id, title_of(entry.node), shapes_in(world, entry.node))


def _maps(world: World, sections: Sections) -> tuple[MapInfo, ...]:
    found = []
    for entry in sections.get("maps", ()):
        kind = world.kinds.get(entry.node.text_at("regions"))
        if kind is None:
            continue
        place = {design.id: number for number, design in enumerate(kind.designs)}
        plan = world.plans.get(entry.id, _NO_PLAN)
        borders = tuple(
            (place[one], place[other], _carried(written))
            for one, other, written in plan.borders
            if one in place and other in place
        )
        spotted = {each.id for each in plan.spots}
        if place and all(name in spotted for name in place):
            found.append(_with_edges(world, entry, plan, _made(entry, kind.id, place, plan, borders)))
            continue
        at = written_items(entry.node.get("at"))
        points = graph_layout.given(
            {each.id: (float(number_of(each.node.get(at[0]), 0)), float(number_of(each.node.get(at[1]), 0)))
             for each in kind.designs} if len(at) == 2 else {}
        )  # fmt: skip
        given = len(set(points.values())) > 1
        if not given:
            names = tuple(place)
            points = graph_layout.placed(names, tuple((names[one], names[other]) for one, other, _ in borders))
        spots = tuple((round(points[each][0], 2), round(points[each][1], 2)) for each in place)
        info = MapInfo(entry.id, title_of(entry.node), kind.id, spots, borders, given, at if given else ())
        found.append(_with_edges(world, entry, plan, info))
    return tuple(found)


def _with_edges(world: World, entry: Entry, plan: MapPlan, info: MapInfo) -> MapInfo:
    """A map with the places that its borders are, where it has all of them."""
    kind = world.kinds.get(entry.node.text_at("edges"))
    if kind is None or len(info.borders) != len(plan.borders):
        return info
    place = {design.id: number for number, design in enumerate(kind.designs)}
    names = edge_ids(entry.node, plan)
    known = all(name in place for name in names)
    return replace(info, edges=kind.id, edge_places=tuple(place[name] for name in names)) if known else info


def _made(
    entry: Entry, kind: str, place: dict[str, int], plan: MapPlan, borders: tuple[tuple[int, int, Carried], ...]
) -> MapInfo:
    """A map that makes all the regions of its kind: they are where it makes them, as what it makes them."""
    points, outlines = graph_layout.made(tuple(each for each in plan.spots if each.id in place))
    lined = any(entry.node.get(key) is not None for key in ("ways", "borders")) and all(outlines.values())
    drawn = tuple(outlines[each] for each in place) if all(outlines.values()) and not lined else ()
    return MapInfo(
        entry.id, title_of(entry.node), kind, tuple(points[each] for each in place), borders,
        True, PLACED, True, drawn, lined,
    )  # fmt: skip


def _carried(border: Mapping | None) -> Carried:
    entries = border.entries if border is not None else ()
    return tuple((key.text, value.text) for key, value in entries if isinstance(value, Scalar))


def _rows(world: World, sections: Sections) -> dict[str, tuple[RowInfo, ...]]:
    return {
        entry.id: rows
        for entry in sections.get("kinds", ())
        if (
            rows := tuple(
                RowInfo(written_items(each.get("row")), written_items(each.get("edges")),
                        written_items(each.get("marks")), number_of(each.get("first"), 1))
                for each in mappings_in(entry.node.get("drawn")) if each.get("row") is not None
            )
        )
    }  # fmt: skip


def _circles(sections: Sections) -> dict[str, tuple[str, str]]:
    found = {}
    for entry in sections.get("kinds", ()):
        for each in mappings_in(entry.node.get("drawn")):
            named = written_items(each.get("circles"))
            if len(named) == 2:
                found[entry.id] = (named[0], named[1])
    return found


def _field(name: str, spec: FieldSpec) -> FieldInfo:
    if spec.holds != "value":
        return FieldInfo(name, spec.holds, kind_of(spec.type.domain))
    return FieldInfo(name, spec.type.kind, kind_of(spec.type.domain))
