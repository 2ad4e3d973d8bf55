"""The functions of a bound program as lowered ones: its effects and values."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.lower.coverage_points import Marked, Points
from rulewright.core.lower.lowering_values import Lowering
from rulewright.core.lower.statements import Statements
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.bound import BoundStatement
from rulewright.core.model.functions import Addend, Effect, Value
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Procedure, Program, Quantity


class Functions:
    """The effects and values of a program, each lowered at its first use, with points counted if there are `marks`."""

    def __init__(self, program: Program, marks: Marked | None = None) -> None:
        self.program = program
        self.counted = marks is not None
        self._lowering = Lowering(program, Points(marks))
        self._effects: dict[int, Effect] = {}
        self._values: dict[int, Value] = {}

    def know(self, other: Functions) -> None:
        """Take over what is lowered of a program that this one was made from by adding to it."""
        self._effects |= other._effects
        self._values |= other._values

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

    def effects(self, first: int = 0) -> Iterator[Effect]:
        """The effects from a number on."""
        return map(self.effect, range(first, len(self.program.procedures)))

    def values(self, first: int = 0) -> Iterator[Value]:
        """The values from a number on."""
        return map(self.value, range(first, len(self.program.quantities)))

    def texts(self, first: tuple[int, int] = (0, 0)) -> Iterator[lv.Expression | low.Block]:
        """Yield the trees of the values and the effects from these two numbers on."""
        yield from (value.amount for value in self.values(first[0]))
        yield from (effect.body for effect in self.effects(first[1]))

    def all_operations(self) -> Iterator[low.Operation]:
        """The operations of all effects, with those of the blocks in them."""
        return (each for effect in self.effects() for each in operations_in(effect.body))

    def needed_by(self, number: int) -> set[int]:
        """The values that a value is worked out from, without those in these."""
        return set(self.needed_in(self.value(number).amount))

    def needed_in(self, trees: object) -> list[int]:
        """The values that trees work out, as often as they do."""
        found: list[int] = []
        for node in nodes_of(trees):
            if isinstance(node, lv.Evaluate):
                found.append(node.function)
            elif isinstance(node, lv.EvaluateField):
                found += self.program.named_in(node.table)
        return found

    def operations(self, *statements: BoundStatement) -> low.Block:
        """Lower statements to operations."""
        return Statements(self._lowering).block(statements)

    def _effect(self, procedure: Procedure) -> Effect:
        lowering, number = self._lowering, procedure.number
        counted = lowering.points.counted_text("effect", number)
        parameters = tuple(lowering.local(each) for each in procedure.parameters)
        body = Statements(lowering).block(procedure.body)
        return Effect(procedure.id, number, parameters, procedure.n_locals, body, procedure.span, counted)

    def _value(self, quantity: Quantity) -> Value:
        lowering, program, number = self._lowering, self.program, quantity.number
        counted = lowering.points.counted_text("value", number)
        addends = tuple(
            Addend(each.id, each.span, lowering.expression(each.amount), lowering.some(each.when))
            for each in program.addends.get(number, ())
        )
        return Value(
            quantity.id, number, tuple(lowering.local(each) for each in quantity.parameters),
            lowering.expression(quantity.amount), quantity.type, quantity.span,
            lowering.expression(program.bare.get(number, quantity.amount)), addends, counted,
        )  # fmt: skip
