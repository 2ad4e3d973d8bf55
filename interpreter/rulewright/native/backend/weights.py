"""How much code a value is, with what is written out in it: a small one is written out wherever it is worked out."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.nodes import nodes_of

MOST_WRITTEN_OUT = 30
"""Nodes."""


@dataclass(slots=True)
class Weights:
    """The weights of a program's values, each worked out once."""

    lowered: Lowered
    _known: dict[int, int] = field(default_factory=dict)

    def of(self, number: int) -> int:
        """The weight of a value; one that calls is at least as heavy as all it writes out."""
        if number not in self._known:
            self._known[number] = MOST_WRITTEN_OUT + 1
            nodes = list(nodes_of(self.lowered.value(number).amount))
            inner = [self.of(each.function) for each in nodes if isinstance(each, lv.Evaluate)]
            self._known[number] = len(nodes) + sum(each for each in inner if each <= MOST_WRITTEN_OUT)
        return self._known[number]
