"""Learned weights by ridge regression of the values of tables on their features.

The known weights change as little as the fit allows, so that knowledge which the latest games did not show is not
forgotten. Needs numpy (the extra `train`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulewright.core.model.weighing import ALWAYS, UNIT
from rulewright.lab.training.table_rows import GameRows
from rulewright.play.policies.learned_files import LearnedValues, share_of_trend

Array = Any
"""Of numpy, whose types are not known where it is not installed."""
MOST_WEIGHTS = 9_000
_LEAST_ROWS = 8
_PENALTIES = (1e2, 1e3, 1e4, 1e5)
_STRETCH = 20_000
_ROUNDS, _SETTLED = 25, 1e-5
_STILL = 0.04
"""A feature that changes less says too little to be weighed."""
_USUAL = 0.5
_EVERY_TENTH = 10
_FEW = 20.0
"""Choices that were seen so often count for half of what they seem."""


@dataclass(frozen=True, slots=True)
class FittedWeights:
    """Weights of features and choices in units of 1 / UNIT, and the known trends.

    `explained` is the share of the variance that they explain in games left out.
    """

    weights: dict[str, int]
    choices: dict[str, int]
    trends: dict[str, int] | None
    explained: float
    rows: int


def _unusual(rows: Array, columns: Array, amounts: Array, usual: Array, n_rows: int) -> tuple[Array, Array, Array]:
    """Return (rows, columns, amounts) of the features that differ from their usual value.

    There are far fewer of them than of features that hold. Entries in column -1 are left out.
    """
    is_usual: Array = np.append(usual > 0, False)[columns]
    rest = ~is_usual & (columns >= 0)
    found = [(rows[rest], columns[rest], amounts[rest])]
    holding = np.flatnonzero(usual > 0)
    at: Array = np.full(len(usual), -1, dtype=np.int32)
    at[holding] = np.arange(len(holding), dtype=np.int32)
    for first in range(0, n_rows, _STRETCH):
        here = is_usual & (rows >= first) & (rows < first + _STRETCH)
        table: Array = np.full((min(_STRETCH, n_rows - first), len(holding)), -1.0, dtype=np.float32)
        np.add.at(table, (rows[here] - first, at[columns[here]]), amounts[here])
        row, column = np.nonzero(table)
        found.append(((row + first).astype(np.int32), holding[column].astype(np.int32), table[row, column]))
    whole_rows, whole_columns, whole_amounts = (np.concatenate(each) for each in zip(*found, strict=True))
    return whole_rows, whole_columns, whole_amounts


def fitted(
    names: Sequence[str], games: Sequence[GameRows], known: LearnedValues | None, parts: int = 1
) -> FittedWeights:
    """Return the weights of named features that fit the rows of some games, near the known weights.

    The penalty on the difference is chosen by games left out. Trends through the `parts` of a game are not fitted, but
    known ones count.
    """
    return _Fit(names, games, known, parts).fitted()


class _Fit:
    """One regression."""

    def __init__(
        self, names: Sequence[str], games: Sequence[GameRows], known: LearnedValues | None, parts: int
    ) -> None:
        self._names = names
        self._choices = [name for each in games for name in each.choices]
        self._worths = np.array([worth for each in games for worth in each.worths])
        self._counts = np.array([count for each in games for count in each.counts])
        self._is_left_out = np.concatenate(
            [np.full(len(each.lengths), at % _EVERY_TENTH == _EVERY_TENTH // 2) for at, each in enumerate(games)]
        )
        lengths = np.concatenate([np.array(each.lengths, dtype=np.int64) for each in games])
        numbers: Array = np.concatenate([np.array(each.numbers, dtype=np.int32) for each in games])
        amounts: Array = np.concatenate([np.array(each.amounts, dtype=np.float32) for each in games])
        self._n_rows = n_rows = len(lengths)
        rows: Array = np.repeat(np.arange(n_rows, dtype=np.int32), lengths)
        total = len(names)
        weights, choices = (known.weights, known.choices) if known is not None else ({}, {})
        before = np.array([weights.get(name, 0) / UNIT for name in names], dtype=np.float32)
        thought = np.bincount(rows, amounts * before[numbers], n_rows)
        trends = known.trends if known is not None else None
        if trends:
            shares = [some / all_ for some, all_ in (share_of_trend(part, parts) for part in range(parts))]
            in_row = np.array([shares[mark.part] for each in games for mark in each.marks], dtype=np.float32)
            trend = np.array([trends.get(name, 0) / UNIT for name in names], dtype=np.float32)
            thought += in_row * np.bincount(rows, amounts * trend[numbers], n_rows)
        still = self._share_that_holds(thought)
        self._rest = self._worths - still * thought
        self._known = {name: round(still * weight) for name, weight in weights.items()}
        self._trends = {name: round(still * trend) for name, trend in trends.items()} if trends is not None else None
        self._known_choices = {name: round(still * worth) for name, worth in choices.items()}
        often = np.bincount(numbers, minlength=total)
        mean = np.bincount(numbers, amounts, total) / n_rows
        spread = np.sqrt(np.maximum(0.0, np.bincount(numbers, amounts * amounts, total) / n_rows - mean**2))
        self._kept = kept = np.flatnonzero((often >= _LEAST_ROWS) & (spread > _STILL))
        place: Array = np.full(total, -1, dtype=np.int32)
        place[kept] = np.arange(len(kept), dtype=np.int32)
        columns = place[numbers]
        usual: Array = np.zeros(len(kept), dtype=np.float32)
        usual[mean[kept] > _USUAL] = 1.0
        rows, columns, amounts = _unusual(rows, columns, amounts, usual, n_rows)
        self._spread, self._mean = spread[kept], (mean[kept] - usual) / spread[kept]
        self._usual = usual / spread[kept]
        self._rows, self._columns = rows, columns
        self._amounts = (amounts / self._spread[columns]).astype(np.float32)

    def _share_that_holds(self, thought: Array) -> float:
        """Return the share, from 0 to 1, by which the known values are right.

        It is less where they were learned from little, or by other rules.
        """
        counts = self._counts / self._counts.sum()
        apart = thought - counts @ thought
        varied = float(counts @ apart**2)
        return min(1.0, max(0.0, float(counts @ (apart * self._worths)) / varied)) if varied > 1e-12 else 1.0

    def _predicted(self, weights: Array) -> Array:
        found = np.bincount(self._rows, self._amounts * weights.astype(np.float32)[self._columns], self._n_rows)
        return found - self._mean @ weights

    def _gathered(self, values: Array) -> Array:
        found = np.bincount(self._columns, self._amounts * values.astype(np.float32)[self._rows], len(self._kept))
        return found - self._mean * values.sum()

    def _solved(self, counts: Array, penalty: float, begin: Array) -> tuple[Array, float]:
        """Return (change of the known weights, mean), computed by conjugate gradients."""
        mean = float(counts @ self._rest / counts.sum())
        weights = begin.copy()
        rest = self._gathered(counts * (self._rest - mean - self._predicted(weights))) - penalty * weights
        way, size = rest.copy(), float(rest @ rest)
        first = size + 1e-9
        for _ in range(_ROUNDS):
            if size <= _SETTLED * first:
                break
            turned = self._gathered(counts * self._predicted(way)) + penalty * way
            pace = size / float(way @ turned)
            weights += pace * way
            rest -= pace * turned
            before, size = size, float(rest @ rest)
            way = rest + size / before * way
        return weights, mean

    def fitted(self) -> FittedWeights:
        learnt = np.where(self._is_left_out, 0.0, self._counts)
        begin = np.zeros(len(self._kept))
        tried = []
        is_tested = bool(self._is_left_out.any())
        for penalty in _PENALTIES if is_tested else _PENALTIES[1:2]:
            begin, mean = self._solved(learnt, penalty, begin)
            tried.append((self._explained(begin, mean) if is_tested else 0.0, penalty))
        explained, penalty = max(tried)
        weights, mean = self._solved(self._counts, penalty, begin)
        left = self._rest - mean - self._predicted(weights)
        named = self._named(weights, mean)
        return FittedWeights(named, self._of_choices(left), self._trends, explained, self._n_rows)

    def _explained(self, weights: Array, mean: float) -> float:
        """Return the share of the variance in games left out."""
        counts = np.where(self._is_left_out, self._counts, 0.0)
        worths, left = self._worths, self._rest - mean - self._predicted(weights)
        whole = float(counts @ (worths - counts @ worths / counts.sum()) ** 2)
        return 1.0 - float(counts @ left**2) / whole if whole > 0 else 0.0

    def _named(self, weights: Array, mean: float) -> dict[str, int]:
        """Return the known weights plus their changes, by name.

        Of too many, those with the largest effect are kept.
        """
        found = dict(self._known)
        added: Array = np.rint(weights / self._spread * UNIT).astype(np.int64)
        fitted = [self._names[int(at)] for at in self._kept]
        for name, each in zip(fitted, added, strict=True):
            found[name] = found.get(name, 0) + int(each)
        always = found.pop(ALWAYS, 0) + round((mean - float((self._mean + self._usual) @ weights)) * UNIT)
        spread = dict(zip(fitted, map(float, self._spread), strict=True))
        largest = sorted(found, key=lambda name: -abs(found[name]) * spread.get(name, _STILL))[:MOST_WEIGHTS]
        return {ALWAYS: always, **{name: found[name] for name in largest if found[name]}}

    def _of_choices(self, left: Array) -> dict[str, int]:
        """Return the values of choices in addition to the tables they lead to.

        Rare choices are shrunk towards 0.
        """
        sums: dict[str, list[float]] = {}
        for name, rest, count in zip(self._choices, left, self._counts, strict=True):
            if name:
                known = sums.setdefault(name, [0.0, 0.0])
                known[0] += count * rest
                known[1] += count
        worths = {name: round(total / (count + _FEW) * UNIT) for name, (total, count) in sums.items()}
        return {name: worth for name, worth in {**self._known_choices, **worths}.items() if worth}
