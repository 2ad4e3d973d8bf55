"""Facts that hold at some ends of an effect and not at others, and why they are lost afterwards, in words."""

from __future__ import annotations

from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.ranges import ANY, Interval
from rulewright.core.sound.facts import Facts, joined


def joined_ends(ends: list[tuple[Facts, str]]) -> Facts | None:
    """Return what holds at every end of an effect, and which end is why something does not, None if it never ends."""
    if not ends:
        return None
    found = ends[0][0]
    for facts, _ in ends[1:]:
        found = joined(found, facts)
    lost: dict[Bound, str] = {}
    for node in dict.fromkeys(node for facts, _ in ends for node in facts.ranges):
        least = 0 if node.type.kind == "thing" else 1  # what an effect gives is a number, 0 for none
        if not _is_from(least, found.ranges.get(node, ANY)):
            if any(_is_from(least, facts.ranges.get(node, ANY)) for facts, _ in ends):
                label = next(
                    (label for facts, label in ends if label and not _is_from(least, facts.range_of(node))), ""
                )
                lost |= {node: label} if label else {}
    for source in dict.fromkeys(source for facts, _ in ends for source in facts.sizes):
        if not found.sizes.get(source, ANY).low and any(facts.sizes.get(source, ANY).low for facts, _ in ends):
            label = next((label for facts, label in ends if label and not facts.size_of(source).low), "")
            lost |= {source: label} if label else {}
    return found.but(lost=lost | found.lost) if lost else found


def _is_from(least: int, known: Interval) -> bool:
    return known.low is not None and known.low >= least


def why_lost(facts: Facts, node: Bound) -> str:
    """Return why a value may not be what it must be, as far as something is known to be the cause."""
    seen: set[Bound] = set()
    waiting: list[Bound] = [node]
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        if each in facts.lost:
            return facts.lost[each]
        if each in facts.values:
            waiting.append(facts.values[each])
        for inner in nodes_of(each):
            if inner in facts.lost and isinstance(inner, Bound):
                return facts.lost[inner]
            if isinstance(inner, bv.Local) and inner is not each:
                waiting.append(inner)
    return ""
