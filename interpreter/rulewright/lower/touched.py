"""Can one operation change what others look at? Told by families of slots and kinds of pieces, so never too little."""

from __future__ import annotations

from typing import assert_never

from rulewright.lower.functions import Functions
from rulewright.lower.summary import callees
from rulewright.model import lowered as low
from rulewright.model.kinds import PieceOf
from rulewright.model.lowered import Operation
from rulewright.model.nodes import nodes_of

Touched = frozenset[object]
_Function = tuple[str, int]


class Interference:
    """What may interfere with what in a program; what its effects and values look at is worked out once."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions
        self._known: dict[_Function, tuple[Touched, frozenset[_Function]]] = {}

    def know(self, other: Interference) -> None:
        """Take over what is known of a program that this one was made of by adding to it."""
        self._known |= other._known

    def touches_nothing_of(self, operation: Operation, rest: low.Block) -> bool:
        """Whether nothing that `rest` reads can be changed by a simple operation; calls and while loops touch all."""
        return touches_nothing(operation, self.read_by(rest))

    def read_by(self, node: object) -> Touched:
        """Everything a tree may look at, through all the effects and values it leads to."""
        first, reached = self._at_first(node)
        found, done, waiting = set(first), set(reached), [*reached]
        while waiting:
            inside, further = self._of(waiting.pop())
            found |= inside
            waiting += further - done
            done |= further
        return frozenset(found)

    def _of(self, function: _Function) -> tuple[Touched, frozenset[_Function]]:
        """What a function looks at itself, and those it leads to."""
        if function not in self._known:
            sort, number = function
            functions = self._functions
            tree = functions.effect(number).body if sort == "effect" else functions.value(number).amount
            self._known[function] = self._at_first(tree)
        return self._known[function]

    def _at_first(self, node: object) -> tuple[Touched, frozenset[_Function]]:
        found: set[object] = set()
        reached: set[_Function] = set()
        for each in nodes_of(node):
            match each:
                case low.Load(address=address):
                    found |= _slots(address)
                case low.Zone() | low.Table() if isinstance(each.type.domain, PieceOf):
                    found.add(("pieces", each.type.domain))
                case low.Evaluate():
                    reached.add(("value", each.function))
                case low.EvaluateField():
                    cells = self._functions.program.tables[each.table]
                    reached |= {("value", cell) for cell in cells if isinstance(cell, int) and cell >= 0}
                case low.Call() | low.CallField() | low.AskEach():
                    reached |= {("effect", number) for number in callees(each)}
                case _:
                    pass
        return frozenset(found), frozenset(reached)


def touches_nothing(operation: Operation, read: Touched) -> bool:
    """Whether nothing of what is read can be changed by a simple operation; calls and while loops touch all."""
    written = _written(operation)
    return written is not None and not written & read


def _slots(address: low.Address) -> Touched:
    if address.pieces:
        return frozenset({("pieces", address.pieces), ("faces", address.pieces)})
    return frozenset({("family", address.family)})


def _written(operation: Operation) -> Touched | None:
    """What an operation changes; None where it may change anything, or leave the effect."""
    match operation:
        case low.Store():
            return _slots(operation.address)
        case low.Flip():
            return frozenset({("faces", operation.address.pieces)})
        case low.Move() | low.MoveAll() | low.Draw():
            return frozenset({("pieces", operation.to.type.domain)})
        case low.Each() | low.Repeat():
            return _written_in(operation.body)
        case low.If():
            return _written_in((*operation.then, *operation.otherwise))
        case low.Tell() | low.Count():
            return frozenset()
        case (
            low.Let() | low.Shuffle() | low.Roll() | low.Check() | low.Call() | low.CallField() | low.Leave()
            | low.While() | low.Ask() | low.AskEach()
        ):  # fmt: skip
            return None
        case _:
            assert_never(operation)


def _written_in(block: low.Block) -> Touched | None:
    found: set[object] = set()
    for operation in block:
        written = _written(operation)
        if written is None:
            return None
        found |= written
    return frozenset(found)
