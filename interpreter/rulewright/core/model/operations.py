"""The operations of the lowered program: few typed operations, which every back end prints.

They are made from the bound trees (bound.py) by the passes in `lower/`; none of an author's words is left in them but
the `origin` each node carries for explanations. An effect ends at the end of its operations or at `Leave`. Functions
made of them are in functions.py, their expressions in lowered_values.py, parts derived from them in derived.py. Those
that put a number or a piece somewhere are in operations_on_slots.py, and can be had from here too.

Each declares its properties in the words of declared.py, by which every traversal goes; only code that gives each a
meaning of its own (printing, splitting) matches on classes, and there on every class.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.core.diagnostics import Span
from rulewright.core.model.declared import Aside, ChangesState, Declared, Stretch, WritesNothing
from rulewright.core.model.lowered_values import Call, CallField, Expression, Load, Local, Reduce, Zone
from rulewright.core.model.operations_on_slots import Draw as Draw
from rulewright.core.model.operations_on_slots import Flip as Flip
from rulewright.core.model.operations_on_slots import Move as Move
from rulewright.core.model.operations_on_slots import MoveAll as MoveAll
from rulewright.core.model.operations_on_slots import Store as Store
from rulewright.core.model.type import Reason


@dataclass(frozen=True, slots=True)
class Let(Declared):
    local: Local
    value: Expression

    @property
    def sets(self) -> Local:
        optional = self.local.type.optional or self.value.type.optional
        return replace(self.local, type=self.local.type._replace(optional=optional))

    @property
    def parts(self) -> tuple[Stretch, ...]:
        return (Stretch((self.value,)),)


@dataclass(frozen=True, slots=True)
class Shuffle(ChangesState):
    """Shuffle a pile, whose counter is `counter` slots and whose stream number is `key` after the zone."""

    zone: Zone
    counter: int
    key: int

    by_chance = True

    says = "shuffle {zone}"


@dataclass(frozen=True, slots=True)
class Show(Aside):
    """Let a seat see a piece, unless either is none. Only a traced program does it."""

    piece: Local
    seat: Local

    shows = True
    says = "show {piece} to {seat}"


@dataclass(frozen=True, slots=True)
class Roll(Declared):
    """Set a local to a random candidate, or leave the effect if there is none."""

    local: Local
    source: Expression
    where: Expression | None
    counter: int
    key: int
    span: Span

    by_chance = True
    guards = True

    @property
    def sets(self) -> Local:
        return self.local

    @property
    def parts(self) -> tuple[Stretch, ...]:
        return Stretch((self.source,)), Stretch((self.where,), self.local)


@dataclass(frozen=True, slots=True)
class Check(Declared):
    """A guard: leave the effect if the test fails. It is checked before the effect is offered.

    `price` is what has to be paid out of `purse`, if that is what is checked, and `reason` says it in words.
    """

    test: Expression
    span: Span
    purse: Load | None = None
    price: Expression | None = None
    reason: Reason | None = field(default=None, compare=False)

    guards = True


@dataclass(frozen=True, slots=True)
class Leave(Declared):
    """Leave the effect, or end the game."""

    whole_game: bool

    leaves = True

    @property
    def ends(self) -> bool:
        return self.whole_game


@dataclass(frozen=True, slots=True)
class If(WritesNothing):
    """Run one of two blocks. With `of_waiting` it chooses among deferred effects."""

    test: Expression
    then: Block
    otherwise: Block
    of_waiting: bool = False

    @property
    def ways(self) -> tuple[Block, ...]:
        return self.then, self.otherwise

    @property
    def parts(self) -> tuple[Stretch, ...]:
        return Stretch((self.test,), block=self.then), Stretch(block=self.otherwise)


@dataclass(frozen=True, slots=True)
class Each(WritesNothing):
    """Run the body for each candidate at the start, kept in `items` and `position` if it asks."""

    local: Local
    source: Expression
    where: Expression | None
    order: tuple[Expression, ...]
    body: Block
    items: Local
    position: Local

    @property
    def candidates(self) -> Reduce:
        """Its candidates as a set."""
        type_ = self.local.type._replace(kind="set")
        return Reduce("those", self.local, self.source, self.where, None, self.order, type_)

    @property
    def loops(self) -> tuple[Block, ...]:
        return (self.body,)

    @property
    def parts(self) -> tuple[Stretch, ...]:
        return Stretch((self.source,)), Stretch((self.where, self.order), self.local, self.body)


@dataclass(frozen=True, slots=True)
class Repeat(WritesNothing):
    """Run the body a number of times, with the rest in `left` if it asks."""

    times: Expression
    body: Block
    left: Local

    @property
    def loops(self) -> tuple[Block, ...]:
        return (self.body,)

    @property
    def parts(self) -> tuple[Stretch, ...]:
        return (Stretch((self.times,), block=self.body),)


@dataclass(frozen=True, slots=True)
class While(Declared):
    """A loop.

    With `ahead`, its decisions pick parts of one set, and look-ahead from each includes the operations after the loop:
    from those before the last if `ahead` says that the sets that can still result are few enough to check. With
    `with_another` they are so few that each can be checked with each set of another such loop. Each pass runs
    the deferred effect that is `first` then, if that is not None.
    """

    test: Expression
    body: Block
    ahead: Expression | None = None
    with_another: Expression | None = None
    first: Expression | None = None

    @property
    def loops(self) -> tuple[Block, ...]:
        return (self.body,)

    @property
    def parts(self) -> tuple[Stretch, ...]:
        return (Stretch((self.test, self.ahead, self.with_another, self.first), block=self.body),)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a decision: one, or one for each candidate, without duplicates by `distinct`.

    The only one that is open is taken without asking, unless it is to be confirmed. One that is `otherwise`, the last,
    is open only if no other is.
    """

    label: str
    local: Local | None
    source: Expression | None
    where: Expression | None
    distinct: Expression | None
    body: Block
    span: Span
    confirm: bool = False
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Ask(Declared):
    """Let a seat decide between the offers that can be done with what follows, or end the effect without any.

    If options are `named`, an answer holds the number of the offer and the candidate, otherwise the candidate alone.
    Of offers `in_any_order` all are done; which comes first is only asked if the order can matter.
    """

    site: int
    seat: Local
    offers: tuple[Option, ...]
    named: bool
    span: Span
    in_any_order: bool = False

    asks = True

    @property
    def ways(self) -> tuple[Block, ...]:
        return tuple([offer.body for offer in self.offers])

    @property
    def sets(self) -> Local | None:
        return None if self.named else self.offers[0].local

    @property
    def parts(self) -> tuple[Stretch, ...]:
        found = [Stretch((self.seat,))]
        for offer in self.offers:
            found += [Stretch((offer.source,)), Stretch((offer.where, offer.distinct), offer.local, offer.body)]
        return tuple(found)


