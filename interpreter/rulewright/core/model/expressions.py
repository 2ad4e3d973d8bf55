"""The expressions of the effect language: values as written, before any name is resolved."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.stretches import Number, Place, Truth


@dataclass(frozen=True, slots=True)
class Name:
    name: str
    at: Place


@dataclass(frozen=True, slots=True)
class Index:
    """`target[a, b]`: one member of a family."""

    target: Expression
    indexes: tuple[Expression, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Field:
    """`target.name`: a field of a component, or a seat's own counter, zone or quantity."""

    target: Expression
    name: str
    at: Place


@dataclass(frozen=True, slots=True)
class Operation:
    """`left op right`, or `op right` when `left` is absent."""

    op: str
    left: Expression | None
    right: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Conditional:
    """`yes if test else no`."""

    test: Expression
    yes: Expression
    no: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class OrElse:
    """`value or else other`: the other where something that the value needs is not there."""

    value: Expression
    other: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """`function(arguments)`, or `seat.function(arguments)`: a quantity for another seat."""

    function: str
    arguments: tuple[Expression, ...]
    at: Place
    seat: Expression | None = None


@dataclass(frozen=True, slots=True)
class OrderKey:
    """`most value` or `least value`: which of several candidates comes first."""

    first: str
    value: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Going:
    """`while test` or `until test`: the end of a traversal of a set, which `until` includes, or of turns."""

    word: str
    test: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Candidates:
    """`variable in source while test where test by keys`, by default in the set's order."""

    variable: str
    source: Expression
    where: Expression | None
    at: Place
    order: tuple[OrderKey, ...] = ()
    going: Going | None = None


@dataclass(frozen=True, slots=True)
class Quantifier:
    """`count(x in ...)`, `sum(value for x in ...)`, `any(x in ...)`."""

    function: str
    value: Expression | None
    over: Candidates
    at: Place


@dataclass(frozen=True, slots=True)
class Those:
    """`(x in source where test by keys)`: the set of those things."""

    over: Candidates
    at: Place


@dataclass(frozen=True, slots=True)
class Range:
    """`low..high`: the whole numbers between two, both included."""

    low: Expression
    high: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class HowMany:
    """The number of things to pick: an `amount`, from it to `most`, `up to` it, or `any`."""

    word: str
    amount: Expression | None
    most: Expression | None
    at: Place


Expression = (
    Number | Truth | Name | Index | Field | Operation | Conditional | OrElse | FunctionCall | Quantifier | Those | Range
)
