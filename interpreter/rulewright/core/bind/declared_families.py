"""Counters, markers and zones: one for each combination of the domains of its `per`."""

from __future__ import annotations

from rulewright.core.bind.visibility import declare_sight
from rulewright.core.bind.world import SEAT, Family, World, unknown
from rulewright.core.load.entries import Entry
from rulewright.core.model.document import Node, Scalar, items_of, number_of, text_of, title_of
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.type import NUMBER, TRUTH, Type

MAX_SLOTS = 50_000


def declare_family(world: World, entry: Entry, sort: str) -> None:
    """Put a counter, marker or zone into the world, unless its indexes are wrong or it is too large."""
    node = entry.node
    per: list[str] = []
    count = 1
    written = node.get("spaces") if sort == "zone" else None
    place = _place(world, written)
    for item in items_of(node.get("per")):
        name = text_of(item) or ""
        size = world.index_size(name)
        if size is None:
            unknown(world, "unknown-domain", "domain", name, item.span, {*world.domains, "seat"})
            return
        per.append(name)
        count *= size[1]
    if place:
        per.append(place)
        count *= world.domains[place].size
    spaces = 1 if place else number_of(written, 0)
    places = count * max(1, spaces)
    taken = sum(each.places for each in world.families.values())
    if taken + places > MAX_SLOTS:
        message = f"'{entry.id}' needs {places} slots; all entries together can have {MAX_SLOTS}"
        world.error("too-large", node.span, message)
        return
    family = Family(entry.id, sort, tuple(per), node, NUMBER, title_of(node), count=count)
    if sort == "counter":
        _counter(world, entry, family)
    elif sort == "marker":
        _marker(world, entry, family)
    else:
        holds = node.text_at("holds")
        family.spaces, family.place = spaces, place
        family.refill = node.text_at("refill")
        family.keeps_top = node.get("keeps_top") is not None
        family.ordered = text_of(node.get("order")) == "stack"
        family.sort_by = _sorted_by(world, entry, family, holds)
        family.type = Type("set", PieceOf(holds))
        if place and (other := world.place_of(holds)) not in ("", place):
            message = f"pieces of '{holds}' are on a {other} already, so they have no {place}"
            world.error("wrong-type", node.span_of("spaces"), message, "give these another kind of pieces")
    declare_sight(world, family)
    world.families[entry.id] = family


def _place(world: World, written: Node | None) -> str:
    """The domain whose things are the spaces of a zone, empty if they have numbers.

    If a name is wrong, the places of a map are taken instead, so that one mistake makes one message.
    """
    name = text_of(written) or ""
    if written is None or not name or (name in world.domains and world.sort_of_domain(name) in ("kind", "enumeration")):
        return name
    maps = {each: str(world.named[each].type.domain) for each in world.plans}
    if name in maps:
        message = f"'{name}' is a map, and its places are '{maps[name]}'"
        world.error("unknown-domain", written.span, message, f"write spaces: {maps[name]}")
    elif name == SEAT:
        hint = "one space for each: per: [seat], spaces: 1"
        world.error("unknown-domain", written.span, "a seat is no space", hint)
    else:
        known = {each for each in world.domains if each not in (SEAT, *world.plans, *world.settings)}
        unknown(world, "unknown-domain", "kind of places", name, written.span, known)
    return next((maps[each] for each in (name, *maps) if each in maps), "")


