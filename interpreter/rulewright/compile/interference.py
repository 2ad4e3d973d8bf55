"""Can one effect change what another looks at? Told by families of slots and kinds of pieces, so never too little."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compile.analysis import nodes_of
from rulewright.model import bound as b
from rulewright.model.bound import BoundBlock, BoundStatement
from rulewright.model.program import Program

_Touched = frozenset[object]


@dataclass(slots=True)
class Interference:
    """What may interfere with what in a program; what its procedures and quantities look at is worked out once."""

    program: Program
    _of_procedures: dict[int, _Touched] = field(default_factory=dict)
    _of_quantities: dict[int, _Touched] = field(default_factory=dict)

    def touches_nothing_of(self, statement: BoundStatement, rest: BoundBlock) -> bool:
        """Whether nothing that `rest` reads can be changed by a simple statement; calls and loops touch all."""
        written = _written(statement)
        return written is not None and not written & self._read(rest)

    def _read(self, node: object) -> set[object]:
        """Everything a tree may look at, through procedures and quantities, none of which needs itself."""
        found: set[object] = set()
        for each in nodes_of(node):
            if isinstance(each, b.Read):
                found.add(("family", each.family))
            elif isinstance(each, b.ZoneRef | b.Lookup) and each.type.domain.endswith(" piece"):
                found.add(("pieces", each.type.domain))
            elif isinstance(each, b.PieceSlot):
                found |= {("pieces", each.piece.type.domain), ("faces", each.piece.type.domain)}
            elif isinstance(each, b.Evaluate):
                found |= self._read_by_quantity(each.quantity)
            elif isinstance(each, b.EvaluateField):
                for number in self.program.tables[each.table]:
                    if isinstance(number, int) and number >= 0:
                        found |= self._read_by_quantity(number)
            elif isinstance(each, b.CallProcedure | b.AskAll):
                found |= self._read_by_procedure(each.procedure)
            elif isinstance(each, b.DoField):
                for number in each.procedures:
                    found |= self._read_by_procedure(number)
        return found

    def _read_by_procedure(self, number: int) -> _Touched:
        if number not in self._of_procedures:
            self._of_procedures[number] = frozenset(self._read(self.program.procedures[number].body))
        return self._of_procedures[number]

    def _read_by_quantity(self, number: int) -> _Touched:
        if number not in self._of_quantities:
            self._of_quantities[number] = frozenset(self._read(self.program.quantities[number].amount))
        return self._of_quantities[number]


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
