"""Looks for values with which a game is as it is wanted: few games a look, all with the same chance, more for the good.

A search (`tuples.py`) is told how far the games of each point miss the wishes. What seems best is played once more with
games that nothing was chosen by, so that its intervals are honest; what another outdoes in all wishes is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rulewright.lab.tuning_measures import SKILLED, PointGames, intervals, loss_of, measures
from rulewright.lab.tuples import GridPoint, TupleSearch
from rulewright.load.tunables import Tunable, Wish, tunables_in, variant_with, wishes_in
from rulewright.model.document import Mapping
from rulewright.model.game import Blueprint, Game
from rulewright.model.settings import Chosen
from rulewright.pipeline import load_game
from rulewright.play.simulate import GameResult, Series, play_chunk
from rulewright.play.simulate_native import NativePlayer, unplayable

_FRESH: Final = 1_000_003
"""What is added to the seed for games that nothing is chosen by."""
_FINALISTS: Final = 6
_SHARE_OF_FINALS: Final = 0.25


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """What to tune: a variant's file, the table, how many games in all; of these a quarter goes to what seems best.

    `look` is how many games are played at a point at once, `fresh` how many by which each answer is measured.
    """

    ruleset: str
    variant: Path
    document: Mapping
    seats: int
    settings: Chosen
    games: int
    policies: tuple[str, ...] = ("random",)
    seed: int = 0
    look: int = 10
    fresh: int = 1000


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of some games: its value, and the interval it is within with 95 % certainty."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TunedSetting:
    """An answer: the values found, what the wished measures come to with them, how far all of them miss together."""

    values: tuple[int | str, ...]
    measured: tuple[Measured, ...]
    misses: float
    games: int


@dataclass(slots=True)
class Tuned:
    """What was found: settings that no other beats in all wishes, the best first; how many games were played."""

    tunables: tuple[Tunable, ...]
    wishes: tuple[Wish, ...]
    settings: list[TunedSetting] = field(default_factory=list)
    games: int = 0
    grid: int = 0
    looks: int = 0


def tune(plan: TuningPlan, progress: Callable[[str], None] | None = None) -> Tuned:
    """The settings of a variant's values that fit what is wanted. Raises RulesetError, LimitReached."""
    tunables, wishes = tunables_in(plan.document), wishes_in(plan.document)
    found = Tuned(tunables, wishes, grid=prod(len(each.values) for each in tunables))
    search = TupleSearch(tuple(len(each.values) for each in tunables), plan.seed)
    with TemporaryDirectory(prefix="rulewright-") as folder:
        bench = _Bench(plan, tunables, wishes, Path(folder))
        until = plan.games - int(plan.games * _SHARE_OF_FINALS)
        while bench.games + plan.look <= until:
            point = search.ask()
            search.tell(point, bench.loss(point, plan.look))
            if progress is not None:
                progress(f"{bench.games:,} of {plan.games:,} games")
        found.looks = bench.looks
        finalists = _finalists(search, bench, plan)
        found.games = bench.games
        for point in finalists:
            found.settings.append(bench.answer(point))
    found.settings = _unoutdone(found.settings, wishes)
    return found


