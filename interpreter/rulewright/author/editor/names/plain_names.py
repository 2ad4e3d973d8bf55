"""Names used as plain values of a ruleset's files: a card's kind, what a zone holds, what a trigger watches."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.author.editor.names.index import Use
from rulewright.core.bind.world import SEAT, World
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.entries import Entry, value_named
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.modules import manifest_of
from rulewright.core.load.patches import patches_in
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, entries_of, items_of, scalars_in, text_of
from rulewright.core.model.kinds import OR_NONE, SET_OF, DomainName
from rulewright.core.model.look import NO_ICON, TABLE

_NAMES_ENTRIES = {
    ("components", "kind"): "has",
    ("zones", "holds"): "has",
    ("zones", "refill"): "reads",
    ("maps", "regions"): "has",
    ("positions", "of"): "reads",
    ("modifiers", "quantity"): "adds to",
    ("triggers", "before"): "wakes",
    ("triggers", "after"): "wakes",
    ("triggers", "change"): "wakes",
    ("free_actions", "during"): "offered in",
    ("table", "beside"): "shows",
    ("table", "of"): "shows",
    ("looks", "of"): "shows",
    ("looks", "along"): "shows",
    ("looks", "worth"): "shows",
    ("looks", "order"): "shows",
    ("areas", "before"): "shows",
    ("areas", "in_columns"): "shows",
    ("invariants", "for_each"): "reads",
    ("lessons", "during"): "shows",
    ("lessons", "when"): "shows",
}
"""Keys whose value, or each of whose values, names an entry, and how that uses it."""
_OF_NO_ENTRY = ("seat", "scoring", TABLE)
"""What these keys may name though no entry defines it."""
_NAMES_TYPES = ("per", "on", "gives", "of")
_HOLE = re.compile(r"[{(, #:]([a-z][a-z0-9_]*)")
_SHOWING = {
    "table": ("line", "when", "details"),
    "looks": ("text", "offer", "corners", "stands", "meter", "brings", "seats"),
    "areas": ("shows", "when"),
}
"""Keys whose texts name what they show: counters, zones and quantities, in looks icons as well."""
_BARE = {"table": ("when",), "looks": ("stands", "meter", "brings", "seats"), "areas": ("shows", "when")}
"""Those of them whose texts name it as they are, not in braces."""
_ICON = re.compile(r":[a-z][a-z0-9_]*:")
_BRACED = re.compile(r"\{[^{}]*\}")


def uses_in_entries(world: World, assembly: Assembly) -> Iterator[Use]:
    """Yield the names that entries use outside their texts."""
    for entry in assembly.entries():
        yield from _of_entry(world, entry)


def _of_entry(world: World, entry: Entry) -> Iterator[Use]:
    for key, node in entry.node.entries:
        name = key.text
        how = _NAMES_ENTRIES.get((entry.section, name))
        if entry.section == "looks" and name in ("band", "fields", "values"):
            yield from _in_look(world, entry, name, node)
        elif how:
            named = (item for item in _scalars(node) if item.text not in _OF_NO_ENTRY)
            yield from (_use(item.text, how, item, entry, name) for item in named)
        elif name in _NAMES_TYPES or (entry.section, name) == ("zones", "spaces"):
            yield from _types(world, entry, name, node)
        elif name == "takes":
            for parameter, type_ in entries_of(node):
                yield from _types(world, entry, f"takes.{parameter.text}", type_)
        elif name in ("fields", "border_fields"):
            yield from _field_types(world, entry, name, node)
        elif name in _SHOWING.get(entry.section, ()):
            for way, each in scalars_in(node):
                yield from _shown(world, entry, ".".join((name, *map(str, way))), each)
        elif name == "says" and entry.section != "looks":
            for _, each in scalars_in(node):
                yield from _own_number(entry, each)
        elif (entry.section, name) == ("looks", "icon"):
            for item in _scalars(node):
                if item.text != NO_ICON:
                    yield _use(_icon_named(world, entry, item.text), "shows", item, entry, name)
        elif name == "rules":
            yield from (_use(f"rule {item.text}", "cites", item, entry, name) for item in _scalars(node))
        elif name == "source" and isinstance(node, Mapping):
            yield from (_use(f"document {each.text}", "cites", each, entry, name) for each in _scalars(node.get("doc")))
        elif name == "reconstructed" and isinstance(node, Mapping):
            for path, reason in node.entries:
                yield from (_use(e.text, "cites", e, entry, f"{name}.{path.text}") for e in _scalars(reason))
                kind = world.components[entry.id].kind if entry.id in world.components else ""
                if kind and path.text in world.kinds[kind].fields:
                    yield _use(f"{kind}.{path.text}", "is", path, entry, name)
        elif (entry.section, name) == ("markers", "start") and entry.id in world.families:
            yield from _things(world, world.families[entry.id].type.domain, entry, name, node)
        elif (entry.section, name) == ("settings", "default"):
            yield from _things(world, entry.id, entry, name, node)
        elif name == "borders":
            yield from _borders(entry, node)
        elif name == "settings" and isinstance(node, Mapping):
            yield from _picked(world, node, entry.id, name, entry.module)
    if entry.section == "components" and entry.id in world.components:
        yield from _component(world, entry, world.components[entry.id].kind, entry.node, "")


def _in_look(world: World, entry: Entry, name: str, node: Node) -> Iterator[Use]:
    """Yield the fields, values or components that a look is about, and the icons of these."""
    of = text_of(entry.node.get("of"))
    for each in items_of(node) or (node,):
        named = value_named(each)
        if isinstance(named, Scalar):
            component = world.components.get(named.text)
            key = named.text if component is not None and component.kind == of else f"{of}.{named.text}"
            yield _use(key, "shows", named, entry, name)
        if isinstance(each, Mapping):
            yield from (_use(icon.text, "shows", icon, entry, name) for icon in _scalars(each.get("icon")))


def _icon_named(world: World, entry: Entry, name: str) -> str:
    """Return the name that the icon of a look stands for: an icon, or a field of its kind whose value has one."""
    kind = world.kinds.get(text_of(entry.node.get("of")) or "")
    return f"{kind.id}.{name}" if kind is not None and name in kind.fields else name


def _component(world: World, entry: Entry, kind: str, node: Mapping, before: str) -> Iterator[Use]:
    """Yield the fields to which a component, or one row of its lists, gives values, and names used as values."""
    specs = world.kinds[kind].fields
    for key, value in node.entries:
        spec = specs.get(key.text)
        if spec is None:
            continue
        path = f"{before}{key.text}"
        yield _use(f"{kind}.{key.text}", "is", key, entry, path)
        if spec.holds == "records":
            for number, row in enumerate(items_of(value)):
                if isinstance(row, Mapping):
                    yield from _component(world, entry, spec.record, row, f"{path}.{number}.")
        elif spec.holds in ("value", "list"):
            yield from _things(world, spec.type.domain, entry, path, value)


def _things(world: World, domain: DomainName, entry: Entry, path: str, node: Node) -> Iterator[Use]:
    known = world.domains[domain] if domain in world.domains and domain != SEAT else None
    for item in _scalars(node):
        if known is not None and item.text in known.names:
            key = item.text if domain in world.kinds else f"{domain}.{item.text}"
            yield _use(key, "is", item, entry, path)


def _types(world: World, entry: Entry, path: str, node: Node) -> Iterator[Use]:
    for item in _scalars(node):
        written = item.text.removeprefix(SET_OF).removesuffix(OR_NONE)
        name = written if written in world.domains else written.removesuffix("_piece")
        if name in world.domains and world.sort_of_domain(name):
            yield _use(name, "has", item, entry, path)


def _field_types(world: World, entry: Entry, path: str, node: Node) -> Iterator[Use]:
    for key, definition in entries_of(node):
        inner = f"{path}.{key.text}"
        if isinstance(definition, Scalar):
            yield from _types(world, entry, inner, definition)
        elif isinstance(definition, Mapping):
            for name in ("type", "of"):
                part = definition.get(name)
                if isinstance(part, Scalar):
                    yield from _types(world, entry, f"{inner}.{name}", part)
                elif isinstance(part, Mapping):
                    yield from _field_types(world, entry, f"{inner}.{name}", part)
            takes = definition.get("takes")
            for parameter, type_ in entries_of(takes):
                yield from _types(world, entry, f"{inner}.takes.{parameter.text}", type_)


def _shown(world: World, entry: Entry, path: str, node: Scalar) -> Iterator[Use]:
    """Yield the names used in a text for people: in braces, between colons in a look, or anywhere."""
    drawn, bare = entry.section != "table", path.partition(".")[0] in _BARE[entry.section]
    kind = world.kinds.get(text_of(entry.node.get("of")) or "")
    for number, line in enumerate(node.text.split("\n"), 1):
        stretches = [(-1, f" {line}")] if bare else [
            (part.start(), part[0].partition("|")[0]) for part in _BRACED.finditer(line)
        ]  # fmt: skip
        if drawn and not bare:
            stretches += [(part.start(), part[0]) for part in _ICON.finditer(line)]
        for shift, text in stretches:
            for found in _HOLE.finditer(text):
                name = found[1]
                known = name in world.families or name in world.named or (drawn and bare and name in world.kinds)
                of_kind = not known and kind is not None and name in kind.fields and text[0] != ":"
                if known or of_kind or text[0] == ":":
                    span = node.span_at(number, shift + found.start(1) + 1, len(name))
                    key = f"{kind.id}.{name}" if of_kind and kind is not None else name
                    yield Use(key, "shows", span, entry.id, path, entry.module)


def _own_number(entry: Entry, said: Scalar) -> Iterator[Use]:
    """Yield where the phrase of a number says the number itself, by the name of its entry."""
    for number, line in enumerate(said.text.split("\n"), 1):
        for part in _BRACED.finditer(line):
            if part[0].strip("{}").partition("|")[0] == entry.id:
                yield Use(entry.id, "shows", said.span_at(number, part.start() + 2, len(entry.id)), entry.id, "says",
                          entry.module)  # fmt: skip


def _borders(entry: Entry, node: Node) -> Iterator[Use]:
    for number, border in enumerate(items_of(node)):
        between = border.get("between") if isinstance(border, Mapping) else None
        for end in _scalars(between):
            yield _use(end.text, "is", end, entry, f"borders.{number}.between")
        for key, _ in entries_of(border):
            if key.text != "between":
                yield _use(f"{entry.id}.{key.text}", "is", key, entry, f"borders.{number}.{key.text}")


def _picked(world: World, node: Mapping, entry: str, path: str, module: str) -> Iterator[Use]:
    """Yield the settings that are picked, and the values picked for them."""
    for key, value in node.entries:
        if key.text in world.settings:
            yield Use(key.text, "picks", key.span, entry, f"{path}.{key.text}", module)
            if isinstance(value, Scalar) and value.text in world.settings[key.text].values:
                yield Use(f"{key.text}.{value.text}", "picks", value.span, entry, f"{path}.{key.text}", module)


def uses_in_manifests(source: RulesetSource) -> Iterator[Use]:
    """Modules, procedures and settings named in manifests, conditions of files and patches."""
    manifest = manifest_of(source)
    yield from (Use(each.text, "runs", each.span, "", "begins") for each in _scalars(manifest.get("begins")))
    modules = manifest.get("modules")
    listed = modules.get("default") if isinstance(modules, Mapping) else modules
    yield from (Use(f"module {each.text}", "needs", each.span, "", "modules") for each in _scalars(listed))
    for module in source.modules:
        for key in ("needs", "conflicts", "after"):
            for each in _scalars(manifest_of(module).get(key)):
                yield Use(f"module {each.text}", "needs", each.span, "", key, module.id)
        for file in module.contents:
            if isinstance(file.node, Mapping):
                for each in _scalars(file.node.get("with")):
                    yield Use(f"module {each.text}", "needs", each.span, "", "with", module.id)
                yield from _uses_in_patches(file.node, module.id)


def uses_in_variant(world: World, variant: Mapping, name: str) -> Iterator[Use]:
    """Yield the names that a variant uses: modules, settings, the entries it patches."""
    for each in _scalars(variant.get("modules")):
        yield Use(f"module {each.text}", "needs", each.span, "", "modules", name)
    settings = variant.get("settings")
    if isinstance(settings, Mapping):
        yield from _picked(world, settings, "", "settings", name)
    yield from _uses_in_patches(variant, name)


def _uses_in_patches(document: Mapping, source: str) -> Iterator[Use]:
    """Yield the entries that the patches of a document change, and the rules they cite."""
    for patch in patches_in(source, document):
        paths = ", ".join(path.text for _, path, _ in patch.changes())
        yield Use(patch.target.text, "deletes" if patch.deletes else "patches", patch.target.span, "", paths, source)
        for rule in patch.rules():
            yield Use(f"rule {rule.text}", "cites", rule.span, patch.target.text, "rules", source)


def _use(key: str, how: str, node: Scalar, entry: Entry, path: str) -> Use:
    span = node.span
    if node.style == "quoted":
        span = node.span_at(1, 1, len(node.text))
    return Use(key, how, span, entry.id, path, entry.module)


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar))
