"""Places at which a game may run into a limit on sizes or time, as far as ranges show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.layout import MOST_WAITING
from rulewright.core.model.program import Program
from rulewright.core.model.ranges import Interval, count_from_to
from rulewright.core.run.atoms import LOOKS, MAX_STEPS, MOST_NUMBERS_KEPT


class Overrun(NamedTuple):
    """A place at which a game may run into a limit: how, where, and how many there may be (0 where it never ends).

    `how` is "endless" (the test of a loop), "range", "set", "looks", "waiting" or "possible". It is `at` a node, or at
    the limit of a number.
    """

    how: str
    at: Bound | int
    most: int = 0


MOST = {"range": MAX_STEPS + 1, "set": MOST_NUMBERS_KEPT, "looks": MAX_STEPS * LOOKS, "waiting": MOST_WAITING}
"""What a game may have at most of each, above which it stops."""
_DEEPEST = 5
Overruns = dict[tuple[str, int], Overrun]
"""Such places by how, and by the identity of their nodes or the number of their limit."""


def beyond(how: str, at: Bound | int, count: Interval, times: int = 1) -> Overrun | None:
    """Return the overrun of so many, that many times, None where it is within the limit or its bound is not known."""
    if count.high is None or count.high * times <= MOST[how]:
        return None
    return Overrun(how, at, count.high * times)


def length_of(node: bv.RangeSet, range_of: Callable[[Bound], Interval]) -> Interval:
    """Return how many numbers a range may hold."""
    return Interval(0, count_from_to(range_of(node.low), range_of(node.high)))


def possible_within_itself(program: Program) -> Iterator[Overrun]:
    """Yield each `possible` that is asked for good: the effect that it tries begins with asking it again."""
    asked = {each.number: [*_asked_first(program, each.body)] for each in program.procedures}
    for number, nodes in asked.items():
        for node in nodes:
            tried, seen = _tried(node), set[int]()
            waiting = [tried]
            while waiting and number not in seen:
                more = {_tried(each) for each in asked[waiting.pop()]} | {tried}
                waiting += more - seen
                seen |= more
            if number in seen:
                yield Overrun("possible", node)


def _tried(node: bv.Possible) -> int:
    assert not isinstance(node.effect, bv.DoField)
    return node.effect.procedure


def _asked_first(program: Program, body: BoundBlock) -> Iterator[bv.Possible]:
    """Yield each `possible` that an effect asks before it does anything, of effects that take nothing."""
    for statement in body:
        if isinstance(statement, b.RequireTest):
            yield from _asked_in(program, statement.test)
        elif not isinstance(statement, b.Announcing):
            if isinstance(statement, b.Branch):
                yield from _asked_in(program, statement.test)
            return


def _asked_in(program: Program, test: Bound, deep: int = 0) -> Iterator[bv.Possible]:
    match test:
        case bv.Possible(effect=effect) if not isinstance(effect, bv.DoField) and not effect.arguments:
            yield test
        case bv.Op(op="and" | "or" | "if", arguments=(first, *_)):
            yield from _asked_in(program, first, deep)
        case bv.Op(arguments=arguments):
            for each in arguments:
                yield from _asked_in(program, each, deep)
        case bv.Evaluate(quantity=number, arguments=()) if deep < _DEEPEST:
            yield from _asked_in(program, program.quantities[number].amount, deep + 1)
        case _:
            pass
