"""Declared fields of kinds, records and borders, and declared parameters of texts."""

from __future__ import annotations

from rulewright.core.bind.scope import describe
from rulewright.core.bind.world import Domain, FieldSpec, Kind, World, few, unknown
from rulewright.core.diagnostics import Span, did_you_mean, indefinite
from rulewright.core.model.document import Mapping, Node, Scalar, entries_of, is_true, part_of, text_of
from rulewright.core.model.kinds import OR_NONE, PieceOf
from rulewright.core.model.texts import EFFECT_TYPES
from rulewright.core.model.type import NUMBER, TEXT, TRUTH, Type


def fields_declared(world: World, owner: str, fields: Node | None) -> dict[str, FieldSpec]:
    """Return the fields of a kind or a border, and declare a kind for each whose items are records."""
    return {key.text: _field(world, owner, key, definition) for key, definition in entries_of(fields)}


def _field(world: World, owner: str, key: Scalar, definition: Node) -> FieldSpec:
    name = key.text
    type_node = definition if isinstance(definition, Scalar) else part_of(definition, "type")
    optional = is_true(part_of(definition, "optional"))
    default_node, takes_node, of = (part_of(definition, each) for each in ("default", "takes", "of"))
    written = text_of(type_node)
    takes = takes_of(world, takes_node)
    if takes_node is not None and written not in EFFECT_TYPES:
        message = f"a field of type {written} cannot take parameters; only an effect, a test or an amount can"
        hint = (
            "pass the value to a quantity, which can read the fields of a thing: {takes: {there: number}, amount: ...}"
        )
        world.error("misplaced-key", takes_node.span, message, hint)
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
        world.domains[record] = Domain(record)
        world.kinds[record].fields = fields_declared(world, record, of)
        return FieldSpec(name, "records", Type("set", record), optional=True, record=record)
    if written == "list":
        _no_default(world, default_node, "a list")
        inner = world.type_named(text_of(of) or "")
        if inner is None or inner.kind == "truth" or isinstance(inner.domain, PieceOf):
            names = {"number", *world.domains}
            unknown(world, "unknown-type", "type of a list's items", str(text_of(of)), (of or key).span, names)
            return FieldSpec(name, "unknown", TEXT, optional=True)
        return FieldSpec(name, "list", Type("set", inner.domain if inner.kind == "thing" else "number"), optional=True)
    found = world.type_named(written or "")
    if found is None or isinstance(found.domain, PieceOf):
        unknown(world, "unknown-type", "type", str(written), (type_node or key).span, type_names(world))
        return FieldSpec(name, "unknown", TEXT, optional=True)
    default = -1 if found.kind == "thing" else 0
    has_default = default_node is not None or optional
    type_ = found._replace(optional=found.kind == "thing" and optional)
    return FieldSpec(name, "value", type_, default, has_default, default_node=default_node)


def _no_default(world: World, default: Node | None, what: str) -> None:
    if default is not None:
        world.error(
            "misplaced-key", default.span, f"{what} cannot have a default", "write it on each component that needs it"
        )


def takes_of(world: World, node: Node | None) -> tuple[tuple[str, Type], ...]:
    """The parameters a `takes:` mapping declares."""
    return tuple((key.text, _taken(world, text_of(value) or "", value.span)) for key, value in entries_of(node))


def _taken(world: World, written: str, span: Span) -> Type:
    """The type of what is handed over, which may be none if it says so."""
    type_ = type_at(world, written.removesuffix(OR_NONE), span)
    if not written.endswith(OR_NONE):
        return type_
    if type_.kind != "thing":
        message = f"{describe(type_)} is never none"
        world.error("wrong-type", span, message, f"write {written.removesuffix(OR_NONE)}")
    return type_._replace(optional=type_.kind == "thing")


def type_at(world: World, written: str, span: Span) -> Type:
    """Return the type that a word stands for, or report it and return a number's type."""
    type_ = world.type_named(written)
    if type_ is None:
        unknown(world, "unknown-type", "type", written, span, type_names(world))
    return type_ if type_ is not None else NUMBER


def type_names(world: World) -> set[str]:
    """Every word that stands for a type."""
    return {"number", "truth", "text", "list", *EFFECT_TYPES, *world.domains}


def check_keys(world: World, node: Mapping, name: str, fields: dict[str, FieldSpec], allowed: frozenset[str]) -> None:
    """Report fields of a thing that are unknown or missing.

    `name` says what the thing is one of.
    """
    for key, value in node.entries:
        spec = fields.get(key.text)
        if spec is None and key.text not in allowed:
            message = f"{indefinite(name)} has no field '{key.text}'"
            hint = did_you_mean(key.text, {*fields, *allowed}) or few(fields, "it has ", 12)
            world.error("unknown-field", key.span, message, hint)
        if spec is not None and spec.holds == "text" and not _is_text(value):
            world.error("wrong-type", value.span, f"'{key.text}' must be a text, or texts by language")
    for field, spec in fields.items():
        if not spec.optional and spec.holds != "records" and node.get(field) is None:
            world.error("missing-field", node.span, f"{indefinite(name)} needs a field '{field}'")


def _is_text(node: Node) -> bool:
    if isinstance(node, Mapping):
        return all(isinstance(value, Scalar) and isinstance(value.value, str) for _, value in node.entries)
    return isinstance(node, Scalar) and isinstance(node.value, str)
