"""Binds the fields of components, pieces and borders: `card.cost`, `card.owner`, `border.far`."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.calls import values_given
from rulewright.core.bind.computed import ZERO, computed
from rulewright.core.bind.on_maps import border_field
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.value_checks import there
from rulewright.core.bind.world import SEAT, FieldSpec, few
from rulewright.core.diagnostics import did_you_mean, indefinite
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.language.vocabulary import BORDER_FIELDS, PIECE_FIELDS
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import UNKNOWN, Bound, Const
from rulewright.core.model.effects import Place
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.core.model.texts import EFFECT_TYPES
from rulewright.core.model.type import NUMBER, Type

_WHICH = ("name", "id", "title")


def component_field(binder: Binder, scope: Scope, target: Bound, node: ast.Field) -> Bound:
    world, domain, name = binder.world, target.type.domain, node.name
    what = f"'{name}'"
    if domain in world.borders:
        specs = world.borders[domain]
        if name in specs and name != "far":
            world.note(scope.text, node.at, "field", name, domain)
            if specs[name].holds not in ("value", "list"):
                return UNKNOWN
            table = binder.tables.border_field(domain, specs[name])
            target = _owner_of(binder, scope, target, specs[name], what, node.at)
            return bv.Lookup(table, target, type_of(specs[name], target))
        given = border_field(binder, domain, target, name)
        if given is None:
            no_field(binder, scope, node, domain, {*specs, *BORDER_FIELDS})
        return given if given is not None else UNKNOWN
    kind, is_piece = world.kind_of(domain)
    if kind is None:
        no_field(binder, scope, node, domain, set())
        return UNKNOWN
    if is_piece and name == "face" and kind.faces:
        target = there(binder, scope, target, what, node.at)
        first, last = kind.first_face, len(kind.faces) - 1
        face = bv.PieceSlot(binder.layout.faces, target, NUMBER._replace(low=0, high=last))
        of_first = bv.Op("+", (face, Const(first, NUMBER)), NUMBER._replace(low=first, high=first + last))
        return of_first if first else face
    if is_piece and name in kind.faces:
        world.note(scope.text, node.at, "face", name, kind.id)
        face = bv.PieceSlot(binder.layout.faces, there(binder, scope, target, what, node.at), NUMBER)
        return computed("=", face, Const(kind.faces.index(name), NUMBER))
    if is_piece and name == "owner":
        return bv.Lookup(binder.tables.owner(), target, Type("thing", SEAT, True))
    if is_piece and name == "space":
        place = world.place_of(kind.id)
        piece = target if place else there(binder, scope, target, what, node.at)
        at = bv.PieceSlot(binder.layout.piece_zone, piece, NUMBER)
        if not place:
            return bv.Lookup(binder.tables.spaces(binder.layout.piece_zone), at, NUMBER)
        on = bv.Lookup(binder.tables.places_at(binder.layout.piece_zone), at, Type("thing", place, True))
        exists = computed(">=", target, ZERO)
        return bv.Op("if", (exists, on, Const(-1, on.type)), on.type) if target.type.optional else on
    if is_piece and name == "design":
        return binder.design_of(target, kind.id)
    spec = kind.fields.get(name)
    if spec is None:
        extra = {"face", "owner", "design", "space", *kind.faces} if is_piece else set()
        no_field(binder, scope, node, kind.id, {*kind.fields, *extra})
        return UNKNOWN
    world.note(scope.text, node.at, "field", name, kind.id)
    target = _owner_of(binder, scope, target, spec, what, node.at)
    return _printed(binder, scope, target, kind.id, spec, is_piece, (), node.at)


def field_given(binder: Binder, scope: Scope, target: Bound, node: ast.FunctionCall) -> Bound:
    """A test or an amount that is written on a thing and takes something: `bishop.reaches(there)`."""
    name = node.function
    is_thing = target.type.kind == "thing"
    kind, is_piece = binder.world.kind_of(target.type.domain) if is_thing else (None, False)
    spec = kind.fields.get(name) if kind is not None else None
    if kind is None or spec is None:
        names = set() if kind is None else {each.name for each in kind.fields.values() if each.takes}
        message = f"{describe(target.type)} has no field '{name}'"
        return binder.refused(scope, "unknown-field", node.at, message, did_you_mean(name, names))
    if spec.holds not in ("test", "amount", "effect"):
        message = f"'{name}' takes no arguments; {len(node.arguments)} given"
        return binder.refused(scope, "wrong-arguments", node.at, message, f"write {_on(node)}.{name}")
    binder.world.note(scope.text, node.at, "field", name, kind.id)
    target = _owner_of(binder, scope, target, spec, f"'{name}'", node.at)
    return _printed(binder, scope, target, kind.id, spec, is_piece, node.arguments, node.at)


def written_on(binder: Binder, scope: Scope, node: ast.Expression) -> Bound | None:
    """Return the test whether a thing has an effect, a test or an amount, or None if `node` names none."""
    if not isinstance(node, ast.Field):
        return None
    specs = (kind.fields.get(node.name) for kind in binder.world.kinds.values())
    if not any(spec is not None and spec.holds in EFFECT_TYPES for spec in specs):
        return None
    target = binder.piece_in(binder.bind(scope, node.target))
    kind, is_piece = binder.world.kind_of(target.type.domain) if target.type.kind == "thing" else (None, False)
    spec = kind.fields.get(node.name) if kind is not None else None
    if kind is None or spec is None or spec.holds not in EFFECT_TYPES:
        return None
    binder.world.note(scope.text, node.at, "field", node.name, kind.id)
    number = bv.Lookup(binder.tables.field(kind.id, spec.name, is_piece), target, NUMBER)
    return computed(">=", number, ZERO)


def _printed(
    binder: Binder,
    scope: Scope,
    target: Bound,
    kind: str,
    spec: FieldSpec,
    is_piece: bool,
    arguments: tuple[ast.Expression, ...],
    at: Place,
) -> Bound:
    if spec.holds in ("value", "list", "records"):
        return bv.Lookup(binder.tables.field(kind, spec.name, is_piece), target, type_of(spec, target))
    if spec.holds in ("test", "amount"):
        values = values_given(binder, scope, spec.name, spec.takes, arguments, at, brackets=True)
        table = binder.tables.field(kind, spec.name, is_piece)
        return bv.EvaluateField(table, target, scope.me, values, spec.default, spec.type)
    if spec.holds == "effect":
        binder.error(scope, "wrong-type", at, f"'{spec.name}' is an effect; run it with 'do'")
    elif spec.holds == "text":
        binder.error(scope, "wrong-type", at, f"'{spec.name}' is a text for people; no effect can read it")
    return UNKNOWN


def _on(node: ast.FunctionCall) -> str:
    """Return the text before the dot of a call, '' if there is none."""
    return unparse_expression(node.seat) if node.seat is not None else ""


def _owner_of(binder: Binder, scope: Scope, target: Bound, spec: FieldSpec, what: str, at: Place) -> Bound:
    """Return the thing that a field is read from, checked to exist where the field has no value for none."""
    asks = spec.holds in ("test", "amount") or (spec.holds == "value" and spec.type.kind != "thing")
    return there(binder, scope, target, what, at) if asks else target


def type_of(spec: FieldSpec, target: Bound) -> Type:
    """Return the type of a field read from a target.

    It has no bounds if the field may be left out and its default is outside them.
    """
    type_ = spec.type
    if type_.kind == "thing":
        return type_._replace(optional=type_.optional or target.type.optional, low=None, high=None)
    outside = type_.low is not None and type_.high is not None and not type_.low <= spec.default <= type_.high
    return type_._replace(low=None, high=None) if spec.optional and outside else type_


def no_field(binder: Binder, scope: Scope, node: ast.Field, domain: DomainName, names: set[str]) -> None:
    what = kind_of(domain)
    hint = did_you_mean(node.name, names)
    family = binder.world.families.get(node.name)
    if not hint and family is not None and domain in family.per:
        hint = f"write {node.name}[{unparse_expression(node.target)}]"
    if not hint and node.name in _WHICH:
        hint = "compare the thing itself with its id: x is ID"
    hint = hint or few(names, "it has ", 12)
    if node.name in PIECE_FIELDS and domain in binder.world.kinds:
        hint = f"a piece such as top(ZONE) has '{node.name}'; the {what} itself has not"
    binder.error(scope, "unknown-field", node.at, f"{indefinite(what)} has no field '{node.name}'", hint)
