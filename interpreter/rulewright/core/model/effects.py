"""The effect language as a tree: what an author wrote, before any name is resolved.

Values are in `model/expressions.py`, statements that hold no others in `simple_effects.py`, `effects_on_pieces.py` and
`picks.py`; all but those on pieces can be had from here too. Every node knows its `Place` inside the text it was
written in, so that a message can point at it. Types, offsets and meaning are deliberately not here: see
`model/bound.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from rulewright.core.model import effect_names as names
from rulewright.core.model.effects_on_pieces import Move, OnPieces
from rulewright.core.model.endings import AHEAD, OUT, OUTCOME, OUTDONE, PLACES
from rulewright.core.model.expressions import Candidates as Candidates
from rulewright.core.model.expressions import Conditional as Conditional
from rulewright.core.model.expressions import Expression as Expression
from rulewright.core.model.expressions import Field as Field
from rulewright.core.model.expressions import FunctionCall as FunctionCall
from rulewright.core.model.expressions import Going as Going
from rulewright.core.model.expressions import HowMany as HowMany
from rulewright.core.model.expressions import Index as Index
from rulewright.core.model.expressions import Name as Name
from rulewright.core.model.expressions import Operation as Operation
from rulewright.core.model.expressions import OrderKey as OrderKey
from rulewright.core.model.expressions import OrElse as OrElse
from rulewright.core.model.expressions import Quantifier as Quantifier
from rulewright.core.model.expressions import Range as Range
from rulewright.core.model.expressions import Those as Those
from rulewright.core.model.of_seats import each_of, of_seat, place_is, place_of, seats_where
from rulewright.core.model.picks import Pick as Pick
from rulewright.core.model.picks import PickSet as PickSet
from rulewright.core.model.simple_effects import Assign as Assign
from rulewright.core.model.simple_effects import Call as Call
from rulewright.core.model.simple_effects import Change as Change
from rulewright.core.model.simple_effects import Do as Do
from rulewright.core.model.simple_effects import Give as Give
from rulewright.core.model.simple_effects import Leave as Leave
from rulewright.core.model.simple_effects import Let as Let
from rulewright.core.model.simple_effects import Require as Require
from rulewright.core.model.stretches import START as START
from rulewright.core.model.stretches import Number as Number
from rulewright.core.model.stretches import Place as Place
from rulewright.core.model.stretches import Truth as Truth

IsSo = Callable[[Expression], bool]


class Derived:
    """A statement that is shorthand for other statements, which run in its place.

    The nodes it becomes have its places, so that messages point at what its author wrote. Names that it needs itself
    contain blanks: no text can write them. `needs_places` says that it needs the places of `model/endings.py`, and
    `leaves` that seats may be gone from then on.
    """

    __slots__ = ()
    needs_places: ClassVar[bool] = False
    leaves: ClassVar[bool] = False

    def outcome_named(self) -> str:
        """Return the outcome with which it ends the game, if that has a name."""
        return ""

    def who_loses(self) -> Expression | None:
        """Return the seats by which it ends the game as lost, None if it does not."""
        return None

    def in_other_words(self) -> Block:
        """Return the statements that it stands for."""
        raise NotImplementedError

    def among(self, is_counter: IsSo, is_for_all: IsSo) -> Block:
        """Return the statements that it stands for where more is known.

        Known is which names are those of counters, and which tests are the same for all seats, of whom none leaves.
        """
        return self.in_other_words()


@dataclass(frozen=True, slots=True)
class Transfer(Derived):
    """`gain` an amount of a counter from another seat or counter, as far as it goes, or `pay` it to another."""

    verb: str
    amount: Expression
    counter: Expression
    seat: Expression
    at: Place

    def in_other_words(self) -> Block:
        """Return the statements that this one stands for: the changes of both counters, if the other seat exists."""
        seat = Name("the other seat", self.seat.at)
        there = Operation("!=", seat, Name("none", self.seat.at), self.seat.at)
        named = Let(seat.name, FunctionCall(names.SEAT_AT_TABLE, (self.seat,), self.seat.at), self.at)
        return (named, If(there, self._with(of_seat(seat, self.counter)), (), self.at))

    def among(self, is_counter: IsSo, is_for_all: IsSo) -> Block:
        return self._with(self.seat) if is_counter(self.seat) else self.in_other_words()

    def _with(self, other: Expression) -> Block:
        """Return the changes of both counters: `lose n other` and `gain n coin`, or `pay n coin` and `gain n other`."""
        n, takes = Name("the amount", self.amount.at), self.verb == "gain"
        counters = (other, self.counter) if takes else (self.counter, other)
        handed = FunctionCall(names.AMOUNT_HANDED_OVER, (self.amount, *(counters if takes else ())), self.amount.at)
        lost = Change("lose" if takes else "pay", n, counters[0], self.at)
        return (Let(n.name, handed, self.at), lost, Change("gain", n, counters[1], self.at))


@dataclass(frozen=True, slots=True)
class PassOn(Derived):
    """All seats hand what lies in a zone of theirs to the next one, `left` or `right`, at the same time."""

    verb: str
    zone: Expression
    side: str
    at: Place

    def in_other_words(self) -> Block:
        """Return the statements: keep one's own in mind, let the others give, then give one's own."""
        at, s, me, kept = self.at, Name("the one who gives", self.zone.at), Name("me", self.at), "what one has"
        ahead, behind = (Field(each, "number", at) for each in ((s, me) if self.side == "left" else (me, s)))
        most = OrderKey("most", Operation("%", Operation("-", ahead, behind, at), Name("seats", at), at), at)
        others = Candidates(s.name, Name("others", at), None, at, (most,))
        own = Let(kept, Those(Candidates("one of them", self.zone, None, at), at), at)
        to = {each: of_seat(FunctionCall(names.BESIDE[self.side], (each,), at), self.zone) for each in (s, me)}
        given = ForEach(others, (Move(of_seat(s, self.zone), to[s], False, at),), at)
        return own, given, Move(Name(kept, at), to[me], False, at)


@dataclass(frozen=True, slots=True)
class Ending(Derived):
    """The end of the game as `won`, `lost` or `drawn` by seats, with an outcome if it has a name."""

    how: str
    seats: Expression | None
    outcome: str
    at: Place
    outcome_at: Place = START
    needs_places: ClassVar[bool] = True

    def outcome_named(self) -> str:
        return self.outcome

    def who_loses(self) -> Expression | None:
        return self.seats if self.how == "lost" else None

    def in_other_words(self) -> Block:
        """Return the statements that mark the seats and end the game.

        A seat that is not marked has not won, unless the others lost.
        """
        still_in = seats_where(place_is(Number(0, self.at), self.at), self.at)
        whom = still_in
        if (named := self.seats) is not None:
            whom = each_of(FunctionCall(names.SEATS_NAMED, (named,), named.at), None, self.at)
        marked: Block = (ForEach(whom, (_set_place(Number(PLACES[self.how], self.at), self.at),), self.at),)
        if self.how != "lost":
            marked += (ForEach(still_in, (_set_place(Number(OUTDONE, self.at), self.at),), self.at),)
        return (*_ends_as(self.outcome, self.outcome_at), *marked, Leave("end game", self.at))


@dataclass(frozen=True, slots=True)
class EndAs(Derived):
    """The end of the game with a named outcome, where the scoring decides who has won."""

    outcome: str
    at: Place
    outcome_at: Place = START

    def outcome_named(self) -> str:
        return self.outcome

    def in_other_words(self) -> Block:
        return (*_ends_as(self.outcome, self.outcome_at), Leave("end game", self.at))


@dataclass(frozen=True, slots=True)
class Departure(Derived):
    """One seat or several leave the game: they are out of it, or `ahead` of all who go on."""

    ahead: bool
    seats: Expression
    at: Place
    needs_places: ClassVar[bool] = True
    leaves: ClassVar[bool] = True

    def in_other_words(self) -> Block:
        """Return the statements that rank the seats by how many stay, and end the game if nobody does."""
        at, those, n = self.at, Name("those who leave", self.seats.at), Name("how many stay", self.at)
        still = place_is(Number(0, at), at)
        going = each_of(those, still, at)
        stay = Operation(
            "-", Quantifier("count", None, seats_where(still, at), at), Quantifier("count", None, going, at), at
        )
        place = Operation("+", Number(AHEAD, at), n, at) if self.ahead else Operation("-", Number(OUT, at), n, at)
        return (
            Let(those.name, FunctionCall(names.SEATS_NAMED, (self.seats,), self.seats.at), at),
            Let(n.name, stay, at),
            ForEach(going, (_set_place(place, at),), at),
            If(Operation("=", n, Number(0, at), at), (Leave("end game", at),), (), at),
        )


def _ends_as(outcome: str, at: Place) -> Block:
    named = FunctionCall(names.OUTCOME_NAMED, (Name(outcome, at),), at)
    return (Assign(Name(OUTCOME, at), named, at),) if outcome else ()


def _set_place(place: Expression, at: Place) -> Statement:
    return Assign(place_of(at), place, at)


@dataclass(frozen=True, slots=True)
class If:
    test: Expression
    then: Block
    otherwise: Block
    at: Place


@dataclass(frozen=True, slots=True)
class ForEach:
    over: Candidates
    body: Block
    at: Place


@dataclass(frozen=True, slots=True)
class Repeat:
    times: Expression
    body: Block
    at: Place


@dataclass(frozen=True, slots=True)
class While:
    test: Expression
    body: Block
    at: Place


@dataclass(frozen=True, slots=True)
class May:
    label: str
    body: Block
    at: Place


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a `choose`.

    With `confirm` it is asked for even if it is the only one. With `also` it is about a member of a second set as well,
    which is picked once the option is chosen.
    """

    label: str
    over: Candidates | None
    also: Candidates | None
    distinct: Expression | None
    body: Block
    at: Place
    confirm: bool = False

    @property
    def apart(self) -> Expression | None:
        """The value that distinguishes candidates of the first set."""
        return self.distinct if self.also is None else None

    @property
    def done(self) -> Block:
        """The statements of a chosen option, in which a member of a second set is picked first."""
        if self.also is None:
            return self.body
        return (Pick("pick", self.also, self.distinct, self.also.at), *self.body)


