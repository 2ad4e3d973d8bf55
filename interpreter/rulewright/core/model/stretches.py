"""Positions in a text of the effect language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Place(NamedTuple):
    """A stretch of an effect text: 1-based line and column, and a length in characters."""

    line: int
    column: int
    length: int = 1


START = Place(1, 1)


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    at: Place


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool
    at: Place
