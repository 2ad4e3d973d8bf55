"""What holds because the rules can do nothing else: shown on the lowered program, without playing.

Two things are shown: that a test is true whatever the slots of a state hold within the bounds declared for them; and
that a sum of pieces stays what it is, as no operation takes a piece of that kind to where it is not counted.
"""

from __future__ import annotations

from rulewright.backends.wasm.bounds import Bounds
from rulewright.backends.wasm.flow import Flow
from rulewright.backends.wasm.ranges import ALL, Ranges
from rulewright.backends.wasm.refusal import NotNative
from rulewright.compile.game import Compiled
from rulewright.lower.walk import operations_in
from rulewright.model import lowered as low
from rulewright.model.game import FamilyInfo
from rulewright.model.kinds import PieceOf
from rulewright.model.ranges import Interval


def by_induction(compiled: Compiled, places: tuple[int, ...]) -> dict[int, str]:
    """Why the invariants of some places hold, for those that can be shown to; as sentences without a full stop."""
    lowered, blueprint = compiled.lowered, compiled.unexplained
    found: dict[int, str] = {}
    try:
        ranges = Ranges(Bounds(lowered, blueprint), Flow(lowered), ALL)
    except (NotNative, RecursionError):
        return found
    for place in places:
        info = blueprint.invariants[place]
        if info.sort not in ("always", "never"):
            continue
        amount = lowered.value(info.test).amount
        try:
            known = _settled(ranges, amount)
        except (NotNative, RecursionError):
            continue
        if known is (info.sort == "always"):
            found[place] = "the bounds of what it looks at allow nothing else"
        elif info.sort == "always" and not info.domain and (kept := _kept(compiled, amount)):
            found[place] = kept
    return found


def _settled(ranges: Ranges, test: low.Expression) -> bool | None:
    """Whether a test is true whatever slots hold within their bounds, or never is; None if that is not known."""
    match test:
        case low.Const():
            return bool(test.value)
        case low.Primitive(name="not", arguments=(one,)):
            known = _settled(ranges, one)
            return None if known is None else not known
        case low.Primitive(name="and" | "or", arguments=parts):
            each = [_settled(ranges, part) for part in parts]
            deciding = test.name == "or"
            if deciding in each:
                return deciding
            return None if None in each else not deciding
        case low.Reduce(function="every" | "any" | "none") if test.where is not None:
            inner = _settled(ranges, test.where)
            if test.function == "every":
                return True if inner else None
            return test.function == "none" if inner is False else None
        case low.Primitive(arguments=(one, other)) if one.type.kind == other.type.kind == "number":
            return _compared(test.name, ranges.of(one), ranges.of(other))
        case _:
            return None


def _compared(name: str, one: Interval, other: Interval) -> bool | None:
    """A comparison of two numbers that are somewhere in these ranges."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return None
    match name:
        case "<=":
            return True if one.high <= other.low else False if one.low > other.high else None
        case "<":
            return True if one.high < other.low else False if one.low >= other.high else None
        case ">=":
            return _compared("<=", other, one)
        case ">":
            return _compared("<", other, one)
        case "=":
            if one.low == one.high == other.low == other.high:
                return True
            return False if one.high < other.low or other.high < one.low else None
        case _:
            return None


def _kept(compiled: Compiled, test: low.Expression) -> str:
    """Why a number of pieces stays what it is; empty if that cannot be shown."""
    if not isinstance(test, low.Primitive) or test.name != "=":
        return ""
    total, number = test.arguments
    if isinstance(total, low.Const):
        total, number = number, total
    families = _counted(total, {}) if isinstance(number, low.Const) else None
    if not families or not isinstance(number, low.Const):
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
    slots = {slot for name in families for slot in _slots(by_id[name])}
    pieces = [number for number, each in enumerate(blueprint.pieces) if each.kind == domain.kind]
    at_first = [blueprint.initial[blueprint.piece_zone + piece] in slots for piece in pieces]
    if not all(at_first) or any(blueprint.pieces[piece].owner >= 0 for piece in pieces) or len(pieces) != number.value:
        return ""
    return f"all {number.value} pieces begin where they are counted, and nothing takes one elsewhere"


def _targets(compiled: Compiled, domain: PieceOf) -> set[str]:
    """The families of zones that some operation moves pieces of a kind to."""
    lowered = compiled.lowered
    found: set[str] = set()
    for number in range(len(compiled.program.procedures)):
        for each in operations_in(lowered.effect(number).body):
            if isinstance(each, low.Move | low.MoveAll | low.Draw) and each.to.type.domain == domain:
                found.add(each.to.address.family)
    return found


def _slots(family: FamilyInfo) -> range:
    count = 1
    for size in family.sizes:
        count *= size
    return range(family.base, family.base + count * max(1, family.spaces))


def _counted(node: low.Expression, loops: dict[int, low.Expression]) -> list[str] | None:
    """The families of zones each of whose pieces a sum counts once; None if it counts anything else."""
    match node:
        case low.Primitive(name="+", arguments=(one, other)):
            first, second = _counted(one, loops), _counted(other, loops)
            return None if first is None or second is None else [*first, *second]
        case low.Primitive(name="size", arguments=(low.Zone() as zone,)):
            return _whole(zone, loops)
        case low.Reduce(function="count", source=low.Zone() as zone, where=None):
            return _whole(zone, loops)
        case low.Reduce(function="sum", source=low.Primitive(name="seats"), where=None, value=value):
            inner = {**loops, node.variable.number: node.source}
            return _counted(value, inner) if value is not None else None
        case _:
            return None


def _whole(zone: low.Zone, loops: dict[int, low.Expression]) -> list[str] | None:
    """The family of a zone that stands for all of its members in turn, as the loops around it go through all seats."""
    indexes = [term for term, _ in zone.address.terms]
    numbers = [each.number for each in indexes if isinstance(each, low.Local)]
    if len(numbers) != len(indexes) or sorted(numbers) != sorted(loops):
        return None
    return [zone.address.family]
