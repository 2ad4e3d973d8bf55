"""Statements that pick members of a set, before any name is resolved.

All others are in `model/effects.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.expressions import Candidates, Expression, HowMany
from rulewright.core.model.stretches import Place


@dataclass(frozen=True, slots=True)
class Pick:
    """`pick` lets the acting seat choose, `roll` lets chance choose."""

    verb: str
    over: Candidates
    distinct: Expression | None
    at: Place


@dataclass(frozen=True, slots=True)
class PickSet:
    """`pick` several at once: its name stands for each candidate in tests, and then for the set."""

    verb: str
    many: HowMany
    over: Candidates
    distinct: Expression | None
    at: Place
