"""Reads the merged entries of a ruleset into a `World`: what exists, before any effect text is bound."""

from __future__ import annotations

from typing import Protocol

from rulewright.bind.settings import declare_setting
from rulewright.bind.world import (
    SEAT,
    Component,
    Domain,
    Family,
    FieldSpec,
    Kind,
    Named,
    World,
    number_of,
    piece_domain,
    scalar_text,
    title_of,
    unknown,
)
from rulewright.diagnostics import Span, did_you_mean, indefinite
from rulewright.language.vocabulary import PIECE_FIELDS, RESERVED, STATEMENT_WORDS
from rulewright.model.document import Mapping, Node, Scalar, Sequence
from rulewright.model.texts import EFFECT_TYPES
from rulewright.model.type import NUMBER, TEXT, TRUTH, Type

COMPONENT_KEYS = frozenset(
    {"id", "kind", "title", "copies", "each_seat", "about", "source", "reconstructed", "rules", "accept", "wording"}
)
MAX_PIECES = 5_000
MAX_SLOTS = 50_000
_MOST_LISTED = 12


class EntryLike(Protocol):
    """One entry of a content section, as the source wing hands it over."""

    @property
    def id(self) -> str: ...
    @property
    def node(self) -> Mapping: ...


Sections = dict[str, tuple[EntryLike, ...]]


def declare(sections: Sections, min_seats: int, max_seats: int) -> World:
    """The world of a ruleset; what is wrong with its declarations is in `world.diagnostics`."""
    world = World(max_seats=max_seats, min_seats=min_seats)
    world.domains[SEAT] = Domain(SEAT, [str(n + 1) for n in range(max_seats)], size=max_seats)
    _enumerations(world, sections)
    _kind_names(world, sections)
    _kind_fields(world, sections)
    _components(world, sections)
    _maps(world, sections)
    _zone_holders(world, sections)
    _pieces(world)
    for section, sort in (("counters", "counter"), ("markers", "marker"), ("zones", "zone")):
        for entry in sections.get(section, ()):
            _family(world, entry, sort)
    _texts(world, sections)
    _check_names(world, sections)
    return world


def _check_names(world: World, sections: Sections) -> None:
    """Names that mean something else already: ids, values of enumerations, faces and parameters."""
    for section, entries in sections.items():
        for entry in entries:
            words = RESERVED | set(STATEMENT_WORDS) if section == "procedures" else RESERVED
            if entry.id in words and section not in ("table", "looks", "icons", "areas", "reasons"):
                node = entry.node.get("id") or entry.node
                world.error("name-taken", node.span, f"'{entry.id}' is a word of the language", "choose another id")
            _check_parameters(world, entry.node.get("takes"))
            if section == "enumerations":
                for value in _items(entry.node.get("values")):
                    _check_value(world, (value.get("id") or value) if isinstance(value, Mapping) else value)
    for kind in world.kinds.values():
        for name in kind.fields:
            if name in kind.faces or (kind.has_pieces and name in PIECE_FIELDS):
                message = f"'{name}' says something else of a piece already"
                world.error("name-taken", kind.node.span, message, "choose another name for the field")


def _check_parameters(world: World, takes: Node | None) -> None:
    for key in takes.entries if isinstance(takes, Mapping) else ():
        if key[0].text in RESERVED or key[0].text in world.families or key[0].text in world.named:
            message = f"'{key[0].text}' has a meaning already"
            world.error("name-taken", key[0].span, message, "choose another name")


def _check_value(world: World, value: Node) -> None:
    name = scalar_text(value) or ""
    known = (world.families, world.named, world.components, world.domains, world.settings)
    if name in RESERVED or any(name in each for each in known):
        world.error("name-taken", value.span, f"'{name}' has a meaning already", "choose another id")


