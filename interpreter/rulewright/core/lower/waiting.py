"""Deferred effects, as operations on the queue they are in: places in the state, the first one run next.

Places where nothing waits hold zeros, so that the same effects waiting are the same state.
"""

from __future__ import annotations

from rulewright.core.lower.lowering_values import Lowering
from rulewright.core.model import bound as b
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.layout import MOST_WAITING
from rulewright.core.model.origins import Origin
from rulewright.core.model.program import Queue
from rulewright.core.model.type import NUMBER, TRUTH, Type

_PLACE = NUMBER._replace(low=0, high=MOST_WAITING - 1)
_ZERO, _ONE, _TWO, _LAST = (lv.Const(each, NUMBER) for each in (0, 1, 2, MOST_WAITING - 1))
_SEAT = Type("thing", "seat")


def put_off(lowering: Lowering, node: b.PutOff) -> low.Block:
    """An effect takes the place after the last, or after those in front, if there is one left."""
    queue = lowering.program.queues[node.until]
    waiting = _waiting(queue)
    behind = lv.Primitive("inside", (waiting, _ZERO, _LAST), _PLACE, limit=node.limit)
    effect = lv.Const(node.procedure, NUMBER)
    given = zip(queue.words, lowering.all(node.arguments), strict=False)
    written = ((_seats(queue), lowering.expression(node.seat)), *given)
    if node.place is None:
        return (
            _set(_effects(queue), behind, effect, origin=node.origin),
            *(_set(list_, waiting, value) for list_, value in written),
            low.Store(waiting.address, "add", _ONE, None, None),
        )
    place, front = lowering.local(node.place), _in_front(queue)
    first = lv.Primitive("min", (front, waiting), _PLACE)
    last_moved = lv.Primitive("-", (lv.Primitive("-", (waiting, first), NUMBER), _ONE), NUMBER)
    moved_to = lv.Primitive("-", (waiting, place), _PLACE)
    moved_from = lv.Primitive("-", (moved_to, _ONE), _PLACE)
    moves = tuple(_set(each, moved_to, _at(each, moved_from, NUMBER)) for each in _lists(queue))
    return (
        low.Let(place, behind, origin=node.origin),
        low.Each(place, lv.Primitive("range", (_ZERO, last_moved), Type("set", "")), None, (), moves, place, place),
        *(_set(list_, first, value, origin=node.origin) for list_, value in ((_effects(queue), effect), *written)),
        low.Store(front.address, "set", lv.Primitive("+", (first, _ONE), NUMBER), None, None),
        low.Store(waiting.address, "add", _ONE, None, None),
    )


def take_up(lowering: Lowering, node: b.TakeUp) -> low.Block:
    """The first effect leaves its place, and those behind it move up."""
    queue = lowering.program.queues[node.until]
    waiting, place = _waiting(queue), lowering.local(node.place)
    lists = _lists(queue)
    front = (low.Store(_in_front(queue).address, "set", _ZERO, None, None),) if queue.in_front >= 0 else ()
    places = lv.Primitive("range", (_ZERO, lv.Primitive("-", (waiting, _TWO), NUMBER)), Type("set", ""))
    next_ = lv.Primitive("+", (place, _ONE), NUMBER)
    moved = tuple(_set(each, place, _at(each, next_, NUMBER)) for each in lists)
    return (
        *(
            low.Let(lowering.local(each), _at(word, _ZERO, each.type))
            for word, each in zip(queue.words, node.parameters, strict=False)
        ),
        low.Each(place, places, None, (), moved, place, place),
        low.Store(waiting.address, "take", _ONE, None, None),
        *(_set(each, waiting, _ZERO) for each in lists),
        *front,
    )


def run_waiting(lowering: Lowering, node: b.RunWaiting) -> low.Block:
    """Return a loop that runs the first waiting effect while there is one.

    Each of them removes itself from the queue.
    """
    queue, program = lowering.program.queues[node.until], lowering.program
    numbers = tuple(sorted(each.number for each in program.procedures if each.until == node.until))
    somebody = lv.Primitive(">", (_waiting(queue), _ZERO), TRUTH)
    first = _at(_effects(queue), _ZERO, NUMBER)
    return (low.While(somebody, _one_of(queue, numbers), first=first),) if numbers else ()


def _one_of(queue: Queue, numbers: tuple[int, ...]) -> low.Block:
    """Run the first that waits, found by bisection: a game may defer hundreds of effects."""
    if len(numbers) == 1:
        return (lv.Call(numbers[0], (_at(_seats(queue), _ZERO, _SEAT),)),)
    half = len(numbers) // 2
    before = lv.Primitive("<", (_at(_effects(queue), _ZERO, NUMBER), lv.Const(numbers[half], NUMBER)), TRUTH)
    return (low.If(before, _one_of(queue, numbers[:half]), _one_of(queue, numbers[half:]), of_waiting=True),)


# ---- Places


def _waiting(queue: Queue) -> lv.Load:
    return lv.Load(lv.Address(queue.base, ()), NUMBER._replace(low=0, high=MOST_WAITING))


def _in_front(queue: Queue) -> lv.Load:
    return lv.Load(lv.Address(queue.in_front, ()), NUMBER._replace(low=0, high=MOST_WAITING))


def _lists(queue: Queue) -> tuple[int, ...]:
    return (_effects(queue), _seats(queue), *queue.words)


def _effects(queue: Queue) -> int:
    return queue.base + 1


def _seats(queue: Queue) -> int:
    return queue.base + 1 + MOST_WAITING


def _at(list_: int, place: lv.Expression, type_: Type) -> lv.Load:
    return lv.Load(lv.Address(list_, ((place, 1),)), type_)


def _set(list_: int, place: lv.Expression, value: lv.Expression, origin: Origin | None = None) -> low.Store:
    return low.Store(lv.Address(list_, ((place, 1),)), "set", value, None, None, origin=origin)
