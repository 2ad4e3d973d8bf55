"""Goes through an effect as it is carried out, with what is known before each of its statements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.program import Procedure
from rulewright.core.model.ranges import ANY, Interval
from rulewright.core.model.type import TRUTH
from rulewright.core.sound.around_effects import AroundEffects
from rulewright.core.sound.asking import Asking
from rulewright.core.sound.changes import ChangeKey, StateChange, after_all, in_general
from rulewright.core.sound.facts import Facts, all_joined, joined
from rulewright.core.sound.handing_over import handed_over, taken_back
from rulewright.core.sound.passes import LoopPass, widened, with_candidate_again, without_changed
from rulewright.core.sound.pieces import faces_turned, moved, moved_each, pieces_drawn
from rulewright.core.sound.sets import NOTHING_IN_IT
from rulewright.core.sound.slot_values import new_value

_DEEPEST = 3
"""In how many loops inside one another it is tried out what they keep true."""
_TRIES = 4
_ONCE = Interval(1, 1)


@dataclass(slots=True)
class EffectWalk:
    """One walk through an effect, which gathers its changes and ends and, with `notes`, notes what it asks."""

    flow: AroundEffects
    procedure: Procedure
    notes: bool
    hands_on: bool = False
    """Whether what is known is noted for what is run and asked for as well, of which all is known then."""
    for_ends: bool = False
    """Whether it matters what is known where the effect ends."""
    changes: dict[ChangeKey, StateChange] = field(default_factory=dict)
    ends: list[tuple[Facts, str]] = field(default_factory=list)
    loops: int = 0
    passes: Interval = _ONCE
    """How often the loops around a statement may be gone through between them."""
    asking: Asking = field(init=False)

    def __post_init__(self) -> None:
        self.asking = Asking(self.flow, self.procedure.id, self.notes, self.hands_on)

    def whole_body(self, facts: Facts) -> None:
        """Go through all of it."""
        last = self.block(self.procedure.body, facts)
        if last is not None:
            self.ends.append((last, ""))

    def block(self, block: BoundBlock, facts: Facts | None) -> Facts | None:
        """Return what is known after a block, None if it never reaches its end."""
        for statement in block:
            if facts is None:
                return None
            facts = self.statement(statement, facts)
        return facts

    def statement(self, statement: BoundStatement, facts: Facts) -> Facts | None:
        """Return what is known after a statement."""
        asks = self.asking.asks
        match statement:
            case b.SetLocal():
                asks(statement.value, facts)
                return facts.with_value(statement.local, statement.value)
            case b.RequireTest():
                asks(statement.test, facts)
                if self.for_ends:
                    self._may_end(facts.with_test(statement.test, False), "require")
                return facts.with_test(statement.test, True)
            case b.Stop():
                if not statement.whole_game:
                    self.ends.append((facts, ""))
                return None
            case b.Announcing():
                return facts
            case b.PickOne():
                return self._pick(statement, facts)
            case b.Branch():
                return self._branch(statement, facts)
            case b.ChooseOption():
                return self._choose(statement, facts)
            case b.Loop():
                return self._each(statement, facts)
            case b.RepeatTimes():
                asks(statement.times, facts)
                times = facts.range_of(statement.times)
                around, end = self._again(statement.body, facts, (), times=times)
                return end if (times.low or 0) >= 1 else around
            case b.RepeatWhile():
                around, end = self._again(statement.body, facts, (statement.test,))
                if self.notes and end is not None and end.decides(statement.test):
                    self.asking.held.tell(self.flow.note_endless, statement)
                return around.with_test(statement.test, False) if around is not None else None
            case b.AskAll():
                return self._ask_all(statement, facts)
            case b.PutOff():
                asks((statement.seat, *statement.arguments), facts)
                self._hand_over_later(statement, facts)
                self.asking.waits(statement.limit, self.passes)
                return facts
            case b.TakeUp():
                return facts
            case b.RunWaiting():
                return self._changed(facts, self.flow.changes_of_waiting(statement.until), "what was deferred")
            case bv.CallProcedure():
                return self._call(statement, facts)
            case bv.DoField():
                return self._do(statement, facts)
            case b.SetSlot():
                return self._set(statement, facts)
            case b.MovePiece() | b.MoveEach() | b.DrawPieces() | b.ShuffleZone():
                return self._move(statement, facts)
            case _:
                assert_never(statement)

    # ---- Guards and decisions

    def _may_end(self, facts: Facts | None, word: str) -> None:
        if facts is not None:
            self.ends.append((facts, f"`{self.flow.name_of(self.procedure)}` may end at its `{word}`"))

    def _decision(self, facts: Facts, site: int) -> Facts:
        """Return the facts where a seat decides, before which free actions and decisions of others may come."""
        changes = self.flow.changes_at(self.procedure, site, all_known=self.hands_on)
        return self._changed(facts, changes, "what is done before it may take the last")

    def _pick(self, pick: b.PickOne, facts: Facts) -> Facts | None:
        if not pick.chance:
            facts = self._decision(facts, pick.site)
        key = self._asked_set(pick.local, pick.source, pick.where, facts)
        chosen = facts.of_chosen(pick.local, pick.source, pick.where)
        if chosen is not None:
            self.asking.asks(pick.distinct, chosen)
        if self.for_ends:
            self._may_end(*(facts.with_size(key, NOTHING_IN_IT), "roll") if pick.chance else (facts, "pick"))
        return chosen

    def _asked_set(self, local: bv.Local, source: Bound, where: Bound | None, facts: Facts) -> Bound:
        """Note what is asked of candidates, and return the set of those that pass."""
        self.asking.candidates(local, source, where, None, (), facts)
        return facts.key_of(bv.Quantify("those", local, source, where, None, source.type))

    def _choose(self, choice: b.ChooseOption, facts: Facts) -> Facts | None:
        facts = self._decision(facts, choice.site)
        ends: list[Facts] = []
        for option in choice.options:
            start: Facts | None = facts
            if option.local is not None and option.source is not None:
                self._asked_set(option.local, option.source, option.where, facts)
                start = facts.of_chosen(option.local, option.source, option.where)
                if start is not None:
                    self.asking.asks(option.distinct, start)
            end = self.block(option.body, start)
            if end is not None:
                ends.append(end)
        if not any(option.otherwise for option in choice.options):
            name = self.flow.name_of(self.procedure)
            self.ends.append((facts, f"`{name}` may end at a choice with nothing to choose"))
        return all_joined(ends)

    def _branch(self, branch: b.Branch, facts: Facts) -> Facts | None:
        self.asking.asks(branch.test, facts)
        yes, no = facts.with_test(branch.test, True), facts.with_test(branch.test, False)
        ends = (self.block(branch.then, yes), self.block(branch.otherwise, no))
        return all_joined([each for each in ends if each is not None])

    # ---- Loops

    def _each(self, loop: b.Loop, facts: Facts) -> Facts | None:
        key = self._asked_set(loop.local, loop.source, loop.where, facts)
        chosen = facts.of_chosen(loop.local, loop.source, loop.where)
        if chosen is not None:
            self.asking.asks(loop.order, chosen)
        if chosen is None:
            return facts
        size = facts.size_of(key)
        _, end = self._again(loop.body, chosen, (), loop.local, size)
        if (size.low or 0) >= 1:
            return end.without_locals({loop.local.number}) if end is not None else None
        before = facts.without_locals({loop.local.number})
        return joined(before, end.without_locals({loop.local.number})) if end is not None else before

    def _again(
        self,
        body: BoundBlock,
        facts: Facts,
        tests: tuple[Bound, ...],
        each: bv.Local | None = None,
        times: Interval = ANY,
    ) -> tuple[Facts | None, Facts | None]:
        """Return the facts before each pass of a loop, which hold however often it is repeated, and those after one.

        `each` is another candidate in each pass, of which is known what no pass changes.
        """
        passed = self.flow.changes_in(self.procedure, body)
        self._changed(facts, passed, "")
        around, self.passes = self.passes, PRIMITIVES["*"].range(self.passes, times)
        kept = self._kept_true(body, facts, tests, each)
        if kept is not None:
            self.ends += kept.ends
            head, end = kept.head, kept.end
        else:
            head = without_changed(facts, passed, body)
            head = with_candidate_again(head, facts, each, passed) if each is not None else head
            end = self._pass(body, head, tests)
        self.passes = around
        return head, end

    def _kept_true(
        self, body: BoundBlock, facts: Facts, tests: tuple[Bound, ...], local: bv.Local | None
    ) -> LoopPass | None:
        """Return what is known before a loop and still is after a pass that begins with it, None if too little is."""
        if self.loops >= _DEEPEST:
            return None
        ends, head, held = self.ends, facts, self.asking.held
        self.loops += 1
        found = None
        for _ in range(_TRIES):
            self.ends = []
            held.hold()
            end = self._pass(body, head, tests)
            if end is None:
                found = LoopPass(head, None, self.ends)
                break
            after = end
            if local is not None:
                passed = self.flow.changes_in(self.procedure, body)
                end = with_candidate_again(end.without_locals({local.number}), facts, local, passed)
            now = widened(head, joined(head, end))
            if now == head:
                found = LoopPass(head, after, self.ends)
                break
            held.drop()
            head = now
        if found is not None:
            held.make()
        self.loops, self.ends = self.loops - 1, ends
        return found

    def _pass(self, body: BoundBlock, head: Facts, tests: tuple[Bound, ...]) -> Facts | None:
        start: Facts | None = head
        for test in tests:
            self.asking.asks(test, head)
            start = head.with_test(test, True)
        return self.block(body, start)

    # ---- Changes

    def _changed(self, facts: Facts, changes: Iterable[StateChange], why: str) -> Facts:
        changes = list(changes)
        for change in changes:
            general = in_general(change)
            key = general[:3]
            known = self.changes.get(key)
            if known is None:
                self.changes[key] = general
            elif known.values != general.values:
                self.changes[key] = general._replace(values=general.values.joins(known.values))
        return after_all(facts, changes, why)

    def _set(self, change: b.SetSlot, facts: Facts) -> Facts | None:
        self.asking.asks((change.target, change.value), facts)
        target, value = change.target, facts.range_of(change.value)
        if isinstance(target, bv.PieceSlot):
            return self._changed(facts, faces_turned(facts), "")
        known = facts.range_of(target)
        limits = Interval(change.low, change.high)
        if change.mode == "pay":
            held: Bound = target
            if change.low:
                held = bv.Op("-", (target, bv.Const(change.low, target.type)), target.type)
            enough = bv.Op(">=", (held, change.value), TRUTH)
            holds = facts.with_test(enough, True)
            if self.for_ends:
                self._may_end(facts.with_test(enough, False), "pay")
            if holds is None:
                return None
            facts, known = holds, holds.range_of(target)
            value = holds.range_of(change.value)
        new = new_value(change.mode, known, value, limits, is_thing=change.value.type.kind == "thing")
        is_none = new.low is not None and new.low < 0
        why = f"`{self.flow.name_of(self.procedure)}` may set it to none" if is_none else ""
        facts = self._changed(facts, (StateChange("sets", target.family or "anything", target, new),), why)
        whole = self.flow.whole
        if self.hands_on:
            self.asking.held.tell(self.flow.note_written, target.family, new)
        if target.family in whole.reads(bv.UnionSet(tuple(index for index, _ in target.parts), target.type)):
            return facts
        return facts.with_range(target, new) or facts

    def _move(self, move: b.MovePiece | b.MoveEach | b.DrawPieces | b.ShuffleZone, facts: Facts) -> Facts | None:
        asks, name = self.asking.asks, self.flow.name_of(self.procedure)
        changes: list[StateChange] = []
        learn: Iterable[tuple[Bound, Interval]] = ()
        match move:
            case b.MovePiece():
                asks((move.piece, move.to), facts)
                if move.limit >= 0:
                    self.asking.full(move, facts)
                changes, learn = moved(facts, move)
            case b.MoveEach():
                asks((move.source, move.to), facts)
                changes, learn = moved_each(facts, move)
            case b.DrawPieces():
                asks((move.amount, move.source, move.to), facts)
                changes, learn = pieces_drawn(facts, move)
            case b.ShuffleZone():
                asks(move.zone, facts)
                changes = [StateChange("mixes", move.zone.family or "anything", move.zone, ANY)]
        facts = self._changed(facts, changes, f"`{name}` takes pieces from it")
        for source, size in learn:
            facts = facts.with_size(source, size) or facts
        if isinstance(move, b.MovePiece):
            homes = {node: zones for node, zones in facts.homes.items() if node != move.piece}
            if isinstance(move.piece, bv.Local):
                homes[move.piece] = (move.to,)
            facts = facts.but(homes=homes)
        return facts

    # ---- What is run

    def _call(self, call: bv.CallProcedure, facts: Facts) -> Facts | None:
        self.asking.asks((call.seat, *call.arguments), facts)
        callee = self.flow.program.procedures[call.procedure]
        self.asking.gives(callee, call.arguments, facts, call.span)
        if self.hands_on and call.procedure in self.flow.leading.effects:
            begun = handed_over(facts, callee.parameters, call.seat, call.arguments, state=True)
            self.asking.held.tell(self.flow.begin, call.procedure, begun)
        changes = self.flow.changes_of(call.procedure)
        changed = self._changed(facts, changes, f"`{self.flow.name_of(callee)}` may take the last")
        ever_ends, ends = self.flow.at_ends(call.procedure)
        if not ever_ends:
            return None
        return taken_back(changed, ends, self._still_given(callee, call, changes)) if ends is not None else changed

    def _still_given(
        self, callee: Procedure, call: bv.CallProcedure, changes: Iterable[StateChange]
    ) -> dict[int, Bound]:
        """The values a procedure was given that are still the same when it is over."""
        set_in = self.flow.whole.set_in(callee.body)
        touched = {change.family for change in changes}
        numbers = (0, *(each.number for each in callee.parameters))
        reads = self.flow.whole.reads
        return {
            number: value
            for number, value in zip(numbers, (call.seat, *call.arguments), strict=False)
            if number not in set_in and not (reads(value) and (reads(value) & touched or "anything" in touched))
        }

    def _do(self, run: bv.DoField, facts: Facts) -> Facts | None:
        self.asking.asks((run.target, run.seat, *run.arguments), facts)
        changes: dict[StateChange, StateChange] = {}
        begun: dict[tuple[bv.Local, ...], Facts] = {}
        procedures = [self.flow.program.procedures[number] for number in run.procedures]
        self.asking.gives_one_of(procedures, run.arguments, facts, run.span)
        for number in run.procedures:
            callee = self.flow.program.procedures[number]
            if self.hands_on and number in self.flow.leading.effects:
                if callee.parameters not in begun:
                    given = (callee.parameters, run.seat, run.arguments)
                    begun[callee.parameters] = handed_over(facts, *given, state=True)
                self.asking.held.tell(self.flow.begin, number, begun[callee.parameters])
            changes |= {each: each for each in self.flow.changes_of(number)}
        return self._changed(facts, changes, "what is written on it may take the last")

    def _ask_all(self, ask: b.AskAll, facts: Facts) -> Facts | None:
        self.asking.asks(ask.arguments, facts)
        if ask.local is not None and ask.source is not None:
            self._asked_set(ask.local, ask.source, ask.where, facts)
        changes = self.flow.changes_of(ask.procedure)
        facts = self._changed(facts, changes, "what seats do at the same time")
        if self.hands_on:
            callee = self.flow.program.procedures[ask.procedure]
            begun = handed_over(facts, callee.parameters, bv.UNKNOWN, ask.arguments, state=True)
            self.asking.held.tell(self.flow.begin, ask.procedure, self.flow.for_some_seat(begun))
        return facts

    def _hand_over_later(self, statement: b.PutOff, facts: Facts) -> None:
        if not self.hands_on:
            return
        body = self.flow.program.procedures[statement.procedure].body
        parameters = body[0].parameters if body and isinstance(body[0], b.TakeUp) else ()
        begun = handed_over(facts, parameters, statement.seat, statement.arguments, state=False)
        self.asking.held.tell(self.flow.begin, statement.procedure, begun)
