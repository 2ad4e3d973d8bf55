"""A search for setting values with which a game has the wished measures.

Each evaluation is a few games, all with the same chance, and good points get more. A search (`tuples.py`) learns the
distance of each point's games from the wishes. The best points are measured once more with fresh games that were not
used in the search, so that their intervals are honest. Points that another beats in all wishes are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rulewright.core.load.tunables import Tunable, Wish, tunables_in, variant_with, wishes_in
from rulewright.core.model.document import Mapping
from rulewright.core.model.game import Blueprint
from rulewright.core.model.settings import Chosen
from rulewright.lab.statistics.estimates import Estimate
from rulewright.lab.tuning.looks import Elsewhere, LookJob, LookPlan, LookPlayer, PointLoader, look_executors
from rulewright.lab.tuning.tuning_measures import SKILLED, PointGames, intervals, loss_of, measures
from rulewright.lab.tuning.tuples import GridPoint, TupleSearch
from rulewright.play.jobs.job import Executor
from rulewright.play.jobs.kept_tools import KeptTools
from rulewright.play.jobs.running import played
from rulewright.play.series.simulate import Series, Stopped

_FRESH: Final = 1_000_003
"""What is added to the seed for games that nothing is chosen by."""
_LOOK: Final = 10
"""How many games are played at a point at once."""
_FINALISTS: Final = 6
_SHARE_OF_FINALS: Final = 0.25


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """The plan of a tuning: a variant's file, the table, and the total number of games.

    A quarter of the games goes to the best points. `fresh` is the number of games that measure each answer.
    """

    ruleset: str
    variant: Path
    document: Mapping
    seats: int
    settings: Chosen
    games: int
    policies: tuple[str, ...] = ("random",)
    seed: int = 0
    fresh: int = 1000


@dataclass(frozen=True, slots=True)
class TunedSetting:
    """An answer: its values, the measures they give, and their total distance from the wishes.

    `games` is the number of fresh games that measured it. `stopped` more met a limit, and each counts as much as the
    worst evaluation.
    """

    values: tuple[int | str, ...]
    measured: tuple[Estimate, ...]
    misses: float
    games: int
    stopped: int = 0


@dataclass(frozen=True, slots=True)
class StoppedAt:
    """A game that met a limit, and the values it was played with."""

    values: tuple[int | str, ...]
    game: Stopped


@dataclass(slots=True)
class Tuned:
    """The result of a tuning: settings that none beats in all wishes, best first, and the games played.

    `stopped` has the games that met a limit.
    """

    tunables: tuple[Tunable, ...]
    wishes: tuple[Wish, ...]
    settings: list[TunedSetting] = field(default_factory=list)
    games: int = 0
    grid: int = 0
    looks: int = 0
    stopped: list[StoppedAt] = field(default_factory=list)
    is_over: bool = False


def untuned(plan: TuningPlan) -> Tuned:
    """Return the state of a tuning before the search."""
    tunables = tunables_in(plan.document)
    return Tuned(tunables, wishes_in(plan.document), grid=prod(len(each.values) for each in tunables))


def tune(
    plan: TuningPlan,
    *,
    found: Tuned | None = None,
    jobs: int = 1,
    elsewhere: Elsewhere | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Tuned:
    """Search for the values of a variant's settings that meet its wishes, equal for any `jobs`.

    The result grows in `found`. `progress` receives (games played, games in all). Raises RulesetError if a variant has
    an error, LimitReached if a job runs into a limit, ProcessLost if a process dies.
    """
    found = found if found is not None else untuned(plan)
    search = TupleSearch(tuple(len(each.values) for each in found.tunables), plan.seed)
    with (
        TemporaryDirectory(prefix="rulewright-") as folder,
        look_executors(jobs, elsewhere) as executors,
    ):
        bench = _Bench(plan, found, Path(folder), _Crew(jobs, executors, progress, plan.games))
        until = plan.games - int(plan.games * _SHARE_OF_FINALS)
        while found.games + _LOOK <= until:
            point = search.ask()
            search.tell(point, bench.loss(point, _LOOK))
        finalists = _finalists(search, bench, plan)
        bench.crew.expect(len(finalists) * bench.fresh)
        for point in finalists:
            answer = bench.answer(point)
            if answer is not None:
                found.settings = _unoutdone([*found.settings, answer], found.wishes)
    found.is_over = True
    return found


def _finalists(search: TupleSearch, bench: _Bench, plan: TuningPlan) -> list[GridPoint]:
    """Return the best points, evaluated repeatedly while the worse half is dropped each time."""
    found = bench.found
    left = search.best(_FINALISTS)
    left += [each for each in search.neighbours(left[0]) if each not in left][: 2 * _FINALISTS]
    while len(left) > _FINALISTS // 2 and found.games < plan.games:
        games = max(_LOOK, (plan.games - found.games) // (2 * len(left)))
        for point in left:
            if found.games + games > plan.games:
                break
            search.tell(point, bench.loss(point, games), max(1, games // _LOOK))
        left.sort(key=lambda each: (bench.mean_loss(each), each))
        left = left[: max(_FINALISTS // 2, len(left) // 2)]
    return sorted(left, key=lambda each: (bench.mean_loss(each), each))


class _Crew:
    """Has looks played, and says how many games were, of how many."""

    def __init__(
        self, jobs: int, executors: Callable[[LookJob, LookPlayer], Executor],
        progress: Callable[[int, int], None] | None, expected: int,
    ) -> None:  # fmt: skip
        self._jobs, self._executors, self._progress = jobs, executors, progress
        self._played, self._expected = 0, expected

    def play(self, job: LookJob, player: LookPlayer) -> PointGames:
        return played(job, jobs=self._jobs, executor=self._executors(job, player), progress=self._advance).merged

    def expect(self, more: int) -> None:
        """Announce that N more games will be played."""
        self._expected = self._played + more

    def _advance(self, games: int) -> None:
        self._played += games
        if self._progress is not None:
            self._progress(self._played, max(self._played, self._expected))


class _Bench:
    """Has games played at points, and keeps what all of them at one point come to."""

    def __init__(self, plan: TuningPlan, found: Tuned, folder: Path, crew: _Crew) -> None:
        self.plan, self.found, self.crew, self._folder = plan, found, crew, folder
        self._wishes, self._worst = found.wishes, float(len(found.wishes))
        self._text = plan.variant.read_text("utf-8")
        self._known: dict[GridPoint, tuple[PointGames, PointGames]] = {}
        self._blueprints: dict[PointLoader, Blueprint] = {}
        self._players = KeptTools()
        self._skilled = any(each.measure == "skill" for each in self._wishes)

    @property
    def fresh(self) -> int:
        """The number of games that measure an answer."""
        return self.plan.fresh * (2 if self._skilled else 1)

    def values(self, point: GridPoint) -> tuple[int | str, ...]:
        return tuple(each.values[at] for each, at in zip(self.found.tunables, point, strict=True))

    def loss(self, point: GridPoint, games: int) -> float:
        """Play more games of a point, and return the distance of these games from the wishes.

        All points share the chance of their games.
        """
        usual, skilled = self._games(point)
        first = usual.played
        more = self._play(point, self.plan.policies, self.plan.seed, games, first)
        skill = self._play(point, SKILLED, self.plan.seed, games, first) if self._skilled else PointGames()
        for known, each in ((usual, more), (skilled, skill)):
            known.add(each)
            self.found.games += each.played
            self.found.stopped += (StoppedAt(self.values(point), game) for game in each.stopped)
        self.found.looks += 1
        return self._loss(point, more, skill)

    def mean_loss(self, point: GridPoint) -> float:
        """Return the distance of all games of a point so far from the wishes."""
        return self._loss(point, *self._games(point))

    def answer(self, point: GridPoint) -> TunedSetting | None:
        """Measure a point by fresh games, with intervals.

        The search did not use these games. None if none of them ends.
        """
        plan = self.plan
        usual = self._play(point, plan.policies, plan.seed + _FRESH, plan.fresh)
        skilled = self._play(point, SKILLED, plan.seed + _FRESH, plan.fresh) if self._skilled else PointGames()
        if not self._is_measured(usual, skilled):
            return None
        blueprint = self._blueprint(point)
        values = measures(self._wishes, blueprint, usual, skilled)
        within = intervals(self._wishes, blueprint, usual, skilled, plan.seed)
        games = len(usual.results)
        measured = tuple(Estimate(value, *each, games) for value, each in zip(values, within, strict=True))
        stopped = len(usual.stopped) + len(skilled.stopped)
        misses = self._loss(point, usual, skilled)
        return TunedSetting(self.values(point), measured, misses, games, stopped)

    def _loss(self, point: GridPoint, usual: PointGames, skilled: PointGames) -> float:
        """Return the distance of some games of a point from the wishes.

        Games without an end count as much as the worst evaluation so far.
        """
        stopped = len(usual.stopped) + len(skilled.stopped)
        if not self._is_measured(usual, skilled):
            return self._worst
        loss = loss_of(self._wishes, measures(self._wishes, self._blueprint(point), usual, skilled))
        self._worst = max(self._worst, loss)
        share = stopped / (usual.played + skilled.played)
        return loss + share * (self._worst - loss) if stopped else loss

    def _is_measured(self, usual: PointGames, skilled: PointGames) -> bool:
        """Return whether games came to an end by which all that is wished can be told."""
        return bool(usual.results) and (bool(skilled.results) or not self._skilled)

    def _games(self, point: GridPoint) -> tuple[PointGames, PointGames]:
        return self._known.setdefault(point, (PointGames(), PointGames()))

    def _play(self, point: GridPoint, policies: tuple[str, ...], seed: int, games: int, first: int = 0) -> PointGames:
        picked = {
            each.entry: value
            for each, value in zip(self.found.tunables, self.values(point), strict=True)
            if not each.field
        }
        series = Series(games, self.plan.seats, seed, policies, {**self.plan.settings, **picked})
        job = LookJob(LookPlan(series, first), (self._loader(point),))
        return self.crew.play(job, self._player(point))

    def _blueprint(self, point: GridPoint) -> Blueprint:
        return self._blueprints[self._loader(point)]

    def _player(self, point: GridPoint) -> LookPlayer:
        """Return the player of a point on this machine.

        Points that differ in settings alone share one.
        """
        loader = self._loader(point)
        player: LookPlayer = self._players.of(loader, lambda: LookPlayer(loader()))
        self._blueprints[loader] = player.game.blueprint
        return player

    def _loader(self, point: GridPoint) -> PointLoader:
        """Return the loader of a point's game, writing its variant to a file."""
        tunables = self.found.tunables
        changed = {each: value for each, value in zip(tunables, self.values(point), strict=True) if each.field}
        name = "_".join(["point", *(str(at) for each, at in zip(tunables, point, strict=True) if each.field)])
        path = self._folder / f"{name}.yaml"
        if not path.exists():
            path.write_text(variant_with(self._text, self.plan.document, changed, name), "utf-8")
        return PointLoader(self.plan.ruleset, path)


def _unoutdone(settings: list[TunedSetting], wishes: tuple[Wish, ...]) -> list[TunedSetting]:
    """Return the settings that none dominates, the smallest total distance first.

    A setting dominates another if it is at least as near in each wish, has at most as many games stopped, and is better
    in one of these.
    """

    def misses(each: TunedSetting) -> tuple[float, ...]:
        return (*(wish.misses(one.value) for wish, one in zip(wishes, each.measured, strict=True)), each.stopped)

    kept = [
        each
        for each in settings
        if not any(
            misses(other) != misses(each) and all(a <= b for a, b in zip(misses(other), misses(each), strict=True))
            for other in settings
        )
    ]
    return sorted(kept, key=lambda each: (each.misses, str(each.values)))
