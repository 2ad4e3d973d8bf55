"""Binds what is worked out: quantities for a seat, functions such as `top(zone)`, `possible(EFFECT)`."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.built_ins import built_in
from rulewright.core.bind.calls import EffectField, field_run, one_thing, procedure_call, refuse_number, values_given
from rulewright.core.bind.candidates import QUANTIFIERS
from rulewright.core.bind.computed import ONE, ZERO, computed, seat_at_table
from rulewright.core.bind.fields import field_given, written_on
from rulewright.core.bind.in_the_game import in_the_game, is_in, neighbour, sits
from rulewright.core.bind.members import number_or_none
from rulewright.core.bind.on_maps import on_map
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.suggested_names import (
    called_on_hint,
    like_function_hint,
)
from rulewright.core.bind.suggested_values import value_suggestion
from rulewright.core.bind.turning import TURNING, turned
from rulewright.core.bind.unwritten import unwritten
from rulewright.core.bind.value_checks import there
from rulewright.core.bind.world import SEAT, VALUES, Named
from rulewright.core.diagnostics import did_you_mean, indefinite
from rulewright.core.language.other_words import function_suggestion
from rulewright.core.language.vocabulary import names_of, words_named
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import UNKNOWN, Bound, Const
from rulewright.core.model.effects import Expression, Place
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.primitives import BUILT_INS
from rulewright.core.model.type import NOTHING, NUMBER, TRUTH, Type

FUNCTIONS = names_of("function")
ON_MAPS = frozenset({"borders", "neighbours", "step", "ray", "reach", "distance", "longest_way"})
_NO_VALUE = "to give a value, a procedure needs `gives: number`, and `stop with VALUE` in it"
_NAMED_FIRST = "what a procedure gives is named first, on a line of its own: let x = {}"


def quantity(
    binder: Binder, scope: Scope, named: Named, seat: Bound, arguments: tuple[Expression, ...], at: Place, of: str = ""
) -> Bound:
    """Bind a quantity, or another computed entry, for a seat.

    `of` is the seat as it is written, '' if it is not.
    """
    if named.sort not in VALUES:
        hint = _NO_VALUE if named.sort == "procedure" else ""
        if named.sort == "procedure" and named.type != NOTHING:
            given = ", ".join(name.upper() for name, _ in named.takes)
            called = f"{named.id}({given})" if named.takes or of else named.id
            hint = _NAMED_FIRST.format(f"{of}.{called}" if of else called)
        return binder.refused(scope, "wrong-type", at, f"'{named.id}' is {indefinite(named.sort)}, not a value", hint)
    if len(arguments) != len(named.takes):
        refuse_number(binder, scope, named.id, named.takes, len(arguments), at, brackets=True)
        return UNKNOWN
    binder.world.note(scope.text, at, named.sort, named.id)
    values = values_given(binder, scope, named.id, named.takes, arguments, at)
    return bv.Evaluate(named.number, there(binder, scope, seat, f"'{named.id}'", at), values, named.type)


def function(binder: Binder, scope: Scope, node: ast.FunctionCall) -> Bound:
    name, arguments = node.function, node.arguments
    if not name.isidentifier():
        return unwritten(binder, scope, node)
    if node.seat is not None and (value := _of_thing(binder, scope, node, node.seat)) is not None:
        return value
    named = binder.world.named.get(name)
    if named is not None and not (named.sort == "procedure" and name in TURNING and node.seat is None):
        seat = scope.me if node.seat is None else binder.thing(scope, node.seat, SEAT)
        return quantity(binder, scope, named, seat, arguments, node.at)
    if node.seat is not None:
        hint = did_you_mean(name, binder.world.ids_of("quantity")) or called_on_hint(node)
        return binder.refused(scope, "unknown-function", node.at, f"no quantity is named '{name}'", hint)
    if name in BUILT_INS and (value := built_in(binder, scope, node)) is not None:
        return value
    if name in ON_MAPS and (value := on_map(binder, scope, node)) is not None:
        return value
    if name in TURNING and (value := turned(binder, scope, node)) is not None:
        return value
    if len(arguments) == 1 and name in FUNCTIONS and name not in {*BUILT_INS, *ON_MAPS, *TURNING}:
        return _one_argument(binder, scope, node, arguments[0])
    if name in FUNCTIONS or name in QUANTIFIERS:
        hint = f"write {words_named(name)[0].forms[0]}"
        return binder.refused(scope, "wrong-arguments", node.at, f"'{name}' is written in another form", hint)
    hint = like_function_hint(binder.world, node) or did_you_mean(name, binder.world.ids_of("quantity"))
    hint = hint or function_suggestion(name) or did_you_mean(name, (*FUNCTIONS, *QUANTIFIERS))
    return binder.refused(scope, "unknown-function", node.at, f"no function or quantity is named '{name}'", hint)


def _of_thing(binder: Binder, scope: Scope, node: ast.FunctionCall, owner: Expression) -> Bound | None:
    """Bind a field of a thing that takes arguments.

    None if it belongs to a seat, or is a function written after its argument.
    """
    target = binder.piece_in(binder.bind(scope, owner, Type("thing", SEAT)))
    if target.type == NOTHING:
        return UNKNOWN
    is_thing = target.type.kind == "thing" and node.function not in FUNCTIONS
    is_field = any(node.function in kind.fields for kind in binder.world.kinds.values())
    if target.type.domain == SEAT or not (is_thing or is_field):
        return None
    return field_given(binder, scope, target, node)


def _one_argument(binder: Binder, scope: Scope, node: ast.FunctionCall, argument: Expression) -> Bound:
    match node.function:
        case "top" | "bottom":
            zone = binder.zone(scope, argument)
            return bv.ZoneEnd(zone, node.function == "bottom", binder.element(zone)._replace(optional=True))
        case "size":
            return bv.SetSize(binder.set_of(scope, argument), NUMBER)
        case "exists":
            if (is_written := written_on(binder, scope, argument)) is not None:
                return is_written
            value = number_or_none(binder.bind(scope, argument))
            if value.type.kind == "set":
                return computed(">", bv.SetSize(value, NUMBER), ZERO)
            if value.type.kind != "thing" and not value.type.optional and value.type != NOTHING:
                message = f"this is {describe(value.type)}; 'exists' needs a thing or a zone"
                hint = value_suggestion(binder.world, value, TRUTH, argument)
                binder.error(scope, "wrong-type", argument.at, message, hint)
            return computed(">=", value, ZERO)
        case "seat":
            value = binder.number(scope, argument)
            if isinstance(value, Const) and 1 <= value.value <= binder.world.min_seats:
                return Const(value.value - 1, Type("thing", SEAT, False, 0, binder.world.max_seats - 1))
            return seat_at_table(computed("-", value, ONE))
        case "seats_from":
            first = there(binder, scope, binder.thing(scope, argument, SEAT), "'seats_from'", node.at)
            return in_the_game(binder, scope, bv.OthersSet(first, True, Type("set", SEAT)))
        case "left" | "right":
            middle = there(binder, scope, binder.thing(scope, argument, SEAT), f"'{node.function}'", node.at)
            return neighbour(binder, scope, middle, node.function)
        case "playing":
            asked = binder.thing(scope, argument, SEAT)
            plays = is_in(binder, asked)
            return sits(binder, asked) if plays is None else computed("and", sits(binder, asked), plays)
        case "possible":
            return possible(binder, scope, argument)
        case _:
            return _pieces(binder, scope, node, argument)


def _pieces(binder: Binder, scope: Scope, node: ast.FunctionCall, argument: Expression) -> Bound:
    if isinstance(argument, ast.Name) and argument.name in binder.world.kinds:
        kind = binder.world.kinds[argument.name]
        binder.world.note(scope.text, argument.at, "kind", kind.id)
        table = binder.tables.all_pieces(kind.id)
        return bv.Lookup(table, ZERO, Type("set", PieceOf(kind.id)))
    return binder.refused(scope, "unknown-kind", node.at, "'pieces(...)' names a kind")


_FORMS = "write possible(PROCEDURE), possible(PROCEDURE(ARGUMENT)) or possible(THING.FIELD)"


def possible(binder: Binder, scope: Scope, asked: Expression) -> Bound:
    """Whether the acting seat, or one that is named, could do an effect now."""
    effect = _effect(binder, scope, asked)
    return bv.Possible(effect, TRUTH) if effect is not None else UNKNOWN


def _effect(binder: Binder, scope: Scope, asked: Expression) -> bv.CallProcedure | bv.DoField | None:
    match asked:
        case ast.Name(name=name) if name not in scope.names:
            return _procedure(binder, scope, scope.me, name, (), asked.at)
        case ast.FunctionCall(function=name, arguments=arguments, seat=owner):
            if owner is not None:
                return _of(binder, scope, owner, name, arguments, asked.at)
            return _procedure(binder, scope, scope.me, name, arguments, asked.at)
        case ast.Field(target=owner, name=name):
            return _of(binder, scope, owner, name, (), asked.at)
        case _:
            value = binder.bind(scope, asked)
            if value.type != NOTHING:
                _no_effect(binder, scope, asked.at, f"this is {describe(value.type)}", _FORMS)
            return None


def _of(
    binder: Binder, scope: Scope, owner: Expression, name: str, arguments: tuple[Expression, ...], at: Place
) -> bv.CallProcedure | bv.DoField | None:
    """An effect of a thing, or a procedure for a seat."""
    target = one_thing(binder, scope, owner)
    if target.type.domain == SEAT:
        return _procedure(binder, scope, there(binder, scope, target, f"'{name}'", at), name, arguments, at)
    if target.type.kind != "thing":
        if target.type != NOTHING:
            _no_effect(binder, scope, at, f"{describe(target.type)} has no effects", _FORMS)
        return None
    return field_run(binder, scope, EffectField(target, name, at, arguments), at, how="reads")


def _procedure(
    binder: Binder, scope: Scope, seat: Bound, name: str, arguments: tuple[Expression, ...], at: Place
) -> bv.CallProcedure | None:
    world = binder.world
    if (procedure := world.procedure(name)) is not None:
        world.note(scope.text, at, "procedure", name)
        return procedure_call(binder, scope, procedure, seat, arguments, at)
    named = world.named.get(name)
    what = f"'{name}' is {indefinite(named.sort)}" if named is not None else f"no procedure is named '{name}'"
    _no_effect(binder, scope, at, what, did_you_mean(name, world.ids_of("procedure")) or _FORMS)
    return None


def _no_effect(binder: Binder, scope: Scope, at: Place, found: str, hint: str) -> None:
    binder.error(scope, "no-effect", at, f"{found}; 'possible' asks about an effect", hint)
