"""The measures of the games at a point of a tuning, their distance from the wishes, their intervals."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from rulewright.core.load.tunables import Wish
from rulewright.core.model.game import Blueprint, read_code
from rulewright.lab.comparing.measures import of_ending
from rulewright.play.series.simulate import GameResult, GamesChunk, Stopped

SKILLED: Final = ("greedy", "random")
"""The policies of the games that `skill` is measured by."""
_OF_ALL: Final = ("dominant_option", "seat_advantage", "win_advantage", "skill")
"""The measures that are no means of single games."""
_RESAMPLES: Final = 200


@dataclass(slots=True)
class PointGames:
    """Games that were played, those that met a limit and have no end, and what was chosen in the others."""

    results: list[GameResult] = field(default_factory=list)
    used: Counter[tuple[int, int]] = field(default_factory=Counter)
    stopped: list[Stopped] = field(default_factory=list)

    @property
    def played(self) -> int:
        return len(self.results) + len(self.stopped)

    def take(self, found: GamesChunk) -> bool:
        """Add the games that come next."""
        self.results += (each for each in found.games if isinstance(each, GameResult))
        self.stopped += (each for each in found.games if isinstance(each, Stopped))
        self.used.update(found.used)
        return False

    def add(self, more: PointGames) -> None:
        self.results += more.results
        self.stopped += more.stopped
        self.used.update(more.used)


def loss_of(wishes: Sequence[Wish], values: Sequence[float]) -> float:
    return sum(wish.misses(value) ** 2 for wish, value in zip(wishes, values, strict=True))


def measures(wishes: Sequence[Wish], blueprint: Blueprint, usual: PointGames, skilled: PointGames) -> list[float]:
    return [measure(each.measure, blueprint, skilled if each.measure == "skill" else usual) for each in wishes]


def measure(name: str, blueprint: Blueprint, rows: PointGames) -> float:
    """Return a measure of some games, in points, decisions or percent."""
    if name == "dominant_option":
        return dominant(blueprint, rows.used)
    results = rows.results
    if not results:
        return 0.0
    if name == "seat_advantage":
        totals = [fmean(sum(each.scores[seat]) for each in results) for seat in range(len(results[0].scores))]
        return max(abs(each - fmean(totals)) for each in totals) / (2 if blueprint.halves else 1)
    if name in ("win_advantage", "skill"):
        seats = len(results[0].scores)
        shares = [0.0] * seats
        for each in results:
            for seat in range(seats):
                shares[seat] += 100 * each.result.share(seat) / len(results)
        if name == "win_advantage":
            return max(abs(each - 100 / seats) for each in shares)
        skilled = range(0, seats, len(SKILLED))
        return sum(shares[seat] for seat in skilled) - 100 * len(skilled) / seats
    return fmean(_of_game(name, blueprint, each) for each in results)


def _of_game(name: str, blueprint: Blueprint, result: GameResult) -> float:
    """Return a measure of one game, in which a seat that plays alone leads nobody."""
    found = of_ending(blueprint, result.scores, result.result, result.decisions, result.rounds)
    return found.get(name, 0.0)


def dominant(blueprint: Blueprint, used: Counter[tuple[int, int]]) -> float:
    """Return the largest share, in percent, of one named option among the choices at a decision.

    A free action counts as an option.
    """
    sites: dict[int, Counter[tuple[int, ...]]] = {}
    for (site, code), count in used.items():
        if 0 <= site < len(blueprint.sites) and blueprint.sites[site].named and len(blueprint.sites[site].labels) > 1:
            sites.setdefault(site, Counter())[read_code(blueprint, site, code)[:2]] += count
    return max((100 * max(each.values()) / each.total() for each in sites.values()), default=0.0)


def intervals(
    wishes: Sequence[Wish], blueprint: Blueprint, usual: PointGames, skilled: PointGames, seed: int
) -> list[tuple[float, float]]:
    """Return (low, high) of each measure with 95 % certainty, by a bootstrap over the games played.

    Choices are known for all games together, so `dominant_option` has no interval but its value.
    """
    rng = random.Random(seed)
    again = [_measured_again(each.measure, blueprint, skilled if each.measure == "skill" else usual) for each in wishes]
    found: list[list[float]] = [[] for _ in wishes]
    for _ in range(_RESAMPLES):
        drawn = [
            rng.choices(range(len(rows.results)), k=len(rows.results)) if rows.results else []
            for rows in (usual, skilled)
        ]
        for values, wish, measured in zip(found, wishes, again, strict=True):
            values.append(measured(drawn[wish.measure == "skill"]))
    edge = int(0.025 * _RESAMPLES)
    return [(sorted(each)[edge], sorted(each)[-1 - edge]) for each in found]


def _measured_again(name: str, blueprint: Blueprint, rows: PointGames) -> Callable[[Sequence[int]], float]:
    """Return a function that computes a measure of the games with some indexes.

    A mean over single games computes each game only once.
    """
    if name in _OF_ALL:
        return lambda places: measure(name, blueprint, PointGames([rows.results[at] for at in places], rows.used))
    known = [_of_game(name, blueprint, each) for each in rows.results]
    return lambda places: fmean([known[at] for at in places])
