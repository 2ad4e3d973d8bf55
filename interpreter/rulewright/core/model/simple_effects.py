"""Statements that hold no others and are no shorthand for others, before any name is resolved.

Those about pieces are in `model/effects_on_pieces.py`, those that pick in `model/picks.py`, all others in
`model/effects.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.effects_on_pieces import Plain
from rulewright.core.model.expressions import Expression
from rulewright.core.model.stretches import START, Place


@dataclass(frozen=True, slots=True)
class Change:
    """`gain`, `lose` or `pay` an amount of a counter."""

    verb: str
    amount: Expression
    counter: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Assign:
    target: Expression
    value: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expression
    at: Place
    name_at: Place = START


@dataclass(frozen=True, slots=True)
class Require:
    test: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Call:
    procedure: str
    arguments: tuple[Expression, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Do(Plain):
    """Run an effect field of a component."""

    phrase = "does_its", "target"

    target: Expression
    arguments: tuple[Expression, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Leave:
    """`stop` leaves this effect, `end game` ends all, `nothing` does nothing."""

    verb: str
    at: Place


@dataclass(frozen=True, slots=True)
class Give:
    """`stop with` a value: leaves this procedure, and returns the value to its caller."""

    value: Expression
    at: Place
