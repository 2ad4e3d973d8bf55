"""The functions of a lowered program: effects, which change the state, and values, which read it.

Their operations are in operations.py, expressions in lowered_values.py, derived parts in derived.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulewright.core.diagnostics import Span
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.type import Type


class Summary(NamedTuple):
    """Facts about an effect for its callers: it asks, has a guard, can end the game, picks sets."""

    suspends: bool
    guards: bool
    ends: bool
    picks_sets: bool


@dataclass(frozen=True, slots=True)
class Effect:
    """A function that changes the state.

    Its parameters are locals 1, 2, ...; local 0 is the acting seat.
    """

    id: str
    number: int
    parameters: tuple[lv.Local, ...]
    n_locals: int
    body: low.Block
    span: Span
    counted: tuple[low.Count, ...] = ()


class Addend(NamedTuple):
    """The amount that a modifier adds to a value if its condition holds."""

    id: str
    span: Span
    amount: lv.Expression
    when: lv.Expression | None


@dataclass(frozen=True, slots=True)
class Value:
    """A function that only reads the state: a number, a boolean or a thing.

    `bare` is its amount without addends.
    """

    id: str
    number: int
    parameters: tuple[lv.Local, ...]
    amount: lv.Expression
    type: Type
    span: Span
    bare: lv.Expression
    addends: tuple[Addend, ...]
    counted: tuple[low.Count, ...] = ()
