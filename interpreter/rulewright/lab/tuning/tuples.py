"""A search for good points of a grid under noise: an N-tuple bandit evolutionary algorithm.

After Lucas, Liu and Perez-Liebana, "The N-Tuple Bandit Evolutionary Algorithm for Automatic Game Improvement" (2018):
what a point is worth is estimated from all points that share a value, or two, with it, so that a few noisy looks say
something of many points; the next point is one near the last that looks best, or that little is known of.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import log, sqrt

GridPoint = tuple[int, ...]
"""The number of a value on each axis."""
_SMALL = 0.5
_NEIGHBOURS = 60
_CURIOUS = 0.7
"""How much what is not known counts, next to what seems good."""


@dataclass(slots=True)
class _Sums:
    count: int = 0
    total: float = 0.0


@dataclass(slots=True)
class TupleSearch:
    """A search for the least loss on a grid: `ask` for a point, then `tell` its loss.

    `sizes` is the number of values on each axis.
    """

    sizes: tuple[int, ...]
    seed: int = 0
    _rng: random.Random = field(init=False)
    _tuples: tuple[tuple[int, ...], ...] = field(init=False)
    _sums: dict[tuple[tuple[int, ...], GridPoint], _Sums] = field(init=False)
    _seen: dict[GridPoint, _Sums] = field(init=False)
    _now: GridPoint | None = field(init=False, default=None)
    _told: int = field(init=False, default=0)
    _low: float = field(init=False, default=0.0)
    _high: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        axes = range(len(self.sizes))
        self._rng = random.Random(self.seed)
        pairs = tuple(combinations(axes, 2)) if len(self.sizes) > 2 else ()
        self._tuples = (*((axis,) for axis in axes), *pairs, tuple(axes))
        self._sums, self._seen = defaultdict(_Sums), defaultdict(_Sums)

    def ask(self) -> GridPoint:
        """Return the point to look at next."""
        if self._now is None or self._told < 2 * len(self.sizes):
            return tuple(self._rng.randrange(size) for size in self.sizes)
        near = {self._mutated(self._now) for _ in range(_NEIGHBOURS)} | {self.best(1)[0]}
        return max(sorted(near), key=lambda each: (self._hope(each), self._rng.random()))

    def tell(self, point: GridPoint, loss: float, weight: int = 1) -> None:
        """Record the loss measured at a point, of which less is better.

        `weight` is the number of measurements that `loss` averages.
        """
        self._low = min(self._low, loss) if self._told else loss
        self._high = max(self._high, loss) if self._told else loss
        self._told += 1
        self._now = point
        for key in self._keys(point):
            self._sums[key].count += weight
            self._sums[key].total += loss * weight
        self._seen[point].count += weight
        self._seen[point].total += loss * weight

    def best(self, count: int) -> list[GridPoint]:
        """Return the points looked at that seem best, the best first."""
        return sorted(self._seen, key=lambda each: (self.estimate(each), each))[:count]

    def estimate(self, point: GridPoint) -> float:
        """Return the loss that a point seems to have, by all that shares values with it."""
        means = [sums.total / sums.count for sums in map(self._sums.get, self._keys(point)) if sums and sums.count]
        return sum(means) / len(means) if means else self._high

    def neighbours(self, point: GridPoint) -> Iterator[GridPoint]:
        """Yield the points one step from a point on one axis."""
        for axis, value in enumerate(point):
            for other in (value - 1, value + 1):
                if 0 <= other < self.sizes[axis]:
                    yield (*point[:axis], other, *point[axis + 1 :])

    def _hope(self, point: GridPoint) -> float:
        """Return an optimistic value of a point: its estimate plus a bonus for uncertainty."""
        spread = (self._high - self._low) or 1.0
        unknown = 0.0
        for key in self._keys(point):
            sums = self._sums.get(key)
            unknown += sqrt(log(1 + self._told) / ((sums.count if sums else 0) + _SMALL))
        return _CURIOUS * unknown / len(self._tuples) - (self.estimate(point) - self._low) / spread

    def _mutated(self, point: GridPoint) -> GridPoint:
        """Return a point that differs on at least one axis, sometimes on more.

        An axis changes by one step or to any value.
        """
        found = list(point)
        must = self._rng.randrange(len(point))
        for axis, size in enumerate(self.sizes):
            if axis == must or self._rng.random() < 1 / len(point):
                if self._rng.random() < 0.5:
                    found[axis] = min(size - 1, max(0, found[axis] + self._rng.choice((-1, 1))))
                else:
                    found[axis] = self._rng.randrange(size)
        return tuple(found)

    def _keys(self, point: GridPoint) -> Iterator[tuple[tuple[int, ...], GridPoint]]:
        for axes in self._tuples:
            yield axes, tuple(point[axis] for axis in axes)
