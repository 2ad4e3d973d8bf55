"""What the differences of pairs show of one number: running sums, an e-value, an interval. Nothing but arithmetic.

A pair is the same game under two rulesets; its difference D is variant minus base. Sums of several chunks of pairs add
up. Both answers may be looked at after any number of pairs, as often as one likes.

Sources: the e-value of a symmetric difference (de la Pena 1999; Howard, Ramdas, McAuliffe, Sekhon 2021), mixed over six
scales; the asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas 2024), widened by what a
difference that was never seen could add.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, fsum, log, sqrt

ALPHA = 0.05
"""How often all that is told may be wrong."""

_SCALES = tuple(10.0**power for power in range(-3, 3))
_HIGHEST_LOG = 700.0
_MOST_PAIRS = 10**9


def _rho2(alpha: float) -> float:
    """How the interval's width is spent over time: narrowest after about a thousand pairs."""
    a = -2 * log(alpha)
    return (a + log(a + 1)) / 1000


@dataclass(frozen=True, slots=True)
class Sums:
    """Of one number over pairs: how many, both sides' sums, the sums of D and of its square, and the number's range."""

    pairs: int = 0
    base: float = 0.0
    variant: float = 0.0
    squares: float = 0.0
    low: float = 0.0
    high: float = 0.0

    @property
    def difference(self) -> float:
        """The sum of all differences."""
        return self.variant - self.base

    @property
    def mean(self) -> float:
        return self.difference / self.pairs if self.pairs else 0.0

    @property
    def base_mean(self) -> float:
        return self.base / self.pairs if self.pairs else 0.0

    @property
    def variant_mean(self) -> float:
        return self.variant / self.pairs if self.pairs else 0.0

    @property
    def variance(self) -> float:
        """The variance of D over the pairs."""
        return max(0.0, self.squares / self.pairs - self.mean**2) if self.pairs else 0.0


def sums_of(pairs: list[tuple[float, float]]) -> Sums:
    """The sums of (base, variant) values."""
    if not pairs:
        return Sums()
    values = [value for pair in pairs for value in pair]
    return Sums(
        len(pairs),
        fsum(base for base, _ in pairs),
        fsum(variant for _, variant in pairs),
        fsum((variant - base) ** 2 for base, variant in pairs),
        min(values),
        max(values),
    )


def added(one: Sums, two: Sums) -> Sums:
    """The sums of the pairs of both."""
    if not one.pairs or not two.pairs:
        return one if one.pairs else two
    return Sums(
        one.pairs + two.pairs,
        one.base + two.base,
        one.variant + two.variant,
        one.squares + two.squares,
        min(one.low, two.low),
        max(one.high, two.high),
    )


def e_value(sums: Sums, alpha: float = ALPHA) -> float:
    """How much the differences speak against "nothing has changed".

    1 / alpha is shown. Where nothing has changed it reaches that in at most a share alpha of all runs, however often
    one looks.
    """
    squared, q, rho2 = sums.difference**2, sums.squares, _rho2(alpha)
    logs = []
    for scale in _SCALES:
        r = rho2 / scale
        logs.append(r * squared / (2 * (1 + r * q)) - log(1 + r * q) / 2)
    highest = max(logs)
    total = highest + log(fsum(exp(each - highest) for each in logs) / len(logs))
    return exp(min(total, _HIGHEST_LOG))


def half_width(pairs: int, variance: float, value_range: float, alpha: float = ALPHA) -> float:
    """How far the mean difference may lie from the one seen."""
    if not pairs:
        return float("inf")
    rho2 = _rho2(alpha)
    spent = pairs * rho2 + 1
    seen = sqrt(variance * 2 * spent / (pairs**2 * rho2) * log(sqrt(spent) / alpha))
    return seen + value_range * log(2 / alpha) / pairs


def interval(sums: Sums, alpha: float = ALPHA) -> tuple[float, float]:
    """Where the mean difference lies, with confidence 1 - alpha at every look at once."""
    width = half_width(sums.pairs, sums.variance, sums.high - sums.low, alpha)
    return sums.mean - width, sums.mean + width


def pairs_needed(sums: Sums, within: float, alpha: float = ALPHA) -> int:
    """About how many pairs in all it takes until the interval excludes 0, or lies within +-`within` of it."""
    if not sums.pairs:
        return 0
    value_range = sums.high - sums.low
    target = max(abs(sums.mean), within - abs(sums.mean))
    if target <= 0:
        return _MOST_PAIRS
    low, high = sums.pairs, sums.pairs
    while half_width(high, sums.variance, value_range, alpha) > target and high < _MOST_PAIRS:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if half_width(middle, sums.variance, value_range, alpha) > target:
            low = middle + 1
        else:
            high = middle
    return min(high, _MOST_PAIRS)
