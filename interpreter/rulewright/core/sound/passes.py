"""Facts that survive the passes of a loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.ranges import ANY, Interval
from rulewright.core.sound.changes import StateChange, after_all
from rulewright.core.sound.facts import Facts


class LoopPass(NamedTuple):
    """The facts before each pass of a loop, those after one, and those where the effect ends in one."""

    head: Facts
    end: Facts | None
    ends: list[tuple[Facts, str]]


def with_candidate_again(head: Facts, first: Facts, local: bv.Local, passed: Iterable[StateChange]) -> Facts:
    """Return what is known before each pass of a loop over candidates of this one: what no pass changes."""
    whole = first.whole
    assert whole is not None
    after = after_all(first, passed)
    own = after.keeping(lambda node: local.number in whole.locals_of(node))
    homes = {node: zones for node, zones in after.homes.items() if local.number in whole.locals_of(node)}
    return head.but(ranges=head.ranges | own.ranges, sizes=head.sizes | own.sizes, orders=head.orders | own.orders,
        excluded=head.excluded | own.excluded, homes=head.homes | homes, values=head.values | own.values,
    )  # fmt: skip


def widened(old: Facts, new: Facts) -> Facts:
    """Return what is known in both, without bounds that still move."""

    def stable(known: dict[Bound, Interval], now: dict[Bound, Interval]) -> dict[Bound, Interval]:
        found = {node: _unmoved(before, now[node]) for node, before in known.items() if node in now}
        return {node: each for node, each in found.items() if each != ANY}

    members = {
        family: _unmoved(known, new.members[family]) for family, known in old.members.items() if family in new.members
    }
    return new.but(ranges=stable(old.ranges, new.ranges), sizes=stable(old.sizes, new.sizes), members=members,
        orders={pair: known for pair, known in new.orders.items() if pair in old.orders},
    )  # fmt: skip


def _unmoved(before: Interval, now: Interval) -> Interval:
    low = before.low if now.low is not None and before.low is not None and now.low >= before.low else None
    high = before.high if now.high is not None and before.high is not None and now.high <= before.high else None
    return Interval(low, high)


def without_changed(facts: Facts, passed: Iterable[StateChange], body: BoundBlock) -> Facts:
    """Return what no pass of a loop can change."""
    assert facts.whole is not None
    return after_all(facts, passed).without_locals(facts.whole.set_in(body)).but(standing=frozenset())
