"""Effects after binding: every name resolved to an offset, a table or a number, every type known.

The emitter turns these trees into Python source; the reference evaluator in tests walks them. Triggers and modifiers
have been woven in already. Things (seats, components, pieces, regions) are small whole numbers; -1 is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.diagnostics import Span


class Type(NamedTuple):
    """What a value is: 'number', 'truth', 'thing', 'set', 'text' or 'nothing'; of which domain; whether it may be none.

    `low`/`high` bound a number where that is known when the ruleset is compiled.
    """

    kind: str
    domain: str = ""
    optional: bool = False
    low: int | None = None
    high: int | None = None


class Reason(NamedTuple):
    """A requirement as its author wrote it, and where."""

    text: str
    span: Span


NUMBER = Type("number")
TRUTH = Type("truth")
TEXT = Type("text")
NOTHING = Type("nothing")


# ---- Expressions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    value: int
    type: Type


UNKNOWN = Const(0, NOTHING)
"""What a text that could not be bound stands for; its mistake has been told."""


@dataclass(frozen=True, slots=True)
class Local:
    """A local of the procedure; local 0 is the acting seat at its start."""

    number: int
    type: Type


@dataclass(frozen=True, slots=True)
class Read:
    """One slot of the state: base + the sum of index x stride; of which family, empty for the interpreter's own."""

    base: int
    parts: tuple[tuple[Bound, int], ...]
    type: Type
    family: str = ""


@dataclass(frozen=True, slots=True)
class PieceSlot:
    """A slot every piece has (its face, its zone): base + piece."""

    base: int
    piece: Bound
    type: Type


@dataclass(frozen=True, slots=True)
class Lookup:
    """A value printed on a component: table[index]; a set when the table's cells are lists."""

    table: int
    index: Bound
    type: Type