def _enumerations(world: World, sections: Sections) -> None:
    for entry in sections.get("enumerations", ()):
        domain = Domain(entry.id, [])
        for item in _items(entry.node.get("values")):
            value = (item.get("id") or item) if isinstance(item, Mapping) else item
            name = scalar_text(value)
            if name is None:
                continue
            if name in world.values:
                world.error("duplicate-id", _span(value), f"'{name}' is a value of '{world.values[name][0]}' already")
                continue
            domain.names.append(name)
            domain.titles.append(title_of(item) if isinstance(item, Mapping) else {})
            world.values[name] = (entry.id, len(domain.names) - 1)
        domain.size = len(domain.names)
        world.domains[entry.id] = domain
    for entry in sections.get("settings", ()):
        declare_setting(world, entry)


def _kind_names(world: World, sections: Sections) -> None:
    for entry in sections.get("kinds", ()):
        faces = tuple(str(item.value) for item in _items(entry.node.get("faces")) if isinstance(item, Scalar))
        world.kinds[entry.id] = Kind(entry.id, {}, faces, entry.node)
        world.domains[entry.id] = Domain(entry.id, [])


def _kind_fields(world: World, sections: Sections) -> None:
    for entry in sections.get("kinds", ()):
        fields = entry.node.get("fields")
        if isinstance(fields, Mapping):
            world.kinds[entry.id].fields = _fields(world, entry.id, fields)


def _fields(world: World, owner: str, fields: Mapping) -> dict[str, FieldSpec]:
    found: dict[str, FieldSpec] = {}
    for key, definition in fields.entries:
        spec = _field(world, owner, key, definition)
        if spec is not None:
            found[key.text] = spec
    return found


def _field(world: World, owner: str, key: Scalar, definition: Node) -> FieldSpec | None:
    name = key.text
    if isinstance(definition, Scalar):
        type_node: Node | None = definition
        optional, default_node, takes_node, of = False, None, None, None
    elif isinstance(definition, Mapping):
        type_node = definition.get("type")
        flag = definition.get("optional")
        optional = isinstance(flag, Scalar) and flag.value is True
        default_node, takes_node, of = definition.get("default"), definition.get("takes"), definition.get("of")
    else:
        return None
    written = scalar_text(type_node)
    takes = takes_of(world, takes_node)
    if takes_node is not None and written != "effect":
        world.error("misplaced-key", takes_node.span, f"a field of type {written} takes nothing; only an effect does")
    if written in EFFECT_TYPES and written is not None:
        _no_default(world, default_node, f"a field of type {written}")
        type_ = {"effect": Type("nothing"), "test": TRUTH, "amount": NUMBER}[written]
        return FieldSpec(name, written, type_, 1 if written == "test" else 0, optional, takes)
    if written == "text":
        _no_default(world, default_node, "a text")
        return FieldSpec(name, "text", TEXT, 0, optional)
    if written == "list" and isinstance(of, Mapping):
        record = f"{owner}.{name}"
        world.kinds[record] = Kind(record, {}, (), of, is_record=True)
        world.domains[record] = Domain(record, [])
        world.kinds[record].fields = _fields(world, record, of)
        return FieldSpec(name, "records", Type("set", record), optional=True, record=record)
    if written == "list":
        _no_default(world, default_node, "a list")
        inner = world.type_named(scalar_text(of) or "")
        if inner is None or inner.kind == "truth" or inner.domain.endswith(" piece"):
            names = {"number", *world.domains}
            unknown(world, "unknown-type", "type of a list's items", str(scalar_text(of)), _span(of or key), names)
            return FieldSpec(name, "unknown", TEXT, optional=True)
        return FieldSpec(name, "list", Type("set", inner.domain if inner.kind == "thing" else "number"), optional=True)
    found = world.type_named(written or "")
    if found is None or found.domain.endswith(" piece"):
        unknown(world, "unknown-type", "type", str(written), _span(type_node or key), _type_names(world))
        return FieldSpec(name, "unknown", TEXT, optional=True)
    default = -1 if found.kind == "thing" else 0
    has_default = default_node is not None or optional
    type_ = found._replace(optional=found.kind == "thing" and optional)
    return FieldSpec(name, "value", type_, default, has_default, default_node=default_node)


