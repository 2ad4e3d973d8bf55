"""Expressions about seats, which statements in the words of others are made of."""

from __future__ import annotations

from dataclasses import replace

from rulewright.core.model.endings import PLACE
from rulewright.core.model.expressions import Candidates, Expression, Field, Index, Name, Operation
from rulewright.core.model.stretches import Place


def of_seat(seat: Expression, counter: Expression) -> Expression:
    """Another seat's counter in place of one's own."""
    match counter:
        case Name(name=name, at=at) | Field(name=name, at=at):
            return Field(seat, name, at)
        case Index():
            return replace(counter, target=of_seat(seat, counter.target))
        case _:
            return counter


def each_of(seats: Expression, where: Expression | None, at: Place) -> Candidates:
    """Return candidates over seats, with a variable name of our own."""
    return Candidates("each of the seats", seats, where, at)


def seats_where(where: Expression, at: Place) -> Candidates:
    """Return the seats for which a test is true."""
    return each_of(Name("seat", at), where, at)


def place_of(at: Place) -> Expression:
    """Return the rank of the seat in a loop of `each_of`."""
    return Field(Name("each of the seats", at), PLACE, at)


def place_is(place: Expression, at: Place) -> Expression:
    """Return the test that the seat in a loop has a rank."""
    return Operation("=", place_of(at), place, at)
