"""What games have taught, fitted: ridge regression of what searches found on features of the tables after choices.

A search tells the options of a decision apart, but has a wrong idea of the whole where its playouts are poor; how the
game ended says more of that. So all options of a decision are moved by half of what the end differs from the search.
Needs numpy (the extra `train`), which is imported only here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from rulewright.jobs.shards import cannot_be_read
from rulewright.lab.self_play import WORTH_UNIT, OptionFound, SelfPlayPlan, TaughtGame, game_seed
from rulewright.model.chance import Draws
from rulewright.model.game import Game, State
from rulewright.model.layout import FRAME, N_SEATS, OPTIONS, SEAT, SITE
from rulewright.model.limits import LimitReached
from rulewright.model.weighing import UNIT
from rulewright.observe.hiding import hidden_pieces
from rulewright.play.learned import after_choice
from rulewright.play.standing import Scale, Standings
from rulewright.play.table_features import Active, TableFeatures
from rulewright.run.steps import clone, start, step

Array = Any
"""Of numpy, whose types are not known where it is not installed."""
MOST_ROWS = 120_000
"""The tables that are fitted at a time; with more games, the latest count."""
MOST_WEIGHTS = 9_000
_OPTIONS = 4
"""The options of a decision that count: the one chosen, and those that were taken most."""
_BY_END = 0.5
_LEAST_ROWS = 8
_PENALTIES = (100.0, 1000.0)
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
    """Weights of features and choices in parts of UNIT; the share they explain of what was found in other games."""

    weights: dict[str, int]
    choices: dict[str, int]
    explained: float
    rows: int


class RowMark(NamedTuple):
    """Where a row is from: a decision and the seat that values it; the place of the option that led to the table, -1
    for a seat that was not asked; how often a search took it, and whether the game went on with it.
    """

    decision: int
    seat: int
    place: int = -1
    taken: int = 0
    is_chosen: bool = True


class GameRows:
    """Rows of one game: the features of each table, its worth to the seat, how much that counts, the choice before."""

    def __init__(self) -> None:
        self.numbers, self.amounts = array("i"), array("f")
        self.lengths: list[int] = []
        self.worths: list[float] = []
        self.counts: list[float] = []
        self.choices: list[str] = []
        self.marks: list[RowMark] = []

    def add(self, features: Active, worth: float, count: float, choice: str, mark: RowMark) -> None:
        holding, valued = features
        self.numbers.extend([*holding, *(number for number, _ in valued)])
        self.amounts.extend([*([1.0] * len(holding)), *(float(amount) for _, amount in valued)])
        self.lengths.append(len(holding) + len(valued))
        self.worths.append(worth)
        self.counts.append(count)
        self.choices.append(choice)
        self.marks.append(mark)


class Pupil:
    """What the games of a training become: rows, kept for the latest of them.

    A feature has one number at tables of all sizes, by its name.
    """

    def __init__(self, game: Game, seats: Iterable[int]) -> None:
        self._game = game
        self._features: dict[int, tuple[TableFeatures, list[int]]] = {}
        numbers: dict[str, int] = {}
        for size in sorted(seats, reverse=True):
            features = TableFeatures(game, size)
            self._features[size] = features, [numbers.setdefault(name, len(numbers)) for name in features.names]
        self.names = list(numbers)
        self._standings: Standings | None = None
        self._games: list[GameRows] = []
        self.scale = Scale(1, 0)
        """How far sides are apart at the ends of the first games."""

    def settle(self, plan: SelfPlayPlan, games: Sequence[TaughtGame]) -> None:
        """Take the scale of ends from the first games. Raises LimitReached, ShardRefused."""
        standings = Standings(self._game)
        for number, each in enumerate(games):
            standings.worth(self._replayed(plan, plan.first + number, each)[-1])
        self.scale = standings.scale
        self._standings = Standings(self._game, self.scale)

    def learn(self, plan: SelfPlayPlan, games: Sequence[TaughtGame]) -> list[GameRows]:
        """Make rows of some games. Raises LimitReached, ShardRefused."""
        found = [self._rows(plan, plan.first + number, each) for number, each in enumerate(games)]
        self._games += found
        while len(self._games) > 1 and sum(len(each.lengths) for each in self._games) > MOST_ROWS:
            del self._games[0]
        return found

    def _replayed(self, plan: SelfPlayPlan, number: int, taught: TaughtGame) -> list[State]:
        """The states of a game at its lessons, and its end. Raises ShardRefused for choices that were not open."""
        seats, seed = plan.seats_at(number), game_seed(plan.seed, number)
        state = start(self._game, seats=seats, seed=seed, settings=plan.settings)
        wanted, found = {decision for decision, _ in taught.lessons}, []
        for decision, place in enumerate(taught.choices):
            if state[FRAME] is None or not 0 <= place < len(state[OPTIONS]):
                raise cannot_be_read()
            if decision in wanted:
                found.append(clone(state))
            step(self._game, state, state[OPTIONS][place])
        if state[FRAME] is not None:
            raise cannot_be_read()
        return [*found, state]

    def _rows(self, plan: SelfPlayPlan, number: int, taught: TaughtGame) -> GameRows:
        assert self._standings is not None
        *states, end = self._replayed(plan, number, taught)
        worths = self._standings.worth(end)
        rows, draws = GameRows(), Draws(game_seed(plan.seed, number))
        for (decision, found), state in zip(taught.lessons, states, strict=True):
            draws.turn_to(decision)
            if not all(each.place < len(state[OPTIONS]) for each in found):
                raise cannot_be_read()
            self._add_lesson(rows, state, (decision, taught.choices[decision]), found, worths, draws)
        return rows

    def _add_lesson(
        self, rows: GameRows, state: State, choice: tuple[int, int], found: Iterable[OptionFound],
        worths: Sequence[float], draws: Draws,
    ) -> None:  # fmt: skip
        """Rows of a decision; `choice` is its number, and the place of the option that was chosen."""
        decision, chosen = choice
        game, seat = self._game, state[SEAT]
        features, numbers = self._features[state[N_SEATS]]
        known = sorted(found, key=lambda each: (each.place != chosen, -each.taken))[:_OPTIONS]
        if not known:
            return
        moved = _BY_END * (worths[seat] - known[0].worth / WORTH_UNIT) if known[0].place == chosen else 0.0
        hidden = hidden_pieces(game, state, seat)
        for each in known:
            code = state[OPTIONS][each.place]
            try:
                after = after_choice(game, state, code)
                if after[FRAME] is None:
                    continue
                name = features.option(state[SITE], code, seat, hidden)
                count = each.taken / (each.taken + 10)
                mark = RowMark(decision, seat, each.place, each.taken, each.place == chosen)
                seen = _numbered(features.of(after, seat), numbers)
                rows.add(seen, each.worth / WORTH_UNIT + moved, count, name, mark)
                if each.place == chosen and len(worths) > 1:
                    other = (seat + 1 + draws.below(len(worths) - 1)) % len(worths)
                    seen = _numbered(features.of(after, other), numbers)
                    rows.add(seen, worths[other], 0.3, "", RowMark(decision, other))
            except LimitReached:
                continue

    def fitted(self) -> FittedWeights:
        """The weights that fit the rows best, the penalty chosen by the games left out."""
        return _Fit(self.names, self._games).fitted()


def _numbered(active: Active, numbers: list[int]) -> Active:
    """Features of a table by their numbers in the whole training."""
    holding, valued = active
    return [numbers[each] for each in holding], [(numbers[each], amount) for each, amount in valued]


def _unusual(rows: Array, columns: Array, amounts: Array, usual: Array, n_rows: int) -> tuple[Array, Array, Array]:
    """Where features are not what they usually are, and by how much: far fewer places than where they hold.

    Places in column -1 are left out.
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


