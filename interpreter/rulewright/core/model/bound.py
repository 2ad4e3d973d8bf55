"""Effects after binding: every name resolved to an offset, a table or a number, every type known.

The passes of `lower/` turn these trees into the lowered program; the reference evaluator in tests walks them. Triggers
and modifiers have been woven in already. Expressions are in bound_values.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core.diagnostics import Span
from rulewright.core.model.bound_values import (
    Bound,
    BoundNode,
    CallProcedure,
    DoField,
    Local,
    Order,
    PieceSlot,
    Read,
    ZoneRef,
)
from rulewright.core.model.type import Reason


@dataclass(frozen=True, slots=True)
class Changing(BoundNode):
    """A statement that changes the state at once: it asks nobody, runs nothing and has no block."""


@dataclass(frozen=True, slots=True)
class Announcing(BoundNode):
    """A statement that informs seats, and changes nothing of the game."""


@dataclass(frozen=True, slots=True)
class SetSlot(Changing):
    """Change one slot in mode 'set', 'gain', 'lose' or 'pay' (a guard), between `low` and `high`."""

    target: Read | PieceSlot
    mode: str
    value: Bound
    low: int
    high: int
    span: Span
    reason: Reason


@dataclass(frozen=True, slots=True)
class SetLocal(BoundNode):
    local: Local
    value: Bound


@dataclass(frozen=True, slots=True)
class MovePiece(Changing):
    """Move a piece, if there is one, onto a zone or under its pieces.

    A full space as `to` raises the limit `limit`.
    """

    piece: Bound
    to: ZoneRef
    under: bool
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class MoveEach(Changing):
    """Move all pieces of a set to a zone, in their order."""

    source: Bound
    to: ZoneRef


@dataclass(frozen=True, slots=True)
class DrawPieces(Changing):
    amount: Bound
    source: ZoneRef
    to: ZoneRef


@dataclass(frozen=True, slots=True)
class ShuffleZone(Changing):
    """Shuffle a pile, whose counter is `counter` slots and whose stream number is `key` after the zone."""

    zone: ZoneRef
    counter: int
    key: int


@dataclass(frozen=True, slots=True)
class ShowPiece(Announcing):
    """Let a seat see a piece, unless the piece or the seat is none."""

    piece: Local
    seat: Local


@dataclass(frozen=True, slots=True)
class PickOne(BoundNode):
    """Bind a local to a candidate, chosen by the seat or by chance.

    It is a guard: without a candidate it cannot be done.
    """

    site: int
    seat: Local
    local: Local
    source: Bound
    where: Bound | None
    distinct: Bound | None
    chance: bool
    span: Span
    counter: int = 0
    key: int = 0
    parts: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class RequireTest(BoundNode):
    test: Bound
    span: Span
    parts: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Stop(BoundNode):
    whole_game: bool


@dataclass(frozen=True, slots=True)
class Branch(BoundNode):
    test: Bound
    then: BoundBlock
    otherwise: BoundBlock


@dataclass(frozen=True, slots=True)
class Loop(BoundNode):
    """Run the body for each candidate, in the order that they have when the loop starts."""

    local: Local
    source: Bound
    where: Bound | None
    body: BoundBlock
    items: Local
    position: Local
    order: Order = ()


@dataclass(frozen=True, slots=True)
class RepeatTimes(BoundNode):
    times: Bound
    body: BoundBlock
    left: Local


@dataclass(frozen=True, slots=True)
class RepeatWhile(BoundNode):
    """A loop.

    With `ahead` it picks parts of one set, and look-ahead includes the statements after it. After each part, its test
    says whether this was the last one, `ahead` whether the sets that can still result are few enough to check, and
    `with_another` whether they are so few that each can be checked with each set of another such loop.
    """

    test: Bound
    body: BoundBlock
    ahead: Bound | None = None
    with_another: Bound | None = None


@dataclass(frozen=True, slots=True)
class BoundOption(BoundNode):
    label: str
    local: Local | None
    source: Bound | None
    where: Bound | None
    distinct: Bound | None
    body: BoundBlock
    span: Span
    parts: tuple[Reason, ...] = ()
    confirm: bool = False
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class ChooseOption(BoundNode):
    """Named options, each open if its body and the statements after it can be done.

    The only one that is open is taken without asking, unless it is to be confirmed. One marked `otherwise`, the last,
    is open only if no other is. `in_any_order` are parts that are all done: which comes first is asked only where the
    order can matter.
    """

    site: int
    seat: Local
    options: tuple[BoundOption, ...]
    chosen: Local
    span: Span
    in_any_order: bool = False


@dataclass(frozen=True, slots=True)
class AskAll(BoundNode):
    """Seats run a procedure at the same time, their answers sealed until all are in.

    With a `source`, only those of its seats that pass the test `where`, which sees each as `local`; without, all seats.
    """

    procedure: int
    arguments: tuple[Bound, ...]
    local: Local | None = None
    source: Bound | None = None
    where: Bound | None = None


@dataclass(frozen=True, slots=True)
class PutOff(BoundNode):
    """Defer an effect until the one numbered `until` is over, with arguments evaluated now.

    Their number is limited. With a `place`, the local that runs through indexes, it comes `first`: before all but those
    that came so since an effect was last begun. Otherwise it is last.
    """

    until: int
    procedure: int
    seat: Bound
    arguments: tuple[Bound, ...]
    limit: int = field(default=-1, compare=False)
    place: Local | None = None


@dataclass(frozen=True, slots=True)
class TakeUp(BoundNode):
    """Begin the effect that was deferred first, and remove it from its queue.

    The parameters get its arguments. Those behind it move up; `place` is the local that runs through their indexes.
    """

    until: int
    parameters: tuple[Local, ...]
    place: Local


@dataclass(frozen=True, slots=True)
class RunWaiting(BoundNode):
    """Run what waits for an effect, which is over, one after another until nothing waits."""

    until: int


@dataclass(frozen=True, slots=True)
class Tell(Announcing):
    """Announce that a procedure takes place, for the acting seat."""

    procedure: int


SimpleStatement = (
    SetSlot | SetLocal | MovePiece | MoveEach | DrawPieces | ShuffleZone | ShowPiece | PickOne | RequireTest
    | CallProcedure | DoField | Stop | AskAll | PutOff | TakeUp | RunWaiting | Tell
)  # fmt: skip
BoundStatement = SimpleStatement | Branch | Loop | RepeatTimes | RepeatWhile | ChooseOption
BoundBlock = tuple[BoundStatement, ...]


def blocks_in(statement: BoundStatement) -> tuple[BoundBlock, ...]:
    """Return the blocks in a statement."""
    match statement:
        case Branch():
            return statement.then, statement.otherwise
        case Loop() | RepeatTimes() | RepeatWhile():
            return (statement.body,)
        case ChooseOption():
            return tuple(option.body for option in statement.options)
        case _:
            assert_simple_statement(statement)
            return ()


def all_blocks(block: BoundBlock) -> Iterator[BoundBlock]:
    """Yield a block and all blocks inside it."""
    yield block
    for statement in block:
        for inner in blocks_in(statement):
            yield from all_blocks(inner)


def assert_simple_statement(statement: SimpleStatement) -> None:
    """Tell the type checker that only statements without blocks in them get there."""
