"""Which bound nodes are coverage points, for a lowering that counts them; for others none is.

The numbers are given out in `compile/marks.py`; here they are only looked up.
"""

from __future__ import annotations

from typing import Protocol

from rulewright.core.model import operations as low
from rulewright.core.model.bound_values import BoundNode


class Marked(Protocol):
    """The places of a program and their numbers."""

    def of(self, node: BoundNode, part: str = "") -> int | None: ...

    def of_text(self, sort: str, number: int) -> int | None: ...


class Points:
    """The numbers of coverage points as the lowered program holds them; without `marks` there are none."""

    def __init__(self, marks: Marked | None) -> None:
        self._marks = marks

    def of(self, node: BoundNode) -> int:
        """The point of a bound expression, -1 for none."""
        found = self._marks.of(node) if self._marks is not None else None
        return -1 if found is None else found

    def counted(self, node: BoundNode, part: str = "") -> tuple[low.Count, ...]:
        """What counts a bound statement, an option or one way of a condition; nothing where it is not counted."""
        return _count(self._marks.of(node, part)) if self._marks is not None else ()

    def counted_text(self, sort: str, number: int) -> tuple[low.Count, ...]:
        """What counts a whole text: an effect run, a value worked out."""
        return _count(self._marks.of_text(sort, number)) if self._marks is not None else ()


def _count(point: int | None) -> tuple[low.Count, ...]:
    return (low.Count(point),) if point is not None else ()
