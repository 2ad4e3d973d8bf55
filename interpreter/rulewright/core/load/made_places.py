"""The places that a map makes, as the components that they are: squares, hexes, corners, and edges between places.

    {id: board, regions: square, grid: [8, 8]}

Each place is an entry like any other from here on: scenarios and effects call it `c4`, a house rule may change it, and
one that changes the size of the grid has other places. Its `places` say what is printed on some of them, in fields of
their kind. What a map looks like is in `model/grids.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from rulewright.core.diagnostics import Diagnostic, did_you_mean, error
from rulewright.core.load.entries import Entry
from rulewright.core.locales.catalogue import ENGLISH, languages, phrases
from rulewright.core.model.document import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    entries_of,
    items_of,
    mappings_in,
    text_of,
    title_of,
    written_at,
)
from rulewright.core.model.grids import DIRECTION, DIRECTIONS, PLACED, MapPlan, edge_ids, fault_of, is_made, plan_of

_HANDED_ON = ("source", "rules", "reconstructed")


def makes_places(entry: Entry) -> bool:
    """Whether an entry is a map that makes components, or says something of some."""
    return entry.section == "maps" and (is_made(entry.node) or entry.node.get("places") is not None)


def with_places(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Diagnostic, ...]]:
    """Return (entries, diagnostics), with the places, fields of kinds and directions that maps make."""
    entries = tuple(entries)
    maps = {entry.id: entry.node for entry in entries if entry.section == "maps"}
    made = [entry for entry in entries if makes_places(entry)]
    if not made:
        return entries, ()
    faults: list[Diagnostic] = []
    taken = {entry.id: entry for entry in entries}
    listed: list[Entry] = []
    placed: set[str] = set()
    used: set[str] = set()
    for entry in made:
        if fault := fault_of(entry.node):
            faults.append(error("bad-map", entry.id_span(), fault))
            continue
        plan = plan_of(entry.node, maps.get)
        used |= {each for chain in plan.chains for each in (chain.onward, chain.back)}
        if any(spot.fields for spot in plan.spots):
            placed.add(entry.node.text_at("regions"))
        printed = _printed(entry, {spot.id for spot in plan.spots}, faults)
        for component in (*_spots(entry, plan, printed), *_edges(entry, plan, taken)):
            first = taken.setdefault(component.id, component)
            if first is not component:
                faults.append(_taken(entry, component, first))
                break
            listed.append(component)
    found = [_placed(each) if each.section == "kinds" and each.id in placed else each for each in entries]
    if used - {""} and DIRECTION not in taken:
        found.append(_directions(made[0], used))
    return (*found, *listed), tuple(faults)


def _taken(map_: Entry, component: Entry, first: Entry) -> Diagnostic:
    place = first.id_span()
    hint = f"first used at {place.file}:{place.line}; prefix: x_ would make it 'x_{component.id}'"
    return error("duplicate-id", map_.id_span(), f"a place of this map would have the id '{component.id}'", hint)


def _printed(map_: Entry, made: Collection[str], faults: list[Diagnostic]) -> dict[str, dict[str, tuple[Scalar, Node]]]:
    """Map each place that the map says more of to its fields: the name and the value of each, by the name."""
    found: dict[str, dict[str, tuple[Scalar, Node]]] = {}
    for item in mappings_in(map_.node.get("places")):
        for place in items_of(item.get("at")):
            name = text_of(place) or ""
            if name not in made:
                hint = (
                    did_you_mean(name, made)
                    or "a place that the map does not make is a component: write its fields there"
                )
                faults.append(error("bad-map", place.span, f"this map makes no place '{name}'", hint))
            fields = found.setdefault(name, {})
            for key, value in item.entries:
                if key.text in fields or key.text in PLACED:
                    message = f"'{key.text}' of '{name}' is said already"
                    faults.append(error("bad-map", key.span, message, "leave one of them out"))
                elif key.text != "at":
                    fields[key.text] = key, value
    return found


def _spots(map_: Entry, plan: MapPlan, printed: dict[str, dict[str, tuple[Scalar, Node]]]) -> Iterator[Entry]:
    kind = map_.node.text_at("regions")
    for spot in plan.spots:
        more = tuple(printed.get(spot.id, {}).values())
        yield _component(map_, spot.id, kind, {ENGLISH: spot.title}, dict(spot.fields), more)


def _edges(map_: Entry, plan: MapPlan, taken: dict[str, Entry]) -> Iterator[Entry]:
    """The borders of a map as places of their own."""
    kind = map_.node.text_at("edges")
    if not kind:
        return
    titles = {spot.id: {ENGLISH: spot.title} for spot in plan.spots}
    for name, (one, other, _), called in zip(edge_ids(map_.node, plan), plan.borders, plan.titles, strict=True):
        ends = [titles.get(end) or _title(taken.get(end), end) for end in (one, other)]
        title = {language: f"{text} - {ends[1][language]}" for language, text in ends[0].items() if language in ends[1]}
        title = {ENGLISH: called} if called else title
        yield _component(map_, name, kind, title, {})


def _title(entry: Entry | None, otherwise: str) -> dict[str, str]:
    return (title_of(entry.node) if entry is not None else {}) or {ENGLISH: otherwise}


def _component(
    map_: Entry,
    id_: str,
    kind: str,
    title: dict[str, str],
    fields: dict[str, int],
    printed: tuple[tuple[Scalar, Node], ...] = (),
) -> Entry:
    """A component as if it had been written where its map is."""
    span = map_.id_span()
    scalar = partial(written_at, span=span)
    parts: list[tuple[Scalar, Node]] = [
        (scalar("id"), scalar(id_)),
        (scalar("kind"), scalar(kind)),
        (scalar("title"), Mapping(tuple((scalar(key), scalar(text)) for key, text in title.items()), span)),
        *((scalar(name), scalar(value)) for name, value in fields.items()),
        *printed,
    ]
    parts += [(key, value) for key, value in map_.node.entries if key.text in _HANDED_ON]
    return Entry("components", id_, Mapping(tuple(parts), span), map_.module)


def _placed(kind: Entry) -> Entry:
    """A kind of places with the fields that say where they are, as far as it does not declare them itself."""
    span = kind.node.span
    known = entries_of(kind.node.get("fields"))
    scalar = partial(written_at, span=span)
    number = Mapping(((scalar("type"), scalar("number")), (scalar("default"), scalar(0))), span)
    more = [(scalar(name), number) for name in PLACED if name not in [key.text for key, _ in known]]
    key = kind.node.key_node("fields") or scalar("fields")
    others = tuple((each, node) for each, node in kind.node.entries if each.text != "fields")
    return Entry("kinds", kind.id, Mapping((*others, (key, Mapping((*known, *more), span))), span), kind.module)


def _directions(map_: Entry, used: set[str]) -> Entry:
    """The enumeration of the directions in which maps can be gone along."""
    span = map_.id_span()
    scalar = partial(written_at, span=span)
    values = [
        Mapping(
            (
                (scalar("id"), scalar(name)),
                (scalar("title"), Mapping(tuple(
                    (scalar(language), scalar(phrases(language, "table")(name))) for language in languages()
                ), span)),
            ),
            span,
        )
        for name in DIRECTIONS
        if name in used
    ]  # fmt: skip
    node = Mapping(((scalar("id"), scalar(DIRECTION)), (scalar("values"), Sequence(tuple(values), span))), span)
    return Entry("enumerations", DIRECTION, node, map_.module)
