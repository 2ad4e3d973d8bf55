"""Proofs by induction on the lowered program, without playing: facts that no rule can change.

Two things are shown: that a test is true whatever the slots of a state hold within the bounds declared for them
(`core/compile/watched.py`); and that a sum of pieces stays what it is, as no operation takes a piece of that kind to
where it is not counted.
"""

from __future__ import annotations

from rulewright.core.compile.compiling import Compiled
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.game import Game, State
from rulewright.core.model.kinds import PieceOf


def by_induction(compiled: Compiled, game: Game, table: State, places: tuple[int, ...]) -> dict[int, str]:
    """Map the place of each invariant that can be shown to hold to the reason, in a sentence without a full stop.

    `table` is the state before the game begins: pieces may lie where a seat has its own that nobody takes here.
    """
    found: dict[int, str] = {}
    for place in places:
        info = compiled.unexplained.invariants[place]
        if info.settled:
            found[place] = "the bounds of its counters allow nothing else"
        elif info.sort == "always" and not info.domain:
            kept = _kept(compiled, compiled.lowered.value(info.test).amount)
            if kept and game.plain.quantities[info.test](table, 0):
                found[place] = kept
    return found


def _kept(compiled: Compiled, test: lv.Expression) -> str:
    """Return why a number of pieces stays the same if it is right at first, or "" if that cannot be shown."""
    if not isinstance(test, lv.Primitive) or test.name != "=":
        return ""
    total, number = test.arguments
    if isinstance(total, lv.Const):
        total, number = number, total
    families = _counted(total, {}) if isinstance(number, lv.Const) else None
    if not families or not isinstance(number, lv.Const):
        return ""
    blueprint = compiled.unexplained
    by_id = {each.id: each for each in blueprint.families}
    domains = {by_id[name].domain for name in families}
    if len(domains) != 1 or len(families) != len(set(families)):
        return ""
    (domain,) = domains
    if not isinstance(domain, PieceOf):
        return ""
    if _targets(compiled, domain) - set(families):
        return ""
    pieces = [each for each in blueprint.pieces if each.kind == domain.kind]
    if any(each.owner >= 0 for each in pieces) or len(pieces) != number.value:
        return ""
    return f"all {number.value} pieces start in the counted zones, and nothing moves one elsewhere"


def _targets(compiled: Compiled, domain: PieceOf) -> set[str]:
    """Return the families of zones to which some operation moves pieces of a kind."""
    return {
        each.to.address.family
        for each in compiled.lowered.all_operations()
        if isinstance(each, low.Move | low.MoveAll | low.Draw) and each.to.type.domain == domain
    }


def _counted(node: lv.Expression, loops: dict[int, lv.Expression]) -> list[str] | None:
    """Return the families of zones whose pieces a sum counts once each, or None if it counts anything else."""
    match node:
        case lv.Primitive(name="+", arguments=(one, other)):
            first, second = _counted(one, loops), _counted(other, loops)
            return None if first is None or second is None else [*first, *second]
        case lv.Primitive(name="size", arguments=(lv.Zone() as zone,)):
            return _whole(zone, loops)
        case lv.Reduce(function="count", source=lv.Zone() as zone, where=None):
            return _whole(zone, loops)
        case lv.Reduce(function="sum", source=lv.Primitive(name="seats"), where=None, value=value):
            inner = {**loops, node.variable.number: node.source}
            return _counted(value, inner) if value is not None else None
        case _:
            return None


def _whole(zone: lv.Zone, loops: dict[int, lv.Expression]) -> list[str] | None:
    """Return the family of a zone if the loops around it go through all of its members, or None."""
    indexes = [term for term, _ in zone.address.terms]
    numbers = [each.number for each in indexes if isinstance(each, lv.Local)]
    if len(numbers) != len(indexes) or sorted(numbers) != sorted(loops):
        return None
    return [zone.address.family]
