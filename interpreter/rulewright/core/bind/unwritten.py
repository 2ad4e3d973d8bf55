"""Functions that no text can name: what statements and functions bound in the words of others need."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.built_ins import built_in
from rulewright.core.bind.computed import ZERO, computed, seat_at_table
from rulewright.core.bind.in_the_game import in_the_game, is_in, neighbour, sits
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.world import SEAT
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effect_names
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import Bound, Const
from rulewright.core.model.effects import Expression
from rulewright.core.model.endings import OUTCOME, TEAM
from rulewright.core.model.type import NOTHING, NUMBER, Type


def unwritten(binder: Binder, scope: Scope, node: ast.FunctionCall) -> Bound:
    """A function with a blank in its name."""
    match node.function:
        case effect_names.SEATS_FROM_ME:
            return in_the_game(binder, scope, bv.OthersSet(scope.me, True, Type("set", SEAT)))
        case effect_names.SEAT_AT_TABLE:
            return _at_table(binder, scope, *node.arguments)
        case name if name in effect_names.BESIDE.values():
            return _beside(binder, scope, name, *node.arguments)
        case effect_names.SEATS_NAMED:
            return _seats_named(binder, scope, *node.arguments)
        case effect_names.TRUE_OF_SEAT:
            return _true_of_seat(binder, scope, *node.arguments)
        case effect_names.OUTCOME_NAMED:
            return _outcome(binder, scope, *node.arguments)
        case effect_names.AMOUNT_HANDED_OVER:
            return _handed_over(binder, scope, *node.arguments)
        case _:
            value = built_in(binder, scope, node)
            assert value is not None, node.function
            return value


def _at_table(binder: Binder, scope: Scope, seat: Expression) -> Bound:
    """The seat, none if nobody sits there."""
    return seat_at_table(binder.thing(scope, seat, SEAT))


def _beside(binder: Binder, scope: Scope, name: str, seat: Expression) -> Bound:
    """The seat to the left or to the right of one."""
    side = next(side for side, each in effect_names.BESIDE.items() if each == name)
    return neighbour(binder, scope, binder.thing(scope, seat, SEAT), side)


def _seats_named(binder: Binder, scope: Scope, seats: Expression) -> Bound:
    """Return the set of seats that is named: a set, a team or a single seat.

    The bare name `team` is the acting seat's own.
    """
    is_own = isinstance(seats, ast.Name) and seats.name == TEAM
    value = binder.bind(scope, seats) if is_own else binder.as_set(scope, seats)
    if value.type.kind == "thing" and value.type.domain in (SEAT, TEAM):
        each = scope.inner().new(Type("thing", SEAT))
        own: Bound = each
        if value.type.domain == TEAM:
            team = binder.world.named[TEAM]
            own = bv.Evaluate(team.number, each, (), team.type)
        alone = computed("=", own, value)
        return bv.Quantify("those", each, bv.DomainSet(-1, Type("set", SEAT)), alone, None, Type("set", SEAT))
    if value.type.kind == "set" and value.type.domain == SEAT:
        return value
    if value.type != NOTHING:
        message = f"this is {describe(value.type)}; only seats can win, lose or leave"
        binder.error(scope, "wrong-type", seats.at, message, "for example: me, others, (s in seat where s.coin > 5)")
    return bv.DomainSet(-1, Type("set", SEAT))


def _true_of_seat(binder: Binder, scope: Scope, seat: Expression, test: Expression) -> Bound:
    """Return whether a seat can be asked, and a test is true where it is the acting seat.

    The seat is a name of the text, such as the variable of a loop.
    """
    assert isinstance(seat, ast.Name)
    inner = scope.inner()
    inner.me = local = scope.names[seat.name]
    value, plays = binder.test(inner, test), is_in(binder, local)
    value = value if plays is None else computed("and", plays, value)
    return value if local.type.low is not None else computed("and", sits(binder, local), value)


def _outcome(binder: Binder, scope: Scope, name: Expression) -> Bound:
    """An outcome by its name."""
    assert isinstance(name, ast.Name)
    known = binder.world.domains[OUTCOME].names if OUTCOME in binder.world.domains else []
    if name.name not in known:
        hint = did_you_mean(name.name, known) or f"declare it: outcomes: [{{id: {name.name}, title: ...}}]"
        binder.error(scope, "unknown-outcome", name.at, f"no outcome is named '{name.name}'", hint)
        return Const(-1, Type("thing", OUTCOME, True))
    binder.world.note(scope.text, name.at, "outcome", name.name)
    return Const(known.index(name.name), Type("thing", OUTCOME))


def _handed_over(binder: Binder, scope: Scope, amount: Expression, *counters: Expression) -> Bound:
    """Return an amount of at least 0.

    Between two counters it is no more than the first has and the second has room for.
    """
    wanted = bv.Op("non_negative", (binder.number(scope, amount),), NUMBER._replace(low=0))
    families = [binder.world.family_of(each) for each in counters]
    if not families:
        return wanted
    giving, taking = families
    if giving is None or taking is None or not giving.type.kind == taking.type.kind == "number":
        return ZERO
    there, here = (binder.number(scope, each) for each in counters)
    held = computed("-", there, Const(giving.low, NUMBER))
    room = computed("-", Const(taking.high, NUMBER), here)
    return bv.Op("min", (wanted, held, room), NUMBER._replace(low=0))
