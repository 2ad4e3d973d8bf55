"""Numbers of pairs of games that are made up, with what is true of them: shapes on which statistics go wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp

from rulewright.lab.statistics.evidence import Sums, added, sums_of

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlantedNumber:
    """How a pair of one number is drawn, the true mean of its difference, and the mean size in the base."""

    draw: Callable[[random.Random], Pair]
    truth: float
    size: float


def looks(draw: Sequence[Pair], step: int) -> Iterator[Sums]:
    """The sums after every so many pairs."""
    found = Sums()
    for at in range(0, len(draw), step):
        found = added(found, sums_of(list(draw[at : at + step])))
        yield found


def _moved(base: float, *jumps: tuple[float, float], noise: float = 0.0) -> Callable[[random.Random], Pair]:
    """A base that is always the same; each jump is a difference and the share of pairs that have it."""

    def draw(rng: random.Random) -> Pair:
        left = rng.random()
        for size, part in jumps:
            left -= part
            if left < 0:
                return base, base + size
        return base, base + (rng.choice((-noise, noise)) if noise else 0.0)

    return draw


def _around(base: float, spread: float, moved: Callable[[random.Random], float]) -> Callable[[random.Random], Pair]:
    def draw(rng: random.Random) -> Pair:
        one = rng.gauss(base, spread)
        return one, one + moved(rng)

    return draw


def _won(share: float, gained: float, lost: float) -> Callable[[random.Random], Pair]:
    """A game that is won or lost: the share of wins in the base, and how many pairs turn one way and the other."""

    def draw(rng: random.Random) -> Pair:
        at = rng.random()
        if at < gained:
            return 0.0, 1.0
        if at < gained + lost:
            return 1.0, 0.0
        won = float(rng.random() < share)
        return won, won

    return draw


PLANTED = {
    "even": PlantedNumber(_around(40, 10, lambda rng: rng.gauss(0, 4)), 0.0, 40),
    "more": PlantedNumber(_around(100, 15, lambda rng: rng.gauss(2, 5)), 2.0, 100),
    "mean near 0": PlantedNumber(_around(0, 8, lambda rng: rng.gauss(0, 0.5)), 0.0, 6.38),
    "long tail": PlantedNumber(_around(10, 2, lambda rng: exp(rng.gauss(0, 1.5))), exp(1.125), 10),
    "rare": PlantedNumber(_moved(20, (20, 0.03)), 0.6, 20),
    "rare, with noise": PlantedNumber(_moved(20, (20, 0.03), noise=1), 0.6, 20),
    "rare, twice its size": PlantedNumber(_moved(20, (40, 0.015)), 0.6, 20),
    "rarely shorter": PlantedNumber(_moved(10, (-8, 0.049)), -0.392, 10),
    "lopsided": PlantedNumber(_moved(50, (49, 0.02), (-1, 0.98)), 0.0, 50),
    "wins": PlantedNumber(_won(0.5, 0.1, 0.1), 0.0, 1),
    "rare wins": PlantedNumber(_won(0.03, 0.03, 0.0), 0.03, 1),
    "rare losses": PlantedNumber(_won(1.0, 0.0, 0.04), -0.04, 1),
    "points are wins": PlantedNumber(_moved(0, (1, 0.03)), 0.03, 1),
}