def _no_default(world: World, default: Node | None, what: str) -> None:
    if default is not None:
        world.error("misplaced-key", default.span, f"{what} has no default", "write it where it is needed")


def takes_of(world: World, node: Node | None) -> tuple[tuple[str, Type], ...]:
    """The parameters a `takes:` mapping declares."""
    if not isinstance(node, Mapping):
        return ()
    found = []
    for key, value in node.entries:
        type_ = world.type_named(scalar_text(value) or "")
        if type_ is None:
            unknown(world, "unknown-type", "type", str(scalar_text(value)), _span(value), _type_names(world))
            type_ = NUMBER
        found.append((key.text, type_))
    return tuple(found)


def _type_names(world: World) -> set[str]:
    return {"number", "truth", "text", "list", *EFFECT_TYPES, *world.domains}


def _components(world: World, sections: Sections) -> None:
    for entry in sections.get("components", ()):
        kind_node = entry.node.get("kind")
        kind = world.kinds.get(scalar_text(kind_node) or "")
        if kind is None or kind.is_record:
            unknown(
                world,
                "unknown-kind",
                "kind",
                str(scalar_text(kind_node)),
                _span(kind_node or entry.node),
                set(world.kinds),
            )
            continue
        component = Component(entry.id, kind.id, len(kind.designs), entry.node, title_of(entry.node))
        component.copies = number_of(entry.node.get("copies"), 1)
        flag = entry.node.get("each_seat")
        component.each_seat = isinstance(flag, Scalar) and flag.value is True
        kind.designs.append(component)
        world.components[entry.id] = component
        domain = world.domains[kind.id]
        domain.names.append(entry.id)
        domain.titles.append(component.title)
        domain.size = len(domain.names)
        _check_keys(world, entry.node, kind.id, kind.fields, COMPONENT_KEYS)
        _records(world, kind, entry.id, entry.node)


def _check_keys(world: World, node: Mapping, name: str, fields: dict[str, FieldSpec], allowed: frozenset[str]) -> None:
    """What a thing with fields has too much or too little; `name` is what it is one of."""
    for key, value in node.entries:
        spec = fields.get(key.text)
        if spec is None and key.text not in allowed:
            message = f"{indefinite(name)} has no field '{key.text}'"
            listed = f"it has {', '.join(sorted(fields))}" if 0 < len(fields) <= _MOST_LISTED else ""
            world.error("unknown-field", key.span, message, did_you_mean(key.text, {*fields, *allowed}) or listed)
        if spec is not None and spec.holds == "text" and not _is_text(value):
            world.error("wrong-type", value.span, f"'{key.text}' is a text, or texts by their language")
    for field, spec in fields.items():
        if not spec.optional and spec.holds != "records" and node.get(field) is None:
            world.error("missing-field", node.span, f"{indefinite(name)} needs a field '{field}'")


def _is_text(node: Node) -> bool:
    if isinstance(node, Mapping):
        return all(isinstance(value, Scalar) and isinstance(value.value, str) for _, value in node.entries)
    return isinstance(node, Scalar) and isinstance(node.value, str)


def _records(world: World, kind: Kind, owner: str, node: Mapping) -> None:
    for name, spec in kind.fields.items():
        if spec.holds != "records":
            continue
        record = world.kinds[spec.record]
        for number, item in enumerate(_items(node.get(name)), 1):
            if not isinstance(item, Mapping):
                world.error("wrong-type", _span(item), f"each item of '{name}' is a mapping of fields")
                continue
            id_ = f"{owner}.{name}.{number}"
            record.designs.append(Component(id_, record.id, len(record.designs), item, {}))
            domain = world.domains[record.id]
            domain.names.append(id_)
            domain.titles.append({})
            domain.size = len(domain.names)
            _check_keys(world, item, record.id, record.fields, frozenset())


