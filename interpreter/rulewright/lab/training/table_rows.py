"""Training rows: the features of a table, its value to a seat, the choice that led to it."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from rulewright.play.policies.table_features import Active


class RowMark(NamedTuple):
    """The origin of a row: a decision, the seat that values it, the part of the game.

    `place` is the index of the option that led to the table, -1 for a seat that was not asked. `taken` counts how often
    a search took it, and `is_chosen` says whether the game continued with it.
    """

    decision: int
    seat: int
    part: int
    place: int = -1
    taken: int = 0
    is_chosen: bool = True


class GameRows:
    """Rows of one game: features of each table, its value to the seat, its weight, the choice before it."""

    def __init__(self) -> None:
        self.numbers, self.amounts = array("i"), array("f")
        self.lengths: list[int] = []
        self.worths: list[float] = []
        self.counts: list[float] = []
        self.choices: list[str] = []
        self.marks: list[RowMark] = []

    def add(self, features: Active, worth: float, count: float, choice: str, mark: RowMark) -> None:
        holding, valued = features
        self.numbers.extend([*holding, *(number for number, _ in valued)])
        self.amounts.extend([*([1.0] * len(holding)), *(float(amount) for _, amount in valued)])
        self.lengths.append(len(holding) + len(valued))
        self.worths.append(worth)
        self.counts.append(count)
        self.choices.append(choice)
        self.marks.append(mark)
