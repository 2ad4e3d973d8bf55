"""Bound trees that binding makes itself, where no text says so: values worked out from others, loops over sets."""

from __future__ import annotations

from typing import Final

from rulewright.core.bind.scope import Scope
from rulewright.core.bind.world import SEAT
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound, Const, Local
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.type import NUMBER, TRUTH, Type

ZERO: Final = Const(0, NUMBER)
ONE: Final = Const(1, NUMBER)


def type_given(name: str) -> Type:
    """The type of a number or a truth that a primitive gives."""
    return TRUTH if PRIMITIVES[name].gives == "truth" else NUMBER


def computed(name: str, *arguments: Bound) -> Bound:
    """A number or a truth that a primitive gives for some arguments."""
    return bv.Op(name, arguments, type_given(name))


def as_number(test: Bound) -> Bound:
    """1 for what is true, 0 for what is false."""
    return bv.Op("if", (test, ONE, ZERO), NUMBER._replace(low=0, high=1))


def at_least_nothing(amount: Bound) -> Bound:
    """A negative amount is none: whoever gains 1 less than 0 loses nothing."""
    if amount.type.low is not None and amount.type.low >= 0:
        return amount
    return bv.Op("non_negative", (amount,), NUMBER._replace(low=0))


def seat_at_table(number: Bound) -> Bound:
    """The seat of a number from 0 on, none where nobody sits there."""
    last = computed("-", bv.Read(N_SEATS, (), NUMBER), ONE)
    return bv.Op("within", (number, last), Type("thing", SEAT, True))


def empty(of: Type) -> Bound:
    """A set with nothing in it."""
    return bv.RangeSet(ONE, ZERO, of)


def for_each(scope: Scope, local: Local, source: Bound, body: b.BoundBlock) -> b.Loop:
    """A loop over a set."""
    return b.Loop(local, source, None, body, scope.new(Type("set", source.type.domain)), scope.new(NUMBER))
