"""Faults in the texts of looks and areas: unknown names, and braces and icons without meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from rulewright.core.locales.line_text import (
    Hole,
    NameFault,
    brace_faults,
    hole_fault,
    hole_of,
    holes_in,
    no_field,
    no_quantity,
    thing_fault,
)
from rulewright.core.model.game import Blueprint
from rulewright.core.model.look import ICON_IN_TEXT, Area, Face

Fault = tuple[str, tuple[str, ...], NameFault]
"""The entry, the way to the text in it, and what is wrong with it."""


def area_faults(blueprint: Blueprint) -> Iterator[Fault]:
    """Yield the faults of areas."""
    known = frozenset(
        (*(each.id for each in blueprint.families), *(each.id for each in blueprint.look.maps),
         *blueprint.look.fields, *blueprint.quantities)
    )  # fmt: skip
    for area in blueprint.look.areas:
        for domain in area.per:
            if domain not in blueprint.domains:
                yield area.id, ("per",), NameFault(f"'{domain}' is not a domain", domain, frozenset(blueprint.domains))
                return
        if area.when:
            yield from _when_faults(blueprint, area)
        for place, written in enumerate(area.shows):
            fault = _shown_fault(blueprint, written, list(area.per), known)
            if fault is not None:
                yield area.id, ("shows", str(place)), fault
        yield from _column_faults(blueprint, area)


def _column_faults(blueprint: Blueprint, area: Area) -> Iterator[Fault]:
    """Yield the faults of zones in columns: each must be shown, and have numbered places."""
    numbered = frozenset(
        each.id
        for each in blueprint.families
        if each.sort == "zone" and (each.spaces or (each.per and each.per[-1][0].isdigit()))
    )
    for place, name in enumerate(area.in_columns):
        way = ("in_columns", str(place))
        if name not in numbered:
            yield area.id, way, NameFault(f"'{name}' is not a zone with numbered places", name, numbered)
        elif name not in area.shows:
            yield area.id, way, NameFault(f"'{name}' is not shown in this area", name, frozenset(area.shows))


def face_faults(
    blueprint: Blueprint, faces: Mapping[str, tuple[str, Face]], fields: Mapping[str, frozenset[str]]
) -> Iterator[Fault]:
    """Yield the faults in the looks of kinds. `faces` maps each kind to (id of its entry, look)."""
    for kind, (name, face) in faces.items():
        texts: list[tuple[tuple[str, ...], str]] = [(("corners", place), text) for place, text in face.corners]
        texts += [(("heading",), face.heading), (("text",), face.text), (("offer",), face.offer)]
        texts += [
            (("says", str(at), "text", language), text)
            for at, said in enumerate(face.says.values())
            for language, text in said.items()
        ]
        known = fields[kind] | {"title", "owner"}
        for way, written in texts:
            faults = (fault for _, _, fault in brace_faults(name, way[0], ICON_IN_TEXT.sub("", written)))
            yield from ((name, way, fault) for fault in chain(faults, _icon_faults(blueprint, written)))
            for part in holes_in(written):
                yield from ((name, way, fault) for fault in _face_hole(blueprint, part, kind, known))
        for language, written in face.borders.items():
            yield from ((name, ("borders", language), fault) for fault in _border_faults(blueprint, kind, written))
        for key, written in zip(("reached", "needed"), face.meter, strict=False):
            hole = hole_of(written)
            if hole is not None:
                yield from ((name, ("meter", key), fault) for fault in _face_hole(blueprint, hole, kind, known))
            else:
                message = f"'{written}' is neither a field nor a quantity of it"
                yield name, ("meter", key), NameFault(message, written, known)
        if face.seats:
            yield from ((name, ("seats",), fault) for fault in _seats_faults(blueprint, face, kind))
        if face.stands:
            hole = hole_of(face.stands)
            if kind not in blueprint.look.circles:
                yield name, ("stands",), NameFault(f"'{kind}' is not drawn on circles")
            elif hole is None or hole.arguments is None:
                yield name, ("stands",), no_quantity(blueprint, face.stands, " of it")
            else:
                yield from ((name, ("stands",), fault) for fault in _face_hole(blueprint, hole, kind, known))


def _border_faults(blueprint: Blueprint, kind: str, written: str) -> Iterator[NameFault]:
    """Yield the faults in the stated meanings of the lines of a map."""
    maps = [each for each in blueprint.look.maps if each.kind == kind]
    carried = frozenset(name for each in maps for border in each.borders for name, _ in border[2])
    for hole in holes_in(ICON_IN_TEXT.sub("", written)):
        if hole.name not in carried:
            yield NameFault(f"no border has the field '{hole.name}'", hole.name, carried)
    yield from _icon_faults(blueprint, written)


def _icon_faults(blueprint: Blueprint, written: str) -> Iterator[NameFault]:
    """Yield the faults of the icons that a text names."""
    for name in ICON_IN_TEXT.findall(written):
        if name not in blueprint.look.icons:
            yield NameFault(f"no icon is named '{name}'", name, frozenset(blueprint.look.icons))


def row_faults(blueprint: Blueprint, entries: Mapping[str, str]) -> Iterator[Fault]:
    """Yield the faults of the rows that counters move along. `entries` maps each counter to its look's entry."""
    lists = {each for rows in blueprint.look.rows.values() for row in rows for each in row.lists}
    for counter, name in entries.items():
        row = blueprint.look.manners[counter].row
        if row and row not in lists:
            yield name, ("row",), NameFault(f"no field '{row}' is drawn as a row", row, frozenset(lists))