def _maps(world: World, sections: Sections) -> None:
    for entry in sections.get("maps", ()):
        regions = entry.node.get("regions")
        kind = world.kinds.get(scalar_text(regions) or "")
        if kind is None:
            unknown(
                world, "unknown-kind", "kind", str(scalar_text(regions)), _span(regions or entry.node), set(world.kinds)
            )
            continue
        fields = entry.node.get("border_fields")
        specs = _fields(world, entry.id, fields) if isinstance(fields, Mapping) else {}
        for key, _ in fields.entries if isinstance(fields, Mapping) else ():
            if specs[key.text].holds not in ("value", "list", "unknown"):
                message = f"a border carries a value or a list; '{key.text}' is neither"
                world.error("wrong-type", key.span, message, "give such a field to a kind instead")
        domain = Domain(entry.id, [])
        for item in _items(entry.node.get("borders")):
            ends = [scalar_text(end) or "" for end in _items(item.get("between"))] if isinstance(item, Mapping) else []
            good = [end in world.components and world.components[end].kind == kind.id for end in ends]
            if len(ends) != 2 or not all(good) or ends[0] == ends[1]:
                wrong = next((end for end, fine in zip(ends, good, strict=True) if not fine), "?")
                unknown(world, "unknown-region", f"region of kind {kind.id}", wrong, _span(item), set(world.components))
                continue
            domain.names += [f"{ends[0]}-{ends[1]}", f"{ends[1]}-{ends[0]}"]
            if isinstance(item, Mapping):
                _check_keys(world, item, f"border of {entry.id}", specs, frozenset({"between"}))
        domain.titles = [{} for _ in domain.names]
        domain.size = len(domain.names)
        world.domains[entry.id] = domain
        world.borders[entry.id] = specs
        world.named[entry.id] = Named(entry.id, "map", entry.node, type=Type("thing", kind.id))


def _zone_holders(world: World, sections: Sections) -> None:
    for entry in sections.get("zones", ()):
        holds = scalar_text(entry.node.get("holds")) or ""
        if holds in world.kinds:
            world.kinds[holds].has_pieces = True
        else:
            unknown(
                world, "unknown-kind", "kind", holds, _span(entry.node.get("holds") or entry.node), set(world.kinds)
            )


def _pieces(world: World) -> None:
    for kind in world.kinds.values():
        if not kind.has_pieces:
            continue
        for component in kind.designs:
            count = max(0, min(component.copies, MAX_PIECES)) * (world.max_seats if component.each_seat else 1)
            component.pieces = range(world.piece_count, world.piece_count + count)
            world.piece_count += count
            world.piece_kinds += [kind.id] * count
            if world.piece_count > MAX_PIECES:
                world.error("too-large", component.node.span, f"a game has at most {MAX_PIECES} pieces")
                component.pieces = range(0)
                world.piece_count -= count
                del world.piece_kinds[world.piece_count :]
                return


def _family(world: World, entry: EntryLike, sort: str) -> None:
    node = entry.node
    per: list[str] = []
    count = 1
    for item in _items(node.get("per")):
        name = scalar_text(item) or ""
        size = world.index_size(name)
        if size is None:
            unknown(world, "unknown-domain", "domain", name, _span(item), {*world.domains, "seat"})
            return
        per.append(name)
        count *= size[1]
    places = count * max(1, number_of(node.get("spaces"), 0) if sort == "zone" else 1)
    taken = sum(each.count * max(1, each.spaces) for each in world.families.values())
    if taken + places > MAX_SLOTS:
        message = f"'{entry.id}' would need {places} places; {MAX_SLOTS} is the most that all have together"
        world.error("too-large", node.span, message)
        return
    family = Family(entry.id, sort, tuple(per), node, NUMBER, title_of(node), count=count)
    if sort == "counter":
        family.low, family.high = number_of(node.get("min"), 0), number_of(node.get("max"), 1_000_000)
        family.start = number_of(node.get("start"), max(0, family.low))
        family.type = Type("number", "", False, family.low, family.high)
        if not family.low <= family.start <= family.high:
            world.error(
                "out-of-bounds", _span(node.get("start") or node), f"'{entry.id}' starts outside its own bounds"
            )
    elif sort == "marker":
        _marker(world, entry, family)
    else:
        holds = scalar_text(node.get("holds")) or ""
        family.spaces = number_of(node.get("spaces"), 0)
        family.ordered = scalar_text(node.get("order")) == "stack"
        family.visible = scalar_text(node.get("visible")) or "all"
        family.type = Type("set", piece_domain(holds))
    world.families[entry.id] = family