def _counter(world: World, entry: Entry, family: Family) -> None:
    """A number between two bounds, or none if it starts so, or a truth if it starts as one."""
    node = entry.node
    written, bounds = node.get("start"), [key for key in ("min", "max") if node.get(key) is not None]
    start = written.value if isinstance(written, Scalar) else None
    if isinstance(start, bool):
        family.type, family.low, family.high, family.start = TRUTH, 0, 1, int(start)
        for key in bounds:
            message = f"'{entry.id}' starts as {str(start).lower()}, so it is a truth and has no bounds"
            world.error("misplaced-key", node.span_of(key), message, f"leave out {key}")
        return
    for key in ("min", "max"):
        if key not in bounds:
            hint = f"write {key}: NUMBER; what is only true or false has no bounds: start: false"
            world.error("missing-key", node.span, f"a counter has no '{key}'", hint)
    low, family.high = number_of(node.get("min"), 0), number_of(node.get("max"), 1_000_000)
    family.may_be_none = start == "none"
    family.low = -1 if family.may_be_none else low
    family.start = number_of(written, max(0, family.low) if not family.may_be_none else -1)
    family.type = Type("number", "", family.may_be_none, family.low, family.high)
    if family.may_be_none and low != 0:
        message = f"'{entry.id}' may be none, so its numbers begin at 0"
        world.error("out-of-bounds", node.span_of("min"), message, "write min: 0")
    if not family.low <= family.start <= family.high:
        world.error("out-of-bounds", node.span_of("start"), f"'{entry.id}' starts outside its own bounds")


def _sorted_by(world: World, entry: Entry, family: Family, holds: str) -> tuple[str, ...]:
    """The fields by which what a zone holds is shown in order."""
    written = entry.node.get("sort_by")
    if written is not None and (family.spaces or family.ordered):
        message = "pieces on spaces or in a stack are shown in their own order"
        world.error("misplaced-key", written.span, message, "remove sort_by, or remove order and spaces")
        return ()
    fields = world.kinds[holds].fields if holds in world.kinds else {}
    found = []
    for item in items_of(written):
        name = text_of(item) or ""
        if name in fields and fields[name].holds == "value":
            found.append(name)
        else:
            names = {each for each, spec in fields.items() if spec.holds == "value"}
            unknown(world, "unknown-field", f"field of {holds} with one value", name, item.span, names)
    return tuple(found)


def check_refills(world: World) -> None:
    """A pile is refilled from another one that holds the same, and of which there are as many."""
    for family in world.families.values():
        written = family.node.get("refill") if family.sort == "zone" else None
        if written is None:
            continue
        other = world.families.get(family.refill)
        if other is None or other.sort != "zone":
            unknown(world, "unknown-zone", "zone", family.refill, written.span, world.ids_of("zone") - {family.id})
            family.refill = ""
            continue
        faults = [
            (other is family, f"'{family.id}' cannot refill itself", "name the zone where its pieces end up"),
            (family.spaces > 0, f"'{family.id}' has spaces, so nothing draws from it", "a pile has no spaces"),
            (other.spaces > 0, f"'{other.id}' has spaces", "refill from a pile, without spaces"),
            (other.type != family.type, f"'{other.id}' and '{family.id}' hold different kinds", ""),
            (
                other.per != family.per,
                f"'{other.id}' and '{family.id}' have a different 'per'",
                "give both the same 'per'",
            ),
        ]
        for wrong, message, hint in faults:
            if wrong:
                world.error("wrong-type", written.span, message, hint)
                family.refill = ""
                break


def _marker(world: World, entry: Entry, family: Family) -> None:
    on = entry.node.text_at("on")
    type_ = world.type_named(on)
    if type_ is None or type_.kind != "thing":
        unknown(world, "unknown-domain", "domain", on, entry.node.span_of("on"), set(world.domains))
        type_ = Type("thing", SEAT)
    family.type = type_._replace(optional=True)
    family.low, family.start = -1, -1
    family.high = (world.piece_count if isinstance(type_.domain, PieceOf) else world.domains[type_.domain].size) - 1
    written = entry.node.get("start")
    if isinstance(written, Scalar):
        start = str(written.value)
        names = world.domains[type_.domain].names if type_.domain in world.domains else []
        if start in names:
            family.start = names.index(start)
        else:
            unknown(world, "unknown-value", str(type_.domain), start, written.span, set(names))
