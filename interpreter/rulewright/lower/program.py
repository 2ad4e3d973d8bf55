"""A bound program as a lowered one, function by function."""

from __future__ import annotations

from rulewright.lower.expressions import Lowering
from rulewright.lower.liveness import without_dead
from rulewright.lower.points import Marked, Points
from rulewright.lower.statements import Statements
from rulewright.lower.suspension import split
from rulewright.lower.touched import Interference
from rulewright.lower.work import Work
from rulewright.model import derived as der
from rulewright.model import lowered as low
from rulewright.model.bound import BoundStatement
from rulewright.model.functions import Addend, Effect, Summary, Value
from rulewright.model.program import Procedure, Program, Quantity


class Lowered:
    """The lowered functions of a program, each made when first asked for; with `marks`, its points are counted.

    Where a program was added to, `first` tells from which value and effect on it is new.
    """

    def __init__(self, program: Program, marks: Marked | None = None, first: tuple[int, int] = (0, 0)) -> None:
        self.program = program
        self.counted = marks is not None
        self.interference, self.work = Interference(self), Work(self, first)
        self._lowering = Lowering(program, Points(marks) if marks is not None else None)
        self._effects: dict[int, Effect] = {}
        self._values: dict[int, Value] = {}
        self._resumables: dict[int, der.Resumable] = {}

    def effect(self, number: int) -> Effect:
        """The effect of a number."""
        if number not in self._effects:
            self._effects[number] = self._effect(self.program.procedures[number])
        return self._effects[number]

    def value(self, number: int) -> Value:
        """The value of a number."""
        if number not in self._values:
            self._values[number] = self._value(self.program.quantities[number])
        return self._values[number]

    def operations(self, *statements: BoundStatement) -> low.Block:
        """What statements mean."""
        return Statements(self._lowering).block(statements)

    def resumable(self, number: int) -> der.Resumable:
        """The effect of a number, which asks someone, in blocks."""
        if number not in self._resumables:
            free = self.program.free.offered.get(number, ())
            self._resumables[number] = without_dead(split(self, self.effect(number), free), self._told)
        return self._resumables[number]

    def _told(self, site: int) -> tuple[int, ...]:
        """The locals that a decision tells by name."""
        return tuple(local.number for _, local in self.program.sites[site].known)

    def summary(self, number: int) -> Summary:
        """What a caller has to know of an effect."""
        procedure = self.program.procedures[number]
        return Summary(procedure.pauses, procedure.needs, procedure.ends_game)

    def foresees(self, number: int) -> int:
        """How far a look-ahead goes from the start of an effect."""
        return self.program.procedures[number].foresees

    def _effect(self, procedure: Procedure) -> Effect:
        lowering, number = self._lowering, procedure.number
        counted = lowering.points.counted_text("effect", number) if lowering.points is not None else ()
        parameters = tuple(lowering.local(each) for each in procedure.parameters)
        body = Statements(lowering).block(procedure.body)
        return Effect(procedure.id, number, parameters, procedure.n_locals, body, procedure.span, counted)

    def _value(self, quantity: Quantity) -> Value:
        lowering, program, number = self._lowering, self.program, quantity.number
        counted = lowering.points.counted_text("value", number) if lowering.points is not None else ()
        addends = tuple(
            Addend(each.id, each.span, lowering.expression(each.amount), lowering.some(each.when))
            for each in program.addends.get(number, ())
        )
        return Value(
            quantity.id, number, tuple(lowering.local(each) for each in quantity.parameters),
            lowering.expression(quantity.amount), quantity.type, quantity.span,
            lowering.expression(program.bare.get(number, quantity.amount)), addends, counted,
        )  # fmt: skip
