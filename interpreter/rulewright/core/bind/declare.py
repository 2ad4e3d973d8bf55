"""Reads the merged entries of a ruleset into a `World`: what exists, before any effect text is bound."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from rulewright.core.bind.declared_endings import declare_endings, declare_names
from rulewright.core.bind.declared_families import check_refills, declare_family
from rulewright.core.bind.declared_fields import check_keys, fields_declared
from rulewright.core.bind.declared_texts import declare_texts
from rulewright.core.bind.half_borders import halves_of
from rulewright.core.bind.position_counters import declare_positions
from rulewright.core.bind.setting_entries import declare_setting
from rulewright.core.bind.world import SEAT, Component, Domain, Kind, Named, World, unknown
from rulewright.core.language.old_words import OLD_FUNCTIONS
from rulewright.core.language.vocabulary import PIECE_FIELDS, RESERVED, VERBS_ONLY
from rulewright.core.load.entries import Entry, Sections
from rulewright.core.model.document import (
    Mapping,
    Node,
    Scalar,
    by_language,
    entries_of,
    is_true,
    items_of,
    number_of,
    part_of,
    text_of,
    title_of,
)
from rulewright.core.model.grids import DIRECTION, Chain, MapPlan, plan_of
from rulewright.core.model.sections import COMPONENT_KEYS, FOR_PEOPLE, SORTS
from rulewright.core.model.type import Type

MAX_PIECES = 5_000
MOST_FACES = 100


def declare(sections: Sections, min_seats: int, max_seats: int) -> World:
    """Declare the world of a ruleset, with faults of its declarations in `world.diagnostics`."""
    world = World(max_seats=max_seats, min_seats=min_seats)
    world.domains[SEAT] = Domain(SEAT, [str(n + 1) for n in range(max_seats)])
    _enumerations(world, sections)
    declare_names(world, sections)
    _kind_names(world, sections)
    _kind_fields(world, sections)
    _components(world, sections)
    _maps(world, sections)
    _zone_holders(world, sections)
    _pieces(world)
    for section in ("counters", "markers", "zones"):
        for entry in sections.get(section, ()):
            declare_family(world, entry, SORTS[section])
    check_refills(world)
    declare_positions(world, sections)
    declare_endings(world, sections)
    declare_texts(world, sections)
    _check_names(world, sections)
    return world


def _faces(world: World, node: Node | None) -> tuple[str, ...]:
    """Return the names of a kind's faces, for numbered faces their numbers."""
    between = world.type_named(text_of(node) or "") if isinstance(node, Scalar) else None
    if between is not None and between.low is not None and between.high is not None:
        if isinstance(node, Scalar) and not 0 < between.high - between.low < MOST_FACES:
            world.error("out-of-bounds", node.span, f"a piece has 2 to {MOST_FACES} faces")
            return ()
        return tuple(map(str, range(between.low, between.high + 1)))
    return tuple(str(item.value) for item in items_of(node) if isinstance(item, Scalar))


def _check_names(world: World, sections: Sections) -> None:
    """Names that mean something else already: ids, values of enumerations, faces and parameters."""
    for section, entries in sections.items():
        for entry in entries:
            words = RESERVED | VERBS_ONLY if section == "procedures" else RESERVED
            if entry.id in words and section not in FOR_PEOPLE:
                span = entry.node.span_of("id")
                world.error("name-taken", span, f"'{entry.id}' is a word of the language", "choose another id")
            if entry.id in OLD_FUNCTIONS and entry.node.get("takes") is not None:
                message, hint = f"'{entry.id}(...)' is a function until the next release", "choose another id"
                world.error("name-taken", entry.node.span_of("id"), message, hint)
            _check_parameters(world, entry.node.get("takes"))
            if section == "enumerations":
                for value in items_of(entry.node.get("values")):
                    _check_value(world, part_of(value, "id") or value)
    for kind in world.kinds.values():
        for name in kind.fields:
            if name in kind.faces or (kind.has_pieces and name in PIECE_FIELDS):
                message = f"'{name}' is already a face or a built-in field of a piece"
                world.error("name-taken", kind.node.span, message, "choose another name for the field")


def _check_parameters(world: World, takes: Node | None) -> None:
    for key in entries_of(takes):
        if key[0].text in RESERVED or key[0].text in world.families or key[0].text in world.named:
            message = f"'{key[0].text}' has a meaning already"
            world.error("name-taken", key[0].span, message, "choose another name")


def _check_value(world: World, value: Node) -> None:
    name = text_of(value) or ""
    known = (world.families, world.named, world.components, world.domains, world.settings)
    if name in RESERVED or any(name in each for each in known):
        world.error("name-taken", value.span, f"'{name}' has a meaning already", "choose another id")


def _enumerations(world: World, sections: Sections) -> None:
    for entry in sections.get("enumerations", ()):
        domain = world.domains[entry.id] = Domain(entry.id)
        for item in items_of(entry.node.get("values")):
            value = part_of(item, "id") or item
            name = text_of(value)
            if name is None:
                continue
            if name in world.values:
                world.error("duplicate-id", value.span, f"'{name}' is a value of '{world.values[name][0]}' already")
                continue
            world.values[name] = (entry.id, domain.size)
            domain.add(name, by_language(part_of(item, "title")))
    for entry in sections.get("settings", ()):
        declare_setting(world, entry)