class _Fit:
    """One regression."""

    def __init__(self, names: Sequence[str], games: Sequence[GameRows]) -> None:
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

    def _predicted(self, weights: Array) -> Array:
        found = np.bincount(self._rows, self._amounts * weights.astype(np.float32)[self._columns], self._n_rows)
        return found - self._mean @ weights

    def _gathered(self, values: Array) -> Array:
        found = np.bincount(self._columns, self._amounts * values.astype(np.float32)[self._rows], len(self._kept))
        return found - self._mean * values.sum()

    def _solved(self, counts: Array, penalty: float, begin: Array) -> tuple[Array, float]:
        """The weights and the mean, by conjugate gradients."""
        mean = float(counts @ self._worths / counts.sum())
        weights = begin.copy()
        rest = self._gathered(counts * (self._worths - mean - self._predicted(weights))) - penalty * weights
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
        left = self._worths - mean - self._predicted(weights)
        named = self._named(weights, mean)
        return FittedWeights(named, self._of_choices(left), explained, self._n_rows)

    def _explained(self, weights: Array, mean: float) -> float:
        """The share of the variance in games left out."""
        counts = np.where(self._is_left_out, self._counts, 0.0)
        worths, left = self._worths, self._worths - mean - self._predicted(weights)
        whole = float(counts @ (worths - counts @ worths / counts.sum()) ** 2)
        return 1.0 - float(counts @ left**2) / whole if whole > 0 else 0.0

    def _named(self, weights: Array, mean: float) -> dict[str, int]:
        always = mean - float((self._mean + self._usual) @ weights)
        largest = np.argsort(-np.abs(weights), kind="stable")[:MOST_WEIGHTS]
        whole = np.rint(weights[largest] / self._spread[largest] * UNIT).astype(np.int64)
        names = self._names
        found = {names[self._kept[at]]: int(each) for at, each in zip(largest, whole, strict=True) if each}
        return {"always": round(always * UNIT), **found}

    def _of_choices(self, left: Array) -> dict[str, int]:
        """What choices are worth besides the tables they lead to; what was seldom seen counts for little."""
        sums: dict[str, list[float]] = {}
        for name, rest, count in zip(self._choices, left, self._counts, strict=True):
            if name:
                known = sums.setdefault(name, [0.0, 0.0])
                known[0] += count * rest
                known[1] += count
        worths = {name: round(total / (count + _FEW) * UNIT) for name, (total, count) in sums.items()}
        return {name: worth for name, worth in worths.items() if worth}
