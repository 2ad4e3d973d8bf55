"""Parts of simultaneous answers that wait until all have answered, so that their order does not matter.

What a seat does under seal with its own things, and nobody else reads or changes, is done as it answers: others cannot
tell. Everything else waits for the opening, and what ends the game or takes a seat out of it until all have acted.
What a seat may choose waits as well if what others answer could change it; it is then asked at the opening.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.core.lower.accesses import Access, Accesses, Found, KnownLocals
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.offered import free_offers
from rulewright.core.lower.summary import Summaries, suspends
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import operations as low
from rulewright.core.model.stages import OPENED, SAFE, WHEN_ALL_HAVE_ACTED, AnswerStage


@dataclass(frozen=True, slots=True)
class _Step:
    """One operation of an answer, or the head of one that asks somebody within it."""

    operation: low.Operation
    found: Found


class SealedAnswers:
    """The operations of a program before which an answer waits, where effects from `first` on are new to it."""

    def __init__(self, lowered: Lowered, first: int = 0) -> None:
        self._lowered, self._first = lowered, first
        self._accesses = Accesses(lowered)

    def stage(self, operation: low.Operation) -> AnswerStage:
        """Return the stage until which an answer waits before an operation of this program's own effects."""
        return self._stages.get(id(operation), SAFE)

    def of_effect(self, number: int) -> tuple[AnswerStage, ...]:
        """The same for all operations of an effect in their order."""
        return tuple(self.stage(each) for each in operations_in(self._lowered.effect(number).body))

    @cached_property
    def _stages(self) -> dict[int, AnswerStage]:
        found: dict[int, AnswerStage] = {}
        for effect in self._lowered.effects():
            for each in operations_in(effect.body):
                if isinstance(each, low.AskEach):
                    for operation, stage in self._of_answers(each, closed=effect.number >= self._first > 0):
                        found[id(operation)] = max(stage, found.get(id(operation), SAFE))
        return found

    def _of_answers(self, ask: low.AskEach, *, closed: bool) -> Iterator[tuple[low.Operation, AnswerStage]]:
        answers = _Answers(self._lowered, self._accesses, self._first if closed else 0)
        answers.effect(ask.function, KnownLocals({0}, {}))
        reads = {access for each in answers.steps for access in each.found.reads}
        writes = {access for each in answers.steps for access in each.found.writes}
        for each in answers.steps:
            stage = _stage(each, reads, writes)
            if stage != SAFE:
                yield each.operation, stage

    # ---- Ballots

    def ballots(self, hidden: Collection[str]) -> frozenset[int]:
        """Return the sites of the decisions under seal whose answers set one of the hidden counters or markers."""
        found = set[int]()
        late = {each.site for each in self.asked_late()}
        for each in self._lowered.all_operations() if hidden else ():
            if isinstance(each, low.AskEach):
                answers = _Answers(self._lowered, self._accesses, 0)
                answers.effect(each.function, KnownLocals({0}, {}))
                writes = {access for step in answers.steps for access in step.found.writes}
                if any(access.kind is None and access.family in hidden for access in writes):
                    found |= {step.operation.site for step in answers.steps if isinstance(step.operation, low.Ask)}
        return frozenset(found - late)

    # ---- What is asked at the opening

    def asked_late(self) -> list[low.Ask]:
        """The decisions of answers that are not made under seal, each once, as they are in the texts."""
        late = _Late(self)
        for effect in self._lowered.effects():
            for each in operations_in(effect.body):
                if isinstance(each, low.AskEach):
                    late.effect(self._lowered, each.function, False)
        return list(late.found.values())


def is_divided(known: Summaries, operation: low.Operation) -> bool:
    """Return whether an answer may wait within an operation, not only before it."""
    return suspends(known, (operation,)) or (isinstance(operation, low.If) and operation.of_waiting)