def chosen_faults(blueprint: Blueprint, entries: Mapping[str, str]) -> Iterator[Fault]:
    """Names under which nothing is ever asked for: `entries` has the entry of each look of a counter or other name."""
    known = frozenset(label for site in blueprint.sites for label in site.labels)
    places = [(name, each) for thing, name in entries.items() for each in [blueprint.look.manners[thing].chosen_as]]
    places += [(area.id, area.chosen_as) for area in blueprint.look.areas]
    for name, written in places:
        for at, each in enumerate(written):
            if each not in known:
                yield name, ("chosen_as", str(at)), NameFault(f"no decision picks a '{each}'", each, known)


def worth_faults(blueprint: Blueprint, entries: Mapping[str, str]) -> Iterator[Fault]:
    """Yield the faults of a quantity's `worth`. `entries` maps each quantity to its look's entry."""
    for quantity, name in entries.items():
        worth = blueprint.look.manners[quantity].worth
        if worth and worth not in blueprint.quantities:
            yield name, ("worth",), no_quantity(blueprint, worth)
        elif worth and blueprint.quantity_takes[worth] != blueprint.quantity_takes[quantity]:
            yield name, ("worth",), NameFault(f"'{worth}' and '{quantity}' take different parameters")


def _seats_faults(blueprint: Blueprint, face: Face, kind: str) -> Iterator[NameFault]:
    """Yield the faults of the quantity that says which seats are shown on a component."""
    hole = hole_of(face.seats)
    if hole is None or hole.arguments is None:
        yield no_quantity(blueprint, face.seats, " of it")
    elif hole.name in blueprint.quantities and blueprint.quantities[hole.name].kind != "truth":
        yield NameFault(f"'{hole.name}' must be true or false")
    else:
        yield from _face_hole(blueprint, hole, kind, frozenset())


def _face_hole(blueprint: Blueprint, hole: Hole, kind: str, known: frozenset[str]) -> Iterator[NameFault]:
    if hole.arguments is not None:
        fault = thing_fault(blueprint, hole, kind)
        if fault is not None:
            yield fault
    elif hole.name not in known:
        yield no_field(hole.name, kind, known)


def _when_faults(blueprint: Blueprint, area: Area) -> Iterator[Fault]:
    hole = hole_of(area.when)
    if hole is None or hole.name not in blueprint.quantities:
        yield area.id, ("when",), no_quantity(blueprint, area.when.partition("(")[0].strip())
        return
    fault = hole_fault(blueprint, hole, list(area.per))
    if fault is not None:
        yield area.id, ("when",), fault


def _shown_fault(blueprint: Blueprint, written: str, per: list[str], known: frozenset[str]) -> NameFault | None:
    hole = hole_of(written)
    if hole is None or hole.field or hole.width:
        return NameFault(f"'{written}' does not name one thing that can be shown", written, known)
    if hole.name in blueprint.look.fields or any(each.id == hole.name for each in blueprint.look.maps):
        return None if hole.arguments is None else NameFault(f"'{hole.name}' has no indexes")
    if hole.name in per:
        return NameFault(f"the area already shows '{hole.name}' above it, because it is drawn for each")
    return hole_fault(blueprint, hole, per, known)
