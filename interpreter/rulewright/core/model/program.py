"""A compiled ruleset: its bound effects and quantities, the tables they read, the sites of decisions.

The trees of the effects themselves are in bound.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.core.diagnostics import Span
from rulewright.core.model.bound import BoundBlock
from rulewright.core.model.bound_values import Bound, Local
from rulewright.core.model.endings import EndingNumbers
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.origins import Provenance
from rulewright.core.model.parts_played import SeveralLocals
from rulewright.core.model.type import Reason, Type

Takes = tuple[tuple[str, Type], ...]
"""What is to be handed over: the name and the type of each parameter."""


@dataclass(slots=True)
class Procedure:
    """A bound effect, whose acting seat is local 0 and whose parameters are the next locals."""

    id: str
    number: int
    parameters: tuple[Local, ...]
    n_locals: int
    body: BoundBlock
    span: Span
    until: int = -1
    """The effect whose end it waits for, if it is a deferred one."""
    own_text_of: int = -1
    """The effect with others around it whose own text this is."""
    at_once: bool = False
    """Whether several seats run it at the same time, so that whoever ends the game in it waits for the others."""
    takes: Takes = ()
    pauses: bool = False
    needs: bool = False
    ends_game: bool = False
    picks_sets: bool = False
    foresees: int = 0
    """How many places, one after the other, a look-ahead goes through from the start on; see `lower/foresight.py`."""


@dataclass(frozen=True, slots=True)
class Quantity:
    id: str
    number: int
    parameters: tuple[Local, ...]
    amount: Bound
    type: Type
    span: Span
    parts: tuple[Reason, ...] = ()
    takes: Takes = ()


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the rules where a seat decides: its procedure, each option's label and candidate domain.

    With `several`, its decisions are parts of one: the first option picks one more, the second ends it.
    """

    number: int
    procedure: str
    labels: tuple[str, ...]
    domains: tuple[DomainName, ...]
    span: Span
    spans: tuple[Span, ...] = ()
    named: bool = False
    asks: bool = True
    known: tuple[tuple[str, Local], ...] = ()
    confirmed: tuple[int, ...] = ()
    several: SeveralLocals | None = None


@dataclass(slots=True)
class FreeActions:
    """Options offered alongside those of other decisions, as options of a procedure of their own.

    `during` holds, for each option, the procedures it goes with, and `tested` whether its effect begins with the test
    of its `when`, which is checked before its candidates are. `offered` has, for each procedure that asks during one of
    those, the numbers of the options its decisions may offer as well, and `sites` the same for each site.
    """

    procedure: int = -1
    during: tuple[frozenset[int], ...] = ()
    tested: tuple[bool, ...] = ()
    offered: dict[int, tuple[int, ...]] = field(default_factory=dict)
    sites: dict[int, tuple[int, ...]] = field(default_factory=dict)


class Limit(NamedTuple):
    """A place where a game can run into a limit, and the message, with `{}` for the value out of bounds.

    `what` is what is read from none, is full or is numbered, in the words of the message.
    """

    file: str
    line: int
    words: str
    what: str = ""


class Addend(NamedTuple):
    """The amount that a modifier adds to a quantity if its condition holds, and the modifier's title."""

    id: str
    title: dict[str, str]
    span: Span
    amount: Bound
    when: Bound | None


@dataclass(slots=True)
class Queue:
    """A queue of deferred effects in the state, in the order in which they were deferred.

    It holds up to MOST_WAITING. At `base` is the number of them, then the effect of each, then the seat of each. Each
    of the `words` is the base of a list with one argument of each. If some come `first`, a slot counts those that were
    put in front since an effect was last begun.
    """

    base: int
    words: list[int] = field(default_factory=list)
    in_front: int = -1


class GivenSlot(NamedTuple):
    """The slots of a procedure's result until it has a name: the first, its type, their number."""

    slot: int
    type: Type
    slots: int = 1


class PositionSlots(NamedTuple):
    """The slots of positions that are counted, and the quantity that identifies the present one.

    At `base` is the number of positions so far, then the numbers of the `most` last ones, then how often each occurred.
    """

    base: int
    most: int
    now: int


@dataclass(slots=True)
class Program:
    """All bound effects of a ruleset, the tables they look into, and the sites they ask at.

    `addends` holds what modifiers add to each quantity, whose `amount` holds all of it, and `bare` the amount without
    them. `queues` are for those effects until whose end others are deferred, `results` the slots of
    what procedures give, each 0 at every decision.
    """

    procedures: list[Procedure] = field(default_factory=list)
    quantities: list[Quantity] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    tables: list[tuple[object, ...]] = field(default_factory=list)
    streams: dict[str, int] = field(default_factory=dict)
    n_streams: int = 0
    free: FreeActions = field(default_factory=FreeActions)
    origins: list[Provenance] = field(default_factory=list)
    addends: dict[int, tuple[Addend, ...]] = field(default_factory=dict)
    bare: dict[int, Bound] = field(default_factory=dict)
    limits: dict[Limit, int] = field(default_factory=dict)
    limit_spans: list[Span] = field(default_factory=list)
    """Where each limit is written: the first place of its line that says so."""
    queues: dict[int, Queue] = field(default_factory=dict)
    ending: EndingNumbers | None = None
    results: dict[int, GivenSlot] = field(default_factory=dict)
    positions: dict[str, PositionSlots] = field(default_factory=dict)
    in_halves: dict[str, int] = field(default_factory=dict)
    """By the id of a line of the scoring: the quantity of its halves, where any line counts halves."""
    of_seats: dict[str, int] = field(default_factory=dict)
    """By the id of each family whose members are those of seats: how far the slots of two seats are from each other."""

    def add_procedure(self, name: str, span: Span) -> Procedure:
        """Add a procedure, as yet without a body, and return it."""
        procedure = Procedure(name, len(self.procedures), (), 1, (), span)
        self.procedures.append(procedure)
        return procedure

    def add_quantity(
        self, name: str, amount: Bound, type_: Type, span: Span, parameters: tuple[Local, ...] = ()
    ) -> int:
        """Add a quantity and return its number."""
        number = len(self.quantities)
        self.quantities.append(Quantity(name, number, parameters, amount, type_, span))
        return number

    def limit(self, span: Span, words: str, what: str = "") -> int:
        """Return the number of a limit, one number for all with equal messages in a line."""
        number = self.limits.setdefault(Limit(span.file, span.line, words, what), len(self.limits))
        if number == len(self.limit_spans):
            self.limit_spans.append(span)
        return number

    def longest(self, table: int) -> int:
        """Return the most things that a cell of a table lists."""
        return max((len(cell) for cell in self.tables[table] if isinstance(cell, tuple)), default=0)

    def named_in(self, table: int) -> tuple[int, ...]:
        """Return the effects or values whose numbers are in the cells of a table, each once."""
        return tuple(dict.fromkeys(cell for cell in self.tables[table] if isinstance(cell, int) and cell >= 0))

    def copy(self) -> Program:
        """Return an independent copy, to which more can be added."""
        return Program(
            list(self.procedures), list(self.quantities), list(self.sites), list(self.tables), dict(self.streams),
            self.n_streams, self.free, addends=dict(self.addends), bare=dict(self.bare),
            limits=dict(self.limits), limit_spans=list(self.limit_spans), results=dict(self.results),
            positions=dict(self.positions),
            queues={number: Queue(each.base, list(each.words), each.in_front) for number, each in self.queues.items()},
            ending=self.ending, in_halves=dict(self.in_halves), of_seats=self.of_seats,
        )  # fmt: skip
