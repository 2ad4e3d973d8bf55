"""Seats that are still in the game: where none can leave it before its end, these are all at the table."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ONE, ZERO, computed
from rulewright.core.bind.scope import Scope
from rulewright.core.bind.world import SEAT
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound, Const
from rulewright.core.model.endings import PLACE
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.type import NUMBER, Type


def is_in(binder: Binder, seat: Bound) -> Bound | None:
    """Return the test that a seat has not left the game, or None if seats never leave."""
    if not binder.world.leaves:
        return None
    family = binder.world.families[PLACE]
    place = bv.Read(family.base, ((seat, family.strides[0]),), family.type, family.id)
    return computed("=", place, ZERO)


def sits(binder: Binder, seat: Bound) -> Bound:
    """Whether a seat is at the table."""
    last = bv.Read(N_SEATS, (), NUMBER)
    there = computed(">=", seat, ZERO)
    return computed("and", there, computed("<", seat, last))


def in_the_game(binder: Binder, scope: Scope, seats: Bound) -> Bound:
    """Restrict a set of seats to those that have not left the game."""
    if not binder.world.leaves:
        return seats
    each = scope.inner().new(Type("thing", SEAT, False, 0, binder.world.max_seats - 1))
    return bv.Quantify("those", each, seats, is_in(binder, each), None, seats.type)


def neighbour(binder: Binder, scope: Scope, seat: Bound, side: str) -> Bound:
    """Return the next seat in the game on one side of a seat, or the seat itself if it is alone."""
    n = bv.Read(N_SEATS, (), NUMBER._replace(low=1))
    type_ = Type("thing", SEAT, False, 0, binder.world.max_seats - 1)
    if not binder.world.leaves:
        step = Const(1 if side == "left" else -1, NUMBER)
        return bv.Op("%", (computed("+", seat, step), n), type_)
    each, all_from = scope.inner().new(type_), bv.OthersSet(seat, True, Type("set", SEAT))
    ahead = (each, seat) if side == "left" else (seat, each)
    beyond = computed("-", computed("-", *ahead), ONE)
    plays = is_in(binder, each)
    assert plays is not None
    fits = computed("or", computed("=", each, seat), plays)
    return bv.Quantify("first", each, all_from, fits, None, type_, (computed("%", beyond, n),))
