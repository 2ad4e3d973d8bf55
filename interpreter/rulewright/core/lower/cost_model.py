"""The work that effects and values may do, and which of them count it, so that the step limit ends them.

The unit is a look. A set expression that can be shown to look at little is not counted: its bounds are small, and
it is in no others that make it much. An effect counts what it runs itself, a value only if much is worked out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from rulewright.core.lower.lowering_functions import Functions
from rulewright.core.lower.walk import operations_in, reached
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.nodes import nodes_of

_LITTLE = 300
_NODES = 40
"""This many nodes of a text are as much as a look."""
_MUCH = 3_000
"""A value counts if it works out more nodes than that, with everything it needs."""
_ENDLESS = 1_000_000
_SEATS = 8


@dataclass(slots=True)
class CostModel:
    """The counts of a program's texts, computed once for each.

    Of a program that others are added to, only the values and effects from `first` on are asked about: those known
    before never work out a new one.
    """

    functions: Functions
    first: tuple[int, int] = (0, 0)
    _within: frozenset[int] | None = None
    _values: dict[int, int] = field(default_factory=dict)
    _nodes: dict[lv.Reduce, int] = field(default_factory=dict)
    _needs: dict[int, int] = field(default_factory=dict)

    def know(self, other: CostModel) -> None:
        """Take over what is known about a program that this one was made from by adding to it."""
        self._values |= other._values
        self._needs |= other._needs

    def weight(self, node: lv.Reduce, *, within: bool) -> int:
        """Return how much each candidate of a set expression counts, 0 if they are not counted."""
        size, inner = self._size(node.source), self._inner(node)
        if size is None:
            return 1 + inner if within or inner else 0
        return 1 + inner if size * (1 + inner) > _LITTLE else 0

    def is_within(self, value: int) -> bool:
        """Whether some set expression may work out a value for each of its candidates."""
        if self._within is None:
            self._within = self._within_others()
        return value in self._within

    def of_run(self, effect: int) -> int:
        """Return how much each run of an effect counts: the effects it runs itself, and its own length."""
        body = self.functions.effect(effect).body
        calls = sum(isinstance(each, lv.Call | lv.CallField | low.AskEach) for each in operations_in(body))
        return calls + _length(body) // _NODES

    def of_pass(self, body: low.Block) -> int:
        """Return how much each candidate counts in a `for each` that asks nobody."""
        return 1 + _length(body) // _NODES

    def of_look(self, look: der.LookAhead) -> int:
        """Return how much a call of a look-ahead counts.

        That is the number of look-aheads it may begin itself, or 0 if it is only one.
        """
        ways = _ways(look.steps)
        return ways if ways > 1 else 0

    def of_value(self, value: int) -> int:
        """Return how much a value counts each time it is computed, which is 0 for most."""
        if self._needed_nodes(value) <= _MUCH:
            return 0
        amount = self.functions.value(value).amount
        needed = self.functions.needed_in(amount)
        uncounted = [nodes for nodes in map(self._needed_nodes, needed) if nodes <= _MUCH]
        return 1 + len(needed) + (_length(amount) + sum(uncounted)) // _NODES

    def _needed_nodes(self, value: int) -> int:
        """Return the number of nodes that a value computes, with all values it needs."""
        if value not in self._needs:
            self._needs[value] = 0
            amount = self.functions.value(value).amount
            inner = sum(map(self._needed_nodes, self.functions.needed_in(amount)))
            self._needs[value] = min(_ENDLESS, _length(amount) + inner)
        return self._needs[value]

    def _uncounted(self, node: lv.Reduce) -> int:
        """Return the number of candidates that a set expression inspects uncounted, within another one."""
        if node not in self._nodes:
            size, inner = self._size(node.source), self._inner(node)
            counted = size is None or size * (1 + inner) > _LITTLE
            self._nodes[node] = 0 if counted else (size or 0) * (1 + inner)
        return self._nodes[node]

    def _inner(self, node: lv.Reduce) -> int:
        """Return how much one candidate counts in addition to itself."""
        trees: tuple[object, ...] = (node.where, node.value, node.order)
        if isinstance(node.source, lv.Reduce):
            trees = (*trees, node.source.where)
        needed = self.functions.needed_in(trees)
        nodes = _length(trees) + sum(min(_MUCH, self._needed_nodes(each)) for each in needed)
        return self._of(trees) + nodes // _NODES

    def _of(self, trees: object) -> int:
        inner = sum(self._uncounted(each) for each in nodes_of(trees) if isinstance(each, lv.Reduce))
        return min(_LITTLE, inner + sum(map(self._of_value, self.functions.needed_in(trees))))

    def _of_value(self, number: int) -> int:
        if number not in self._values:
            self._values[number] = 0
            self._values[number] = self._of(self.functions.value(number).amount)
        return self._values[number]

    def _size(self, source: lv.Expression) -> int | None:
        """Return the most things that a set may hold, None if there is no known limit, as for a pile."""
        match source:
            case lv.Primitive(name="domain", arguments=(lv.Const(value=size),)):
                return size
            case lv.Primitive(name="seats" | "others" | "seats_from"):
                return _SEATS
            case lv.Primitive(name="range", arguments=(first, last)):
                return lv.most_numbers(first, last)
            case lv.Zone(spaces=spaces):
                return spaces or None
            case lv.Primitive(name="union", arguments=parts):
                sizes = [self._size(each) for each in parts]
                return None if None in sizes else sum(each or 0 for each in sizes)
            case lv.Primitive(name="line" | "reach", arguments=(_, lv.Const(value=table), _)) | lv.Table(table=table):
                return self.functions.program.longest(table)
            case lv.Reduce(source=inner):
                return self._size(inner)
            case _:
                return None

    def _within_others(self) -> frozenset[int]:
        functions, asked = self.functions, list[int]()
        for node in nodes_of([*functions.texts(self.first)]):
            if isinstance(node, lv.Reduce):
                asked += functions.needed_in((node.where, node.value, node.order))
        return frozenset(reached(asked, functions.needed_by))


def _length(trees: object) -> int:
    """Return the number of nodes in some trees."""
    return sum(1 for _ in nodes_of(trees))


def _ways(steps: der.LookAheadSteps) -> int:
    """Return the number of look-aheads that steps may begin."""
    found = 0
    for step in steps:
        match step:
            case der.MustBeAble():
                found += 1
            case der.AnyOf():
                found += len(step.options)
            case der.Either():
                found += max(_ways(step.then), _ways(step.otherwise))
            case low.Count() | low.Let() | der.Must() | der.Trial() | der.Foreseen() | der.Then():
                pass
            case _:
                assert_never(step)
    return found