def _stage(step: _Step, reads: set[Access], writes: set[Access]) -> AnswerStage:
    found = step.found
    if found.ends:
        return WHEN_ALL_HAVE_ACTED
    if found.tells or found.chance or not all(each.own for each in found.writes):
        return OPENED
    for one in found.reads:
        if any(one.meets(other) for other in writes):
            return OPENED
    for one in found.writes:
        if any(one.meets(other) for other in reads | writes):
            return OPENED
    return SAFE


@dataclass(slots=True)
class _Answers:
    """A walk through all that an answer may lead to.

    Effects before number `closed` are taken as one operation.
    """

    lowered: Lowered
    accesses: Accesses
    closed: int
    steps: list[_Step] = field(default_factory=list)
    done: set[tuple[object, ...]] = field(default_factory=set)

    def effect(self, number: int, names: KnownLocals) -> None:
        effect = self.lowered.effect(number)
        key = (number, frozenset(names.me), frozenset(names.zones.items()))
        if key not in self.done:
            self.done.add(key)
            self._block(number, effect.body, (), names)

    def _block(self, number: int, block: low.Block, rest: low.Block, names: KnownLocals) -> None:
        for position, operation in enumerate(block):
            if is_divided(self.lowered, operation):
                self._asking(number, operation, (*block[position + 1 :], *rest), names)
            else:
                self.steps.append(_Step(operation, self.accesses.of((operation,), names)))

    def _asking(self, number: int, operation: low.Operation, rest: low.Block, names: KnownLocals) -> None:
        """An operation within which somebody is asked, or one of the effects that were deferred is run."""
        found, accesses = Found(), self.accesses
        if isinstance(operation, low.Ask):
            accesses.decision(number, operation, rest, names, found.reads)
            found.tells = operation.seat.number not in names.me
            self._free(number, names)
        else:
            accesses.alone(operation, names, found)
        open_ = [each for each in operation.runs if each >= self.closed and self.lowered.summary(each).suspends]
        for each in operation.runs:
            if each in open_:
                self.effect(each, accesses.called(each, operation, names))
            else:
                accesses.within(each, operation, names, found)
        head = Found() if isinstance(operation, low.Ask) else found
        for _ in range(2 if operation.loops else 1):
            for inner, block in accesses.blocks(operation, names, head):
                self._block(number, block, rest if operation.ways else (), inner)
        self.steps.append(_Step(operation, found))

    def _free(self, number: int, names: KnownLocals) -> None:
        """Go through the effects of the free actions that are offered in an effect."""
        program = self.lowered.program
        if program.free.offered.get(number):
            for offer in free_offers(self.lowered):
                self._block(program.free.procedure, offer.body, (), KnownLocals({0} & names.me, {}))


@dataclass(slots=True)
class _Late:
    """Goes through answers once more: what is asked after they have waited."""

    answers: SealedAnswers
    found: dict[int, low.Ask] = field(default_factory=dict)
    known: dict[tuple[int, bool], bool] = field(default_factory=dict)

    def effect(self, lowered: Lowered, number: int, late: bool) -> bool:
        """Whether an answer may have waited by the end of an effect."""
        key = number, late
        if key not in self.known:
            self.known[key] = late
            self.known[key] = self._block(lowered, number, lowered.effect(number).body, late)
        return self.known[key]

    def _block(self, lowered: Lowered, number: int, block: low.Block, late: bool) -> bool:
        for operation in block:
            late = late or self.answers.stage(operation) != SAFE
            if isinstance(operation, low.Ask) and lowered.program.free.offered.get(number):
                bodies = (offer.body for offer in free_offers(lowered))  # after one that waits it is asked again
                late = late or any(self.answers.stage(each) != SAFE for body in bodies for each in operations_in(body))
            if isinstance(operation, low.Ask) and late:
                self.found[operation.site] = operation
            late = any([late, *(self.effect(lowered, each, late) for each in operation.runs)])
            ways = [self._block(lowered, number, each, late) for each in operation.ways]
            late = late or any(ways)
            for body in operation.loops:
                late = self._block(lowered, number, body, late)
                late = self._block(lowered, number, body, late)
        return late
