"""How much a set expression may have to look at, and which of them count it, so that the step limit ends them.

What can be shown to be little is not counted: its bounds are small, and it stands in no others that make it much.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compile.analysis import nodes_of
from rulewright.model import bound as b
from rulewright.model.program import Program

_LITTLE = 300
_SEATS = 8


@dataclass(slots=True)
class Work:
    """What the set expressions of a program look at for one candidate, worked out once for each."""

    program: Program
    _within: frozenset[int] | None = None
    _quantities: dict[int, int] = field(default_factory=dict)
    _nodes: dict[int, tuple[b.Quantify, int]] = field(default_factory=dict)

    def weight(self, node: b.Quantify, *, within: bool) -> int:
        """How much each candidate of a set expression counts, 0 where they are not counted."""
        size, inner = self._size(node.source), self._inner(node)
        if size is None:
            return 1 + inner if within or inner else 0
        return 1 + inner if size * (1 + inner) > _LITTLE else 0

    def is_within(self, quantity: int) -> bool:
        """Whether some set expression may work out a quantity for each of its candidates."""
        if self._within is None:
            self._within = _within_others(self.program)
        return quantity in self._within

    def _uncounted(self, node: b.Quantify) -> int:
        """What is looked at unseen, within another set expression."""
        known = self._nodes.get(id(node))
        if known is None:
            size, inner = self._size(node.source), self._inner(node)
            counted = size is None or size * (1 + inner) > _LITTLE
            known = self._nodes[id(node)] = node, 0 if counted else (size or 0) * (1 + inner)
        return known[1]

    def _inner(self, node: b.Quantify) -> int:
        return self._of((node.where, node.value, node.order))

    def _of(self, trees: object) -> int:
        inner = sum(self._uncounted(each) for each in nodes_of(trees) if isinstance(each, b.Quantify))
        return min(_LITTLE, inner + sum(map(self._of_quantity, _needed(self.program, trees))))

    def _of_quantity(self, number: int) -> int:
        if number not in self._quantities:
            self._quantities[number] = 0
            self._quantities[number] = self._of(self.program.quantities[number].amount)
        return self._quantities[number]

    def _size(self, source: b.Bound) -> int | None:
        """The most things that a set may hold; None for a pile, and for numbers up to any other."""
        match source:
            case b.DomainSet(size=size):
                return size if size >= 0 else _SEATS
            case b.OthersSet():
                return _SEATS
            case b.RangeSet(low=low, high=high):
                least = low.value if isinstance(low, b.Const) else low.type.low
                most = high.value if isinstance(high, b.Const) else high.type.high
                return None if least is None or most is None else max(0, most - least + 1)
            case b.ZoneRef(spaces=spaces):
                return spaces or None
            case b.UnionSet(parts=parts):
                sizes = [self._size(each) for each in parts]
                return None if None in sizes else sum(each or 0 for each in sizes)
            case b.Lookup(table=table):
                return max((len(cell) for cell in self.program.tables[table] if isinstance(cell, tuple)), default=0)
            case _:
                return None


def _within_others(program: Program) -> frozenset[int]:
    waiting: list[int] = []
    for text in (*(each.amount for each in program.quantities), *(each.body for each in program.procedures)):
        for node in nodes_of(text):
            if isinstance(node, b.Quantify):
                waiting += _needed(program, (node.where, node.value, node.order))
    found: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += _needed(program, program.quantities[number].amount)
    return frozenset(found)


def _needed(program: Program, trees: object) -> list[int]:
    """The quantities that trees work out, by number."""
    found: list[int] = []
    for each in nodes_of(trees):
        if isinstance(each, b.Evaluate):
            found.append(each.quantity)
        elif isinstance(each, b.EvaluateField):
            found += {cell for cell in program.tables[each.table] if isinstance(cell, int) and cell >= 0}
    return found
