"""Properties of offers: whether candidates matter to what follows, sets with duplicates, the free actions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from rulewright.core.lower.locals import free_locals
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.simplify import may_stop
from rulewright.core.lower.summary import suspends
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low

DECIDED = 1
"""Where the effect of the free actions continues once one of them is taken: it asks in its first block."""


def reads(following: der.Following, local: lv.Local) -> bool:
    """Whether what follows a choice depends on the candidate chosen."""
    return local.number in {each.number for each in locals_of(following)}


def locals_of(following: der.Following) -> tuple[lv.Local, ...]:
    """The locals that what follows depends on."""
    match following:
        case None:
            return ()
        case low.Check():
            return free_locals(following.test)
        case lv.Call():
            return free_locals(following.arguments)
        case der.LookAhead():
            return following.parameters


def holds_some_twice(lowered: Lowered, items: lv.Expression) -> bool:
    """Return whether a set may hold a thing more than once, though it is offered only once."""
    match items:
        case lv.Primitive(name="union"):
            return not all(_are_apart(one, other) for one, other in combinations(_joined(items), 2))
        case lv.Reduce(function="those", source=inner):
            return holds_some_twice(lowered, inner)
        case lv.Primitive(name="if", arguments=(_, one, other)):
            return holds_some_twice(lowered, one) or holds_some_twice(lowered, other)
        case lv.Table(table=table):
            cells = lowered.program.tables[table]
            return any(isinstance(cell, tuple) and len(set(cell)) < len(cell) for cell in cells)
        case lv.Reduce(source=source):
            return holds_some_twice(lowered, source)
        case _:
            return False


def _joined(items: lv.Expression) -> tuple[lv.Expression, ...]:
    """The sets that are joined in one."""
    match items:
        case lv.Primitive(name="union", arguments=parts):
            return tuple(each for part in parts for each in _joined(part))
        case _:
            return (items,)


def _are_apart(one: lv.Expression, other: lv.Expression) -> bool:
    """Whether two sets are zones that cannot hold the same piece: each piece is in one slot."""
    if not isinstance(one, lv.Zone) or not isinstance(other, lv.Zone):
        return False
    if one.address.family != other.address.family:
        return True
    if one.address.terms or other.address.terms:
        return False
    first, last = sorted((one, other), key=lambda zone: zone.address.base)
    return first.address.base + max(1, first.spaces) <= last.address.base


@dataclass(frozen=True, slots=True)
class FreeAction:
    """A free action, looked at in this order: who performs what, its `when`, its candidates, what follows each.

    A `when` that cannot stop the game is looked at first of all if it is `early`: it costs least and fails most.
    `counted` is what is reached before it; `foreseen` says whether it asks nothing, so that it can be tried out.
    """

    number: int
    offer: low.Option
    during: tuple[int, ...]
    counted: tuple[low.Count, ...]
    when: lv.Expression | None
    early: bool
    foreseen: bool


def free_actions(lowered: Lowered) -> tuple[FreeAction, ...]:
    """The free actions, by number."""
    return tuple(_free_action(lowered, number, offer) for number, offer in enumerate(free_offers(lowered)))


def _free_action(lowered: Lowered, number: int, offer: low.Option) -> FreeAction:
    free = lowered.program.free
    counted: list[low.Count] = []
    for operation in offer.body:
        if not isinstance(operation, low.Count):
            break
        counted.append(operation)
    first = offer.body[len(counted)] if len(counted) < len(offer.body) else None
    when = first.test if free.tested[number] and isinstance(first, low.Check) else None
    early = when is not None and not counted and not may_stop(when)
    foreseen = not suspends(lowered, offer.body)
    return FreeAction(number, offer, tuple(sorted(free.during[number])), tuple(counted), when, early, foreseen)


def free_offers(lowered: Lowered) -> tuple[low.Option, ...]:
    """Return the options of the decision that the free actions make up, empty if there are none."""
    number = lowered.program.free.procedure
    if number < 0:
        return ()
    (ask,) = (each for each in lowered.effect(number).body if isinstance(each, low.Ask))
    return ask.offers


def confirmed_options(ask: low.Ask) -> tuple[int, ...]:
    """The options that are asked for even if they are the only one."""
    return tuple(number for number, offer in enumerate(ask.offers) if offer.confirm)


def seats_once(ask: low.AskEach) -> bool:
    """Whether the seats asked at once are those of a set that holds each only once, in the order of the table."""
    return isinstance(ask.source, lv.Primitive) and ask.source.name in ("seats", "domain")
