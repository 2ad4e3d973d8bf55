"""The values in an effect that depend on answers to questions, which no earlier option could require."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.summary import suspends
from rulewright.core.lower.walk import operations_in, reached
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.nodes import nodes_of


@dataclass(slots=True)
class DecidedByAnswers:
    """The locals (by number), counters and markers that hold answers so far."""

    lowered: Lowered
    locals: set[int] = field(default_factory=set)
    families: set[str] = field(default_factory=set)

    def after(self, statement: b.BoundStatement) -> None:
        """Note what a statement, which has no block of its own or is over, makes of answers."""
        if isinstance(statement, b.SetLocal):
            if self.decides(statement.value):
                self.locals.add(statement.local.number)
        elif isinstance(statement, b.SetSlot):
            if isinstance(statement.target, bv.Read) and self.decides((statement.value, statement.target)):
                self.families.add(statement.target.family)
        elif suspends(self.lowered, operations := self.lowered.operations(statement)):
            runs = {number for each in operations_in(operations) for number in each.runs}
            for number in reached(runs, self._run_by):
                self.families |= _changed_in(self.lowered.program.procedures[number].body)

    def decides(self, values: object) -> bool:
        """Return whether what has been answered is part of some values."""
        for node in nodes_of(values) if self.locals or self.families else ():
            if isinstance(node, bv.Local) and node.number in self.locals:
                return True
            if isinstance(node, bv.Read) and node.family in self.families:
                return True
        return False

    def _run_by(self, number: int) -> set[int]:
        return {inner for each in operations_in(self.lowered.effect(number).body) for inner in each.runs}


def _changed_in(block: b.BoundBlock) -> set[str]:
    changes = (node.target for node in nodes_of(block) if isinstance(node, b.SetSlot))
    return {target.family for target in changes if isinstance(target, bv.Read)}
