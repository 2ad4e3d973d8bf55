"""Resolves and types what runs an effect: a procedure by its name, an effect that is written on a thing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.notes import How
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.suggested_values import EACH_OF_THEM, one_of_zone_hint
from rulewright.core.bind.value_checks import given
from rulewright.core.bind.world import Named
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound, Const, Local
from rulewright.core.model.effects import Expression, Place
from rulewright.core.model.type import NOTHING, Type


class EffectField(NamedTuple):
    """An effect field as it is written: of which thing, its name and where that is, and what it is given."""

    target: Bound
    name: str
    at: Place
    arguments: tuple[Expression, ...]


def procedure_call(
    binder: Binder, scope: Scope, named: Named, seat: Bound, arguments: tuple[Expression, ...], at: Place
) -> bv.CallProcedure:
    """The call of a procedure for a seat."""
    values = values_given(binder, scope, named.id, named.takes, arguments, at)
    return bv.CallProcedure(named.number, seat, values, scope.span(at))


def part_call(scope: Scope, number: int, given: Iterable[Local], at: Place) -> bv.CallProcedure:
    """The call of a part of a text that runs by itself, for the acting seat."""
    return bv.CallProcedure(number, scope.me, tuple(given), scope.span(at))


def field_run(binder: Binder, scope: Scope, field: EffectField, at: Place, *, how: How) -> bv.DoField | None:
    """Return the run of an effect field for the acting seat, or None if its thing has no such field."""
    kind, is_piece = binder.world.kind_of(field.target.type.domain)
    spec = kind.fields.get(field.name) if kind is not None else None
    if kind is None or spec is None or spec.holds != "effect":
        if field.target.type != NOTHING:
            names = {n for n, s in kind.fields.items() if s.holds == "effect"} if kind is not None else set()
            message = f"{describe(field.target.type)} has no effect '{field.name}'"
            hint = did_you_mean(field.name, names)
            if not hint and names:
                hint = f"its effects are {', '.join(sorted(names))}"
            binder.error(scope, "unknown-field", field.at, message, hint)
        return None
    binder.world.note(scope.text, field.at, "field", spec.name, kind.id, how=how)
    table = binder.tables.field(kind.id, spec.name, is_piece)
    procedures = tuple(sorted(binder.program.named_in(table)))
    values = values_given(binder, scope, field.name, spec.takes, field.arguments, at)
    return bv.DoField(table, field.target, scope.me, values, procedures, scope.span(at))


def one_thing(binder: Binder, scope: Scope, node: Expression, each: str = EACH_OF_THEM) -> Bound:
    """Bind the single thing that a statement is about, refusing a zone of many pieces.

    `each` is how the statement is written of each of a set, which is filled in.
    """
    value = binder.piece_in(binder.bind(scope, node))
    if value.type.kind != "set":
        return value
    message = f"this is {describe(value.type)}, not one of them"
    return binder.refused(scope, "wrong-type", node.at, message, one_of_zone_hint(value, node, each))


def values_given(
    binder: Binder,
    scope: Scope,
    name: str,
    takes: tuple[tuple[str, Type], ...],
    arguments: tuple[Expression, ...],
    at: Place,
    *,
    brackets: bool = False,
) -> tuple[Bound, ...]:
    """Bind arguments, which must be as many as `takes`.

    `brackets` tells a hint whether to write the call with brackets.
    """
    if len(arguments) != len(takes):
        refuse_number(binder, scope, name, takes, len(arguments), at, brackets=brackets)
        return tuple(Const(0, type_) for _, type_ in takes)
    return tuple(given(binder, scope, node, type_) for node, (_, type_) in zip(arguments, takes, strict=True))


def refuse_number(
    binder: Binder,
    scope: Scope,
    name: str,
    takes: tuple[tuple[str, Type], ...],
    count: int,
    at: Place,
    *,
    brackets: bool,
) -> None:
    """Report that too many values are handed over, or too few."""
    words = ", ".join(each for each, _ in takes) or "nothing"
    wanted = [each.upper() for each, _ in takes]
    how = f"{name}({', '.join(wanted)})" if brackets and wanted else " ".join([name, *wanted])
    binder.error(scope, "wrong-arguments", at, f"'{name}' takes {words}; {count} given", f"write {how}")


def trigger_call(trigger: Named, seat: Bound, arguments: tuple[Bound, ...] = ()) -> bv.CallProcedure:
    """The call that runs a trigger's effect."""
    return bv.CallProcedure(trigger.number, seat, arguments, trigger.node.span)
