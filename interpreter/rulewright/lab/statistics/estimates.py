"""The uncertainty of numbers from games: shares, means and likenesses with 95 % confidence intervals.

The intervals are for one number looked at once; `evidence.py` is for numbers examined while games are played.

Sources: Wilson 1927 for shares, with the effective number of games in groups (Kish 1965); Student 1908 for means;
Fisher 1921 for likenesses, with a spread by the jackknife over deals (Tukey 1958).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, atanh, cos, hypot, pi, sin, sqrt, tanh
from statistics import NormalDist, fmean

_Z = 1.959964
MANY = 1000
"""From this many degrees of freedom on, Student's t is taken for the normal distribution."""
_NEARLY_1 = 0.999
_ROUNDING = 1e-9
"""Sums of games are off by less than this share of themselves; numbers that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, its interval, and how many games, decisions or deals it comes from.

    `freedom` is the degrees of freedom of the spread behind its interval.
    """

    value: float
    low: float
    high: float
    count: int
    freedom: int = MANY


def share(groups: Sequence[tuple[float, int]]) -> Estimate | None:
    """Return a share of all, from groups of (how many it holds for, how many there are). None for nothing.

    What is in one group, such as the two games of a deal or the decisions of a game, may be dependent; groups are not.
    A shared win counts in part.
    """
    count = sum(each for _, each in groups)
    if not count:
        return None
    p = sum(each for each, _ in groups) / count
    alone = p * (1 - p) * count
    together = sum((part - p * size) ** 2 for part, size in groups)
    n = count / max(1.0, together / alone) if alone > 1e-12 else float(sum(size > 0 for _, size in groups))
    z2 = _Z * _Z / n
    middle = (p + z2 / 2) / (1 + z2)
    width = _Z * sqrt(max(0.0, p * (1 - p)) / n + z2 / (4 * n)) / (1 + z2)
    return Estimate(p, min(p, max(0.0, middle - width)), max(p, min(1.0, middle + width)), count)


def share_shown(games: int) -> float:
    """Return how far a share that is near one half may be from that of so many independent games (0 to 1)."""
    return _Z / (2 * sqrt(games + _Z * _Z))


def mean(groups: Sequence[Sequence[float]]) -> Estimate | None:
    """Return the mean of all values, from independent groups. None for fewer than two groups."""
    groups = [each for each in groups if each]
    if len(groups) < 2:
        return None
    count = sum(map(len, groups))
    middle = sum(map(sum, groups)) / count
    together = sum((sum(each) - middle * len(each)) ** 2 for each in groups) * len(groups) / (len(groups) - 1)
    width = student(len(groups) - 1) * sqrt(together) / count
    return Estimate(middle, middle - width, middle + width, count, len(groups) - 1)


