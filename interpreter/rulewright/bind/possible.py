"""Binds `possible(EFFECT)`: whether a procedure, or an effect that is written on a thing, could be done."""

from __future__ import annotations

from rulewright.bind.binder import Binder
from rulewright.bind.calls import EffectField, field_run, one_thing, procedure_call
from rulewright.bind.limits import there
from rulewright.bind.scope import Scope, describe
from rulewright.bind.world import SEAT, Named
from rulewright.diagnostics import did_you_mean, indefinite
from rulewright.model import bound_values as bv
from rulewright.model import effects as ast
from rulewright.model.bound_values import UNKNOWN, Bound
from rulewright.model.effects import Expression, Place
from rulewright.model.type import NOTHING, TRUTH

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
    named = world.named.get(name)
    if named is not None and named.sort == "procedure":
        world.note(scope.text, at, "procedure", named.id)
        return procedure_call(binder, scope, named, seat, arguments, at)
    hint = did_you_mean(name, {each.id for each in world.named.values() if each.sort == "procedure"}) or _FORMS
    _no_effect(binder, scope, at, _meaning(name, named), hint)
    return None


def _meaning(name: str, named: Named | None) -> str:
    return f"'{name}' is {indefinite(named.sort)}" if named is not None else f"no procedure is named '{name}'"


def _no_effect(binder: Binder, scope: Scope, at: Place, found: str, hint: str) -> None:
    binder.error(scope, "no-effect", at, f"{found}; 'possible' asks about an effect", hint)
