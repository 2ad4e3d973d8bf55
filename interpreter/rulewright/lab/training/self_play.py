"""Games for training: first those of searches, with their findings, then those of the player itself.

A game depends on its number and on the weights learned before. Some choices are random, so that unpopular choices
become known as well.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from time import monotonic

from rulewright.core.model.chance import Draws, mixed
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS, SEAT
from rulewright.core.model.limits import limits_in
from rulewright.core.model.seats import ruled_seats
from rulewright.core.model.settings import Chosen
from rulewright.play.jobs.job import Found, InOrder, Job, MergedT, Tools
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.deciding import Deciders, seated_by, turns
from rulewright.play.policies.learned import learned_from
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.naming import LEARNED
from rulewright.play.policies.native_twin import NativeTwin, native_twin
from rulewright.play.policies.policies import Policy
from rulewright.play.policies.search import Search
from rulewright.play.series.simulate import Loader, game_seed
from rulewright.play.session.endless import MAX_DECISIONS

CHUNK = 4
"""How many games are played at a time."""
_AT_RANDOM = {"searches": 80, "itself": 40}
"""Of a thousand choices, so many are made at random."""
_OPENING = 10
"""Where nothing is left to chance, up to so many choices at the beginning are: games would all be alike."""
_LEAST_TAKEN = 2
WORTH_UNIT = 1_000_000
"""What worths are multiples of on file."""
_WORST, _BEST = -2 * WORTH_UNIT, 3 * WORTH_UNIT
"""The worths of ends are from 0 to 1; a learned player may think more or less of what leads there."""


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """Games `first` to `first + games` of a training, played by a learned player or by searches.

    Searches without a learned player think for `simulations`. `seats` are the sizes of the tables, used in turn. With
    `apart`, each seat learns separately. A learned player looks one choice ahead, or is used in searches that `think`
    for this many simulations; `playout`, `explore` and `epsilon` as in `LearnedValues`.
    """

    seats: tuple[int, ...]
    simulations: int
    first: int
    games: int
    seed: int = 0
    settings: Chosen = field(default_factory=dict)
    learned: LearnedValues | None = None
    apart: bool = False
    think: int = 0
    playout: int | None = None
    explore: int | None = None
    epsilon: int | None = None

    @property
    def is_searched(self) -> bool:
        """Whether searches play, whose findings are learned from."""
        return self.learned is None or self.think > 0

    def seats_at(self, number: int) -> int:
        """Return the number of seats in a game of the whole training."""
        return self.seats[number % len(self.seats)]


@dataclass(frozen=True, slots=True)
class OptionFound:
    """The findings of a search about an option: its index, the times it was taken, its mean value."""

    place: int
    taken: int
    worth: int


@dataclass(frozen=True, slots=True)
class TaughtGame:
    """A game for training: the index of each choice, and findings of searches by decision number."""

    choices: tuple[int, ...]
    lessons: tuple[tuple[int, tuple[OptionFound, ...]], ...]

    def is_possible(self) -> bool:
        """Return whether its numbers are possible, checking data read from a file."""
        return len(self.choices) <= MAX_DECISIONS and all(
            0 <= decision < len(self.choices)
            and all(each.place >= 0 and each.taken > 0 and _WORST <= each.worth <= _BEST for each in found)
            for decision, found in self.lessons
        )


class Lessons(InOrder[TaughtGame]):
    """Games in their order, complete once the time is later than `until`."""

    def __init__(self, until: float) -> None:
        super().__init__()
        self._until = until

    def take(self, found: tuple[TaughtGame, ...]) -> bool:
        """Add the next games, and return whether these are enough."""
        return super().take(found) or monotonic() > self._until


class SelfPlayTable:
    """A game that each generation plays, with a native twin of its own for look-ahead.

    A twin never frees the memory of the players that used it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._twin: NativeTwin | None = None
        self._first = -1

    def twin(self, plan: SelfPlayPlan) -> NativeTwin | None:
        """Return the native twin for the games of a generation, None if searches play."""
        if plan.first != self._first:
            self._first, self._twin = plan.first, None if plan.is_searched else native_twin(self.game)
        return self._twin


@dataclass(frozen=True, slots=True)
class TrainingGames(Job[Tools, Found, MergedT]):
    """Games of a training, for any way of learning from them.

    `loaders` hold the function that builds the game.
    """

    plan: SelfPlayPlan
    loaders: tuple[Loader]
    kind = "train"

    def seed(self, number: int) -> int:
        return game_seed(self.plan.seed, self.plan.first + number)


