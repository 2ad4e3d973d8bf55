"""The lowered program: what effects and values do, in a few typed operations that every back end prints.

It is made from the bound trees (bound.py) by the passes in `lower/`; nothing of an author's words is left in it but the
`origin` each node carries for who explains it. What they make up, effects and values, is in functions.py; what follows
from these (look-aheads, offers, the blocks of effects that ask someone) in derived.py. An effect ends where its
operations end or `Leave` is met. Things are small whole numbers; -1 is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulewright.diagnostics import Span
from rulewright.model.kinds import DomainName
from rulewright.model.origins import Origin
from rulewright.model.type import Reason, Type

# ---- Expressions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    value: int
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Local:
    """A local of the function; local 0 is the acting seat at its start."""

    number: int
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Address:
    """A slot of the state: base + the sum of index x stride; of which family, empty for the interpreter's own.

    `pieces` is the domain of pieces each of which has such a slot (its face, its zone), empty for other slots.
    """

    base: int
    terms: tuple[tuple[Expression, int], ...]
    family: str = ""
    pieces: DomainName = ""


@dataclass(frozen=True, slots=True)
class Load:
    """The number a slot holds."""

    address: Address
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """The pieces of a zone: one slot with a pile of them, or so many `spaces`, each a slot with one piece or none."""

    address: Address
    spaces: int
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A cell of a table: a number, a thing, or a set where its cells are lists."""

    table: int
    index: Expression
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Primitive:
    """An operator or a built-in function, by its name in primitives.py.

    `limit` is the number of the limit at which the game stops where there is no value; `point` is that of the coverage
    point it is. Both are -1 where there is none.
    """

    name: str
    arguments: tuple[Expression, ...]
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)
    point: int = -1
    limit: int = -1


@dataclass(frozen=True, slots=True)
class Reduce:
    """One value of the candidates of a set that pass a test: see REDUCTIONS in primitives.py.

    With an `order` the first is the one with the smallest first number, among equals the smallest second, ...
    """

    function: str
    variable: Local
    source: Expression
    where: Expression | None
    value: Expression | None
    order: tuple[Expression, ...]
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Evaluate:
    """The value of a function of the program; the first argument is the seat."""

    function: int
    arguments: tuple[Expression, ...]
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EvaluateField:
    """The value of the function whose number stands in a table; where that is -1, the `default`."""

    table: int
    target: Expression
    seat: Expression
    default: int
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered to the decision an effect goes on after: the candidate chosen.

    With `labelled` the answer holds the number of an option as well.
    """

    labelled: bool
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Possible:
    """Whether an effect could be done now: whether an option that does nothing else would be open."""

    call: Call | CallField
    type: Type
    origin: Origin | None = field(default=None, compare=False, repr=False)


Expression = Const | Local | Load | Zone | Table | Primitive | Reduce | Evaluate | EvaluateField | Possible | Answer


# ---- Operations ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Let:
    local: Local
    value: Expression
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Store:
    """Set a slot to a value, add it or take it away; kept between the bounds, None where it cannot pass them."""

    address: Address
    how: Literal["set", "add", "take"]
    value: Expression
    low: int | None
    high: int | None
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Flip:
    """Set a slot of a piece (its face); nothing for no piece."""

    piece: Expression
    address: Address
    value: Expression
    low: int | None
    high: int | None
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Move:
    """Put a piece on top of a zone, or under all in it; nothing for no piece. A full space is the limit `limit`."""

    piece: Expression
    to: Zone
    under: bool
    limit: int = -1
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MoveAll:
    """Put the pieces of a set, as they are at the start, on top of a zone one by one."""

    source: Expression
    to: Zone
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """Move so many pieces from the top of a pile, as far as there are."""

    amount: Expression
    source: Zone
    to: Zone
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle a pile; its stream's counter stands `counter` slots after the zone, its stream number `key` after it."""

    zone: Zone
    counter: int
    key: int
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Roll:
    """Let a local be one of the candidates by chance; leave the effect where there are none."""

    local: Local
    source: Expression
    where: Expression | None
    counter: int
    key: int
    span: Span
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Check:
    """A guard: leave the effect where the test fails. Who offers the effect looks at it beforehand.

    `price` is what has to be paid out of `purse`, where that is what is checked, and `reason` says it in words.
    """

    test: Expression
    span: Span
    purse: Load | None = None
    price: Expression | None = None
    reason: Reason | None = field(default=None, compare=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """Run an effect; the first argument is the seat."""

    function: int
    arguments: tuple[Expression, ...]
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CallField:
    """Run the effect whose number stands in a table, -1 for none; `functions` are all that it may be."""

    table: int
    target: Expression
    arguments: tuple[Expression, ...]
    functions: tuple[int, ...]
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the effect, or end the game."""

    whole_game: bool
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    test: Expression
    then: Block
    otherwise: Block
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Each:
    """For each candidate as they are at the start; `items` and `position` hold them where the body asks someone."""

    local: Local
    source: Expression
    where: Expression | None
    order: tuple[Expression, ...]
    body: Block
    items: Local
    position: Local
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """So many times; `left` holds how often it is still to be done where the body asks someone."""

    times: Expression
    body: Block
    left: Local
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class While:
    test: Expression
    body: Block
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a decision: one, or one for each candidate; of those with the same `distinct` only the first.

    The only one that is open is taken without asking, unless it is to be confirmed. One that is `otherwise`, the last,
    is open only where no other is.
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
class Ask:
    """A seat decides between the offers that can be done with what follows; where there are none, the effect ends.

    Where options are `named` an answer holds the number of the offer and the candidate, else the candidate alone.
    """

    site: int
    seat: Local
    offers: tuple[Option, ...]
    named: bool
    span: Span
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AskEach:
    """Seats run an effect at the same time, their answers sealed until all are in.

    With a `source` it is those seats of it that pass the test `where`, which sees each as `local`; without, all seats.
    """

    function: int
    arguments: tuple[Expression, ...]
    local: Local | None
    source: Expression | None
    where: Expression | None
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell people that an effect takes place for the acting seat. Only a program that is traced does it."""

    function: int


@dataclass(frozen=True, slots=True)
class Count:
    """A coverage point: count that it is reached. Only the instrumented program has them."""

    point: int


Simple = (
    Let | Store | Flip | Move | MoveAll | Draw | Shuffle | Roll | Check | Call | CallField | Leave | AskEach | Tell
    | Count
)  # fmt: skip
Operation = Simple | If | Each | Repeat | While | Ask
Block = tuple[Operation, ...]


def assert_simple(operation: Simple) -> None:
    """Tell the type checker that only operations without blocks in them come there."""
