"""A comparison in progress: pairs in chunks, analysed after each, until every question is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.lab.comparing.measures import primary_names
from rulewright.lab.comparing.pairs import ComparedRuleset, ComparedTable, load_side, merged, play_pairs
from rulewright.lab.comparing.seating import parties_of
from rulewright.lab.statistics.evidence import ALPHA, Sums, half_width
from rulewright.lab.statistics.verdicts import Verdict, other_verdicts, primary_verdicts
from rulewright.play.jobs.job import Job
from rulewright.play.policies.naming import thinks_long
from rulewright.play.series.simulate import Loader, seed_of

INTERIM_PAIRS = 25
"""Pairs from one interim analysis to the next."""

ChunkSums = tuple[dict[str, Sums], ...]
"""The results of some pairs: for each table, the sums of each number."""

MetricKey = tuple[str, str]
"""A policy table's name and a number's."""


@dataclass(frozen=True, slots=True)
class ComparePlan:
    """The plan of a comparison: one table for each way of playing, and the most pairs of games of each.

    `until_sure` stops once every primary question is answered. Differences up to `within` count as equal: a share of
    the number's value in the base, or of all wins. `numbers` is the number of measures that the games have, met or not;
    fewer than were met mean unknown.
    """

    tables: tuple[ComparedTable, ...]
    pairs: int
    until_sure: bool = False
    within: float = 0.02
    numbers: int = 0

    @property
    def in_a_chunk(self) -> int:
        """The number of pairs in a chunk, 1 if a policy thinks long, so that no core is idle."""
        slow = any(thinks_long(name) for table in self.tables for name in table.policies)
        return 1 if slow else INTERIM_PAIRS


@dataclass(frozen=True, slots=True)
class Finding:
    """One measure under one way of playing: its sums, its verdict, the difference that counts as none."""

    policy: str
    name: str
    is_primary: bool
    sums: Sums
    verdict: Verdict
    within: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The findings of a comparison, primary questions first, and the number of pairs of each table."""

    plan: ComparePlan
    pairs: int
    findings: tuple[Finding, ...]

    @property
    def is_sure(self) -> bool:
        return all(each.verdict.answer not in ("not shown", "changed") for each in self.findings if each.is_primary)


def policy_name(table: ComparedTable) -> str:
    return ",".join(table.policies)


class InterimAnalyses:
    """Analyses the chunks of a run in their order, until the plan is done."""

    def __init__(self, plan: ComparePlan) -> None:
        self.plan = plan
        self.sums: tuple[dict[str, Sums], ...] = tuple({} for _ in plan.tables)
        self.pairs = 0
        self._found: Comparison | None = None

    def take(self, chunk: ChunkSums) -> bool:
        """Add the next chunk, and return whether the plan is done."""
        if self.pairs:
            chunk = tuple(merged([before, new]) for before, new in zip(self.sums, chunk, strict=True))
        self.sums, self._found = chunk, None
        self.pairs = min(self.pairs + self.plan.in_a_chunk, self.plan.pairs)
        if self.pairs == self.plan.pairs:
            return True
        return self.plan.until_sure and self.pairs % INTERIM_PAIRS == 0 and self.found().is_sure

    def found(self) -> Comparison:
        """Return the findings after the chunks so far."""
        if self._found is None:
            self._found = analyse(self.plan, self.sums, self.pairs)
        return self._found


ComparedSides = tuple[ComparedRuleset, ComparedRuleset]


@dataclass(frozen=True, slots=True)
class CompareJob(Job[ComparedSides, ChunkSums, InterimAnalyses]):
    """A comparison to be played.

    `loaders` make the base and the variant. Games are played natively if possible with `natively`, with the same
    results.
    """

    plan: ComparePlan
    loaders: tuple[Loader, Loader]
    natively: bool = False
    kind = "compare"
    counted, counts_one = "pairs", "pair"
    found = ChunkSums

    @property
    def count(self) -> int:
        return self.plan.pairs

    @property
    def size(self) -> int:
        return self.plan.in_a_chunk

    @property
    def policies(self) -> tuple[str, ...]:
        return tuple(name for table in self.plan.tables for name in table.policies)

    def load(self) -> ComparedSides:
        one, two = self.loaders
        return load_side(one, natively=self.natively), load_side(two, natively=self.natively)

    def play(self, tools: ComparedSides, numbers: range) -> ChunkSums:
        return tuple(play_pairs(tools, table, numbers) for table in self.plan.tables)

    def seed(self, number: int) -> int:
        return seed_of(self.plan.tables[0].seed, number)

    def merge(self) -> InterimAnalyses:
        return InterimAnalyses(self.plan)

    def fits(self, found: ChunkSums, numbers: range) -> bool:
        sums = [each for table in found for each in table.values()]
        return len(found) == len(self.plan.tables) and all(each.pairs == len(numbers) for each in sums)


def analyse(plan: ComparePlan, sums: Sequence[dict[str, Sums]], pairs: int) -> Comparison:
    """Return the findings after this many pairs, from the sums of each table."""
    primary: list[tuple[MetricKey, Sums, float]] = []
    others: dict[str, tuple[MetricKey, Sums]] = {}
    for table, of_table in zip(plan.tables, sums, strict=True):
        policy, names = policy_name(table), primary_names(table.seats)
        for name in names:
            each = of_table.get(name, Sums(pairs=pairs))
            primary.append(((policy, name), each, plan.within * each.base_size))
        for name, each in of_table.items():
            if name not in names:
                others[f"{policy}|{name}"] = ((policy, name), each)
    verdicts = primary_verdicts([each for _, each, _ in primary], [bound for _, _, bound in primary], ALPHA)
    findings = [
        Finding(*key, True, each, verdict, bound) for (key, each, bound), verdict in zip(primary, verdicts, strict=True)
    ]
    of = plan.numbers * len(plan.tables) - len(primary)
    by_name = other_verdicts({name: each for name, (_, each) in others.items()}, ALPHA, of=of)
    rest = [Finding(*key, False, each, by_name[name], 0.0) for name, (key, each) in others.items()]
    rest.sort(key=lambda each: (each.verdict.answer == "not shown", -each.verdict.e_value, each.policy, each.name))
    return Comparison(plan, pairs, (*findings, *rest))


def wins_shown(plan: ComparePlan) -> float:
    """Return the least difference between shares of wins that a run can show (0 to 1).

    It is for pairs whose games share nothing. Where a rule changes little, the games share most of their course, and
    smaller differences are shown.
    """
    table = plan.tables[0]
    even = 1 / max(2, max(parties_of(table.sides, table.seats)) + 1)
    alpha = ALPHA / len(primary_names(table.seats))
    return half_width(plan.pairs, 2 * even * (1 - even), 1.0, alpha)
