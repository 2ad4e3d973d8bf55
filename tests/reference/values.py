"""What an expression is worth: the definition of every form of `core/model/bound.py` that gives a value.

An expression reads the state and the locals of its effect, and changes neither. Numbers, truths (0 and 1) and things
are whole numbers, -1 is none; sets are tuples. Effects are in `evaluator.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound import BoundBlock
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.layout import N_SEATS, STEPS
from rulewright.core.model.program import Program
from rulewright.core.model.type import TRUTH
from rulewright.core.run.atoms import LOOKS, MAX_AHEAD, MAX_STEPS, MOST_NUMBERS_KEPT, LimitReached
from rulewright.core.run.going import MOST_WALKED
from tests.reference.operators import calculated

Set = tuple[int, ...]


class LimitAhead(LimitReached):
    """A limit was met where nothing is done yet; emitted code looks no further ahead than some guard needs."""


@dataclass(slots=True)
class Moment:
    """All that an expression may look at: the rules, the state, and the locals of the effect it stands in.

    `can_do` tells whether statements can be done; it is asked by `possible`. `sets`: it is looked ahead with one of
    the sets of so many picks, of 2 where no more are gone through.
    """

    program: Program
    state: list[Any]
    locals: dict[int, Any]
    can_do: Callable[[Moment, BoundBlock], bool] | None = None
    sets: int = 0

    def fork(self) -> Moment:
        """A moment like this one with a state of its own, to try something in."""
        return replace(self, state=self.state[:], locals=dict(self.locals))

    def with_local(self, local: bv.Local, thing: int) -> Moment:
        """The same state, one local more."""
        return replace(self, locals={**self.locals, local.number: thing})

    def for_sets(self, sets: int) -> Moment:
        """The same, tried with each of the sets of so many picks."""
        return replace(self.fork(), sets=sets)


def value(at: Moment, node: Bound) -> int:
    """The number, truth or thing that an expression stands for."""
    match node:
        case bv.Const():
            return node.value
        case bv.Local():
            return int(at.locals[node.number])
        case bv.Read() | bv.PieceSlot():
            return int(at.state[slot(at, node)])
        case bv.Op():
            return _operation(at, node)
        case bv.Lookup():
            cell: Any = at.program.tables[node.table][value(at, node.index)]
            return int(cell)
        case bv.Element():
            items, index = members(at, node.items), value(at, node.index)
            if not 0 <= index < len(items):
                raise LimitReached("an item that is not in its list")
            return items[index]
        case bv.Inside():
            return _inside(node, value(at, node.value))
        case bv.NotZero():
            divisor = value(at, node.value)
            if divisor == 0:
                raise LimitReached("a division by 0")
            return divisor
        case bv.ZoneEnd():
            pieces = members(at, node.zone)
            return pieces[0 if node.bottom else -1] if pieces else -1
        case bv.SetSize():
            return len(members(at, node.source))
        case bv.LongestWay():
            return _longest_way(at, node)
        case bv.Quantify():
            return _quantify(at, node)
        case bv.Evaluate():
            arguments = [held(at, each) for each in (node.seat, *node.arguments)]
            return _quantity(at, node.quantity, arguments)
        case bv.EvaluateField():
            number: Any = at.program.tables[node.table][value(at, node.target)]
            arguments = [held(at, each) for each in (node.seat, *node.arguments)]
            return node.default if number < 0 else _quantity(at, number, arguments)
        case bv.Possible():
            return int(_is_possible(at, node.effect))
        case _:
            raise AssertionError(f"{type(node).__name__} is a set")


def _longest_way(at: Moment, node: bv.LongestWay) -> int:
    """All ways are gone along, each from each of its borders on."""
    borders, stops = set(members(at, node.borders)), set(members(at, node.stops))
    far: Any = at.program.tables[node.far]
    leaving: Any = at.program.tables[node.leaving]
    walked = 0

    def longest(half: int, used: frozenset[int]) -> int:
        nonlocal walked
        walked += 1
        if walked > MOST_WALKED:
            raise LimitReached("a longest way along too many borders")
        used |= {half // 2}
        onward = () if far[half] in stops else leaving[far[half]]
        return 1 + max((longest(each, used) for each in onward if each in borders and each // 2 not in used), default=0)

    return max((longest(each, frozenset()) for each in borders), default=0)


def held(at: Moment, node: Bound) -> Any:
    """What a local holds: a value, or a set."""
    return members(at, node) if node.type.kind == "set" else value(at, node)


def _is_possible(at: Moment, effect: bv.CallProcedure | bv.DoField) -> bool:
    """Whether a run of an effect could be done; looks inside one another use up the steps of a decision."""
    procedure: Any = effect.procedure if isinstance(effect, bv.CallProcedure) else -1
    if isinstance(effect, bv.DoField):
        procedure = at.program.tables[effect.table][value(at, effect.target)]
    arguments = [held(at, each) for each in (effect.seat, *effect.arguments)]
    if procedure < 0:
        return True
    state = at.state[:]
    state[STEPS] += MAX_STEPS * LOOKS // MAX_AHEAD
    if state[STEPS] > MAX_STEPS * LOOKS:
        raise LimitReached("too many looks inside one another")
    assert at.can_do is not None
    inside = Moment(at.program, state, dict(enumerate(arguments)), at.can_do)
    try:
        return at.can_do(inside, at.program.procedures[procedure].body)
    except LimitReached as limit:
        raise LimitAhead(str(limit)) from limit


def _inside(node: bv.Inside, found: int) -> int:
    """A thing must be there; a number must lie between its bounds."""
    if node.type.kind == "thing":
        fits = found >= 0
    else:
        fits = node.low <= found <= node.high
    if not fits:
        raise LimitReached("a value that lies outside")
    return found


def slot(at: Moment, node: bv.Read | bv.PieceSlot | bv.ZoneRef) -> int:
    """The place in the state that something means."""
    if isinstance(node, bv.PieceSlot):
        return node.base + value(at, node.piece)
    return node.base + sum(value(at, index) * stride for index, stride in node.parts)


def members(at: Moment, node: Bound) -> Set:
    """The things of a set, in its order."""
    match node:
        case bv.ZoneRef():
            first = slot(at, node)
            held = at.state[first] if node.spaces == 0 else at.state[first : first + node.spaces]
            return tuple(piece for piece in held if piece >= 0)
        case bv.DomainSet():
            return tuple(range(at.state[N_SEATS] if node.size < 0 else node.size))
        case bv.RangeSet():
            low, high = value(at, node.low), value(at, node.high)
            if high - low > MAX_STEPS:
                raise LimitReached("a range that is too long")
            return tuple(range(low, high + 1))
        case bv.OthersSet():
            seats, me = at.state[N_SEATS], value(at, node.seat)
            return tuple((me + step) % seats for step in range(0 if node.also_self else 1, seats))
        case bv.UnionSet():
            return tuple(thing for part in node.parts for thing in members(at, part))
        case bv.Lookup():
            cell: Any = at.program.tables[node.table][value(at, node.index)]
            return tuple(cell)
        case bv.Local():
            return tuple(at.locals[node.number])
        case bv.Quantify(function="those"):
            return tuple(ordered(at, node.variable, candidates(at, node.variable, node.source, node.where), node.order))
        case bv.Op(op="if", arguments=(_, yes, no)):
            return members(at, yes if _takes_first(at, node) else no)
        case bv.Once():
            kept = tuple(dict.fromkeys(members(at, node.source)))
            if node.limit >= 0 and len(kept) > MOST_NUMBERS_KEPT:
                raise LimitReached("a set of too many numbers")
            return kept
        case bv.Along():
            whole: Any = at.program.tables[node.whole][value(at, node.start)]
            return tuple(whole)
        case bv.Quantify():
            return tuple(_going(at, node))
        case _:
            raise AssertionError(f"{type(node).__name__} is no set")


def _going(at: Moment, node: bv.Quantify) -> Iterator[int]:
    """How far a set is gone through: over what passes `while`, up to and with what passes `until`."""

    def passes(thing: int) -> bool:
        assert node.where is not None
        return bool(value(at.with_local(node.variable, thing), node.where))

    def part(things: Set) -> Set:
        end = next((n for n, thing in enumerate(things) if passes(thing) != (node.function == "while")), len(things))
        return things[: end + (node.function == "until")]

    whole = members(at, node.source)
    if not isinstance(node.source, bv.Along):
        yield from part(whole)
    elif node.source.way == "line":
        turn: Any = at.program.tables[node.source.steps][value(at, node.source.start)]
        yield from part(whole[:turn])
        if whole and passes(whole[0]) == (node.function == "while"):
            yield from part(whole[turn:])
    elif whole:
        near: Any = at.program.tables[node.source.steps]
        seen, waiting = {whole[0]}, [whole[0]]
        while waiting:
            place = waiting.pop(0)
            goes_on = passes(place) == (node.function == "while")
            if goes_on or node.function == "until":
                yield place
            for other in near[place] if goes_on else ():
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)


def candidates(at: Moment, local: bv.Local, source: Bound, where: Bound | None) -> Iterator[int]:
    """The members of a set that pass a test, in the set's order."""
    for thing in members(at, source):
        if where is None or value(at.with_local(local, thing), where):
            yield thing


