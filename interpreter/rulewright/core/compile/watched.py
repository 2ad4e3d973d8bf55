"""The game that knows its invariants, for whoever watches or proves them, and which of these its bounds settle."""

from __future__ import annotations

from dataclasses import replace

from rulewright.core.compile.bound_invariants import WatchedProgram, with_invariants
from rulewright.core.compile.compiling import Compiled, limits_of
from rulewright.core.load.entries import Sections
from rulewright.core.lower.bounds import Bounds
from rulewright.core.lower.flow import Flow
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.refusal import NotNative
from rulewright.core.lower.value_ranges import ALL, Ranges
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.game import Blueprint
from rulewright.core.model.invariants import OF_POSITIONS, InvariantInfo
from rulewright.core.model.ranges import ORDERS, orders_of


def watched(compiled: Compiled, sections: Sections) -> Compiled:
    """Return the game with its invariants, which must be valid, at the end of its program."""
    found = with_invariants(compiled.bound, sections)
    assert isinstance(found, WatchedProgram)
    program = found.lowered.program
    blueprint = replace(
        compiled.unexplained, invariants=found.infos, tables=tuple(program.tables), limits=limits_of(program)
    )
    blueprint = replace(blueprint, invariants=with_settled(found.lowered, blueprint))
    return replace(compiled, bound=replace(compiled.bound, lowered=found.lowered), unexplained=blueprint)


def with_settled(lowered: Lowered, blueprint: Blueprint) -> tuple[InvariantInfo, ...]:
    """The invariants of a game, those marked that its bounds settle."""
    try:
        ranges = Ranges(Bounds(lowered, blueprint), Flow(lowered), ALL)
    except (NotNative, RecursionError):
        return blueprint.invariants
    return tuple(each._replace(settled=_holds(ranges, lowered, each)) for each in blueprint.invariants)


def _holds(ranges: Ranges, lowered: Lowered, info: InvariantInfo) -> bool:
    if info.sort not in OF_POSITIONS:
        return False
    try:
        return _settled(ranges, lowered.value(info.test).amount) is (info.sort == "always")
    except (NotNative, RecursionError):
        return False


def _settled(ranges: Ranges, test: lv.Expression) -> bool | None:
    """Return whether a test is always true, or never, for any slots within their bounds, or None if unknown."""
    match test:
        case lv.Const():
            return bool(test.value)
        case lv.Primitive(name="not", arguments=(one,)):
            known = _settled(ranges, one)
            return None if known is None else not known
        case lv.Primitive(name="and" | "or", arguments=parts):
            each = [_settled(ranges, part) for part in parts]
            deciding = test.name == "or"
            if deciding in each:
                return deciding
            return None if None in each else not deciding
        case lv.Reduce(function="every" | "any" | "none") if test.where is not None:
            inner = _settled(ranges, test.where)
            if test.function == "every":
                return True if inner else None
            return test.function == "none" if inner is False else None
        case lv.Primitive(name=name, arguments=(one, other)) if name in ORDERS and one.type.kind == "number":
            possible, wanted = orders_of(ranges.of(one), ranges.of(other)), ORDERS[name]
            return True if possible <= wanted else None if possible & wanted else False
        case _:
            return None