@dataclass(frozen=True, slots=True)
class AskEach(Declared):
    """Seats run an effect at the same time, their answers sealed until all are in.

    With a `source`, only those of its seats that pass the test `where`, which sees each as `local`; without, all seats.
    """

    function: int
    arguments: tuple[Expression, ...]
    local: Local | None
    source: Expression | None
    where: Expression | None

    @property
    def runs(self) -> tuple[int, ...]:
        return (self.function,)

    @property
    def given(self) -> tuple[Expression, ...]:
        return self.arguments

    @property
    def parts(self) -> tuple[Stretch, ...]:
        return Stretch((self.arguments, self.source)), Stretch((self.where,), self.local)


@dataclass(frozen=True, slots=True)
class Tell(Aside):
    """Announce that an effect takes place for the acting seat. Only a traced program does it."""

    function: int

    says = "tell effect{function}"


@dataclass(frozen=True, slots=True)
class Count(Aside):
    """A coverage point of the instrumented program: count that it is reached, or that an option is `taken`."""

    point: int
    taken: bool = False

    says = "count {point}"


Simple = (
    Let | Store | Flip | Move | MoveAll | Draw | Shuffle | Show | Roll | Check | Call | CallField | Leave | AskEach
    | Tell | Count
)  # fmt: skip
Operation = Simple | If | Each | Repeat | While | Ask
Block = tuple[Operation, ...]


def assert_simple(operation: Simple) -> None:
    """Tell the type checker that only operations without blocks in them get there."""