def ordered(at: Moment, local: bv.Local, things: Iterator[int], order: bv.Order) -> Iterator[int]:
    """The candidates with the smallest first key first, among those alike in it the next key; else as they come."""
    if order:
        things = iter(sorted(things, key=lambda thing: [value(at.with_local(local, thing), key) for key in order]))
    return things


def _quantity(at: Moment, number: int, arguments: list[Any]) -> int:
    """The acting seat and the parameters are the only locals a quantity knows."""
    now = Moment(at.program, at.state, dict(enumerate(arguments)), at.can_do)
    return value(now, at.program.quantities[number].amount)


def _distance(at: Moment, node: bv.Quantify) -> int:
    """The steps to the nearest place that passes, by places that a walk has come to, layer after layer."""
    assert isinstance(node.source, bv.Quantify)
    assert isinstance(node.source.source, bv.Along)
    assert node.value is not None
    going, near = node.source, at.program.tables[node.source.source.steps]

    def passes(place: int, test: Bound | None) -> bool:
        return bool(value(at.with_local(node.variable, place), test or _YES))

    known = set(_going(at, going))
    layer, steps = [place for place in [value(at, node.source.source.start)] if place in known], 0
    while layer:
        if any(passes(place, node.where) for place in layer):
            return steps
        known -= {*layer}
        onward = [place for place in layer if passes(place, going.where) == (going.function == "while")]
        cells: list[Any] = [near[place] for place in onward]
        layer, steps = [place for place in known if any(place in cell for cell in cells)], steps + 1
    return value(at, node.value)


