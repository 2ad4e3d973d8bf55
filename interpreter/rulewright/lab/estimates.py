"""How sure a number of some games is: shares, means and likenesses, each with the interval that holds in 95 of 100.

These intervals are for one number looked at once; what is looked at while games are played is told by `evidence.py`.
Sources: Wilson 1927 for shares, with as many games as such groups are worth (Kish 1965); Fisher 1921 for correlations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from statistics import NormalDist, fmean

_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, where the true one lies, and from how many games, decisions or deals it comes."""

    value: float
    low: float
    high: float
    count: int


def share(groups: Sequence[tuple[float, int]]) -> Estimate | None:
    """A share of all, from groups of (how many it holds for, how many there are). None of nothing.

    What is in one group, such as the two games of a deal or the decisions of a game, may hang together; groups do not.
    A win that is split counts in part.
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


def mean(groups: Sequence[Sequence[float]]) -> Estimate | None:
    """The mean of all values, from groups that do not hang on one another. None of fewer than two groups."""
    groups = [each for each in groups if each]
    if len(groups) < 2:
        return None
    count = sum(map(len, groups))
    middle = sum(map(sum, groups)) / count
    together = sum((sum(each) - middle * len(each)) ** 2 for each in groups) * len(groups) / (len(groups) - 1)
    width = student(len(groups) - 1) * sqrt(together) / count
    return Estimate(middle, middle - width, middle + width, count)


def student(freedom: int) -> float:
    """How many standard errors hold the true mean in 95 of 100, few values told from many: Student's t, as a series.

    Source: Abramowitz and Stegun 26.7.5. With less than three degrees of freedom the series is too short.
    """
    z, n = _Z, max(1, freedom)
    if n < 3:
        return (12.706205, 4.302653)[n - 1]
    return (
        z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )  # fmt: skip


def likeness(pairs: Sequence[tuple[float, float]], count: int) -> Estimate | None:
    """How alike the two of each pair are among all, from 0 (not at all) to 1: the variance that they share.

    The pairs come from `count` independent ones. None where there are too few, or where nothing varies.
    """
    if count < 4:
        return None
    middle = fmean(each for pair in pairs for each in pair)
    spread = fmean((each - middle) ** 2 for pair in pairs for each in pair)
    if spread <= 0:
        return None
    r = fmean((one - middle) * (two - middle) for one, two in pairs) / spread
    width = _Z / sqrt(count - 3)
    z = atanh(max(-0.999999, min(0.999999, r)))
    low, high = tanh(z - width), tanh(z + width)
    return Estimate(max(0.0, r), max(0.0, min(r, low)), max(0.0, high), count)


def chance_of(found: Estimate) -> float:
    """How often a number as far from 0 as this comes about by chance alone, where the true one is 0."""
    width = found.high - found.value
    if width <= 0:
        return 0.0 if found.value else 1.0
    return 2 * NormalDist().cdf(-abs(found.value) / width * _Z)


def differs(one: Estimate, two: Estimate, questions: int = 1) -> bool:
    """Whether two estimates from games that share nothing are further apart than chance makes them.

    Of so many `questions` together, chance makes one or more seem so in at most 5 of 100.
    """
    wider = NormalDist().inv_cdf(1 - 0.025 / max(1, questions)) / _Z
    low = sqrt((one.value - one.low) ** 2 + (two.high - two.value) ** 2)
    high = sqrt((one.high - one.value) ** 2 + (two.value - two.low) ** 2)
    return two.value - one.value > high * wider or one.value - two.value > low * wider