def _finalists(search: TupleSearch, bench: _Bench, plan: TuningPlan) -> list[GridPoint]:
    """What seems best, looked at again and again, the worse half left out each time."""
    left = search.best(_FINALISTS)
    left += [each for each in search.neighbours(left[0]) if each not in left][: 2 * _FINALISTS]
    while len(left) > _FINALISTS // 2 and bench.games < plan.games:
        games = max(plan.look, (plan.games - bench.games) // (2 * len(left)))
        for point in left:
            if bench.games + games > plan.games:
                break
            search.tell(point, bench.loss(point, games), max(1, games // plan.look))
        left.sort(key=lambda each: (bench.mean_loss(each), each))
        left = left[: max(_FINALISTS // 2, len(left) // 2)]
    return sorted(left, key=lambda each: (bench.mean_loss(each), each))


class _Bench:
    """Plays games at points, and keeps what all of them at one point come to."""

    def __init__(self, plan: TuningPlan, tunables: tuple[Tunable, ...], wishes: tuple[Wish, ...], folder: Path) -> None:
        self.plan, self.tunables, self.wishes, self._folder = plan, tunables, wishes, folder
        self.games = self.looks = 0
        self._text = plan.variant.read_text("utf-8")
        self._known: dict[GridPoint, tuple[PointGames, PointGames]] = {}
        self._players: dict[tuple[int | str, ...], tuple[Game, NativePlayer | None]] = {}
        self._skilled = any(each.measure == "skill" for each in wishes)

    def values(self, point: GridPoint) -> tuple[int | str, ...]:
        return tuple(each.values[at] for each, at in zip(self.tunables, point, strict=True))

    def loss(self, point: GridPoint, games: int) -> float:
        """How far so many more games of a point miss the wishes, by themselves; their chance is that of all points."""
        usual, skilled = self._rows(point)
        first = len(usual.results)
        more = PointGames()
        self._play(point, usual, range(first, first + games), self.plan.policies, more)
        skill = PointGames()
        if self._skilled:
            self._play(point, skilled, range(first, first + games), SKILLED, skill)
        self.looks += 1
        return loss_of(self.wishes, measures(self.wishes, self._blueprint(point), more, skill))

    def mean_loss(self, point: GridPoint) -> float:
        """How far all games of a point so far miss the wishes."""
        return loss_of(self.wishes, measures(self.wishes, self._blueprint(point), *self._rows(point)))

    def answer(self, point: GridPoint) -> TunedSetting:
        """A point measured by games that nothing was chosen by, with intervals."""
        plan = self.plan
        rows = []
        for policies in (plan.policies, SKILLED) if self._skilled else (plan.policies,):
            series = replace(self._series(point, policies, plan.fresh), seed=plan.seed + _FRESH)
            rows.append(PointGames())
            self._add(point, series, range(plan.fresh), rows[-1:])
        usual, skilled = rows[0], rows[-1] if self._skilled else PointGames()
        blueprint = self._blueprint(point)
        values = measures(self.wishes, blueprint, usual, skilled)
        within = intervals(self.wishes, blueprint, usual, skilled, plan.seed)
        measured = tuple(Measured(value, *each) for value, each in zip(values, within, strict=True))
        return TunedSetting(self.values(point), measured, loss_of(self.wishes, values), len(usual.results))

    def _rows(self, point: GridPoint) -> tuple[PointGames, PointGames]:
        return self._known.setdefault(point, (PointGames(), PointGames()))

    def _play(
        self, point: GridPoint, into: PointGames, numbers: range, policies: tuple[str, ...], more: PointGames
    ) -> None:  # fmt: skip
        self._add(point, self._series(point, policies, numbers.stop), numbers, (into, more))
        self.games += len(numbers)

    def _add(self, point: GridPoint, series: Series, numbers: range, into: Sequence[PointGames]) -> None:
        """Play games of a point, and add what came of them."""
        game, player = self._player(point)
        native = player is not None and not unplayable(game, series.policies)
        if native and player is not None:
            chunk = player.play(series, numbers)
        else:
            chunk = play_chunk(series, game, numbers)
        for rows in into:
            rows.results += [each for each in chunk.games if isinstance(each, GameResult)]
            rows.used.update(chunk.used)

    def _series(self, point: GridPoint, policies: tuple[str, ...], games: int) -> Series:
        picked = {
            each.entry: value
            for each, value in zip(self.tunables, self.values(point), strict=True)
            if not each.field
        }  # fmt: skip
        return Series(games, self.plan.seats, self.plan.seed, policies, {**self.plan.settings, **picked})

    def _blueprint(self, point: GridPoint) -> Blueprint:
        return self._player(point)[0].blueprint

    def _player(self, point: GridPoint) -> tuple[Game, NativePlayer | None]:
        """The game of a point; points that differ in settings alone have the same."""
        key = self._rules(point)
        if key not in self._players:
            game = self._load(point)
            self._players[key] = game, None if unplayable(game, ("random",)) else NativePlayer(game)
        return self._players[key]

    def _rules(self, point: GridPoint) -> tuple[int | str, ...]:
        return tuple(
            value for each, value in zip(self.tunables, self.values(point), strict=True) if each.field
        )  # fmt: skip

    def _load(self, point: GridPoint) -> Game:
        plan = self.plan
        changed = {
            each: value for each, value in zip(self.tunables, self.values(point), strict=True) if each.field
        }  # fmt: skip
        name = "point_" + "_".join(str(at) for at in point)
        path = self._folder / f"{name}.yaml"
        if not path.exists():
            path.write_text(variant_with(self._text, plan.document, changed, name), "utf-8")
        return load_game(plan.ruleset, variant=path, backend="auto", use_cache=False)


def _unoutdone(settings: list[TunedSetting], wishes: tuple[Wish, ...]) -> list[TunedSetting]:
    """The settings that no other beats: as near in each wish, and nearer in one. The nearest in all come first."""

    def misses(each: TunedSetting) -> tuple[float, ...]:
        return tuple(wish.misses(found.value) for wish, found in zip(wishes, each.measured, strict=True))

    kept = [
        each
        for each in settings
        if not any(
            misses(other) != misses(each) and all(a <= b for a, b in zip(misses(other), misses(each), strict=True))
            for other in settings
        )
    ]
    return sorted(kept, key=lambda each: (each.misses, str(each.values)))
