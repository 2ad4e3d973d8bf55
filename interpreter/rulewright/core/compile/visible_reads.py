"""Reads allowed in a visibility test: what everybody sees, and what the viewing seat is sure to see.

So a seat that cannot see something can still tell whether it may, and what it sees never tells what it does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.bind.world import SEAT, Family, World
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Program, Quantity

MOST_VALUES = 1_000_000
_FARTHEST = 10**9
_WHY = "otherwise the visible pieces would reveal hidden information"


def sight_faults(world: World, program: Program) -> None:
    """Report tests of who sees something that ask for what their viewer does not see, and numbers too wide to hide."""
    for family in world.families.values():
        if family.sort == "counter" and family.visible != "all" and not _fits(family):
            message = f"the hidden counter '{family.id}' has {family.high - family.low + 1} possible values"
            hint = f"bots try each of them; give it at most {MOST_VALUES} values, within {_FARTHEST} of 0"
            world.error("hidden-too-wide", (family.node.get("max") or family.node).span, message, hint)
        if family.sight is not None:
            asked = next(_asked(world, program, family.sight.number, viewer=True, seen=set()), None)
            if asked is not None:
                span = (family.node.get("visible") or family.node).span
                world.error("sight-of-hidden", span, f"who sees '{family.id}' depends on {asked}", _WHY)


def _fits(family: Family) -> bool:
    return family.high - family.low < MOST_VALUES and max(abs(family.low), abs(family.high)) <= _FARTHEST


def _asked(world: World, program: Program, number: int, *, viewer: bool, seen: set[tuple[int, bool]]) -> Iterator[str]:
    """Yield what a value reads that its viewer may not see. `viewer` says whether local 0 is that seat."""
    if (number, viewer) in seen:
        return
    seen.add((number, viewer))
    quantity: Quantity = program.quantities[number]
    sizes = {id(node.source) for node in nodes_of(quantity.amount) if isinstance(node, bv.SetSize)}
    for node in nodes_of(quantity.amount):
        match node:
            case bv.Read(family=name, parts=parts) | bv.ZoneRef(family=name, parts=parts) if name:
                family = world.families[name]
                own = viewer and family.per[:1] == (SEAT,) and bool(parts) and _is_viewer(parts[0][0])
                counted = isinstance(node, bv.ZoneRef) and id(node) in sizes
                if not (family.visible == "all" or counted or (own and family.is_seen(by_own=True))):
                    yield f"'{name}', which the viewer might not see"
            case bv.PieceSlot(piece=bv.Const()):
                yield "where a piece is or which face is up, which the viewer might not see"
            case bv.DomainSet(type=type_) if isinstance(type_.domain, PieceOf):
                yield "all pieces of a kind, some of which the viewer might not see"
            case bv.Possible():
                yield "whether an effect is possible"
            case bv.Evaluate(quantity=inner, seat=seat):
                yield from _asked(world, program, inner, viewer=viewer and _is_viewer(seat), seen=seen)
            case bv.EvaluateField(table=table, seat=seat):
                for each in program.named_in(table):
                    yield from _asked(world, program, each, viewer=viewer and _is_viewer(seat), seen=seen)
            case _:
                pass


def _is_viewer(node: Bound) -> bool:
    while isinstance(node, bv.Inside):
        node = node.value
    while isinstance(node, bv.Op) and node.op == "clamp":
        node = node.arguments[0]
    return isinstance(node, bv.Local) and node.number == 0
