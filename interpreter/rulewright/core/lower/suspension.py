"""Splits an effect that asks someone at its suspension points, into numbered blocks.

An effect becomes a state machine, as compilers make of generators: Python's own could be neither copied nor saved. A
frame holds the number of the block in which the effect continues, the local values that are known there, and the frame
that called it, so that a state is data. Control never jumps into the middle of a block, so a block with its locals is
all that continuing needs. Loops and branches that ask nobody stay whole inside a block.

Numbers of blocks are the same in every build, so that a saved game fits each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rulewright.core.lower.summary import Summaries, suspends
from rulewright.core.lower.walk import after_body, operations_in
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.functions import Effect
from rulewright.core.model.stages import SAFE, AnswerStage
from rulewright.core.model.type import NUMBER, TRUTH, Type

_MOST_PASSES = 100_000
"""No loop goes over more candidates than the step limit allows."""
_ZERO, _ONE = (lv.Const(each, NUMBER) for each in (0, 1))
_Known = dict[int, lv.Local]


def _never(operation: low.Operation) -> AnswerStage:
    """Return the stage of a program in which nothing is done under seal."""
    return SAFE


def split(
    summaries: Summaries, effect: Effect, free: tuple[int, ...], stage: Callable[[low.Operation], AnswerStage] = _never
) -> der.Resumable:
    """The blocks of an effect whose decisions offer these free actions, and where it can be left suspended.

    Under seal it waits before the operations that `stage` tells. The blocks these waits need have the highest numbers,
    so that all others have the same as without them.
    """
    if any(stage(each) != SAFE for each in operations_in(effect.body)):
        without = split(summaries, effect, free)
        fresh = max(each.number for each in without.blocks) + 1
    else:
        fresh = 0
    splitting = _Splitting(summaries, free, stage, fresh)
    seat = lv.Local(0, Type("thing", "seat"))
    known = {each.number: each for each in (seat, *effect.parameters)}
    splitting.put(*effect.counted)
    splitting.block(effect.body, (), known)
    splitting.ends[splitting.current] = der.Done()
    blocks = tuple(
        der.BasicBlock(number, tuple(splitting.parts[number]), splitting.ends[number]) for number in splitting.order
    )
    return der.Resumable(effect, tuple(known.values()), blocks, tuple(splitting.suspensions))


@dataclass(slots=True)
class _Splitting:
    """The blocks of one effect, as they are built."""

    summaries: Summaries
    free: tuple[int, ...]
    stage: Callable[[low.Operation], AnswerStage]
    fresh: int
    """The number of the next block that a wait needs."""
    parts: dict[int, list[der.Part]] = field(default_factory=lambda: {0: []})
    blocks: int = 1
    ends: dict[int, der.End] = field(default_factory=dict)
    current: int = 0
    order: list[int] = field(default_factory=lambda: [0])
    suspensions: list[der.Suspension] = field(default_factory=list)
    waiting: tuple[lv.Expression, lv.Expression, int] | None = None
    """In a loop that runs deferred effects: whether one waits, the first that does, and the loop's first block."""
    begun: dict[int, bool] = field(default_factory=dict)
    """Of a block after a wait, whether something is before it in the block that the two would be."""

    def put(self, *parts: der.Part) -> None:
        self.parts[self.current] += parts

    def block(self, block: low.Block, rest: low.Block, known: _Known) -> None:
        """The operations of a block, after which the effect continues with the rest."""
        known, counted = dict(known), list[low.Count]()
        for position, operation in enumerate(block):
            if isinstance(operation, low.Count) and not operation.taken and self._waits_next(block[position + 1 :]):
                counted.append(operation)
                continue
            stage = self.stage(operation)
            if stage != SAFE:
                self._wait(stage, known)
                self._look_again(operation)
                self.put(*counted)
                counted.clear()
            elif counted and isinstance(operation, low.Check):
                self.put(low.If(operation.test, (), tuple(counted)))
            if suspends(self.summaries, (operation,)) or self._is_divided(operation):
                self._suspending(operation, (*block[position + 1 :], *rest), known)
            else:
                self.put(operation)
            if operation.sets is not None:
                known[operation.sets.number] = operation.sets

    def _waits_next(self, block: low.Block) -> bool:
        """Return whether the statement that a block begins with waits: it is counted once it is carried out.

        It is counted as well where a guard before the wait ends the effect. One that begins with a call, whose result
        it keeps, or that asks someone, does not wait before that.
        """
        for operation in block:
            if self.stage(operation) != SAFE:
                return True
            if isinstance(operation, low.Count | lv.Call | lv.CallField) or suspends(self.summaries, (operation,)):
                return False
        return False

    def _is_divided(self, operation: low.Operation) -> bool:
        """Return whether an answer may wait before one of the deferred effects that an operation runs one of."""
        waits = isinstance(operation, low.If) and operation.of_waiting
        return waits and any(self.stage(each) != SAFE for each in operations_in((operation,)))

    # ---- Blocks

    def _new(self) -> int:
        self.parts[self.blocks] = []
        self.blocks += 1
        return self.blocks - 1

    def _more(self) -> int:
        """A block that is there only because an answer waits."""
        self.parts[self.fresh] = []
        self.fresh += 1
        return self.fresh - 1

    def _wait(self, stage: AnswerStage, known: _Known) -> None:
        """Under seal, the effect waits here."""
        after = self._more()
        self.suspensions.append(der.Suspension(after, None, -1, False, tuple(known.values()), stage))
        self.begun[after] = self._has_begun()
        self.put(der.Wait(stage, after))
        self._end(der.Goto(after), after)

    def _look_again(self, operation: low.Operation) -> None:
        """Go back to the loop if others have run the deferred effect that is called here, while this seat waited."""
        if self.waiting is None or not isinstance(operation, lv.Call):
            return
        (any_waits, first, top), call = self.waiting, self._more()
        found_first = lv.Primitive("=", (first, lv.Const(operation.function, NUMBER)), TRUTH)
        self._end(der.Fork(lv.Primitive("and", (any_waits, found_first), TRUTH), call, top), call)

    def _has_begun(self) -> bool:
        """Return whether this block does anything but count and wait, or comes after one that does."""
        parts = (part for part in self.parts[self.current] if not isinstance(part, der.Wait))
        return self.begun.get(self.current, False) or any(not isinstance(part, low.Count) for part in parts)

    def _end(self, end: der.End, following: int) -> None:
        """End this block and continue with another."""
        self.ends[self.current] = end
        self.current = following
        self.order.append(following)

    def _suspend(self, resume: int, cause: low.Ask | lv.Call | lv.CallField | low.AskEach, known: _Known) -> None:
        self.suspensions.append(der.Suspension(resume, cause, -1, False, tuple(known.values())))

    # ---- Operations

    def _suspending(self, operation: low.Operation, rest: low.Block, known: _Known) -> None:
        match operation:
            case low.Ask():
                self._ask(operation, rest, known)
            case lv.Call() | lv.CallField():
                after = self._new()
                self._suspend(after, operation, known)
                self.put(der.Enter(operation, after))
                self._end(der.Goto(after), after)
            case low.AskEach():
                join = self._new()
                self._suspend(join, operation, known)
                self.put(der.EnterEach(operation, join))
                self._end(der.Goto(join), join)
                self.put(der.Join())
            case low.If():
                new = self._new if suspends(self.summaries, (operation,)) else self._more
                then, otherwise, after = new(), new(), new()
                self._end(der.Fork(operation.test, then, otherwise), then)
                self.block(operation.then, rest, known)
                self._end(der.Goto(after), otherwise)
                self.block(operation.otherwise, rest, known)
                self._end(der.Goto(after), after)
            case low.Each():
                self._each(operation, known)
            case low.Repeat():
                left = operation.left
                self.put(low.Let(left, operation.times))
                one_less = low.Let(left, lv.Primitive("-", (left, _ONE), NUMBER))
                test = lv.Primitive(">", (left, _ZERO), TRUTH)
                self._loop(test, (one_less,), operation.body, {**known, left.number: _counted(left, None)})
            case low.While():
                following = after_body(operation, rest)
                self._loop(operation.test, (), operation.body, known, following, operation.first)
            case _:
                low.assert_simple(operation)
                raise AssertionError(f"{type(operation).__name__} asks nobody")

    def _each(self, each: low.Each, known: _Known) -> None:
        items, position, local, found = each.items, each.position, each.local, each.candidates
        self.put(low.Let(items, found), low.Let(position, _ZERO))
        size = lv.Primitive("size", (items,), NUMBER)
        head = (
            low.Let(local, lv.Primitive("item", (items, position), local.type)),
            low.Let(position, lv.Primitive("+", (position, _ONE), NUMBER)),
        )
        kept = lv.Local(items.number, found.type)
        inner = {local.number: local, items.number: kept, position.number: _counted(position, _MOST_PASSES)}
        self._loop(lv.Primitive("<", (position, size), TRUTH), head, each.body, {**known, **inner})

    def _loop(
        self, test: lv.Expression, head: Iterable[low.Let], body: low.Block, known: _Known, rest: low.Block = (),
        first: lv.Expression | None = None,
    ) -> None:  # fmt: skip
        top, inside, after = self._new(), self._new(), self._new()
        self._end(der.Goto(top), top)
        self._end(der.Fork(test, inside, after), inside)
        self.put(der.CountStep(), *head)
        self.waiting = (test, first, top) if first is not None else None
        self.block(body, rest, known)
        self.waiting = None
        self._end(der.Goto(top), after)

    # ---- Decisions

    def _ask(self, ask: low.Ask, rest: low.Block, known: _Known) -> None:
        """Gathering changes nothing and has a block of its own, so that a saved decision can be gathered again."""
        free = self.free
        if free or self._has_begun():
            gather = self._new()
            self._end(der.Goto(gather), gather)
        elif self.current in self.begun:
            gather = self._more()
            self._end(der.Goto(gather), gather)
        gather, after = self.current, self._new()
        values = tuple(known.values())
        self.suspensions.append(der.Suspension(after, ask, gather, False, values))
        if free:
            self.suspensions.append(der.Suspension(gather, ask, -1, True, values))
        self.put(der.Decide(ask, rest, after, gather, free))
        self._end(der.Goto(after), after)
        if free:
            self.put(der.TakeFree(ask.seat, gather))
        self.put(der.AnswerKnown(ask))
        if not ask.named:
            (offer,) = ask.offers
            assert offer.local is not None
            self.put(low.Let(offer.local, lv.Answer(False, offer.local.type)))
            return
        bodies = tuple(self._new() for _ in ask.offers)
        after = self._new()
        for offer in ask.offers:
            if offer.local is not None:
                self.put(low.Let(offer.local, lv.Answer(True, offer.local.type)))
        self._end(der.ByOption(bodies), bodies[0])
        for number, offer in enumerate(ask.offers):
            inner = known | ({offer.local.number: offer.local} if offer.local is not None else {})
            self.block(offer.body, rest, inner)
            self._end(der.Goto(after), bodies[number + 1] if number + 1 < len(bodies) else after)


def _counted(local: lv.Local, most: int | None) -> lv.Local:
    """Return a local that counts passes, from 0 to `most`.

    None stands for any number, as authors may write it.
    """
    return lv.Local(local.number, local.type._replace(low=0, high=most))
