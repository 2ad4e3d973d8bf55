"""The effect language, defined by a small evaluator: it walks bound effects and asks whoever runs it for each decision.

It is slow, and independent of the emitted code; both must play the same games (`tests/properties`). It keeps what it
is in the middle of in Python generators, so its games cannot be saved. What is put off it keeps as a tuple in the first
slot of its queue. Expressions are in `values.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE, OVER, STEPS
from rulewright.core.model.parts_played import PartsInfo
from rulewright.core.model.program import Program
from rulewright.core.model.stages import WHEN_ALL_HAVE_ACTED
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.random_streams import below
from tests.reference.changes import (
    EndGame,
    LeaveEffect,
    asked_about,
    callee,
    count_steps,
    enough,
    is_confirmed,
    move,
    put_off,
    set_slot,
    shuffled,
)
from tests.reference.parts import part_after
from tests.reference.picked_sets import any_set, picks_sets
from tests.reference.values import LimitAhead, Moment, candidates, held, members, ordered, slot, value
from tests.reference.waiting_statements import Opening, at_once, wait_before


class Decision(NamedTuple):
    """A seat is asked at a place in the rules for one of several option codes."""

    seat: int
    site: int
    options: tuple[int, ...]


Running = Generator[Decision, int, Any]


@dataclass(slots=True)
class Evaluator:
    """Runs the procedures of a program; `piece_zone` is where the state says in which zone each piece lies."""

    program: Program
    piece_zone: int
    asking: dict[int, bool] = field(default_factory=dict)
    under_way: list[tuple[int, int]] = field(default_factory=list)
    """The procedures that are being performed, the innermost last, and by which seat."""
    parts: Mapping[int, PartsInfo] = field(default_factory=dict)
    trying_parts: bool = False
    opening: Opening = field(default_factory=Opening)

    def play(self, state: list[Any], procedure: int) -> Running:
        """A whole game, changing the state: yields its decisions, takes option codes.

        A game before it may have been left in the middle, or have ended while answers waited.
        """
        self.under_way, self.opening.done = [], WHEN_ALL_HAVE_ACTED
        try:
            yield from self.call(state, procedure, (0,))
        except EndGame:
            pass
        state[OVER] = 1

    def call(self, state: list[Any], procedure: int, arguments: tuple[Any, ...]) -> Running:
        """A procedure for a seat, which is the first of its arguments; whatever ends it ends nothing else."""
        at = Moment(self.program, state, dict(enumerate(arguments)), self.can_do)
        under_way = self.under_way
        under_way.append((procedure, arguments[0]))
        try:
            yield from self._block(at, self.program.procedures[procedure].body, ())
        except LeaveEffect:
            return
        finally:
            under_way.pop()

    # ---- Effects

    def _block(self, at: Moment, block: BoundBlock, rest: BoundBlock) -> Running:
        """Statements in order; `rest` is what follows the block in the procedure, as far as look-ahead goes."""
        for position, statement in enumerate(block):
            yield from self._statement(at, statement, (*block[position + 1 :], *rest))

    def _statement(self, at: Moment, statement: BoundStatement, rest: BoundBlock) -> Running:
        yield from wait_before(self.opening, self.program, statement)  # type: ignore[misc]  # which `at_once` takes
        match statement:
            case b.PickOne():
                yield from self._pick(at, statement, rest)
            case b.ChooseOption():
                yield from self._choose(at, statement, rest)
            case bv.CallProcedure() | bv.DoField():
                procedure, arguments = callee(at, statement)
                if procedure >= 0:
                    yield from self.call(at.state, procedure, arguments)
            case b.AskAll():
                yield from at_once(self, at, statement)
            case b.RunWaiting():
                queue = self.program.queues[statement.until].base
                while at.state[queue]:
                    first = at.state[queue][0][0]
                    waited = yield from wait_before(self.opening, self.program, statement, first)  # type: ignore[misc]
                    if waited:
                        continue  # others may have run it
                    (number, *given), *others = at.state[queue]
                    at.state[queue] = tuple(others)
                    if self.program.queues[statement.until].in_front >= 0:
                        at.state[self.program.queues[statement.until].in_front] = 0
                    count_steps(at, 1)
                    yield from self.call(at.state, number, tuple(given))
            case b.Branch():
                yield from self._block(at, statement.then if value(at, statement.test) else statement.otherwise, rest)
            case b.Loop() | b.RepeatTimes() | b.RepeatWhile():
                of_sets = isinstance(statement, b.RepeatWhile) and statement.ahead is not None
                following = (statement, *rest) if of_sets else ()
                for _ in self._rounds(at, statement):
                    yield from self._block(at, statement.body, following)
            case _:
                self._change(at, statement)

    def _rounds(self, at: Moment, loop: b.Loop | b.RepeatTimes | b.RepeatWhile) -> Iterator[None]:
        """Once for each time a loop's body is run. What a `for each` goes through is settled before the first."""
        asks = self.asks(loop)
        match loop:
            case b.Loop():
                things = candidates(at, loop.local, loop.source, loop.where)
                for thing in tuple(ordered(at, loop.local, things, loop.order)):
                    at.locals[loop.local.number] = thing
                    count_steps(at, 1 if asks else 0, looks=0 if asks else 1)
                    yield
            case b.RepeatTimes():
                times = max(0, value(at, loop.times))
                count_steps(at, 0 if asks else times)
                for _ in range(times):
                    count_steps(at, 1 if asks else 0)
                    yield
            case b.RepeatWhile():
                while value(at, loop.test):
                    count_steps(at, 1)
                    yield

    # ---- Decisions

    def _pick(self, at: Moment, pick: b.PickOne, rest: BoundBlock) -> Running:
        if pick.chance:
            found = [thing for thing, _ in asked_about(at, pick)]
            if not found:
                raise LeaveEffect
            at.locals[pick.local.number] = found[below(at.state, pick.key, pick.counter, len(found))]
            return

        def offer(now: Moment) -> Iterator[int]:
            return self._open(now, pick, rest)

        at.locals[pick.local.number] = yield from self._decide(at, pick, offer)

    def _choose(self, at: Moment, choose: b.ChooseOption, rest: BoundBlock) -> Running:
        def offer(now: Moment) -> Iterator[int]:
            others = False
            for number, option in enumerate(choose.options):
                for code in self._offered(now, number, option, rest) if not (option.otherwise and others) else ():
                    others = True
                    yield code

        code = yield from self._decide(at, choose, offer)
        yield from self._take(at, choose, code, rest)

    def _take(self, at: Moment, choose: b.ChooseOption, code: int, rest: BoundBlock) -> Running:
        """Do what the option with this code says."""
        chosen = choose.options[code % (1 << LABEL_BITS)]
        if chosen.local is not None:
            at.locals[chosen.local.number] = code >> LABEL_BITS
        yield from self._block(at, chosen.body, rest)

    def _offered(self, at: Moment, number: int, option: b.BoundOption, rest: BoundBlock) -> Iterator[int]:
        """The codes of one named option that is open: one, or one for each candidate."""
        following = (*option.body, *rest)
        if option.local is not None:
            yield from (thing << LABEL_BITS | number for thing in self._open(at, option, following))
        elif self._looks_possible(at, following):
            yield number

    def _decide(
        self, at: Moment, asked: b.PickOne | b.ChooseOption, offer: Callable[[Moment], Iterator[int]]
    ) -> Generator[Decision, int, int]:
        """One of the options: a single one goes without saying, without any the effect cannot be done.

        Free actions are offered beside them, with codes of their own; after one, all is offered anew.
        """
        seat = at.locals[asked.seat.number]
        while True:
            options = tuple(offer(at))
            if not options:
                raise LeaveEffect
            free = (code for code in tuple(self._free(at, seat)) if self._leaves_open(at, seat, code, offer))
            options += tuple(code + FREE_CODES for code in free)
            if isinstance(asked, b.ChooseOption) and asked.in_any_order:
                if (part := self.next_part(at, asked, options)) is not None:
                    return part
            elif len(options) == 1 and not is_confirmed(asked, options[0]):
                return options[0]
            at.state[STEPS] = 0
            code = yield Decision(seat, asked.site, options)
            if code < LEAST_FREE_CODE:
                return code
            yield from self._do_freely(at, seat, code - FREE_CODES)

    def next_part(self, at: Moment, asked: b.ChooseOption, options: tuple[int, ...]) -> int | None:
        """The part that is done next without asking; None if the seat is asked."""
        return part_after(self, at, asked, options)

    def _free(self, at: Moment, seat: int) -> Iterator[int]:
        """The codes of the free actions open to a seat now, in the course of what they belong to."""
        free = self.program.free
        if free.procedure < 0 or any(procedure == free.procedure for procedure, _ in self.under_way):
            return
        now = Moment(self.program, at.state, {0: seat}, self.can_do)
        for number, option in enumerate(self._free_actions().options):
            if any(performer == seat and procedure in free.during[number] for procedure, performer in self.under_way):
                if not free.tested[number] or self._looks_possible(now, option.body[:1]):
                    yield from self._offered(now, number, option, ())

    def _leaves_open(self, at: Moment, seat: int, code: int, offer: Callable[[Moment], Iterator[int]]) -> bool:
        """Whether the decision that waits can be made after a free action; where that asks, nothing is foreseen."""
        if any(self.asks(each) for each in self._free_actions().options[code % (1 << LABEL_BITS)].body):
            return True
        trial = at.fork()
        try:
            with self.opening.looking_ahead():
                for decision in self._do_freely(trial, seat, code):
                    raise AssertionError(decision)
        except EndGame:
            return True
        return any(True for _ in offer(trial))

    def _do_freely(self, at: Moment, seat: int, code: int) -> Running:
        under_way = self.under_way  # a game that is given up ends here later, when another may be under way
        under_way.append((self.program.free.procedure, seat))
        try:
            now = Moment(self.program, at.state, {0: seat}, self.can_do)
            yield from self._take(now, self._free_actions(), code, ())
        except LeaveEffect:
            return
        finally:
            under_way.pop()

    def _free_actions(self) -> b.ChooseOption:
        (asked,) = self.program.procedures[self.program.free.procedure].body
        assert isinstance(asked, b.ChooseOption)
        return asked

    def _open(self, at: Moment, asked: b.PickOne | b.BoundOption, following: BoundBlock) -> Iterator[int]:
        """The candidates with which what follows can be done; of those alike by `distinct` only the first."""
        seen = set()
        for thing, tried in dict(asked_about(at, asked)).items():
            if not self._looks_possible(tried, following):
                continue
            likeness = thing if asked.distinct is None else value(tried, asked.distinct)
            if asked.distinct is None or likeness not in seen:
                seen.add(likeness)
                yield thing

    # ---- Looking ahead

    def _looks_possible(self, at: Moment, statements: BoundBlock) -> bool:
        try:
            return self.can_do(at.fork(), statements)
        except LimitReached as limit:
            raise LimitAhead(str(limit)) from limit

    def can_do(self, at: Moment, statements: BoundBlock) -> bool:
        """Whether a run of statements can be done to its end, as far as that can be promised; uses up `at`.

        What decides are guards: paying, requiring, having something to pick. A decision on the way can be made if it
        can be made in any way; the sets that may be picked are tried where they are few, for one or two such decisions.
        Beyond a throw of chance, or a call or another loop in which someone is asked, nothing is promised.
        """
        for position, statement in enumerate(statements):
            rest = statements[position + 1 :]
            match statement:
                case b.RequireTest():
                    if not value(at, statement.test):
                        return False
                case b.PickOne():
                    follow, tries = () if statement.chance else rest, asked_about(at, statement)
                    return any(self.can_do(tried.fork(), follow) for _, tried in tries)
                case b.ChooseOption():
                    of = statement.options
                    return any(self.can_do(way, (*o.body, *rest)) for o in of for way in self.tries(at, o))
                case b.Branch():
                    then = statement.then if value(at, statement.test) else statement.otherwise
                    return self.can_do(at, (*then, *rest))
                case b.Stop():
                    return True
                case b.RepeatWhile(ahead=few, with_another=fewer) if few is not None and fewer is not None:
                    with_another = at.sets < 2 and bool(value(at, fewer))
                    if not with_another and (at.sets or not value(at, few)):
                        return True
                    return any_set(self, at.for_sets(at.sets + 1 if with_another else 2), statement, rest)
                case bv.CallProcedure() | bv.DoField():
                    procedure, arguments = callee(at, statement)
                    if at.sets and picks_sets(self.program, statement):
                        return True
                    inside = Moment(self.program, at.state[:], dict(enumerate(arguments)), self.can_do)
                    if procedure >= 0 and not self.can_do(inside, self.program.procedures[procedure].body):
                        return False
                case b.SetSlot(mode="pay"):
                    if not enough(at, statement):
                        return False
            if self.asks(statement) or self.ends(at, statement):
                return True
        return True

    def tries(self, at: Moment, option: b.BoundOption) -> Iterator[Moment]:
        """A moment of its own for each way an option can be taken."""
        return (t.fork() for _, t in asked_about(at, option)) if option.local is not None else iter((at.fork(),))

    def ends(self, at: Moment, *statements: BoundStatement) -> bool:
        """Do statements that ask nobody; whether one has left the effect or ended the game. Nothing waits ahead."""
        try:
            with self.opening.looking_ahead():
                for decision in self._block(at, statements, ()):
                    raise AssertionError(decision)
        except (LeaveEffect, EndGame):
            return True
        return False

    def asks(self, statement: BoundStatement) -> bool:
        """Whether a statement has a place in it, in whatever it may call as well, where a seat is asked."""
        match statement:
            case b.PickOne():
                return not statement.chance
            case b.ChooseOption():
                return True
            case bv.CallProcedure() | b.AskAll():
                return self._procedure_asks(statement.procedure)
            case bv.DoField():
                return any(self._procedure_asks(number) for number in statement.procedures)
            case b.RunWaiting():
                waiting = (each for each in self.program.procedures if each.until == statement.until)
                return any(self._procedure_asks(each.number) for each in waiting)
            case b.Branch():
                return any(self.asks(each) for each in (*statement.then, *statement.otherwise))
            case b.Loop() | b.RepeatTimes() | b.RepeatWhile():
                return any(self.asks(each) for each in statement.body)
            case _:
                return False

    def _procedure_asks(self, number: int) -> bool:
        if number not in self.asking:
            self.asking[number] = any(self.asks(each) for each in self.program.procedures[number].body)
        return self.asking[number]

    # ---- Changes

    def _change(self, at: Moment, statement: BoundStatement) -> None:
        """A statement that is done at once."""
        match statement:
            case b.SetSlot():
                set_slot(at, statement)
            case b.SetLocal():
                at.locals[statement.local.number] = held(at, statement.value)
            case b.MovePiece():
                move(at, self.piece_zone, value(at, statement.piece), slot(at, statement.to), under=statement.under)
            case b.MoveEach():
                to = slot(at, statement.to)
                for piece in members(at, statement.source):
                    move(at, self.piece_zone, piece, to)
            case b.DrawPieces():
                source, to = slot(at, statement.source), slot(at, statement.to)
                for _ in range(min(value(at, statement.amount), len(at.state[source]))):
                    move(at, self.piece_zone, at.state[source][-1], to)
            case b.ShuffleZone():
                zone = slot(at, statement.zone)
                at.state[zone] = shuffled(at.state, at.state[zone], zone + statement.key, zone + statement.counter)
            case b.RequireTest():
                if not value(at, statement.test):
                    raise LeaveEffect
            case b.Stop():
                raise EndGame if statement.whole_game else LeaveEffect
            case b.PutOff():
                put_off(at, statement)
            case b.Tell() | b.ShowPiece() | b.TakeUp():  # what is taken up has been given as what it takes
                pass
            case _:
                raise AssertionError(type(statement).__name__)
