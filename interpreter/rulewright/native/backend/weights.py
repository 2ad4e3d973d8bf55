"""The size of a value's code, including inlined values: a small value is inlined where it is used."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.nodes import nodes_of

MOST_WRITTEN_OUT = 30
"""Nodes."""


@dataclass(slots=True)
class Weights:
    """The weights of a program's values, cached."""

    lowered: Lowered
    _known: dict[int, int] = field(default_factory=dict)

    def of(self, number: int) -> int:
        """Return the weight of a value, which is at least that of all values inlined in it."""
        if number not in self._known:
            self._known[number] = MOST_WRITTEN_OUT + 1
            nodes = list(nodes_of(self.lowered.value(number).amount))
            inner = [self.of(each.function) for each in nodes if isinstance(each, lv.Evaluate)]
            self._known[number] = len(nodes) + sum(each for each in inner if each <= MOST_WRITTEN_OUT)
        return self._known[number]
