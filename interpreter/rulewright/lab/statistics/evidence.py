"""The evidence that differences of pairs give about one number: running sums, an e-value, an interval.

A pair is the same game under two rulesets; its difference D is variant minus base. Sums of several chunks of pairs add
up. Both answers may be looked at after any number of pairs, as often as one likes. What each rests on:

- **The e-value** asks whether D is as likely as -D. That holds if the two games of a pair may change places, as when
  a rule does not touch a number. It says nothing about the mean: games coupled lopsidedly (mostly one less, now
  and then much more) are not symmetric, and may still have the same mean. Hence which way a mean has moved, and
  whether it is equal, is left to the interval.
- **The interval** holds the mean of D, whatever D's distribution, as long as no single pair differs by more than its
  `reach`: the largest difference seen so far or what the number itself is on average, whichever is larger. No method
  can do without such a bound: differences rarer and larger than any seen leave no trace. For pairs
  that differ by r times the reach, in so small a share that none occurred, an interval of confidence 1 - alpha misses
  about alpha ** (1 / r).

Sources: the e-value of a symmetric difference (de la Pena 1999; Howard, Ramdas, McAuliffe, Sekhon 2021), mixed over six
scales; the asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas 2024), widened by what pairs
of unseen kinds may add: they are fewer than ln(2 / alpha) of all, with confidence 1 - alpha / 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, fsum, log, sqrt

ALPHA = 0.05
"""How often the results as a whole may be wrong."""

_SCALES = tuple(10.0**power for power in range(-3, 3))
_HIGHEST_LOG = 700.0
_MOST_PAIRS = 10**9


def _rho2(alpha: float) -> float:
    """Return the parameter that makes the interval narrowest after about a thousand pairs."""
    a = -2 * log(alpha)
    return (a + log(a + 1)) / 1000


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over the pairs of one number.

    `squares` sums the squares of D, `sizes` the base's values without their signs. `widest` is the largest D without
    its sign.
    """

    pairs: int = 0
    base: float = 0.0
    variant: float = 0.0
    squares: float = 0.0
    sizes: float = 0.0
    widest: float = 0.0

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
    def base_size(self) -> float:
        """The mean size of the number in the base, at least 1, because games count in steps of 1."""
        return max(1.0, self.sizes / self.pairs) if self.pairs else 1.0

    @property
    def reach(self) -> float:
        """The largest difference that a pair of a kind not yet seen may have."""
        return max(self.widest, self.base_size)

    @property
    def variance(self) -> float:
        """The variance of D over the pairs."""
        return max(0.0, self.squares / self.pairs - self.mean**2) if self.pairs else 0.0


def sums_of(pairs: list[tuple[float, float]]) -> Sums:
    """Return the sums of (base, variant) values."""
    if not pairs:
        return Sums()
    return Sums(
        len(pairs),
        fsum(base for base, _ in pairs),
        fsum(variant for _, variant in pairs),
        fsum((variant - base) ** 2 for base, variant in pairs),
        fsum(abs(base) for base, _ in pairs),
        max(abs(variant - base) for base, variant in pairs),
    )


def added(one: Sums, two: Sums) -> Sums:
    """Return the sums of the pairs of both."""
    if not one.pairs or not two.pairs:
        return one if one.pairs else two
    return Sums(
        one.pairs + two.pairs,
        one.base + two.base,
        one.variant + two.variant,
        one.squares + two.squares,
        one.sizes + two.sizes,
        max(one.widest, two.widest),
    )


def e_value(sums: Sums, alpha: float = ALPHA) -> float:
    """Return the strength of the evidence against D being as likely as -D.

    If D is as likely as -D, this reaches 1 / p in at most a share p of all runs, however often it is computed. With a
    given `alpha` it grows fastest toward 1 / alpha.
    """
    squared, q, rho2 = sums.difference**2, sums.squares, _rho2(alpha)
    logs = []
    for scale in _SCALES:
        r = rho2 / scale
        logs.append(r * squared / (2 * (1 + r * q)) - log(1 + r * q) / 2)
    highest = max(logs)
    total = highest + log(fsum(exp(each - highest) for each in logs) / len(logs))
    return exp(min(total, _HIGHEST_LOG))


def half_width(pairs: int, variance: float, reach: float, alpha: float = ALPHA) -> float:
    """Return the largest distance of the true mean difference from the observed one."""
    if not pairs:
        return float("inf")
    rho2 = _rho2(alpha)
    spent = pairs * rho2 + 1
    seen = sqrt(variance * 2 * spent / (pairs**2 * rho2) * log(sqrt(spent) / alpha))
    return seen + reach * log(2 / alpha) / pairs


def interval(sums: Sums, alpha: float = ALPHA) -> tuple[float, float]:
    """Return the interval of the mean difference, with confidence 1 - alpha at all looks together."""
    width = half_width(sums.pairs, sums.variance, sums.reach, alpha)
    return sums.mean - width, sums.mean + width


def pairs_needed(sums: Sums, within: float, alpha: float = ALPHA) -> int:
    """About how many pairs in total it takes until the interval excludes 0, or is within +-`within` of it."""
    if not sums.pairs:
        return 0
    target = max(abs(sums.mean), within - abs(sums.mean))
    if target <= 0:
        return _MOST_PAIRS
    low, high = sums.pairs, sums.pairs
    while half_width(high, sums.variance, sums.reach, alpha) > target and high < _MOST_PAIRS:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if half_width(middle, sums.variance, sums.reach, alpha) > target:
            low = middle + 1
        else:
            high = middle
    return min(high, _MOST_PAIRS)
