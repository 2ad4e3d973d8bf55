"""Contents of frames at each point where an effect can be suspended, and of queues of deferred effects.

Loading a saved state checks it.
"""

from __future__ import annotations

from rulewright.core.bind.world import World
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.resuming import resumable
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.bound import TakeUp
from rulewright.core.model.game import LocalInfo, PointInfo, ProcedureInfo, QueueInfo
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.program import Procedure

_LARGEST = 10**15


def frames_of(world: World, lowered: Lowered) -> tuple[tuple[PointInfo, ...], ...]:
    """The resume points of every procedure, by procedure number."""
    return tuple(points_of(world, lowered, number) for number in range(len(lowered.program.procedures)))


def points_of(world: World, lowered: Lowered, number: int) -> tuple[PointInfo, ...]:
    """The resume points of one procedure."""
    if not lowered.summary(number).suspends:
        return ()
    resumed = resumable(lowered, number)
    begun = PointInfo(0, -1, -1, -1, (), False, tuple(_info(world, each) for each in resumed.known))
    return (begun, *(_point(world, lowered, each) for each in resumed.suspensions))


def _point(world: World, lowered: Lowered, suspension: der.Suspension) -> PointInfo:
    cause, locals_ = suspension.cause, tuple(_info(world, each) for each in suspension.known)
    if suspension.free:
        return PointInfo(suspension.resume, -1, -1, -1, (lowered.program.free.procedure,), False, locals_)
    if cause is None:
        return PointInfo(suspension.resume, -1, -1, -1, (), False, locals_, suspension.stage)
    if isinstance(cause, low.Ask):
        asked = cause.site, cause.seat.number
        return PointInfo(suspension.resume, suspension.gather, *asked, (), False, locals_)
    waited = tuple(number for number in cause.runs if lowered.summary(number).suspends)
    return PointInfo(suspension.resume, -1, -1, -1, waited, isinstance(cause, low.AskEach), locals_)


def queues_of(world: World, lowered: Lowered) -> tuple[QueueInfo, ...]:
    """Describe each queue of deferred effects: its slots, and the saved parameters of the effects that can enter it."""
    program = lowered.program
    found: dict[int, dict[int, tuple[LocalInfo, ...]]] = {until: {} for until in program.queues}
    for procedure in program.procedures:
        for statement in procedure.body:
            if isinstance(statement, TakeUp):
                given = (lv.Local(each.number, each.type) for each in statement.parameters)
                found[statement.until][procedure.number] = tuple(_info(world, each) for each in given)
    return tuple(QueueInfo(until, each.base, tuple(each.words), found[until]) for until, each in program.queues.items())


def procedure_info(procedure: Procedure) -> ProcedureInfo:
    """A procedure as a blueprint keeps it."""
    return ProcedureInfo(procedure.id, procedure.pauses, len(procedure.parameters), procedure.n_locals)


def _info(world: World, local: lv.Local) -> LocalInfo:
    """Return a local's number and possible values. For a set, these are the values of its items."""
    type_ = local.type
    if type_.kind == "truth":
        least, most = 0, 1
    elif type_.kind == "thing" or (type_.kind == "set" and type_.domain not in ("", "number")):
        least = -1 if type_.optional else 0
        of = type_.domain
        most = (world.piece_count if isinstance(of, PieceOf) else world.domains[of].size) - 1
    else:
        least = -_LARGEST if type_.low is None else type_.low
        most = _LARGEST if type_.high is None else type_.high
    return LocalInfo(local.number, type_.kind, type_.domain, least, most)