def _marker(world: World, entry: EntryLike, family: Family) -> None:
    on = entry.node.get("on")
    type_ = world.type_named(scalar_text(on) or "")
    if type_ is None or type_.kind != "thing":
        unknown(world, "unknown-domain", "domain", str(scalar_text(on)), _span(on or entry.node), set(world.domains))
        type_ = Type("thing", SEAT)
    family.type = type_._replace(optional=True)
    family.low, family.start = -1, -1
    family.high = (world.piece_count if type_.domain.endswith(" piece") else world.domains[type_.domain].size) - 1
    written = entry.node.get("start")
    if isinstance(written, Scalar):
        start = str(written.value)
        names = world.domains[type_.domain].names if type_.domain in world.domains else []
        if start in names:
            family.start = names.index(start)
        else:
            unknown(
                world, "unknown-value", type_.domain, start, _span(entry.node.get("start") or entry.node), set(names)
            )


def _texts(world: World, sections: Sections) -> None:
    for section, sort in (
        ("quantities", "quantity"),
        ("procedures", "procedure"),
        ("scoring", "score"),
        ("tie_breaks", "tie-break"),
        ("again", "repetition"),
    ):
        for entry in sections.get(section, ()):
            named = Named(entry.id, sort, entry.node, takes_of(world, entry.node.get("takes")))
            if sort == "quantity":
                gives = scalar_text(entry.node.get("gives")) or "number"
                type_ = world.type_named(gives)
                if type_ is None:
                    node = entry.node.get("gives") or entry.node
                    unknown(world, "unknown-type", "type", gives, _span(node), _type_names(world))
                    type_ = NUMBER
                named.type = type_._replace(optional=type_.kind == "thing", low=None, high=None)
            elif sort in ("score", "tie-break"):
                named.type = NUMBER
            elif sort == "repetition":
                named.type = TRUTH
            world.named[entry.id] = named
    for entry in sections.get("modifiers", ()):
        target = entry.node.get("quantity")
        quantity = world.named.get(scalar_text(target) or "")
        if quantity is None or quantity.sort != "quantity" or quantity.type.kind != "number":
            names = {name for name, each in world.named.items() if each.sort == "quantity"}
            unknown(world, "unknown-quantity", "quantity", str(scalar_text(target)), _span(target or entry.node), names)
            continue
        world.modifiers.setdefault(quantity.id, []).append(
            Named(entry.id, "modifier", entry.node, quantity.takes, NUMBER)
        )
    for entry in sections.get("triggers", ()):
        _trigger(world, entry)
    for entry in sections.get("free_actions", ()):
        world.named[entry.id] = Named(entry.id, "free action", entry.node)
        world.free_actions.append(world.named[entry.id])


def _trigger(world: World, entry: EntryLike) -> None:
    for key in ("before", "after", "change"):
        target = entry.node.get(key)
        name = scalar_text(target)
        if name is None:
            continue
        if key == "change":
            fine = name in world.families and world.families[name].sort == "counter"
            names = {each.id for each in world.families.values() if each.sort == "counter"}
        else:
            fine = name in world.named and world.named[name].sort == "procedure"
            names = {each.id for each in world.named.values() if each.sort == "procedure"}
        if not fine:
            what = "counter" if key == "change" else "procedure"
            unknown(world, f"unknown-{what}", what, name, _span(target or entry.node), names)
            return
        world.triggers.setdefault((key, name), []).append(Named(entry.id, "trigger", entry.node))
        return
    world.error("missing-field", entry.node.span, "a trigger says 'before', 'after' or 'change'")


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _span(node: Node | Scalar) -> Span:
    return node.span
