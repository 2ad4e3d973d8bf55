"""A bound program as a lowered one: its functions, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rulewright.core.lower.cost_model import CostModel
from rulewright.core.lower.coverage_points import Marked
from rulewright.core.lower.lowering_functions import Functions
from rulewright.core.lower.read_write_sets import Interference
from rulewright.core.model.functions import Summary
from rulewright.core.model.program import Program
from rulewright.core.model.ranges import Interval, of_numbers

_Made = TypeVar("_Made")


class Lowered(Functions):
    """The lowered functions of a program, and what is derived from them, each made when first asked for.

    If a program was added to, `first` says from which value and effect on it is new.
    """

    def __init__(self, program: Program, marks: Marked | None = None, first: tuple[int, int] = (0, 0)) -> None:
        super().__init__(program, marks)
        self.interference, self.cost_model = Interference(self), CostModel(self, first)
        self.first_effect = first[1]
        self._derived: dict[object, Any] = {}
        self._cells: dict[int, Interval] = {}

    def with_more(self, program: Program) -> Lowered:
        """A program that is this one with more at its end: what is known about this one is not worked out again."""
        known = self.program
        more = Lowered(program, None, (len(known.quantities), len(known.procedures)))
        more.know(self)
        more.interference.know(self.interference)
        more.cost_model.know(self.cost_model)
        return more

    def once(self, key: object, make: Callable[[], _Made]) -> _Made:
        """Return what is derived from this program under a key, made when first asked for."""
        if key not in self._derived:
            self._derived[key] = make()
        found: _Made = self._derived[key]
        return found

    def cells(self, table: int) -> Interval:
        """Return the interval of a table's cells, if all are numbers or things."""
        if table not in self._cells:
            cells = self.program.tables[table]
            single = [cell for cell in cells if isinstance(cell, int)]
            known = single and len(single) == len(cells)
            self._cells[table] = of_numbers(single if known else ())
        return self._cells[table]

    def summary(self, number: int) -> Summary:
        """Return the facts about an effect that its callers need."""
        procedure = self.program.procedures[number]
        return Summary(procedure.pauses, procedure.needs, procedure.ends_game, procedure.picks_sets)

    def foresees(self, number: int) -> int:
        """Return how far a look-ahead goes from the start of an effect."""
        return self.program.procedures[number].foresees