def _kind_names(world: World, sections: Sections) -> None:
    for entry in sections.get("kinds", ()):
        faces = _faces(world, entry.node.get("faces"))
        world.kinds[entry.id] = Kind(entry.id, {}, faces, entry.node)
        world.domains[entry.id] = Domain(entry.id)


def _kind_fields(world: World, sections: Sections) -> None:
    for entry in sections.get("kinds", ()):
        world.kinds[entry.id].fields = fields_declared(world, entry.id, entry.node.get("fields"))


def _components(world: World, sections: Sections) -> None:
    for entry in sections.get("components", ()):
        kind = _kind_at(world, entry.node, "kind")
        if kind is None:
            continue
        component = Component(entry.id, kind.id, len(kind.designs), entry.node, title_of(entry.node))
        component.copies = number_of(entry.node.get("copies"), 1)
        component.each_seat = is_true(entry.node.get("each_seat"))
        kind.designs.append(component)
        world.components[entry.id] = component
        world.domains[kind.id].add(entry.id, component.title)
        check_keys(world, entry.node, kind.id, kind.fields, COMPONENT_KEYS)
        _records(world, kind, entry.id, entry.node)


def _records(world: World, kind: Kind, owner: str, node: Mapping) -> None:
    for name, spec in kind.fields.items():
        if spec.holds != "records":
            continue
        record = world.kinds[spec.record]
        for number, item in enumerate(items_of(node.get(name)), 1):
            if not isinstance(item, Mapping):
                world.error("wrong-type", item.span, f"each item of '{name}' must be a mapping of fields")
                continue
            id_ = f"{owner}.{name}.{number}"
            record.designs.append(Component(id_, record.id, len(record.designs), item, {}))
            world.domains[record.id].add(id_, {})
            check_keys(world, item, record.id, record.fields, frozenset())


def _maps(world: World, sections: Sections) -> None:
    maps = {entry.id: entry.node for entry in sections.get("maps", ())}
    for entry in sections.get("maps", ()):
        kind = _kind_at(world, entry.node, "regions")
        if kind is None:
            continue
        fields = entry.node.get("border_fields")
        specs = fields_declared(world, entry.id, fields)
        for key, _ in entries_of(fields):
            if specs[key.text].holds not in ("value", "list", "unknown"):
                message = f"a field of a border must be a value or a list; '{key.text}' is neither"
                world.error("wrong-type", key.span, message, "declare this field on a kind instead")
        plan = plan_of(entry.node, maps.get)
        if plan.chains != (good := _chains(world, entry, kind, plan)):
            plan = replace(plan, chains=good)
        domain = world.domains[entry.id] = Domain(entry.id)
        for one, other, written in plan.borders:
            for ends in ((one, other), (other, one)):
                domain.add("-".join(ends), _between(*(world.components[end].title for end in ends)))
            if written is not None:
                check_keys(world, written, f"border of {entry.id}", specs, frozenset({"between"}))
        world.borders[entry.id] = specs
        world.plans[entry.id] = plan
        directions = world.domains[DIRECTION].names if DIRECTION in world.domains else []
        world.halves[entry.id] = tuple(halves_of(plan, world.domains[kind.id].names, directions))
        world.named[entry.id] = Named(entry.id, "map", entry.node, type=Type("thing", kind.id))


def _chains(world: World, entry: Entry, kind: Kind, plan: MapPlan) -> tuple[Chain, ...]:
    """Return the valid ways of a map, each along different regions of it, and report the others."""
    good = []
    spans = [item.span for key in ("borders", "ways") for item in items_of(entry.node.get(key))]
    for chain, span in zip_longest(plan.chains, spans, fillvalue=None):
        if chain is None:
            continue
        fits = [end in world.components and world.components[end].kind == kind.id for end in chain.places]
        if len(chain.places) > 1 and all(fits) and len({*chain.places}) == len(chain.places):
            good.append(chain)
            continue
        wrong = next((end for end, fine in zip(chain.places, fits, strict=True) if not fine), "?")
        unknown(
            world, "unknown-region", f"region of kind {kind.id}", wrong, span or entry.node.span, set(world.components)
        )
    return tuple(good)


def _between(one: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    """Return the titles of the border of two regions, in the languages in which both have titles."""
    return {language: f"{title} - {other[language]}" for language, title in one.items() if language in other}


def _zone_holders(world: World, sections: Sections) -> None:
    for entry in sections.get("zones", ()):
        kind = _kind_at(world, entry.node, "holds")
        if kind is not None:
            kind.has_pieces = True


def _kind_at(world: World, node: Mapping, key: str) -> Kind | None:
    """Return the kind that a key names, or report it and return None."""
    kind = world.kinds.get(node.text_at(key))
    if kind is not None and not kind.is_record:
        return kind
    unknown(world, "unknown-kind", "kind", node.text_at(key), node.span_of(key), set(world.kinds))
    return None


def _pieces(world: World) -> None:
    for kind in world.kinds.values():
        for component in kind.designs if kind.has_pieces else ():
            count = max(0, min(component.copies, MAX_PIECES)) * (world.max_seats if component.each_seat else 1)
            if world.piece_count + count > MAX_PIECES:
                world.error("too-large", component.node.span, f"a game has at most {MAX_PIECES} pieces")
                return
            component.pieces = range(world.piece_count, world.piece_count + count)
            world.piece_count += count
