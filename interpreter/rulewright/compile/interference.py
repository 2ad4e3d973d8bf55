"""Can one effect change what another looks at? Told by families of slots and kinds of pieces, so never too little."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compile.analysis import nodes_of
from rulewright.model import bound as b
from rulewright.model.bound import BoundBlock, BoundStatement
from rulewright.model.program import Program

_Touched = frozenset[object]


_Reached = frozenset[tuple[str, int]]


@dataclass(slots=True)
class Interference:
    """What may interfere with what in a program; what its procedures and quantities look at is worked out once."""

    program: Program
    _known: dict[tuple[str, int], tuple[_Touched, _Reached]] = field(default_factory=dict)

    def touches_nothing_of(self, statement: BoundStatement, rest: BoundBlock) -> bool:
        """Whether nothing that `rest` reads can be changed by a simple statement; calls and loops touch all."""
        written = _written(statement)
        return written is not None and not written & self._read(rest)

    def _read(self, node: object) -> set[object]:
        """Everything a tree may look at, through all the procedures and quantities it leads to."""
        touched, reached = self._at_first(node)
        found: set[object] = set(touched)
        done: set[tuple[str, int]] = set()
        waiting = list(reached)
        while waiting:
            sort, number = waiting.pop()
            if (sort, number) not in done:
                done.add((sort, number))
                touched, reached = self._in(sort, number)
                found |= touched
                waiting += reached
        return found

    def _in(self, sort: str, number: int) -> tuple[_Touched, _Reached]:
        if (sort, number) not in self._known:
            program = self.program
            tree = program.procedures[number].body if sort == "procedure" else program.quantities[number].amount
            self._known[sort, number] = self._at_first(tree)
        return self._known[sort, number]

    def _at_first(self, node: object) -> tuple[_Touched, _Reached]:
        """What a tree looks at itself, and the procedures and quantities in it."""
        found: set[object] = set()
        reached: set[tuple[str, int]] = set()
        for each in nodes_of(node):
            if isinstance(each, b.Read):
                found.add(("family", each.family))
            elif isinstance(each, b.ZoneRef | b.Lookup) and each.type.domain.endswith(" piece"):
                found.add(("pieces", each.type.domain))
            elif isinstance(each, b.PieceSlot):
                found |= {("pieces", each.piece.type.domain), ("faces", each.piece.type.domain)}
            elif isinstance(each, b.Evaluate):
                reached.add(("quantity", each.quantity))
            elif isinstance(each, b.EvaluateField):
                cells = self.program.tables[each.table]
                reached |= {("quantity", cell) for cell in cells if isinstance(cell, int) and cell >= 0}
            elif isinstance(each, b.CallProcedure | b.AskAll):
                reached.add(("procedure", each.procedure))
            elif isinstance(each, b.DoField):
                reached |= {("procedure", number) for number in each.procedures}
        return frozenset(found), frozenset(reached)


def _written(statement: BoundStatement) -> _Touched | None:
    match statement:
        case b.SetSlot(target=b.Read(family=family)) if family:
            return frozenset({("family", family)})
        case b.SetSlot(target=b.PieceSlot(piece=piece)):
            return frozenset({("faces", piece.type.domain)})
        case b.MovePiece() | b.MoveEach() | b.DrawPieces():
            return frozenset({("pieces", statement.to.type.domain)})
        case b.Loop() | b.RepeatTimes():
            return _written_in(statement.body)
        case b.Branch():
            return _written_in((*statement.then, *statement.otherwise))
        case _:
            return None


def _written_in(block: BoundBlock) -> _Touched | None:
    found: set[object] = set()
    for statement in block:
        written = _written(statement)
        if written is None or (isinstance(statement, b.SetSlot) and statement.mode == "pay"):
            return None
        found |= written
    return frozenset(found)