def _quantify(at: Moment, node: bv.Quantify) -> int:
    if node.function == "distance":
        return _distance(at, node)
    if node.function == "every":
        found = (value(at.with_local(node.variable, thing), node.where or _YES) for thing in members(at, node.source))
        return int(all(found))
    things = ordered(at, node.variable, candidates(at, node.variable, node.source, node.where), node.order)
    match node.function:
        case "any":
            return int(any(True for _ in things))
        case "none":
            return int(not any(True for _ in things))
        case "first":
            return next(things, -1)
        case "count":
            return sum(1 for _ in things)
    assert node.value is not None
    amounts = [value(at.with_local(node.variable, thing), node.value) for thing in things]
    match node.function:
        case "sum":
            return sum(amounts)
        case "highest":
            return max(amounts, default=0)
        case "lowest":
            return min(amounts, default=0)
        case _:
            raise AssertionError(node.function)


_YES = bv.Const(1, TRUTH)


def _operation(at: Moment, node: bv.Op) -> int:
    """`and`, `or` and `if` look at no more than they need; everything else at all its arguments."""
    match node.op:
        case "and":
            return int(all(value(at, each) for each in node.arguments))
        case "or":
            return int(any(value(at, each) for each in node.arguments))
        case "if":
            _, yes, no = node.arguments
            return value(at, yes if _takes_first(at, node) else no)
    return calculated(node.op, *(value(at, each) for each in node.arguments))


def _takes_first(at: Moment, node: bv.Op) -> bool:
    """Which of two values is taken: of `A or else B` it is A if all is there that it needs, otherwise by the test."""
    test, yes, _ = node.arguments
    if node.origin is None or not isinstance(node.origin.tree, ast.OrElse):
        return bool(value(at, test))
    return has_all(at, yes) and not (yes.type.kind == "thing" and value(at, yes) < 0)


def has_all(at: Moment, node: object) -> bool:
    """Whether nothing is missing where a value is worked out; not in texts of quantities, nor for things of sets."""
    match node:
        case tuple():
            return all(has_all(at, each) for each in node)
        case bv.Op(op="and" | "or" | "if"):
            first, *others = node.arguments
            if not has_all(at, first):
                return False
            if node.op == "if":
                return has_all(at, others[0 if _takes_first(at, node) else 1])
            return bool(value(at, first)) is (node.op == "or") or has_all(at, others[0])
        case bv.Quantify():
            return has_all(at, node.source)
        case bv.BoundNode():
            inner = (getattr(node, each.name) for each in fields(node) if each.name not in ("origin", "type", "span"))
            if not all(has_all(at, each) for each in inner):
                return False
        case _:
            return True
    match node:
        case bv.Inside() if node.type.kind == "thing":
            return value(at, node.value) >= 0
        case bv.Inside():
            return node.low <= value(at, node.value) <= node.high
        case bv.NotZero():
            return value(at, node.value) != 0
        case bv.Element():
            return value(at, node.index) in range(len(members(at, node.items)))
        case _:
            return True
