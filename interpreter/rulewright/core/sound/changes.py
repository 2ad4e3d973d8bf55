"""Changes of the table by statements, and the facts that survive them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.ranges import ANY, THERE, Interval
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.whole import ANYTHING, PLACES


class StateChange(NamedTuple):
    """A change: of a counter or marker (`sets`), of what a zone holds (`adds`, `takes`), of a face (`turns`).

    `node` is the member that changes, None where it may be any; `values` what it is set to, or how much is added to or
    taken from each member at most and at least.
    """

    what: Literal["sets", "adds", "takes", "mixes", "turns", "anything"]
    family: str
    node: bv.Read | bv.ZoneRef | None
    values: Interval


ChangeKey = tuple[str, str, bv.Read | bv.ZoneRef | None]
"""A change without its values."""
_Bounds = Interval | None
ALL_CHANGED = StateChange("anything", ANYTHING, None, ANY)


def after_all(facts: Facts, changes: Iterable[StateChange], why: str = "") -> Facts:
    """Return the facts after changes that may or may not have happened, in whatever order."""
    whole = facts.whole
    assert whole is not None
    read: set[str] = set()
    read.update(*map(whole.reads, facts.keys()))
    for change in changes:
        if change.what == "anything" or change.family in read or ANYTHING in read:
            facts = after(facts, change, why)
        else:
            facts = _of_members(facts, change)
    return facts


def after(facts: Facts, change: StateChange, why: str = "") -> Facts:
    """Return what is known after a change."""
    whole = facts.whole
    assert whole is not None
    reads = whole.reads

    def untouched(node: Bound) -> bool:
        read = reads(node)
        return ANYTHING not in read and (change.family not in read or _is_elsewhere(facts, node, change))

    if change.what == "anything":
        found = facts.keeping(lambda node: not reads(node))
        return found.but(members={}, lost=_lost(facts, found, why))
    homes = {node: zones for node, zones in facts.homes.items() if _still_home(facts, node, zones, change)}
    if all(untouched(node) for node in _everything(facts)):
        return _of_members(facts.but(homes=homes), change)
    kept = facts.keeping(untouched)
    ranges, sizes = kept.ranges, kept.sizes
    for node, known in facts.ranges.items():
        if node not in ranges and (still := _still(facts, node, known, change)) is not None:
            ranges[node] = still
    for source, known in facts.sizes.items():
        if source not in sizes and (still := _size_after(facts, source, known, change)) is not None:
            sizes[source] = still
    return _of_members(kept.but(homes=homes, lost=_lost(facts, kept, why)), change)


def _everything(facts: Facts) -> list[Bound]:
    pairs = [node for pair in facts.orders for node in pair]
    return [*facts.ranges, *facts.sizes, *facts.excluded, *facts.values, *facts.values.values(), *pairs]


def _still_home(facts: Facts, node: Bound, zones: tuple[bv.ZoneRef, ...], change: StateChange) -> bool:
    """Return whether a piece still lies in one of its zones: none was taken from them, their numbers are as before."""
    whole = facts.whole
    assert whole is not None
    touched = {change.family, ANYTHING}
    if touched & whole.reads(node) or any(touched & whole.reads(index) for zone in zones for index, _ in zone.parts):
        return False
    if change.what != "takes":
        return True
    return all(zone.family != change.family or _is_apart(facts, change.node, zone) for zone in zones)


def _is_apart(facts: Facts, changed: bv.Read | bv.ZoneRef | None, zone: bv.ZoneRef) -> bool:
    return changed is not None and are_apart(facts, changed, zone)


def _lost(before: Facts, now: Facts, why: str) -> dict[Bound, str]:
    """Return why it is not known any more that something is there."""
    if not why:
        return before.lost
    gone = {
        node: why for node, known in before.ranges.items()
        if node.type.kind == "thing" and known.low is not None and known.low >= 0
        and (now.ranges.get(node, ANY).low or -1) < 0
    }  # fmt: skip
    gone |= {
        node: why
        for node, known in before.sizes.items()
        if (known.low or 0) >= 1 and (now.sizes.get(node, ANY).low or 0) < 1
    }
    return before.lost | gone if gone else before.lost


def _is_elsewhere(facts: Facts, node: Bound, change: StateChange) -> bool:
    """Return whether a value depends on other members of a family than the one that changes."""
    changed = change.node
    if changed is None or (facts.whole is not None and _looks_further(node)):
        return False
    members = [each for each in _members_in(node) if each.family == change.family]
    return bool(members) and all(are_apart(facts, changed, each) for each in members)


def _looks_further(node: Bound) -> bool:
    return any(isinstance(each, bv.Evaluate | bv.EvaluateField | bv.Possible) for each in nodes_of(node))


def _members_in(node: Bound) -> list[bv.Read | bv.ZoneRef]:
    return [each for each in nodes_of(node) if isinstance(each, bv.Read | bv.ZoneRef)]


def are_apart(facts: Facts, one: bv.Read | bv.ZoneRef, other: bv.Read | bv.ZoneRef) -> bool:
    """Return whether two members of a family cannot be the same."""
    if one.family != other.family:
        return True
    widths = [max(1, each.spaces) if isinstance(each, bv.ZoneRef) else 1 for each in (one, other)]
    if one.parts == other.parts:
        return not (one.base < other.base + widths[1] and other.base < one.base + widths[0])
    if one.base != other.base or len(one.parts) != len(other.parts) or widths[0] != widths[1]:
        return False
    return any(
        ours[1] == theirs[1] and ours[0].type == theirs[0].type and facts.are_apart(ours[0], theirs[0])
        for ours, theirs in zip(one.parts, other.parts, strict=True)
    ) and all(ours[1] == theirs[1] for ours, theirs in zip(one.parts, other.parts, strict=True))


def _still(facts: Facts, node: Bound, known: Interval, change: StateChange) -> _Bounds:
    """Return what is known of a value after a change that may have touched it."""
    if change.what == "sets" and isinstance(node, bv.Read) and node.family == change.family:
        assert facts.whole is not None
        if change.family not in facts.whole.reads(bv.UnionSet(tuple(index for index, _ in node.parts), node.type)):
            return known.joins(change.values)
    return None


def _size_after(facts: Facts, source: Bound, known: Interval, change: StateChange) -> _Bounds:
    """Return what is known of how much a set holds after a change that may have touched it."""
    if change.what not in ("adds", "takes", "mixes") or _depends_on(facts, source, change.family):
        return None
    if change.what == "mixes":
        return known
    least, most = change.values
    gone = least if source == change.node and least is not None else 0
    if change.what == "adds":
        low, high = known.low, None if known.high is None or most is None else known.high + most
    else:
        low, high = (0 if known.low is None or most is None else max(0, known.low - most)), known.high
        high = None if high is None else max(0, high - gone)
    found = Interval(low, high)
    return None if found == THERE else found


def _depends_on(facts: Facts, source: Bound, family: str) -> bool:
    """Return whether what a set holds depends on a family otherwise than by what it takes from its zones."""
    whole = facts.whole
    assert whole is not None
    match source:
        case bv.ZoneRef(parts=parts):
            return any({family, ANYTHING} & whole.reads(index) for index, _ in parts)
        case bv.Quantify(function="those", source=inner, where=where, order=order):
            tests = (*order, where) if where is not None else order
            touched = {family, ANYTHING, PLACES}
            return any(touched & whole.reads(each) for each in tests) or _depends_on(facts, inner, family)
        case bv.UnionSet(parts=parts):
            return any(_depends_on(facts, each, family) for each in parts)
        case _:
            return bool({family, ANYTHING} & whole.reads(source))


def _of_members(facts: Facts, change: StateChange) -> Facts:
    """Return what all members of a family can be after one has changed."""
    known = facts.members.get(change.family)
    if known is None or change.what in ("mixes", "turns"):
        return facts
    most = change.values.high
    facts = _told_of_others(facts, change, known)
    if change.what == "sets":
        now = known.joins(change.values)
    elif change.what == "adds":
        now = Interval(known.low, None if known.high is None or most is None else known.high + most)
    else:
        now = Interval(0 if known.low is None or most is None else max(0, known.low - most), known.high)
    return facts.but(members=facts.members | {change.family: now})


def in_general(change: StateChange) -> StateChange:
    """A change as others see it that may happen any number of times: members that depend on something may be any."""
    if change.what in ("adds", "takes") and change.values != THERE:
        change = change._replace(values=THERE)
    return change if change.node is None or not change.node.parts else change._replace(node=None)


def _told_of_others(facts: Facts, change: StateChange, known: Interval) -> Facts:
    """Return what is known of all members of a family, said of each that the program names and that does not change."""
    changed, whole = change.node, facts.whole
    if changed is None or changed.parts or whole is None or known in (ANY, THERE):
        return facts
    others = [each for each in whole.named_members(change.family) if are_apart(facts, changed, each)]
    sizes = {each: known for each in others if isinstance(each, bv.ZoneRef) and each not in facts.sizes}
    ranges = {each: known for each in others if isinstance(each, bv.Read) and each not in facts.ranges}
    return facts.but(sizes=facts.sizes | sizes, ranges=facts.ranges | ranges)