@dataclass(frozen=True, slots=True)
class SelfPlayJob(TrainingGames[SelfPlayTable, tuple[TaughtGame, ...], Lessons]):
    """Games to learn from."""

    until: float
    found = tuple[TaughtGame, ...]

    @property
    def size(self) -> int:
        return CHUNK

    @property
    def policies(self) -> tuple[str, ...]:
        if self.plan.learned is None:
            return (f"search:{self.plan.simulations}",)
        return (f"search:{self.plan.think}+{LEARNED}" if self.plan.think else LEARNED,)

    @property
    def tools_key(self) -> Hashable:
        return self.kind, self.loaders

    def load(self) -> SelfPlayTable:
        return SelfPlayTable(self.loaders[0]())

    def play(self, tools: SelfPlayTable, numbers: range) -> tuple[TaughtGame, ...]:
        return tuple(taught_game(tools.game, self.plan, number, tools.twin(self.plan)) for number in numbers)

    def merge(self) -> Lessons:
        return Lessons(self.until)

    def fits(self, found: tuple[TaughtGame, ...], numbers: range) -> bool:
        return len(found) == len(numbers) and all(each.is_possible() for each in found)


def opening(game: Game, seed: int) -> int:
    """Return the number of random choices at the beginning of a game."""
    return Draws(mixed(seed, -1)).below(_OPENING + 1) if game.blueprint.shows_all else 0


def taught_game(game: Game, plan: SelfPlayPlan, number: int, twin: NativeTwin | None = None) -> TaughtGame:
    """Play a game for training.

    The player looks ahead in the native `twin`. Raises LimitReached, with the game's number and seed, if it runs into a
    limit.
    """
    seed = game_seed(plan.seed, plan.first + number)
    with limits_in(f"game {plan.first + number + 1}", seed):
        return _Teaching(game, plan, plan.seats_at(plan.first + number), seed, twin).play()


def begun(
    game: Game,
    plan: SelfPlayPlan,
    players: Sequence[LearnedValues | None],
    seats: int,
    seed: int,
    twin: NativeTwin | None,
) -> tuple[State, Deciders]:
    """Begin a game of a training, and return (state, deciders).

    The learned values in `players` are given to the seats in turn.
    """

    def decider(seat: int) -> Policy | Search:
        learned = players[seat % len(players)]
        if learned is None:
            return Search(game, seat, Budget(plan.simulations))
        player = learned_from(learned, game, seats)
        return Search(game, seat, Budget(plan.think), learned=player) if plan.think else player.choose

    return seated_by(game, decider, seats=seats, seed=seed, settings=plan.settings, twin=twin)


class _Teaching:
    """One game, and who decides in it."""

    def __init__(self, game: Game, plan: SelfPlayPlan, n_seats: int, seed: int, twin: NativeTwin | None) -> None:
        self._seed = seed
        self._state, self._deciders = begun(game, plan, (plan.learned,), n_seats, seed, twin)
        self._ruled = ruled_seats(game.blueprint, self._state)
        self._opening = opening(game, seed)
        self._at_random = _AT_RANDOM["searches" if plan.is_searched else "itself"]

    def play(self) -> TaughtGame:
        state = self._state
        choices: list[int] = []
        lessons: list[tuple[int, tuple[OptionFound, ...]]] = []
        for draws in turns(state, self._seed):
            code = self._deciders.choose(state, draws)
            decider = self._deciders.policies[state[SEAT]]
            if isinstance(decider, Search):
                found = _found(state, decider) if decider.thought else ()
                if found:
                    lessons.append((len(choices), found))
            if state[SEAT] not in self._ruled:
                code = self._varied(decider, code, len(choices))
            choices.append(state[OPTIONS].index(code))
            self._deciders.step(state, code)
        return TaughtGame(tuple(choices), tuple(lessons))

    def _varied(self, decider: Policy | Search, code: int, number: int) -> int:
        """Return the choice, or sometimes a random one in its place."""
        lots = Draws(mixed(self._seed, number))
        if number >= self._opening and lots.below(1000) >= self._at_random:
            return code
        options: Sequence[int] = self._state[OPTIONS]
        if isinstance(decider, Search):
            if not decider.thought:
                return code
            options = decider.thought[lots.below(len(decider.thought))][0].codes
        other = options[lots.below(len(options))]
        if isinstance(decider, Search) and other != code:
            decider.overrule()
        return other


def _found(state: State, search: Search) -> tuple[OptionFound, ...]:
    options: Sequence[int] = state[OPTIONS]
    return tuple(
        OptionFound(options.index(offer.codes[0]), taken, max(_WORST, min(_BEST, round(worth / taken * WORTH_UNIT))))
        for offer, (taken, worth) in search.thought
        if taken >= _LEAST_TAKEN
    )
