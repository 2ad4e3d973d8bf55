"""The statements that move and turn pieces, before any name is resolved; all others are in `model/effects.py`."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.model.expressions import Expression
from rulewright.model.stretches import START, Place


@dataclass(frozen=True, slots=True)
class Move:
    piece: Expression
    to: Expression
    under: bool
    at: Place


@dataclass(frozen=True, slots=True)
class MoveAll:
    source: Expression
    to: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Draw:
    amount: Expression
    source: Expression
    to: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: Expression
    at: Place


@dataclass(frozen=True, slots=True)
class Show:
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
class Roll:
    """Chance turns a piece, or each of a set, to one of its faces."""

    verb: str
    piece: Expression
    at: Place
