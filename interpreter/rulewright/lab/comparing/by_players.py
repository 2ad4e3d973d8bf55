"""Whether what a comparison has found depends on who plays, and how strong those are that play.

A finding depends on who plays where the intervals of two ways of playing have nothing in common. The intervals of all
primary questions hold together, so this needs no evidence of its own. Tables at which several policies sit say how
strong these are; what they find is not held against the other tables.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from rulewright.lab.comparing.compare import Comparison, Finding, policy_name
from rulewright.lab.statistics.evidence import Sums

Agreement = Literal["the same", "differs", "not shown"]


@dataclass(frozen=True, slots=True)
class AcrossPlayers:
    """The findings of a primary question under each way of playing.

    If they differ, `least` and `most` are the two furthest apart.
    """

    name: str
    findings: tuple[Finding, ...]
    agreement: Agreement

    @property
    def least(self) -> Finding:
        return min(self.findings, key=lambda each: each.verdict.interval[1])

    @property
    def most(self) -> Finding:
        return max(self.findings, key=lambda each: each.verdict.interval[0])


@dataclass(frozen=True, slots=True)
class WinsAtTable:
    """The share of wins that a seat of each policy of a mixed table has, in the base and in the variant."""

    shares: tuple[tuple[str, float, float], ...]
    pairs: int


def across_players(found: Comparison) -> tuple[AcrossPlayers, ...]:
    """Return each primary question compared over all ways of playing.

    Empty if there are fewer than two.
    """
    pure = [policy_name(each) for each in found.plan.tables if len(set(each.policies)) == 1]
    if len(pure) < 2:
        return ()
    asked: dict[str, list[Finding]] = {}
    for each in found.findings:
        if each.is_primary and each.policy in pure:
            asked.setdefault(each.name, []).append(each)
    return tuple(AcrossPlayers(name, tuple(each), _agreement(each)) for name, each in asked.items())


def _agreement(findings: list[Finding]) -> Agreement:
    intervals = [each.verdict.interval for each in findings]
    if max(low for low, _ in intervals) > min(high for _, high in intervals):
        return "differs"
    answers = {each.verdict.answer for each in findings}
    return "the same" if len(answers) == 1 and answers <= {"more", "less", "equal"} else "not shown"


def meetings(found: Comparison) -> tuple[WinsAtTable, ...]:
    """Return the wins at tables where several policies meet, the strongest policy first."""
    told = []
    for table in found.plan.tables:
        deciding = table.seats - table.ruled
        seats = Counter(table.policies[seat % len(table.policies)] for seat in range(deciding))
        if len(seats) < 2:
            continue
        known = {each.name: each.sums for each in found.findings if each.policy == policy_name(table)}
        rows = []
        for name, count in seats.items():
            sums = known.get(f"wins.{name}", Sums(pairs=found.pairs))
            rows.append((name, sums.base_mean / count, sums.variant_mean / count))
        told.append(WinsAtTable(tuple(sorted(rows, key=lambda row: -row[1])), found.pairs))
    return tuple(told)
