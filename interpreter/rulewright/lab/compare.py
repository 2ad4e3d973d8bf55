"""A comparison as it runs: pairs are played in chunks, looked at after each, and ended once every question is answered.

What is found does not depend on the number of processes: chunks are looked at in their order, and what was played
beyond the last look is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from rulewright.lab.evidence import ALPHA, Sums
from rulewright.lab.measures import primary_names
from rulewright.lab.pairs import ComparedRuleset, ComparedTable, load_side, merged, play_pairs
from rulewright.lab.verdicts import Verdict, other_verdicts, primary_verdicts
from rulewright.play.processes import Dealer, ProcessLost, chunks_of, players
from rulewright.play.simulate import Loader, seed_of

LOOK = 25
"""Pairs between two looks."""

ChunkSums = tuple[dict[str, Sums], ...]
"""What some pairs come to: for each table, the sums of each number."""

MetricKey = tuple[str, str]
"""A policy table's name and a number's."""


@dataclass(frozen=True, slots=True)
class ComparePlan:
    """What is compared: the tables, one for each way of playing; at most so many pairs of each; when to stop.

    `within` is how small a difference counts as none: a share of what the number is in the base, and of all wins.
    `numbers` is how many numbers the games have, met or not; fewer than are met are none.
    """

    tables: tuple[ComparedTable, ...]
    pairs: int
    until_sure: bool = False
    within: float = 0.02
    numbers: int = 0


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

    plan: ComparePlan
    pairs: int
    findings: tuple[Finding, ...]

    @property
    def is_sure(self) -> bool:
        return all(each.verdict.answer not in ("not shown", "changed") for each in self.findings if each.is_primary)


def policy_name(table: ComparedTable) -> str:
    return ",".join(table.policies)


class Looks:
    """Looks at the chunks of a run in their order, until the plan is done."""

    def __init__(self, plan: ComparePlan) -> None:
        self.plan = plan
        self.sums: tuple[dict[str, Sums], ...] = tuple({} for _ in plan.tables)
        self.pairs = 0
        self._found: Comparison | None = None

    def take(self, chunk: ChunkSums) -> bool:
        """Add the chunk that comes next; whether that was enough."""
        if self.pairs:
            chunk = tuple(merged([before, new]) for before, new in zip(self.sums, chunk, strict=True))
        self.sums, self._found = chunk, None
        self.pairs = min(self.pairs + LOOK, self.plan.pairs)
        return self.pairs == self.plan.pairs or (self.plan.until_sure and self.found().is_sure)

    def found(self) -> Comparison:
        """What may be said after the chunks so far."""
        if self._found is None:
            self._found = look(self.plan, self.sums, self.pairs)
        return self._found


def compare(
    loaders: tuple[Loader, Loader],
    plan: ComparePlan,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    looks: Looks | None = None,
    known: Mapping[int, ChunkSums] | None = None,
    keep: Callable[[int, ChunkSums], None] | None = None,
    deal: Dealer[tuple[ComparedRuleset, ComparedRuleset], tuple[int, ChunkSums]] = players,
    natively: bool = False,
) -> Comparison:
    """Play pairs of games until the plan is done; `loaders` make the base and the variant, picklable where `jobs` > 1.

    `progress` is told how many pairs have been looked at; `looks` holds what is known when this is stopped half-way.
    Chunks that are `known` are not played again, `keep` gets each that is. What is played `natively`, where it can be,
    comes to the same. Raises LimitReached, ProcessLost.
    """
    looks, chunks = looks or Looks(plan), chunks_of(plan.pairs, LOOK)
    waiting = dict(known or {})
    coming = {number: each for number, each in enumerate(chunks) if number not in waiting}
    taken = 0

    def take_waiting() -> bool:
        nonlocal taken
        while taken in waiting:
            enough = looks.take(waiting.pop(taken))
            taken += 1
            if progress is not None:
                progress(looks.pairs)
            if enough:
                return True
        return False

    if not take_waiting():
        load, play_some = partial(load_both, loaders, natively=natively), partial(play_chunk, plan.tables)
        with telling_seeds(plan), deal(load, play_some, min(jobs, len(coming))) as play:
            for first, chunk in play(coming.values()):
                number = first // LOOK
                waiting[number] = chunk
                if keep is not None:
                    keep(number, chunk)
                if take_waiting():
                    break
    return looks.found()


def play_share(
    loaders: tuple[Loader, Loader],
    plan: ComparePlan,
    chunks: Mapping[int, range],
    keep: Callable[[int, ChunkSums], None],
    *,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    deal: Dealer[tuple[ComparedRuleset, ComparedRuleset], tuple[int, ChunkSums]] = players,
    natively: bool = False,
) -> None:
    """Play some chunks of a run, which are looked at elsewhere; `progress` is told how many pairs have just ended."""
    if not chunks:
        return
    load, play_some = partial(load_both, loaders, natively=natively), partial(play_chunk, plan.tables)
    with telling_seeds(plan), deal(load, play_some, min(jobs, len(chunks))) as play:
        for first, chunk in play(chunks.values()):
            keep(first // LOOK, chunk)
            if progress is not None:
                progress(len(chunks[first // LOOK]))


@contextmanager
def telling_seeds(plan: ComparePlan) -> Iterator[None]:
    """A pair that ends the processes that play it is told with its seed."""
    try:
        yield
    except ProcessLost as lost:
        raise lost.told_of("pair", partial(seed_of, plan.tables[0].seed)) from None


def look(plan: ComparePlan, sums: Sequence[dict[str, Sums]], pairs: int) -> Comparison:
    """What may be said after so many pairs, from the sums of each table."""
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
    told = other_verdicts({name: each for name, (_, each) in others.items()}, ALPHA, of=of)
    rest = [Finding(*key, False, each, told[name], 0.0) for name, (key, each) in others.items()]
    rest.sort(key=lambda each: (each.verdict.answer == "not shown", -each.verdict.e_value, each.policy, each.name))
    return Comparison(plan, pairs, (*findings, *rest))


def load_both(loaders: tuple[Loader, Loader], *, natively: bool = False) -> tuple[ComparedRuleset, ComparedRuleset]:
    """Both sides, loaded in the process that plays them."""
    return load_side(loaders[0], natively=natively), load_side(loaders[1], natively=natively)


def play_chunk(
    tables: tuple[ComparedTable, ...], sides: tuple[ComparedRuleset, ComparedRuleset], numbers: range
) -> tuple[int, ChunkSums]:
    """What some pairs come to, by the number of the first."""
    return numbers.start, tuple(play_pairs(sides, table, numbers) for table in tables)
