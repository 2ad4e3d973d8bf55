"""Derives look-aheads: functions that look ahead to the last guard of an effect without changing the state.

They compute the weakest precondition of an effect up to its last guard (Dijkstra 1975), by running it where he
substitutes: whatever can change what a later guard reads is carried out on a copy first. They are exact as long as the
effect asks nobody and throws no dice.

A guard that earlier changes could touch is tried on a copy. Looking ahead ends where an effect asks someone: what is
decided in there cannot be promised; a guard that then fails ends its effect. What follows a branching place is a
function of its own, called on each way, so that functions grow no faster than the text.

A loop that picks the parts of a set is gone through: one look-ahead tries each set that can come of it, if they are
few, by calling itself for each further part. For each of these the next set is gone through as well if both are very
few; there looking ends otherwise, and at a third.

What decides whether something can be done and what explains why not are two prints of the same look-aheads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, assert_never

from rulewright.core.lower.locals import open_locals
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.read_write_sets import writes_none_of
from rulewright.core.lower.summary import ends, ends_look, guards, picks_parts, suspends
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Aside, ChangesState, Slots
from rulewright.core.model.functions import Effect
from rulewright.core.model.type import NOTHING


class _Rest(NamedTuple):
    """The slots that operations up to the last guard read, and the locals they read before setting them."""

    read: Slots
    open: tuple[lv.Local, ...]


_NOTHING_MORE = _Rest(frozenset(), ())
_MOST_PICKS = 2


@dataclass(slots=True)
class LookAheads:
    """A deriver of the look-aheads of one function, `owner`, whose names begin with it.

    `incremental` if what another text reads or changes must not be relied on.
    """

    lowered: Lowered
    owner: str
    incremental: bool = False
    found: list[der.LookAhead] = field(default_factory=list)
    known: dict[tuple[tuple[int, ...], str, int], der.LookAhead] = field(default_factory=dict)
    """The look-aheads by the operations they look at and what comes after, and of how many picks they are for each set:
    shared by all decisions before them.
    """
    of: dict[str, tuple[low.Block, der.LookAhead | None]] = field(default_factory=dict)
    """The operations that each of them looks at, and what comes after, by its name."""
    sets: int = 0
    """The number of picks for each of whose sets all is looked at. At `_MOST_PICKS` no other is gone through."""
    ahead: dict[str, _Rest] = field(default_factory=dict)
    """What each look-ahead looks at, by its name."""
    rests: dict[tuple[int, int], _Rest] = field(default_factory=dict)
    """What an operation and the rest after it look at, by both, so that each is worked out once."""

    def of_effect(self, effect: Effect) -> der.LookAhead:
        """Whether an effect can be done."""
        seat = lv.Local(0, NOTHING)
        return self._function(f"can{effect.number}", (seat, *effect.parameters), effect.body, None)

    def decision(self, ask: low.Ask, rest: low.Block) -> der.DecisionPoint:
        """Return a decision with each of its options, as offered before the effect continues with `rest`."""
        return der.DecisionPoint(ask, tuple(self.possible(offer, rest) for offer in ask.offers))

    def possible(self, offer: low.Option, rest: low.Block) -> der.Possible:
        """An option with what must be possible after it."""
        counted = _leading(offer.body)
        return der.Possible(offer, self.following(offer.body[len(counted) :], rest), counted)

    def following(self, block: low.Block, rest: low.Block) -> der.Following:
        """Return the condition under which a block and then the rest can be done."""
        needed = self.needed((*block, *rest))
        if not needed or self._ends_here(needed[0]):
            return None
        if not guards(self.lowered, needed[1:]) and isinstance(needed[0], low.Check | lv.Call):
            return needed[0]
        return self._next(needed, None)

    def needed(self, block: low.Block) -> low.Block:
        """The operations up to the last guard that is looked at."""
        for position, operation in enumerate(block):
            if ends_look(self.lowered, operation):
                block = block[: position + 1]
                break
        last = len(block)
        while last and not guards(self.lowered, (block[last - 1],)):
            last -= 1
        return block[:last]

    def _after(self, block: low.Block, after: der.LookAhead | None) -> der.Following:
        """Return the condition under which a block can be done, followed by `after`."""
        if after is None:
            return self.following(block, ())
        return self._next(block, after) if block else after

    def _later(self, block: low.Block, after: der.LookAhead | None) -> der.LookAhead | None:
        """Return a look-ahead for a block and what comes after it, None if both can always be done."""
        if after is None:
            block = self.needed(block)
        return self._next(block, after) if block else after

    def _next(self, block: low.Block, after: der.LookAhead | None) -> der.LookAhead:
        key = tuple(map(id, block)), after.name if after is not None else "", self.sets
        if key not in self.known:
            name = self._name(block, after)
            self.known[key] = self._function(name, self.ahead[name].open, block, after)
        return self.known[key]

    def _name(self, block: low.Block, after: der.LookAhead | None) -> str:
        """The name of a new look-ahead, by which is known what it looks at."""
        name = f"g{self.owner}_{len(self.found) + 1}"
        self.ahead[name], self.of[name] = self._rests(block, after)[0], (block, after)
        return name

    def _function(
        self, name: str, parameters: tuple[lv.Local, ...], block: low.Block, after: der.LookAhead | None
    ) -> der.LookAhead:
        at = len(self.found)
        self.found.append(der.LookAhead(name, parameters, ()))
        self.found[at] = der.LookAhead(name, parameters, self._steps(block, after))
        return self.found[at]

    def _rests(self, block: low.Block, after: der.LookAhead | None) -> list[_Rest]:
        """Summarise what remains from each operation of a block, and from its end.

        Item i holds the slots read and the locals left open by operations i onwards and by `after`.
        """
        found = [self.ahead[after.name] if after is not None else _NOTHING_MORE]
        for operation in reversed(block):
            key = id(operation), id(found[-1])  # both live on: in the lowered functions, and in `rests`
            if key not in self.rests:
                read = found[-1].read | self.lowered.interference.read_set(operation)
                self.rests[key] = _Rest(read, open_locals((operation,), found[-1].open))
            found.append(self.rests[key])
        return found[::-1]

    def _steps(self, block: low.Block, after: der.LookAhead | None) -> der.LookAheadSteps:
        steps: list[der.LookAheadStep] = []
        if after is None:
            block = self.needed(block)
        rests = self._rests(block, after)
        for position, operation in enumerate(block):
            rest = block[position + 1 :]
            more = after is not None or bool(rest)
            match operation:
                case low.Ask():
                    return (*steps, self._any_offer(operation, rest, after))
                case low.Roll():
                    offer = low.Option("", operation.local, operation.source, operation.where, None, (), operation.span)
                    return (*steps, der.AnyOf(operation, (der.Possible(offer, None),)))
                case low.If():
                    later = self._later(rest, after)
                    then, otherwise = (self._way(each, later) for each in (operation.then, operation.otherwise))
                    return (*steps, der.Either(operation.test, then, otherwise))
                case low.Leave():
                    return (*steps, der.Foreseen())
                case low.Let() | low.Count():
                    steps.append(operation)
                    continue
                case low.Check():
                    steps.append(der.Must(operation))
                    continue
                case Aside():
                    continue
                case low.While() if picks_parts(operation):
                    return (*steps, *self._of_sets(operation, rest, after))
                case _ if self._ends_here(operation):
                    return (*steps, der.Foreseen())
                case lv.Call() | lv.CallField():
                    if guards(self.lowered, (operation,)):
                        steps.append(der.MustBeAble(operation))
                case ChangesState() | low.Each() | low.Repeat() | low.While() | low.AskEach():
                    pass
                case _:
                    assert_never(operation)
            if suspends(self.lowered, (operation,)):
                return (*steps, der.Foreseen())
            if more and (self.incremental or not writes_none_of(operation, rests[position + 1].read)):
                steps.append(der.Trial(operation, ends(self.lowered, (operation,))))
        return (*steps, der.Then(after) if after is not None else der.Foreseen())

    def _ends_here(self, operation: low.Operation) -> bool:
        """Whether looking for each set ends at an operation, as it goes through the sets of another decision."""
        return self.sets > 0 and any(self.lowered.summary(number).picks_sets for number in operation.runs)

    # ---- Sets of which the parts are picked one after another

    def _of_sets(self, loop: low.While, rest: low.Block, after: der.LookAhead | None) -> der.LookAheadSteps:
        """Return the steps that test, after a loop, one of the sets it can still pick.

        They are tested only while these sets are few.
        """
        assert loop.ahead is not None
        assert loop.with_another is not None
        none: der.LookAheadSteps = (der.Foreseen(),)
        if self.sets == _MOST_PICKS:
            return none
        if self.sets:
            return (der.Either(loop.with_another, self._each_set(loop, rest, after, _MOST_PICKS), none),)
        alone = der.Either(loop.ahead, self._each_set(loop, rest, after, _MOST_PICKS), none)
        if not self._picks_again(rest, after):
            return (alone,)
        return (der.Either(loop.with_another, self._each_set(loop, rest, after, 1), (alone,)),)

    def _picks_again(self, block: low.Block, after: der.LookAhead | None) -> bool:
        """Return whether another set is picked in a block or in what comes after it."""
        return any(map(picks_parts, operations_in(block))) or (
            after is not None and self._picks_again(*self.of[after.name])
        )

    def _each_set(self, loop: low.While, rest: low.Block, after: der.LookAhead | None, sets: int) -> der.LookAheadSteps:
        """Return what must be possible after a loop for one of its sets, or for all alike if nothing looks at it."""
        before, self.sets = self.sets, sets
        after = self._for_each_set(after)
        rest = self._without_name(rest, after)
        read = {each.number for each in self._rests(rest, after)[0].open}
        if any(each.sets is not None and each.sets.number in read for each in operations_in(loop.body)):
            found: der.LookAheadSteps = (der.Then(self._through_sets(loop, rest, after)),)
        else:
            found = self._steps(rest, after)
        self.sets = before
        return found

    def _without_name(self, rest: low.Block, after: der.LookAhead | None) -> low.Block:
        """Return the rest without naming the set, if nothing in it reads the set by that name."""
        first, later = rest[:1], self._rests(rest[1:], after)[0] if rest else _NOTHING_MORE
        named = first[0].local if first and isinstance(first[0], low.Let) else None
        return rest[1:] if named is not None and named.number not in {each.number for each in later.open} else rest

    def _for_each_set(self, after: der.LookAhead | None) -> der.LookAhead | None:
        """The look-ahead of the same that goes through fewer further sets, or none."""
        if after is None:
            return None
        block, later = self.of[after.name]
        return self._next(block, self._for_each_set(later))

    def _through_sets(self, loop: low.While, rest: low.Block, after: der.LookAhead | None) -> der.LookAhead:
        """A look-ahead that picks one more part in each way and calls itself, and goes on with the rest at the end."""
        key = tuple(map(id, (loop, *rest))), after.name if after is not None else "", self.sets
        if key not in self.known:
            name, at = self._name((loop, *rest), after), len(self.found)
            self.known[key] = der.LookAhead(name, self.ahead[name].open, ())
            self.found.append(self.known[key])
            one_more, last = self._steps(loop.body, self.known[key]), self._steps(rest, after)
            self.found[at] = replace(self.known[key], steps=(der.Either(loop.test, one_more, last),))
        return self.known[key]

    def _way(self, block: low.Block, after: der.LookAhead | None) -> der.LookAheadSteps:
        """Return the steps of one of two ways, counted as taken even if nothing on it is looked at."""
        counted = _leading(block)
        return (*counted, *self._steps(block[len(counted) :], after))

    def _any_offer(self, ask: low.Ask, rest: low.Block, after: der.LookAhead | None) -> der.AnyOf:
        if not ask.named:
            (offer,) = ask.offers
            return der.AnyOf(ask, (der.Possible(offer, self._after(rest, after)),))
        later = self._later(rest, after)
        options = []
        for offer in ask.offers:
            counted = _leading(offer.body)
            options.append(der.Possible(offer, self._after(offer.body[len(counted) :], later), counted))
        return der.AnyOf(ask, tuple(options))


def _leading(block: low.Block) -> tuple[low.Count, ...]:
    """Return the operations, none or one, that count that a block is reached at all."""
    first = block[0] if block else None
    return (first,) if isinstance(first, low.Count) else ()


def in_order(found: Iterable[der.LookAhead]) -> list[der.LookAhead]:
    """Look-aheads in an order in which each comes before those it continues with, but for one that calls itself."""
    order: list[der.LookAhead] = []
    by_name = {each.name: each for each in found}
    done: set[str] = set()

    def follow(name: str) -> None:
        if name not in done:
            done.add(name)
            for following in _goes_on_with(by_name[name].steps):
                follow(following.name)
            order.append(by_name[name])

    for name in reversed(by_name):
        follow(name)
    return order[::-1]


def _goes_on_with(steps: der.LookAheadSteps) -> Iterator[der.LookAhead]:
    """The look-aheads that steps call, the last first."""
    for step in reversed(steps):
        match step:
            case der.Then():
                yield step.after
            case der.Either():
                yield from _goes_on_with(step.otherwise)
                yield from _goes_on_with(step.then)
            case der.AnyOf():
                for option in reversed(step.options):
                    if isinstance(option.following, der.LookAhead):
                        yield option.following
            case low.Count() | low.Let() | der.Must() | der.MustBeAble() | der.Trial() | der.Foreseen():
                pass
            case _:
                assert_never(step)
