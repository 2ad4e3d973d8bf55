"""Expressions after binding: every name resolved to an offset, a table or a number, every type known.

Things (seats, components, pieces, regions) are small whole numbers; -1 is none. The two statements that `Possible` asks
about are here as well; all others are in bound.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, TypeVar

from rulewright.core.diagnostics import Span
from rulewright.core.model.origins import Origin
from rulewright.core.model.type import NOTHING, Type

_Node = TypeVar("_Node", bound="BoundNode")


class HashedOnce:
    """A node whose hash is computed once: what is known at a place is kept by node, and trees are deep."""

    __slots__ = ("_hash",)
    _hash: int

    def __init_subclass__(cls) -> None:
        type.__setattr__(cls, "__hash__", HashedOnce.__hash__)  # a dataclass keeps one that its class has

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            kind: Any = type(self)
            found = hash((kind, *(getattr(self, name) for name in _compared(kind))))
            object.__setattr__(self, "_hash", found)
            return found


@cache
def _compared(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.compare)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundNode(HashedOnce):
    """The fields that all bound nodes share.

    `origin` is the source of the node, None if binding made it. `mark` is the index in the program's `origins` of a
    node that is counted, -1 for others. Nodes that differ in these alone are equal.
    """

    origin: Origin | None = field(default=None, compare=False, repr=False)
    mark: int = field(default=-1, compare=False, repr=False)


def written_as(node: _Node, origin: Origin) -> _Node:
    """Return the same node with what it was written as: every one that is bound comes by, so it is copied quickly."""
    kind: Any = type(node)
    copy: _Node = object.__new__(kind)
    for name in _all_fields(kind):
        object.__setattr__(copy, name, getattr(node, name))
    object.__setattr__(copy, "origin", origin)
    return copy


@cache
def _all_fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name != "origin")


@dataclass(frozen=True, slots=True)
class Const(BoundNode):
    value: int
    type: Type


UNKNOWN = Const(0, NOTHING)
"""What a text that could not be bound stands for; its mistake has been reported."""


@dataclass(frozen=True, slots=True)
class Local(BoundNode):
    """A local of the procedure, in which local 0 is the acting seat at the start."""

    number: int
    type: Type


@dataclass(frozen=True, slots=True)
class Read(BoundNode):
    """One slot of the state, at base + the sum of index x stride.

    `family` is empty for the interpreter's own slots.
    """

    base: int
    parts: tuple[tuple[Bound, int], ...]
    type: Type
    family: str = ""


@dataclass(frozen=True, slots=True)
class PieceSlot(BoundNode):
    """A slot every piece has (its face, its zone): base + piece."""

    base: int
    piece: Bound
    type: Type


@dataclass(frozen=True, slots=True)
class Lookup(BoundNode):
    """A value printed on a component, table[index], which is a set if the table's cells are lists.

    The type says what the table holds, and whether the index may be none; it makes no other value.
    """

    table: int
    index: Bound
    type: Type = field(compare=False)


@dataclass(frozen=True, slots=True)
class Element(BoundNode):
    """The item of a list field at an index from 0.

    An index outside the list raises the limit `limit`.
    """

    items: Bound
    index: Bound
    type: Type
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Inside(BoundNode):
    """A value that must be within two bounds, or a thing that must not be none.

    Otherwise it raises the limit `limit`.
    """

    value: Bound
    low: int
    high: int
    type: Type
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class NotZero(BoundNode):
    """A divisor, which raises the limit `limit` if it is 0."""

    value: Bound
    type: Type
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Op(BoundNode):
    """An operator or a plain function, by its name in primitives.py."""

    op: str
    arguments: tuple[Bound, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Quantify(BoundNode):
    """A function of a set.

    `while` and `until` give the part of the set that is traversed.
    """

    function: str
    variable: Local
    source: Bound
    where: Bound | None
    value: Bound | None
    type: Type
    order: Order = ()


@dataclass(frozen=True, slots=True)
class Evaluate(BoundNode):
    """A quantity for a seat."""

    quantity: int
    seat: Bound
    arguments: tuple[Bound, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class EvaluateField(BoundNode):
    """A test or amount field of a component: the quantity number is in `table`, -1 for 'always' or 0."""

    table: int
    target: Bound
    seat: Bound
    arguments: tuple[Bound, ...]
    default: int
    type: Type


@dataclass(frozen=True, slots=True)
class Possible(BoundNode):
    """Whether an effect could be done now: whether an option that does nothing else would be open."""

    effect: CallProcedure | DoField
    type: Type


@dataclass(frozen=True, slots=True)
class ZoneEnd(BoundNode):
    """The top or bottom piece of a zone, or none."""

    zone: ZoneRef
    bottom: bool
    type: Type


@dataclass(frozen=True, slots=True)
class SetSize(BoundNode):
    source: Bound
    type: Type


@dataclass(frozen=True, slots=True)
class ZoneRef(BoundNode):
    """A zone: one slot with a tuple of pieces, or `spaces` slots of one piece each (1: a single space).

    `family` is empty for the box.
    """

    base: int
    parts: tuple[tuple[Bound, int], ...]
    spaces: int
    type: Type
    family: str = ""


@dataclass(frozen=True, slots=True)
class DomainSet(BoundNode):
    """All things of a domain, where a `size` of -1 means all seats of this game."""

    size: int
    type: Type


@dataclass(frozen=True, slots=True)
class RangeSet(BoundNode):
    low: Bound
    high: Bound
    type: Type


@dataclass(frozen=True, slots=True)
class OthersSet(BoundNode):
    """The other seats, starting to the left of `seat`.

    With `also_self`, the seat itself comes first.
    """

    seat: Bound
    also_self: bool
    type: Type


@dataclass(frozen=True, slots=True)
class UnionSet(BoundNode):
    parts: tuple[Bound, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Once(BoundNode):
    """A set that is kept: each thing once. More numbers than may be kept are the limit `limit`."""

    source: Bound
    type: Type
    limit: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Along(BoundNode):
    """The members of a line or reach from a space or border of a map.

    All of them are in the table `whole`. `way` is `line`, whose turns are in the table `steps`, or `reach`, whose
    neighbours are.
    """

    way: str
    start: Bound
    whole: int
    steps: int
    type: Type


@dataclass(frozen=True, slots=True)
class LongestWay(BoundNode):
    """The length of the longest trail along some borders of a map.

    It does not continue from the `stops`. The tables have the far end of each border, and the borders that leave each
    space.
    """

    borders: Bound
    stops: Bound
    far: int
    leaving: int
    type: Type


Bound = (
    Const | Local | Read | PieceSlot | Lookup | Element | Inside | NotZero | Op | Quantify | Evaluate | EvaluateField
    | Possible | ZoneEnd | SetSize | ZoneRef | DomainSet | RangeSet | OthersSet | UnionSet | Once
    | Along | LongestWay
)  # fmt: skip
Order = tuple[Bound, ...]
"""Numbers that say which candidate comes first: the one with the smallest first number, among equals the second, ..."""


@dataclass(frozen=True, slots=True)
class CallProcedure(BoundNode):
    procedure: int
    seat: Bound
    arguments: tuple[Bound, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class DoField(BoundNode):
    """Run a component's effect: the procedure number is in `table`, -1 for none."""

    table: int
    target: Bound
    seat: Bound
    arguments: tuple[Bound, ...]
    procedures: tuple[int, ...]
    span: Span
