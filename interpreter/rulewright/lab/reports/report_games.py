"""The games of a report: among strong players, among weak ones, and one strong player among weak ones.

Equal players play each deal twice, with different chances of their own, which shows what the deal alone decides. A game
depends on its kind and number only, so that each can be played again and saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import Literal, get_args

from rulewright.core.model.game import Game, State
from rulewright.core.model.limits import limits_in
from rulewright.core.model.settings import Chosen
from rulewright.lab.comparing.seating import NO_SIDES
from rulewright.lab.comparing.watching import GameSetup, Watched, native_twin_of, play, watch
from rulewright.play.jobs.job import Job
from rulewright.play.policies.naming import thinks_long
from rulewright.play.records.replay import Replay, choice_of, replay_of
from rulewright.play.records.replay_files import RecordedChoice
from rulewright.play.series.simulate import Loader, game_seed, seed_of

PlayStrength = Literal["strong", "weak", "mixed"]
KINDS: tuple[PlayStrength, ...] = get_args(PlayStrength)
CHUNK = 4
_DEALS = 10**9


@dataclass(frozen=True, slots=True)
class ReportPlan:
    """The plan of a report: seats (the last `ruled` played by the rules), policies, games of each kind.

    Without a weak policy the strong one plays all games. `weighed` is the number of decisions of each game of strong
    players whose options are compared by playouts. With `sides`, the side of each seat, a strong player plays all seats
    of its side.
    """

    seats: int
    games: int
    strong: str
    weak: str | None = None
    seed: int = 0
    settings: Chosen = field(default_factory=dict)
    ruled: int = 0
    weighed: int = 1
    sides: tuple[int, ...] = NO_SIDES

    @property
    def in_a_chunk(self) -> int:
        """The number of games in a chunk, 1 if a policy thinks long, so that no core is idle."""
        return 1 if any(thinks_long(each) for each in (self.strong, self.weak) if each is not None) else CHUNK

    @property
    def kinds(self) -> tuple[PlayStrength, ...]:
        return KINDS if self.weak is not None else ("strong",)

    def policy(self, kind: PlayStrength) -> str:
        """Return the policy that plays games of a kind among equals."""
        return self.strong if kind == "strong" or self.weak is None else self.weak

    def strong_seat(self, number: int) -> int:
        """Return the seat of the strong player in a mixed game."""
        return number % (self.seats - self.ruled)

    def are_apart(self, one: int, other: int) -> bool:
        """Return whether two seats do not play together."""
        return one != other and not (self.sides and self.sides[one] == self.sides[other])

    def setting(self, kind: PlayStrength, number: int) -> GameSetup:
        """Return the setup of a game."""
        dealt = [self.policy(kind)] * self.seats
        deal = number // 2
        if kind == "mixed":
            deal = number
            strong = self.strong_seat(number)
            dealt = [self.policy(kind) if self.are_apart(seat, strong) else self.strong for seat in range(self.seats)]
        stream = KINDS.index(kind) * _DEALS
        weighed = self.weighed if kind == "strong" else 0
        seed = game_seed(self.seed, stream + deal)
        return GameSetup(seed, tuple(dealt), seed_of(self.seed, -1 - stream - number), self.settings, weighed)


@dataclass(slots=True)
class ReportGames:
    """The games of a report that have been played, in the order of their numbers."""

    plan: ReportPlan
    played: list[Watched] = field(default_factory=list)

    has_points: bool = field(init=False, default=False)
    """Whether any seat has any; if not, what an ending is worth to a seat is its share of the win."""

    def __post_init__(self) -> None:
        self.has_points = _have_points(self.played)

    @property
    def unit(self) -> Literal["points", "share"]:
        """The unit of a game's payoff."""
        return "points" if self.has_points else "share"

    def worths(self, each: Watched) -> tuple[float, ...]:
        """Return the payoff of a game to each seat: points, or shares of the win."""
        return each.totals if self.has_points else tuple(map(each.result.share, range(self.plan.seats)))

    def margin(self, each: Watched, seat: int) -> float:
        """Return a seat's payoff minus the mean of its opponents, its own payoff if it plays alone."""
        worths = self.worths(each)
        others = [other for at, other in enumerate(worths) if self.plan.are_apart(at, seat)]
        return worths[seat] - (fmean(others) if others else 0.0)

    def take(self, found: tuple[Watched, ...]) -> bool:
        """Add the games that come next."""
        self.played += found
        self.has_points = self.has_points or _have_points(found)
        return False

    def of(self, kind: PlayStrength) -> list[Watched]:
        """Return the games of a kind, an even number if deals are played twice."""
        kinds = self.plan.kinds
        if kind not in kinds:
            return []
        found = self.played[kinds.index(kind) :: len(kinds)]
        return found if kind == "mixed" else found[: len(found) // 2 * 2]


def _have_points(played: Iterable[Watched]) -> bool:
    return any(any(each.totals) for each in played)


@dataclass(frozen=True, slots=True)
class ReportJob(Job[Callable[[GameSetup], Watched], tuple[Watched, ...], ReportGames]):
    """The games of a report to be played.

    `loaders` hold the function that builds the game.
    """

    plan: ReportPlan
    loaders: tuple[Loader]
    kind = "report"
    found = tuple[Watched, ...]

    @property
    def count(self) -> int:
        return self.plan.games * len(self.plan.kinds)

    @property
    def size(self) -> int:
        return self.plan.in_a_chunk

    @property
    def policies(self) -> tuple[str, ...]:
        return (self.plan.strong,) if self.plan.weak is None else (self.plan.strong, self.plan.weak)

    def load(self) -> Callable[[GameSetup], Watched]:
        game = self.loaders[0]()
        return partial(watch, game, twin=native_twin_of(game))

    def play(self, tools: Callable[[GameSetup], Watched], numbers: range) -> tuple[Watched, ...]:
        return tuple(self._watched(tools, number) for number in numbers)

    def _watched(self, tools: Callable[[GameSetup], Watched], number: int) -> Watched:
        setting = _setting_at(self.plan, number)
        with limits_in(f"game {number + 1}", setting.seed):
            return tools(setting)

    def seed(self, number: int) -> int:
        return _setting_at(self.plan, number).seed

    def merge(self) -> ReportGames:
        return ReportGames(self.plan)

    def fits(self, found: tuple[Watched, ...], numbers: range) -> bool:
        return len(found) == len(numbers) and all(each.is_of(self.plan.seats) for each in found)


def replay_of_game(game: Game, plan: ReportPlan, kind: PlayStrength, number: int) -> Replay:
    """Return a game of the report as a replay, which can be opened and played again."""
    setting = plan.setting(kind, number)
    choices: list[RecordedChoice] = []

    def see(state: State, code: int) -> None:
        choices.append(choice_of(game, state, code))

    play(game, setting, see)
    dealt = setting.policies[: plan.seats - plan.ruled]
    return replay_of(game, seats=plan.seats, seed=setting.seed, settings=plan.settings, policies=dealt, choices=choices)


def _setting_at(plan: ReportPlan, flat: int) -> GameSetup:
    kind = plan.kinds[flat % len(plan.kinds)]
    return plan.setting(kind, flat // len(plan.kinds))
