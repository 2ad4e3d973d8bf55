"""What a frame may hold at each place where an effect can stand in mid-air; loading a saved state checks it.

What the emitter makes of the effect is in `emit_resumable.py`; it has left each procedure's resume points there.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compile.analysis import pauses
from rulewright.compile.world import SEAT, World
from rulewright.model import bound as b
from rulewright.model.bound import BoundBlock, BoundStatement, Local, Type
from rulewright.model.game import PointInfo
from rulewright.model.program import Procedure, Program

_LARGEST = 10**15
_MOST_TIMES = 100_000
_LocalInfo = tuple[int, str, str, int, int]


def frames_of(world: World, program: Program) -> tuple[tuple[PointInfo, ...], ...]:
    """The resume points of every procedure, by procedure number; only after the program has been emitted."""
    return tuple(points_of(world, program, procedure) for procedure in program.procedures)


def points_of(world: World, program: Program, procedure: Procedure) -> tuple[PointInfo, ...]:
    """The resume points of one procedure, which has been emitted."""
    known = dict(_info(world, each) for each in (Local(0, Type("thing", SEAT)), *procedure.parameters))
    if not procedure.pauses:
        return ()
    begun = PointInfo(0, -1, -1, -1, (), False, tuple(known.values()))
    found = [begun]
    pausing = _pauses(world, program, procedure.body, known)
    for point in procedure.points:
        if point.free:
            locals_ = found[-1].locals
            found.append(PointInfo(point.resume, -1, -1, -1, (program.free.procedure,), False, locals_))
            continue
        statement, known = next(pausing)
        locals_ = tuple(known.values())
        assert point.statement is statement
        site = asks = -1
        if isinstance(statement, b.PickOne | b.ChooseOption):
            site, asks = statement.site, statement.seat.number
        callees = tuple(n for n in _callees(statement) if program.procedures[n].pauses)
        together = isinstance(statement, b.AskAll)
        found.append(PointInfo(point.resume, point.gather, site, asks, callees, together, locals_))
    assert next(pausing, None) is None
    return tuple(found)


def _callees(statement: BoundStatement) -> tuple[int, ...]:
    match statement:
        case b.CallProcedure() | b.AskAll():
            return (statement.procedure,)
        case b.DoField():
            return statement.procedures
        case _:
            return ()


def _pauses(
    world: World, program: Program, block: BoundBlock, known: dict[int, _LocalInfo]
) -> Iterator[tuple[BoundStatement, dict[int, _LocalInfo]]]:
    """Each statement that can leave a frame, in the order the emitter meets them, with the locals that have a value."""
    known = dict(known)
    for statement in block:
        asks = pauses(program, (statement,))
        match statement:
            case b.SetLocal(local=local, value=value):
                either = local.type._replace(optional=local.type.optional or value.type.optional)
                known |= [_info(world, Local(local.number, either))]
            case b.PickOne():
                if asks:
                    yield statement, dict(known)
                known |= [_info(world, statement.local)]
            case b.ChooseOption():
                yield statement, dict(known)
                for option in statement.options:
                    inner = [_info(world, option.local)] if option.local is not None else []
                    yield from _pauses(world, program, option.body, known | dict(inner))
            case b.CallProcedure() | b.DoField() | b.AskAll() if asks:
                yield statement, dict(known)
            case b.Branch() if asks:
                yield from _pauses(world, program, statement.then, known)
                yield from _pauses(world, program, statement.otherwise, known)
            case b.Loop() if asks:
                _, sort, domain, low, high = _info(world, statement.local)[1]
                items = (statement.items.number, "set", domain, low, high)
                position = (statement.position.number, "number", "", 0, _MOST_TIMES)
                inner = [_info(world, statement.local), (items[0], items), (position[0], position)]
                assert sort in ("number", "thing")
                yield from _pauses(world, program, statement.body, known | dict(inner))
            case b.RepeatTimes() if asks:
                left = (statement.left.number, "number", "", 0, _MOST_TIMES)
                yield from _pauses(world, program, statement.body, {**known, left[0]: left})
            case b.RepeatWhile() if asks:
                yield from _pauses(world, program, statement.body, known)
            case _:
                pass


def _info(world: World, local: Local) -> tuple[int, _LocalInfo]:
    """A local's number, and what it may hold."""
    type_ = local.type
    if type_.kind == "truth":
        low, high = 0, 1
    elif type_.kind == "thing":
        low = -1 if type_.optional else 0
        high = (world.piece_count if type_.domain.endswith(" piece") else world.domains[type_.domain].size) - 1
    else:
        low = -_LARGEST if type_.low is None else type_.low
        high = _LARGEST if type_.high is None else type_.high
    return local.number, (local.number, type_.kind, type_.domain, low, high)
