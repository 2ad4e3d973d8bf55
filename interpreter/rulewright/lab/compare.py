"""A comparison as it runs: pairs are played in chunks, looked at after each, and ended once every question is answered.

What is found does not depend on the number of processes: chunks are looked at in their order, and what was played
beyond the last look is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from rulewright.lab.evidence import ALPHA, Sums
from rulewright.lab.measures import LENGTH, SPREAD, TOTAL, primary_names
from rulewright.lab.pairs import Loader, Side, Table, load_side, merged, play_pairs
from rulewright.lab.verdicts import Verdict, other_verdicts, primary_verdicts
from rulewright.play.processes import chunks_of, players

LOOK = 25
"""Pairs between two looks."""

Key = tuple[str, str]
"""A policy table's name and a number's."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is compared: the tables, one for each way of playing; at most so many pairs of each; when to stop.

    `within` is how small a difference counts as none: a share of the base's mean, and of all wins.
    """

    tables: tuple[Table, ...]
    pairs: int
    until_sure: bool = False
    within: float = 0.02


@dataclass(frozen=True, slots=True)
class Finding:
    """One number under one way of playing: its sums, what may be said of it, how small a difference counts as none."""

    policy: str
    name: str
    is_primary: bool
    sums: Sums
    verdict: Verdict
    within: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was found, the primary questions first, and after how many pairs of each table."""

    plan: Plan
    pairs: int
    findings: tuple[Finding, ...]

    @property
    def is_sure(self) -> bool:
        return all(each.verdict.answer not in ("not shown", "changed") for each in self.findings if each.is_primary)


def policy_name(table: Table) -> str:
    return ",".join(table.policies)


def compare(
    loaders: tuple[Loader, Loader], plan: Plan, *, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> Comparison:
    """Play pairs of games until the plan is done; `loaders` make the base and the variant, picklable where `jobs` > 1.

    `progress` is told how many pairs have been looked at. Raises LimitReached.
    """
    chunks = chunks_of(plan.pairs, LOOK)
    kept: list[tuple[dict[str, Sums], ...]] = []
    waiting: dict[int, tuple[dict[str, Sums], ...]] = {}
    sums: tuple[dict[str, Sums], ...] = tuple({} for _ in plan.tables)
    found = Comparison(plan, 0, ())
    with players(partial(_load_both, loaders), partial(_play_chunk, plan.tables), min(jobs, len(chunks))) as play:
        for first, chunk in play(chunks):
            waiting[first] = chunk
            while len(kept) * LOOK in waiting:
                kept.append(waiting.pop(len(kept) * LOOK))
                sums = tuple(
                    merged([before, new]) if before else new for before, new in zip(sums, kept[-1], strict=True)
                )
                pairs = min(len(kept) * LOOK, plan.pairs)
                if progress is not None:
                    progress(pairs)
                if plan.until_sure or pairs == plan.pairs:
                    found = look(plan, sums, pairs)
                if plan.until_sure and found.is_sure:
                    return found
    return found


def look(plan: Plan, sums: Sequence[dict[str, Sums]], pairs: int) -> Comparison:
    """What may be said after so many pairs, from the sums of each table."""
    primary: list[tuple[Key, Sums, float]] = []
    others: dict[str, tuple[Key, Sums]] = {}
    for table, of_table in zip(plan.tables, sums, strict=True):
        policy, names = policy_name(table), primary_names(table.seats)
        for name in names:
            each = of_table.get(name, Sums(pairs=pairs))
            primary.append(((policy, name), each, _bound(plan, name, each)))
        for name, each in of_table.items():
            if name not in names:
                others[f"{policy}|{name}"] = ((policy, name), each)
    verdicts = primary_verdicts([each for _, each, _ in primary], [bound for _, _, bound in primary], ALPHA)
    findings = [
        Finding(*key, True, each, verdict, bound) for (key, each, bound), verdict in zip(primary, verdicts, strict=True)
    ]
    told = other_verdicts({name: each for name, (_, each) in others.items()}, ALPHA)
    rest = [Finding(*key, False, each, told[name], 0.0) for name, (key, each) in others.items()]
    rest.sort(key=lambda each: (each.verdict.answer == "not shown", -each.verdict.e_value, each.policy, each.name))
    return Comparison(plan, pairs, (*findings, *rest))


def _bound(plan: Plan, name: str, sums: Sums) -> float:
    """How small a difference of a primary question counts as none."""
    if name in (TOTAL, SPREAD, LENGTH):
        return plan.within * abs(sums.base_mean)
    return plan.within


def _load_both(loaders: tuple[Loader, Loader]) -> tuple[Side, Side]:
    return load_side(loaders[0]), load_side(loaders[1])


def _play_chunk(
    tables: tuple[Table, ...], sides: tuple[Side, Side], numbers: range
) -> tuple[int, tuple[dict[str, Sums], ...]]:
    return numbers.start, tuple(play_pairs(sides, table, numbers) for table in tables)
