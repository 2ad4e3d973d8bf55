"""The operations that put a number into a slot, or pieces into a zone.

All others are in operations.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulewright.core.model.declared import ChangesState, Slots
from rulewright.core.model.lowered_values import Address, Expression, Zone


@dataclass(frozen=True, slots=True)
class Store(ChangesState):
    """Set, increase or decrease a slot, within bounds (None if one cannot be passed)."""

    address: Address
    how: Literal["set", "add", "take"]
    value: Expression
    low: int | None
    high: int | None

    @property
    def writes(self) -> Slots:
        return self.address.slots

    @property
    def says(self) -> str:
        sign = {"set": "=", "add": "+=", "take": "-="}[self.how]
        return f"{{address}} {sign} {{value}}{_kept(self)}"


@dataclass(frozen=True, slots=True)
class Flip(ChangesState):
    """Set a slot of a piece (its face), unless the piece is none."""

    piece: Expression
    address: Address
    value: Expression
    low: int | None
    high: int | None

    @property
    def writes(self) -> Slots:
        return frozenset({("faces", self.address.pieces)})

    @property
    def says(self) -> str:
        return "flip {piece}: {address} = {value}" + _kept(self)


@dataclass(frozen=True, slots=True)
class Move(ChangesState):
    """Put a piece on top of a zone, or under all in it, unless the piece is none.

    A full space raises the limit `limit`.
    """

    piece: Expression
    to: Zone
    under: bool
    limit: int = -1

    @property
    def writes(self) -> Slots:
        return frozenset({("pieces", self.to.type.domain)})

    @property
    def says(self) -> str:
        return "move {piece} under {to}" if self.under else "move {piece} to {to}"


@dataclass(frozen=True, slots=True)
class MoveAll(ChangesState):
    """Put the pieces of a set, as they are at the start, on top of a zone one by one."""

    source: Expression
    to: Zone

    @property
    def writes(self) -> Slots:
        return frozenset({("pieces", self.to.type.domain)})

    says = "move all {source} to {to}"


@dataclass(frozen=True, slots=True)
class Draw(ChangesState):
    """Move a number of pieces from the top of a pile, or as many as there are."""

    amount: Expression
    source: Zone
    to: Zone

    @property
    def writes(self) -> Slots:
        return frozenset({("pieces", self.to.type.domain)})

    says = "draw {amount} from {source} to {to}"


def _kept(change: Store | Flip) -> str:
    """Return the bounds that a change keeps."""
    least, most = change.low, change.high
    if least is None and most is None:
        return ""
    return f", {'' if least is None else least}..{'' if most is None else most}"
