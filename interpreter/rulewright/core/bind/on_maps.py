"""Binds what is asked of maps: `neighbours(place)`, `step(place, north)`, `ray(border)`, and the fields of borders."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ZERO, computed, empty
from rulewright.core.bind.map_tables import MapTables, map_tables, next_to
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.value_checks import there
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import UNKNOWN, Bound, Const
from rulewright.core.model.document import text_of
from rulewright.core.model.grids import DIRECTION, edge_ids
from rulewright.core.model.type import NOTHING, NUMBER, Type


def on_map(binder: Binder, scope: Scope, node: ast.FunctionCall) -> Bound | None:
    """Return the value of a function of a map, or None if it takes other arguments."""
    name, arguments = node.function, node.arguments
    if name == "neighbours" and len(arguments) == 2:
        return _next_to(binder, scope, node)
    if name == "longest_way":
        return _longest_way(binder, scope, node) if len(arguments) in (1, 2) else None
    if len(arguments) != 1 + (name in ("step", "distance")) + (name == "ray" and len(arguments) == 2):
        return None
    start = binder.piece_in(binder.bind(scope, arguments[0]))
    along = start.type.domain in binder.world.borders
    if (name == "ray" and len(arguments) == 1) or (name == "reach" and along):
        return _straight(binder, scope, node, start)
    found = _map_at(binder, scope, node, start)
    if found is None:
        return UNKNOWN
    map_id, tables = found
    places = Type("set", start.type.domain)
    match name:
        case "borders":
            return bv.Lookup(tables.borders(), start, Type("set", map_id))
        case "neighbours":
            return bv.Lookup(tables.neighbours(), start, places)
        case "reach":
            return bv.Along("reach", start, tables.connected(), tables.neighbours(), places)
        case "distance":
            other = there(binder, scope, binder.thing(scope, arguments[1], start.type.domain), "'distance'", node.at)
            first = there(binder, scope, start, "'distance'", node.at)
            row = computed("*", first, Const(tables.size, NUMBER))
            return bv.Lookup(tables.distances(), computed("+", row, other), NUMBER._replace(low=0, high=tables.size))
        case _:
            border = _directed(binder, scope, node, start, map_id, tables)
            if name == "ray":
                return bv.Lookup(tables.rays(), border, places)
            return bv.Lookup(tables.table("far"), border, start.type._replace(optional=True, low=None, high=None))


def border_field(binder: Binder, map_id: str, border: Bound, name: str) -> Bound | None:
    """Return a field that every border of a map has, or None for any other name."""
    world, tables = binder.world, map_tables(binder.tables, map_id)
    optional = border.type.optional
    match name:
        case "near" | "far":
            return bv.Lookup(tables.table(name), border, world.named[map_id].type._replace(optional=optional))
        case "on":
            return bv.Lookup(tables.table("on"), border, Type("thing", map_id, True))
        case "direction" if DIRECTION in world.domains:
            return bv.Lookup(tables.table("direction"), border, Type("thing", DIRECTION, True))
        case "edge" if (kind := text_of(world.named[map_id].node.get("edges"))) in world.kinds:
            table = binder.tables.kept(("edge", map_id), lambda: [*_edges(binder, map_id), -1])
            return bv.Lookup(table, border, Type("thing", kind or "", optional))
        case _:
            return None


def _edges(binder: Binder, map_id: str) -> Iterator[int]:
    """Yield the edge that each border of a map is, once for each direction, -1 if it was removed."""
    world = binder.world
    for each in edge_ids(world.named[map_id].node, world.plans[map_id]):
        place = world.components.get(each)
        yield from (place.index if place is not None else -1,) * 2


def _next_to(binder: Binder, scope: Scope, node: ast.FunctionCall) -> Bound:
    """Places of a kind next to a thing: the corners of a hex, the edges at a corner."""
    start, other = binder.piece_in(binder.bind(scope, node.arguments[0])), node.arguments[1]
    if start.type == NOTHING:
        return UNKNOWN
    name = other.name if isinstance(other, ast.Name) else ""
    domain = start.type.domain
    table = next_to(binder.tables, domain, name) if isinstance(domain, str) and name in binder.world.kinds else None
    if table is None or start.type.kind != "thing":
        hint = "write neighbours(PLACE, KIND): the corners or edges of a place, or the places at one of these"
        return binder.refused(
            scope, "wrong-type", other.at, f"no map connects {describe(start.type)} with this kind", hint
        )
    binder.world.note(scope.text, other.at, "kind", name)
    return bv.Lookup(table, start, Type("set", name))


def _longest_way(binder: Binder, scope: Scope, node: ast.FunctionCall) -> Bound:
    """The longest way along a set of borders, which goes on from none of a set of places."""
    borders = binder.set_of(scope, node.arguments[0])
    domain = borders.type.domain
    if not isinstance(domain, str) or domain not in binder.world.borders:
        hint = "write longest_way((b in MAP where TEST))"
        at = node.arguments[0].at
        return binder.refused(scope, "wrong-type", at, f"this is {describe(borders.type)}, not one of borders", hint)
    stops: Bound = empty(Type("set"))
    if len(node.arguments) == 2:
        stops = binder.set_of(scope, node.arguments[1])
        places = binder.world.named[domain].type.domain
        if stops.type.domain != places:
            hint = f"the ends of '{domain}' are of the kind '{places}'"
            message = f"this is {describe(stops.type)}, not one of places at these borders"
            return binder.refused(scope, "wrong-type", node.arguments[1].at, message, hint)
    tables = map_tables(binder.tables, domain)
    most = NUMBER._replace(low=0, high=len(tables.halves) // 2)
    return bv.LongestWay(borders, stops, tables.table("far"), tables.borders(), most)


def _straight(binder: Binder, scope: Scope, node: ast.FunctionCall, border: Bound) -> Bound:
    """Return the places straight on from a border, or the whole line it is part of."""
    domain = border.type.domain
    if border.type.kind != "thing" or not isinstance(domain, str) or domain not in binder.world.borders:
        if border.type != NOTHING:
            hint = "such as: any(b in borders(place) where ...)"
            binder.error(scope, "wrong-type", node.at, f"this is {describe(border.type)}, not a border", hint)
        return UNKNOWN
    tables = map_tables(binder.tables, domain)
    places = Type("set", binder.world.named[domain].type.domain)
    if node.function == "ray":
        return bv.Lookup(tables.rays(), border, places)
    return bv.Along("line", border, tables.lines(), tables.turns(), places)


def _map_at(binder: Binder, scope: Scope, node: ast.FunctionCall, place: Bound) -> tuple[str, MapTables] | None:
    for name in binder.world.borders:
        if place.type.kind == "thing" and binder.world.named[name].type.domain == place.type.domain:
            return name, map_tables(binder.tables, name)
    if place.type != NOTHING:
        binder.error(scope, "wrong-type", node.at, f"{describe(place.type)} is on no map")
    return None


def _directed(
    binder: Binder, scope: Scope, node: ast.FunctionCall, place: Bound, map_id: str, tables: MapTables
) -> Bound:
    """The border that leaves a place in a direction, or none."""
    border = Type("thing", map_id, True)
    if DIRECTION not in binder.world.domains:
        binder.error(
            scope,
            "unknown-type",
            node.at,
            "no map here has directions",
            "only maps made by grid, hexes or row have directions",
        )
        return Const(-1, border)
    direction = there(binder, scope, binder.thing(scope, node.arguments[1], DIRECTION), f"'{node.function}'", node.at)
    if isinstance(direction, Const):
        return bv.Lookup(tables.directed(direction.value), place, border)
    count = binder.world.domains[DIRECTION].size
    row = computed("*", place, Const(count, NUMBER))
    found = bv.Lookup(tables.all_directed(count), computed("+", row, direction), border)
    if not place.type.optional:
        return found
    is_there = computed(">=", place, ZERO)
    return bv.Op("if", (is_there, found, Const(-1, border)), border)