def difference(one: Estimate, two: Estimate) -> Estimate:
    """Return one number minus another, from independent games."""
    low = one.value - two.value - hypot(one.value - one.low, two.high - two.value)
    high = one.value - two.value + hypot(one.high - one.value, two.value - two.low)
    return Estimate(one.value - two.value, low, high, min(one.count, two.count), min(one.freedom, two.freedom))


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, computed as a series.

    It is the number of standard errors that hold the true mean in 95 of 100 cases. Source: Abramowitz and Stegun
    26.7.5. The series is too short for fewer than three degrees of freedom, which use exact values.
    """
    z, n = _Z, max(1, freedom)
    if n >= MANY:
        return z
    if n < 3:
        return (12.706205, 4.302653)[n - 1]
    return (
        z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )  # fmt: skip


def likeness(deals: Sequence[Sequence[tuple[float, float]]]) -> Estimate | None:
    """Return the intraclass correlation of pairs, from 0 (no likeness) to 1: the variance they share.

    The pairs of one deal may be dependent; deals are not. None if there are fewer than 4 deals, or if nothing varies.
    With long tails (some deals far from all others), the interval holds in about 9 of 10 cases.
    """
    if len(deals) < 4:
        return None
    columns = [_likeness_sums(each) for each in deals]
    whole = [sum(column) for column in zip(*columns, strict=True)]
    r = _likeness_of(whole)
    if r is None:
        return None
    n, without = len(deals), []
    for own in columns:
        one = _likeness_of([each - part for each, part in zip(whole, own, strict=True)])
        without.append(_on_fishers_scale(r if one is None else one))
    middle = fmean(without)
    width = student(n - 1) * sqrt((n - 1) / n * sum((each - middle) ** 2 for each in without))
    z = _on_fishers_scale(r)
    low, high = tanh(z - width), tanh(z + width)
    return Estimate(max(0.0, r), max(0.0, min(r, low)), max(0.0, r, high), n, n - 1)


def _likeness_sums(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float, int]:
    """Return (products, mean squares, means, count) summed over pairs, from which their likeness follows."""
    return (
        sum(one * two for one, two in pairs),
        sum((one * one + two * two) / 2 for one, two in pairs),
        sum((one + two) / 2 for one, two in pairs),
        len(pairs),
    )


def _likeness_of(sums: Sequence[float]) -> float | None:
    products, squares, total, count = sums
    if not count:
        return None
    middle = total / count
    spread = squares / count - middle * middle
    return (products / count - middle * middle) / spread if spread > 1e-9 * max(1.0, middle * middle) else None


def _on_fishers_scale(r: float) -> float:
    return atanh(max(-_NEARLY_1, min(_NEARLY_1, r)))


def chance_of(found: Estimate, even: float = 0.0) -> float:
    """Return the probability that a number is this far from `even` by chance, if `even` is the true value."""
    if _are_same(found.value, even):
        return 1.0
    width = found.value - found.low if found.value > even else found.high - found.value
    if width <= 0:
        return 0.0
    return chance_beyond(abs(found.value - even) / width * student(found.freedom), found.freedom)


def chance_beyond(t: float, freedom: int) -> float:
    """Return the two-sided tail probability of Student's t.

    Source: Abramowitz and Stegun 26.7.3 and 26.7.4.
    """
    if freedom >= MANY:
        return 2 * NormalDist().cdf(-t)
    angle = atan2(t, sqrt(freedom))
    odd = freedom % 2
    total = term = (cos(angle) if freedom > 1 else 0.0) if odd else 1.0
    for k in range(2 + odd, freedom, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return max(0.0, 1 - within)


def remarkable(found: Mapping[str, Estimate], even: float, level: float) -> frozenset[str]:
    """Return the names of the numbers that are significantly not `even`.

    About a share `level` of the names returned is due to chance. Source: Benjamini and Hochberg 1995.
    """
    chances = {name: chance_of(each, even) for name, each in found.items()}
    ordered = sorted(chances, key=chances.__getitem__)
    most = max((k for k, name in enumerate(ordered, 1) if chances[name] <= level * k / len(ordered)), default=0)
    return frozenset(ordered[:most])


def differs(one: Estimate, two: Estimate, questions: int = 1) -> bool:
    """Return whether two estimates from independent games are further apart than chance makes them.

    Among this many `questions` together, chance makes one or more seem so in at most 5 of 100.
    """
    lower, upper = (one, two) if one.value <= two.value else (two, one)
    sides = (lower.high - lower.value) / student(lower.freedom), (upper.value - upper.low) / student(upper.freedom)
    error = sqrt(sides[0] ** 2 + sides[1] ** 2)
    if _are_same(lower.value, upper.value):
        return False
    if error <= 0:
        return True
    beyond = chance_beyond((upper.value - lower.value) / error, min(lower.freedom, upper.freedom))
    return beyond < 0.05 / max(1, questions)


def _are_same(one: float, two: float) -> bool:
    """Return whether two numbers differ by no more than rounding."""
    return abs(one - two) <= _ROUNDING * max(1.0, abs(one), abs(two))
