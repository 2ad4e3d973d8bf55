"""Statements that move and turn pieces, before any name is resolved.

All others are in `model/effects.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulewright.core.model.expressions import Expression
from rulewright.core.model.stretches import START, Place


class Plain:
    """A statement that is announced by one phrase.

    `phrase` is its key in the catalogues, then the fields that fill it.
    """

    __slots__ = ()
    phrase: ClassVar[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Move:
    piece: Expression
    to: Expression
    under: bool
    at: Place


@dataclass(frozen=True, slots=True)
class Draw(Plain):
    phrase = "draw", "amount", "source", "to"

    amount: Expression
    source: Expression
    to: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Shuffle(Plain):
    phrase = "shuffle", "zone"

    zone: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Show(Plain):
    phrase = "show", "what", "seats"

    what: Expression
    seats: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Flip:
    piece: Expression
    face: str
    at: Place
    face_at: Place = START


@dataclass(frozen=True, slots=True)
class Roll(Plain):
    """Chance turns a piece, or each of a set, to one of its faces."""

    phrase = "by_lot", "piece"

    verb: str
    piece: Expression
    at: Place


OnPieces = Move | Draw | Shuffle | Show | Flip | Roll
