"""Can one effect change what another looks at? Told by families of slots and kinds of pieces, so never too little."""

from __future__ import annotations

from interpreter.compile.analysis import nodes_of
from interpreter.model import bound as b
from interpreter.model.bound import BoundBlock, BoundStatement
from interpreter.model.program import Program

_Touched = frozenset[object]


def touches_nothing_of(program: Program, statement: BoundStatement, rest: BoundBlock) -> bool:
    """Whether nothing that `rest` reads can be changed by a simple statement; calls and loops count as touching all."""
    written = _written(statement)
    return written is not None and not written & _read(program, rest, set(), set())


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


def _read(program: Program, node: object, procedures: set[int], quantities: set[int]) -> set[object]:
    """Everything a tree may look at, through procedures and quantities."""
    found: set[object] = set()
    for each in nodes_of(node):
        if isinstance(each, b.Read):
            found.add(("family", each.family))
        elif isinstance(each, b.ZoneRef | b.Lookup) and each.type.domain.endswith(" piece"):
            found.add(("pieces", each.type.domain))
        elif isinstance(each, b.PieceSlot):
            found |= {("pieces", each.piece.type.domain), ("faces", each.piece.type.domain)}
        elif isinstance(each, b.Evaluate) and each.quantity not in quantities:
            quantities.add(each.quantity)
            found |= _read(program, program.quantities[each.quantity].amount, procedures, quantities)
        elif isinstance(each, b.EvaluateField):
            for number in program.tables[each.table]:
                if isinstance(number, int) and number >= 0 and number not in quantities:
                    quantities.add(number)
                    found |= _read(program, program.quantities[number].amount, procedures, quantities)
        for number in _called(each):
            if number not in procedures:
                procedures.add(number)
                found |= _read(program, program.procedures[number].body, procedures, quantities)
    return found


def _called(node: object) -> tuple[int, ...]:
    if isinstance(node, b.CallProcedure | b.AskAll):
        return (node.procedure,)
    return node.procedures if isinstance(node, b.DoField) else ()
