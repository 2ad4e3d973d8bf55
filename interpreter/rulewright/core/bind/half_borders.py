"""Half-borders: a border seen from one of its ends. Border n of a map has the halves 2n and 2n + 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.core.model.grids import MapPlan


@dataclass(frozen=True, slots=True)
class HalfBorder:
    """A border seen from one end: its places, its direction, the next half-border straight on or -1."""

    near: int
    far: int
    direction: int
    on: int


def halves_of(plan: MapPlan, places: Sequence[str], directions: Sequence[str]) -> Iterator[HalfBorder]:
    """The half-borders of a map, along its ways."""
    place = {name: number for number, name in enumerate(places)}
    first = 0
    for chain in plan.chains:
        pairs = chain.pairs
        onward, back = (directions.index(each) if each in directions else -1 for each in (chain.onward, chain.back))
        count = len(pairs)
        for at, (one, other) in enumerate(pairs):
            after = first + at + 1 if at + 1 < count else first if chain.closed else -1
            before = first + at - 1 if at else first + count - 1 if chain.closed else -1
            yield HalfBorder(place[one], place[other], onward, 2 * after if after >= 0 else -1)
            yield HalfBorder(place[other], place[one], back, 2 * before + 1 if before >= 0 else -1)
        first += count
