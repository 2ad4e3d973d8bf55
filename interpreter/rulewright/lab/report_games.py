"""The games of a report: strong players among themselves, weak ones among themselves, one strong among weak ones.

Players among themselves play each deal twice with other chances of their own, so that it is seen what the deal alone
decides. What a game is hangs on its kind and number, so that any of them can be played again and written down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

from rulewright.lab.watching import GameSetup, Watched, play, watch
from rulewright.model.game import Game, State
from rulewright.model.limits import LimitReached
from rulewright.model.settings import Chosen
from rulewright.play.processes import Dealer, ProcessLost, chunks_of, players
from rulewright.play.replay import LARGEST_SEED, Replay, choice_of, replay_of
from rulewright.play.replay_files import RecordedChoice
from rulewright.play.simulate import Loader, seed_of

if TYPE_CHECKING:
    from rulewright.play.native_twin import NativeTwin

PlayStrength = Literal["strong", "weak", "mixed"]
KINDS: tuple[PlayStrength, ...] = get_args(PlayStrength)
_CHUNK = 4
_DEALS = 10**9


@dataclass(frozen=True, slots=True)
class ReportPlan:
    """What a report is of: seats (the last `ruled` of them the rules play), two policies, so many games of each kind.

    Without a weak policy all games are of the strong one. `weighed` is how many decisions of each game of strong
    players are weighed.
    """

    seats: int
    games: int
    strong: str
    weak: str | None = None
    seed: int = 0
    settings: Chosen = field(default_factory=dict)
    ruled: int = 0
    weighed: int = 1

    @property
    def kinds(self) -> tuple[PlayStrength, ...]:
        return KINDS if self.weak is not None else ("strong",)

    def policy(self, kind: PlayStrength) -> str:
        """Who plays games of a kind among themselves."""
        return self.strong if kind == "strong" or self.weak is None else self.weak

    def strong_seat(self, number: int) -> int:
        """The seat of the strong player in a mixed game."""
        return number % (self.seats - self.ruled)

    def setting(self, kind: PlayStrength, number: int) -> GameSetup:
        """How a game is set up."""
        dealt = [self.policy(kind)] * self.seats
        deal = number // 2
        if kind == "mixed":
            deal = number
            dealt[self.strong_seat(number)] = self.strong
        stream = KINDS.index(kind) * _DEALS
        weighed = self.weighed if kind == "strong" else 0
        seed = seed_of(self.seed, stream + deal) % (LARGEST_SEED + 1)
        return GameSetup(seed, tuple(dealt), seed_of(self.seed, -1 - stream - number), self.settings, weighed)


@dataclass(slots=True)
class ReportGames:
    """The games of a report that have been played, by their kind and in the order of their numbers."""

    plan: ReportPlan
    played: dict[int, Watched] = field(default_factory=dict)

    def of(self, kind: PlayStrength) -> list[Watched]:
        """All before the first that is missing, an even number of those that are played twice."""
        kinds = self.plan.kinds
        if kind not in kinds:
            return []
        found: list[Watched] = []
        place = kinds.index(kind)
        while (each := self.played.get(len(found) * len(kinds) + place)) is not None:
            found.append(each)
        return found if kind == "mixed" else found[: len(found) // 2 * 2]


def watch_games(
    load: Loader,
    games: ReportGames,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    deal: Dealer[Game, list[tuple[int, Watched]]] = players,
) -> None:
    """Play all games of a plan; `games` gets each as it ends. Raises LimitReached, ProcessLost."""
    plan = games.plan
    chunks = chunks_of(plan.games * len(plan.kinds), _CHUNK)
    try:
        with deal(load, partial(_watch_some, plan), min(jobs, len(chunks))) as some:
            for found in some(chunks):
                games.played.update(found)
                if progress is not None:
                    progress(len(found))
    except ProcessLost as lost:
        raise lost.told_of("game", lambda number: _setting_at(plan, number).seed) from None


def replay_of_game(game: Game, plan: ReportPlan, kind: PlayStrength, number: int) -> Replay:
    """A game of the report as a replay, which can be opened and played again."""
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


def _watch_some(plan: ReportPlan, game: Game, numbers: range) -> list[tuple[int, Watched]]:
    found, played = [], _beside(game)
    for number in numbers:
        setting = _setting_at(plan, number)
        try:
            found.append((number, watch(game, setting, played)))
        except LimitReached as limit:
            raise LimitReached(f"game {number + 1} (seed {setting.seed}): {limit}") from None
    return found


def _beside(game: Game) -> NativeTwin | None:
    """What plays the games natively beside; None for a game loaded without the native back end."""
    if game.native is None:
        return None
    from rulewright.play.native_twin import beside

    return beside(game)
