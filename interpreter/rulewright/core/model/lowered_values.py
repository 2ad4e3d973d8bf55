"""The expressions of the lowered program, and calls of effects, of which `Possible` asks about one."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.declared import Declared, LoweredNode, Slots
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.ranges import Interval, count_from_to, of_type
from rulewright.core.model.type import Type


@dataclass(frozen=True, slots=True)
class Const(LoweredNode):
    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class Local(LoweredNode):
    """A local of the function, in which local 0 is the acting seat at the start."""

    number: int
    type: Type


@dataclass(frozen=True, slots=True)
class Address:
    """A slot of the state, at base + the sum of index x stride.

    `family` is empty for the interpreter's own slots. `pieces` is the domain of pieces each of which has such a slot
    (its face, its zone), empty for other slots.
    """

    base: int
    terms: tuple[tuple[Expression, int], ...]
    family: str = ""
    pieces: DomainName = ""

    @property
    def slots(self) -> Slots:
        """The slots that may be read or written here, never too few."""
        if self.pieces:
            return frozenset({("pieces", self.pieces), ("faces", self.pieces)})
        return frozenset({("family", self.family)})


@dataclass(frozen=True, slots=True)
class Load(LoweredNode):
    """The number a slot holds."""

    address: Address
    type: Type


@dataclass(frozen=True, slots=True)
class Zone(LoweredNode):
    """The pieces of a zone: one slot with a pile, or `spaces` slots with one piece or none each."""

    address: Address
    spaces: int
    type: Type


@dataclass(frozen=True, slots=True)
class Table(LoweredNode):
    """A cell of a table: a number, a thing, or a set where its cells are lists."""

    table: int
    index: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Primitive(LoweredNode):
    """An operator or a built-in function, by its name in primitives.py.

    `limit` is the number of the limit at which the game stops if there is no value; `point` is that of the coverage
    point it is. Both are -1 if there is none.
    """

    name: str
    arguments: tuple[Expression, ...]
    type: Type
    point: int = -1
    limit: int = -1


GOING = ("while", "until")
"""The reductions that give a set: how far another set is gone through."""


@dataclass(frozen=True, slots=True)
class Reduce(LoweredNode):
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


@dataclass(frozen=True, slots=True)
class Evaluate(LoweredNode):
    """The value of a function of the program, given the seat first."""

    function: int
    arguments: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class EvaluateField(LoweredNode):
    """The value of the function whose number is in a table, or `default` if the number is -1.

    The first argument is the seat.
    """

    table: int
    target: Expression
    arguments: tuple[Expression, ...]
    default: int
    type: Type


@dataclass(frozen=True, slots=True)
class Answer(LoweredNode):
    """The candidate chosen at the decision after which an effect continues.

    With `labelled` the answer holds the number of an option as well.
    """

    labelled: bool
    type: Type


@dataclass(frozen=True, slots=True)
class Call(Declared):
    """Run an effect, given the seat first."""

    function: int
    arguments: tuple[Expression, ...]

    in_course = True

    @property
    def runs(self) -> tuple[int, ...]:
        return (self.function,)

    @property
    def acting(self) -> Expression:
        return self.arguments[0]

    @property
    def given(self) -> tuple[Expression, ...]:
        return self.arguments[1:]


@dataclass(frozen=True, slots=True)
class CallField(Declared):
    """Run the effect whose number is in a table, -1 for none.

    `functions` are all that it may be.
    """

    table: int
    target: Expression
    arguments: tuple[Expression, ...]
    functions: tuple[int, ...]

    in_course = True

    @property
    def runs(self) -> tuple[int, ...]:
        return self.functions

    @property
    def acting(self) -> Expression:
        return self.arguments[0]

    @property
    def given(self) -> tuple[Expression, ...]:
        return self.arguments[1:]


@dataclass(frozen=True, slots=True)
class Possible(LoweredNode):
    """Whether an effect could be done now: whether an option that does nothing else would be open."""

    call: Call | CallField
    type: Type


Expression = Const | Local | Load | Zone | Table | Primitive | Reduce | Evaluate | EvaluateField | Possible | Answer


def most_numbers(first: Expression, last: Expression) -> int | None:
    """Return the largest possible size of a range of numbers, None if it has no bound."""
    return count_from_to(known_of(first), known_of(last))


def known_of(given: Expression) -> Interval:
    """Return the interval that an argument of a value is known to be in."""
    return Interval(given.value, given.value) if isinstance(given, Const) else of_type(given.type)
