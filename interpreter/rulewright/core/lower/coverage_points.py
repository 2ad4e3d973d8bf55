"""Coverage points: the bound nodes that a lowering counts, none unless it is asked to count.

The numbers are given out in `compile/marks.py`; here they are only looked up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from rulewright.core.model import operations as low
from rulewright.core.model.bound_values import BoundNode


class Marked(Protocol):
    """The places of a program and their numbers."""

    def of(self, node: BoundNode, part: str = "") -> int | None: ...

    def of_text(self, sort: str, number: int) -> int | None: ...


class Points:
    """The numbers of coverage points in the lowered program, empty without `marks`."""

    def __init__(self, marks: Marked | None) -> None:
        self._marks = marks

    def of(self, node: BoundNode) -> int:
        """The point of a bound expression, -1 for none."""
        found = self._marks.of(node) if self._marks is not None else None
        return -1 if found is None else found

    def counted(self, node: BoundNode, part: str = "") -> tuple[low.Count, ...]:
        """Return the operations, none or one, that count a statement or a way of a condition."""
        return _count(self._marks.of(node, part)) if self._marks is not None else ()

    def counted_when_taken(self, option: BoundNode) -> tuple[low.Count, ...]:
        """Return the operations, none or one, that count an option."""
        return tuple(replace(each, taken=True) for each in self.counted(option))

    def counted_text(self, sort: str, number: int) -> tuple[low.Count, ...]:
        """Return the operations, none or one, that count a whole text: a run effect or a computed value."""
        return _count(self._marks.of_text(sort, number)) if self._marks is not None else ()


def _count(point: int | None) -> tuple[low.Count, ...]:
    return (low.Count(point),) if point is not None else ()
