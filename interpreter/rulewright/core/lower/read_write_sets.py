"""Can one operation change what others look at? Told by families of slots and kinds of pieces: never too little."""

from __future__ import annotations

from typing import assert_never

from rulewright.core.lower.lowering_functions import Functions
from rulewright.core.lower.walk import blocks_in
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Declared, Slots
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.operations import Operation

_Function = tuple[str, int]


class Interference:
    """Interference between operations of a program, with the reads of each effect and value cached."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions
        self._known: dict[_Function, tuple[Slots, frozenset[_Function]]] = {}

    def know(self, other: Interference) -> None:
        """Take over what is known about a program that this one was made from by adding to it."""
        self._known |= other._known

    def writes_none_read_by(self, operation: Operation, rest: low.Block) -> bool:
        """Return whether a simple operation changes nothing that `rest` reads.

        Calls and while loops count as changing everything.
        """
        return writes_none_of(operation, self.read_set(rest))

    def read_set(self, node: object) -> Slots:
        """Everything a tree may look at, through all the effects and values it leads to."""
        first, reached = self._at_first(node)
        found, done, waiting = set(first), set(reached), [*reached]
        while waiting:
            inside, further = self._of(waiting.pop())
            found |= inside
            waiting += further - done
            done |= further
        return frozenset(found)

    def _of(self, function: _Function) -> tuple[Slots, frozenset[_Function]]:
        """Return (slots that a function itself reads, the functions it leads to)."""
        if function not in self._known:
            sort, number = function
            functions = self._functions
            tree = functions.effect(number).body if sort == "effect" else functions.value(number).amount
            self._known[function] = self._at_first(tree)
        return self._known[function]

    def _at_first(self, node: object) -> tuple[Slots, frozenset[_Function]]:
        found: set[object] = set()
        reached: set[_Function] = set()
        for each in nodes_of(node):
            if isinstance(each, Declared):
                reached |= {("effect", number) for number in each.runs}
            elif isinstance(each, lv.Expression):
                self._look_at(each, found, reached)
        return frozenset(found), frozenset(reached)

    def _look_at(self, node: lv.Expression, found: set[object], reached: set[_Function]) -> None:
        """Add what an expression itself reads, without its parts, to `found` and `reached`."""
        match node:
            case lv.Load(address=address):
                found |= address.slots
            case lv.Zone() | lv.Table():
                found |= {("pieces", node.type.domain)} if isinstance(node.type.domain, PieceOf) else set()
            case lv.Evaluate():
                reached.add(("value", node.function))
            case lv.EvaluateField():
                reached |= {("value", number) for number in self._functions.program.named_in(node.table)}
            case lv.Const() | lv.Local() | lv.Primitive() | lv.Reduce() | lv.Possible() | lv.Answer():
                pass
            case _:
                assert_never(node)


def writes_none_of(operation: Operation, read_set: Slots) -> bool:
    """Return whether a simple operation changes nothing of a read set.

    Calls and while loops count as changing everything.
    """
    write_set = _write_set(operation)
    return write_set is not None and not write_set & read_set


def _write_set(operation: Operation) -> Slots | None:
    """Return the slots that an operation changes with its blocks.

    None if it may change anything, or leave the effect.
    """
    found = operation.writes
    if found is None:
        return None
    for block in blocks_in(operation):
        for each in block:
            write_set = _write_set(each)
            if write_set is None:
                return None
            found |= write_set
    return found