@dataclass(frozen=True, slots=True)
class Element:
    """The item of a list field at an index, which counts from 0; outside the list there is the limit `limit`."""

    items: Bound
    index: Bound
    type: Type
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Inside:
    """A value that lies between two bounds; a thing is none otherwise. Outside there is the limit `limit`."""

    value: Bound
    low: int
    high: int
    type: Type
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class NotZero:
    """A divisor; where it is 0 there is the limit `limit`."""

    value: Bound
    type: Type
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Op:
    """An operator or a plain function, by its name in primitives.py."""

    op: str
    arguments: tuple[Bound, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Quantify:
    function: str
    variable: Local
    source: Bound
    where: Bound | None
    value: Bound | None
    type: Type
    order: Order = ()


@dataclass(frozen=True, slots=True)
class Evaluate:
    """A quantity for a seat."""

    quantity: int
    seat: Bound
    arguments: tuple[Bound, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class EvaluateField:
    """A test or amount field of a component: the quantity number stands in `table`, -1 for 'always' or 0."""

    table: int
    target: Bound
    seat: Bound
    default: int
    type: Type


@dataclass(frozen=True, slots=True)
class Possible:
    """Whether an effect could be done now: whether an option that does nothing else would be open."""

    effect: CallProcedure | DoField
    type: Type


@dataclass(frozen=True, slots=True)
class ZoneEnd:
    """The top or bottom piece of a zone, or none."""

    zone: ZoneRef
    bottom: bool
    type: Type


@dataclass(frozen=True, slots=True)
class SetSize:
    source: Bound
    type: Type


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone: one slot holding a tuple of pieces, or `spaces` slots of one piece each (1 for a single space).

    `family` is empty for the box.
    """

    base: int
    parts: tuple[tuple[Bound, int], ...]
    spaces: int
    type: Type
    family: str = ""


@dataclass(frozen=True, slots=True)
class DomainSet:
    """All things of a domain; `size` -1 means all seats of this game."""

    size: int
    type: Type


@dataclass(frozen=True, slots=True)
class RangeSet:
    low: Bound
    high: Bound
    type: Type


@dataclass(frozen=True, slots=True)
class OthersSet:
    """The other seats, beginning at the left of `seat`; with `also_self` the seat itself comes first."""

    seat: Bound
    also_self: bool
    type: Type


@dataclass(frozen=True, slots=True)
class UnionSet:
    parts: tuple[Bound, ...]
    type: Type


Bound = (
    Const | Local | Read | PieceSlot | Lookup | Element | Inside | NotZero | Op | Quantify | Evaluate | EvaluateField
    | Possible | ZoneEnd | SetSize | ZoneRef | DomainSet | RangeSet | OthersSet | UnionSet
)  # fmt: skip
Order = tuple[Bound, ...]
"""Numbers that say which candidate comes first: the one with the smallest first number, among equals the second, ..."""


# ---- Effects ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetSlot:
    """Change one slot: mode 'set', 'gain', 'lose' or 'pay' (a guard); kept between `low` and `high`."""

    target: Read | PieceSlot
    mode: str
    value: Bound
    low: int
    high: int
    span: Span
    reason: Reason


@dataclass(frozen=True, slots=True)
class SetLocal:
    local: Local
    value: Bound


@dataclass(frozen=True, slots=True)
class MovePiece:
    """Move a piece, where there is one, onto a zone or under it; where `to` is a full space there is a limit."""

    piece: Bound
    to: ZoneRef
    under: bool
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class MoveEach:
    """Move all pieces of a set to a zone, in their order."""

    source: Bound
    to: ZoneRef


@dataclass(frozen=True, slots=True)
class DrawPieces:
    amount: Bound
    source: ZoneRef
    to: ZoneRef


@dataclass(frozen=True, slots=True)
class ShuffleZone:
    """Shuffle a pile; its stream's counter stands `counter` slots after the zone, its stream number `key` after it."""

    zone: ZoneRef
    counter: int
    key: int


@dataclass(frozen=True, slots=True)
class PickOne:
    """Bind a local to a candidate: the seat's choice, or chance's. A guard: without a candidate it cannot be done."""

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
class RequireTest:
    test: Bound
    span: Span
    parts: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class CallProcedure:
    procedure: int
    seat: Bound
    arguments: tuple[Bound, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class DoField:
    """Run a component's effect: the procedure number stands in `table`, -1 for none."""

    table: int
    target: Bound
    seat: Bound
    arguments: tuple[Bound, ...]
    procedures: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Stop:
    whole_game: bool


@dataclass(frozen=True, slots=True)
class Branch:
    test: Bound
    then: BoundBlock
    otherwise: BoundBlock


@dataclass(frozen=True, slots=True)
class Loop:
    """For each candidate; the candidates, and their order, are those at the loop's start."""

    local: Local
    source: Bound
    where: Bound | None
    body: BoundBlock
    items: Local
    position: Local
    order: Order = ()


@dataclass(frozen=True, slots=True)
class RepeatTimes:
    times: Bound
    body: BoundBlock
    left: Local


@dataclass(frozen=True, slots=True)
class RepeatWhile:
    test: Bound
    body: BoundBlock


@dataclass(frozen=True, slots=True)
class BoundOption:
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
class ChooseOption:
    """Named options; an option is open when all that its body and what follows must do can be done.

    The only one that is open is taken without asking, unless it is to be confirmed. One marked `otherwise`, the last,
    is open only where no other is.
    """

    site: int
    seat: Local
    options: tuple[BoundOption, ...]
    chosen: Local
    span: Span


@dataclass(frozen=True, slots=True)
class AskAll:
    """Seats run a procedure at the same time, their answers sealed until all are in.

    With a `source` it is those seats of it that pass the test `where`, which sees each as `local`; without, all seats.
    """

    procedure: int
    arguments: tuple[Bound, ...]
    local: Local | None = None
    source: Bound | None = None
    where: Bound | None = None


@dataclass(frozen=True, slots=True)
class PutOff:
    """Have an effect wait until the one numbered `until` is over, with what it is given then; so many is a limit."""

    until: int
    procedure: int
    seat: Bound
    arguments: tuple[Bound, ...]
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class TakeUp:
    """The effect begins that has waited longest: the parameters get what it was given, and it waits no more.

    Those behind it move up; `place` is the local that goes through their places.
    """

    until: int
    parameters: tuple[Local, ...]
    place: Local


@dataclass(frozen=True, slots=True)
class RunWaiting:
    """Run what waits for an effect, which is over, one after the other until nothing waits."""

    until: int


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell people that a procedure takes place, for the acting seat; nothing of the game changes."""

    procedure: int


BoundStatement = (
    SetSlot | SetLocal | MovePiece | MoveEach | DrawPieces | ShuffleZone | PickOne | RequireTest | CallProcedure
    | DoField | Stop | Branch | Loop | RepeatTimes | RepeatWhile | ChooseOption | AskAll | PutOff | TakeUp | RunWaiting
    | Tell
)  # fmt: skip
BoundBlock = tuple[BoundStatement, ...]
