"""Triggers that wake together: as they stand in the files, or in the order that the acting seat chooses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.calls import trigger_call
from rulewright.core.bind.choices import MOST_PARTS, offered, place_asked
from rulewright.core.bind.computed import ONE, ZERO, computed
from rulewright.core.bind.scope import ME, Scope, unsure
from rulewright.core.bind.world import Named
from rulewright.core.model import bound as b
from rulewright.core.model.bound import BoundStatement
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.effect_names import IN_ANY_ORDER, part_named
from rulewright.core.model.type import NUMBER


class Woken(NamedTuple):
    """A trigger, and the values it is given."""

    trigger: Named
    values: tuple[Bound, ...] = ()


def calls_of(binder: Binder, procedure: str, scope: Scope, woken: Sequence[Woken], seat: Bound) -> list[BoundStatement]:
    """Return the calls of triggers that wake together, in which a seat acts.

    Those with `order: any` are called together, where the first of them stands.
    """
    free = [each for each in woken if each.trigger.node.get("order") is not None]
    if len(free) > MOST_PARTS:
        message = f"at most {MOST_PARTS} triggers that wake together are done in any order"
        binder.world.error("too-many-options", free[MOST_PARTS].trigger.node.span_of("order"), message, "leave it out")
    if not 2 <= len(free) <= MOST_PARTS:
        return [trigger_call(each.trigger, seat, each.values) for each in woken]
    found: list[BoundStatement] = []
    for each in woken:
        if each.trigger.node.get("order") is None:
            found.append(trigger_call(each.trigger, seat, each.values))
        elif each is free[0]:
            found.append(_as_chosen(binder, procedure, scope, free, seat))
    return found


def _as_chosen(binder: Binder, procedure: str, scope: Scope, woken: Sequence[Woken], seat: Bound) -> BoundStatement:
    """Return the call of a procedure that does all of them as `in any order` does its parts."""
    name, span = part_named(procedure, IN_ANY_ORDER), woken[0].trigger.node.span
    whole = binder.program.add_procedure(name, span)
    inner, _ = scope.apart({})
    given = [tuple(inner.new(unsure(value.type)) for value in each.values) for each in woken]
    left = [inner.new(NUMBER) for _ in woken]
    is_left = [computed(">", each, ZERO) for each in left]
    options = []
    for each, values, mark, test in zip(woken, given, left, is_left, strict=True):
        at = each.trigger.node.span
        body = (b.RequireTest(test, at), b.SetLocal(mark, ZERO), trigger_call(each.trigger, ME, values))
        options.append(b.BoundOption(each.trigger.id, None, None, None, None, body, at))
    labels, domains, spans = offered(options)
    site = place_asked(binder, name, inner, labels, domains, span, spans)
    ask = b.ChooseOption(site, ME, tuple(options), inner.new(NUMBER), span, in_any_order=True)
    more = reduce(lambda one, other: computed("or", one, other), is_left)
    whole.body = (*(b.SetLocal(each, ONE) for each in left), b.RepeatWhile(more, (ask,)))
    whole.parameters, whole.n_locals = tuple(each for values in given for each in values), inner.counter[0]
    together = Named(name, "trigger", woken[0].trigger.node, number=whole.number)
    return trigger_call(together, seat, tuple(value for each in woken for value in each.values))
