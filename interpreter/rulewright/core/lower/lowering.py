"""A bound program as a lowered one: its functions, and what follows from them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rulewright.core.lower.cost_model import CostModel
from rulewright.core.lower.coverage_points import Marked
from rulewright.core.lower.liveness import without_dead
from rulewright.core.lower.lowering_functions import Functions
from rulewright.core.lower.read_write_sets import Interference
from rulewright.core.lower.suspension import split
from rulewright.core.model import derived as der
from rulewright.core.model.functions import Summary
from rulewright.core.model.program import Program
from rulewright.core.model.ranges import ANY, Interval

if TYPE_CHECKING:
    from rulewright.core.lower.sealed_answers import SealedAnswers


class Lowered(Functions):
    """The lowered functions of a program, and what is derived from them, each made when first asked for.

    If a program was added to, `first` says from which value and effect on it is new.
    """

    def __init__(self, program: Program, marks: Marked | None = None, first: tuple[int, int] = (0, 0)) -> None:
        super().__init__(program, marks)
        self.interference, self.cost_model = Interference(self), CostModel(self, first)
        self._first = first[1]
        self._resumables: dict[int, der.Resumable] = {}
        self._cells: dict[int, Interval] = {}

    def with_more(self, program: Program) -> Lowered:
        """A program that is this one with more at its end: what is known about this one is not worked out again."""
        known = self.program
        more = Lowered(program, None, (len(known.quantities), len(known.procedures)))
        more.know(self)
        more.interference.know(self.interference)
        more.cost_model.know(self.cost_model)
        return more

    @cached_property
    def sealed_answers(self) -> SealedAnswers:
        """Which parts of answers given at once wait until all are in."""
        from rulewright.core.lower.sealed_answers import SealedAnswers  # which goes through lowered programs itself

        return SealedAnswers(self, self._first)

    def resumable(self, number: int) -> der.Resumable:
        """The effect of a number, which asks someone, in blocks."""
        if number not in self._resumables:
            free = self.program.free.offered.get(number, ())
            self._resumables[number] = without_dead(
                split(self, self.effect(number), free, self.sealed_answers.stage), self._told
            )
        return self._resumables[number]

    def cells(self, table: int) -> Interval:
        """What the cells of a table can be, if they are numbers or things."""
        if table not in self._cells:
            cells = self.program.tables[table]
            single = [cell for cell in cells if isinstance(cell, int)]
            known = single and len(single) == len(cells)
            self._cells[table] = Interval(min(single), max(single)) if known else ANY
        return self._cells[table]

    def _told(self, site: int) -> tuple[int, ...]:
        """The locals that a decision shows by name."""
        return tuple(local.number for _, local in self.program.sites[site].known)

    def summary(self, number: int) -> Summary:
        """What a caller has to know about an effect."""
        procedure = self.program.procedures[number]
        return Summary(procedure.pauses, procedure.needs, procedure.ends_game, procedure.picks_sets)

    def foresees(self, number: int) -> int:
        """How far a look-ahead goes from the start of an effect."""
        return self.program.procedures[number].foresees