@dataclass(frozen=True, slots=True)
class Choose:
    options: tuple[Option, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class InAnyOrder(Choose):
    """All of several parts, in an order chosen by the acting seat, where a part about a set is done for each of it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Let the named seat act, without a seat all at once, or those that `over` ranges over."""

    seat: Expression | None
    body: Block
    at: Place
    over: Candidates | None = None


@dataclass(frozen=True, slots=True)
class AskInTurn(Derived):
    """Let one seat after another act: those that `over` ranges over, or all from the acting one on.

    With `going` they act round after round, each only while its test holds, or until it does.
    """

    over: Candidates | None
    going: Going | None
    body: Block
    at: Place

    def in_other_words(self) -> Block:
        """Return `for each s in seats_from(me): ask s: ...`, with `going` while any seat, then its own, is in."""
        at, going = self.at if self.going is None else self.going.at, self.going
        over = self.over or Candidates("each seat", FunctionCall(names.SEATS_FROM_ME, (), at), None, at)
        seat = Name(over.variable, over.source.at)
        if going is None:
            return (ForEach(over, (Ask(seat, self.body, self.at),), self.at),)
        test = going.test if going.word == "while" else Operation("not", None, going.test, going.test.at)
        each = Candidates(over.variable, Name("those who act", over.at), None, over.at) if self.over else over
        still_in = replace(each, where=FunctionCall(names.TRUE_OF_SEAT, (seat, test), test.at))
        turn = Ask(seat, (If(test, self.body, (), at),), self.at)
        rounds = While(Quantifier("any", None, still_in, at), (ForEach(each, (turn,), self.at),), at)
        return (Let("those who act", Those(over, over.at), self.at), rounds) if self.over else (rounds,)

    def among(self, is_counter: IsSo, is_for_all: IsSo) -> Block:
        """Return one test a turn, without any a round, where all seats take turns and the test is the same for them."""
        going, turn = self.going, Name("whose turn it was", self.at)
        if self.over is not None or going is None or not is_for_all(going.test):
            return self.in_other_words()
        at, beside = going.at, {side: FunctionCall(name, (turn,), going.at) for side, name in names.BESIDE.items()}
        test = going.test if going.word == "while" else Operation("not", None, going.test, going.test.at)
        asked = Ask(beside["left"], (Assign(turn, Name("me", at), at), *self.body), self.at)
        last = replace(beside["right"], arguments=(Name("me", at),))
        return Let(turn.name, last, self.at), While(test, (asked,), at)


@dataclass(frozen=True, slots=True)
class Later:
    """A block deferred until its effect, or the one it comes `after`, is over.

    It comes behind those deferred before, or `first`.
    """

    first: bool
    after: str
    body: Block
    at: Place
    after_at: Place = START


Statement = (
    Change | Transfer | Assign | OnPieces | PassOn | Pick | PickSet | Let | Require | Call | Do | Leave | Give | Ending
    | EndAs | Departure | If | ForEach | Repeat | While | May | Choose | InAnyOrder | Ask | AskInTurn | Later
)  # fmt: skip
Block = tuple[Statement, ...]
