"""Games that searches play against themselves to teach: what was chosen, and what each search found of its options.

A game depends on its number and on what was learned before. Some choices are others than the search's: at random, or
those of the player that learns, so that it meets the tables that its own play leads to and is told what to do there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic

from rulewright.jobs.job import Job
from rulewright.model.chance import Draws, mixed
from rulewright.model.game import Build, Game, State
from rulewright.model.layout import FRAME, OPTIONS, SEAT
from rulewright.model.limits import LimitReached
from rulewright.model.seats import ruled_seats
from rulewright.model.settings import Chosen
from rulewright.play.budget import Budget
from rulewright.play.deciding import Deciders, listening, traced_alike
from rulewright.play.endless import MAX_DECISIONS, Endless
from rulewright.play.learned import learned_from
from rulewright.play.learned_files import LearnedValues
from rulewright.play.policies import Policy, choose_first
from rulewright.play.replay import LARGEST_SEED
from rulewright.play.search import Search
from rulewright.play.simulate import Loader, seed_of
from rulewright.run.steps import start

CHUNK = 2
"""How many games are played at a time."""
_AT_RANDOM, _AS_LEARNED = 0.08, 0.5
_LEAST_TAKEN = 2
WORTH_UNIT = 1_000_000
"""What worths are multiples of on file."""


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """Games `first` to `first + games` of a training, each decision thought about for this many simulations.

    `seats` are the sizes of the tables, taken in turn.
    """

    seats: tuple[int, ...]
    simulations: int
    first: int
    games: int
    seed: int = 0
    settings: Chosen = field(default_factory=dict)
    learned: LearnedValues | None = None

    def seats_at(self, number: int) -> int:
        """How many seats the table of a game of the whole training has."""
        return self.seats[number % len(self.seats)]


@dataclass(frozen=True, slots=True)
class OptionFound:
    """What a search found of an option: its place, how often it was taken, and its mean worth."""

    place: int
    taken: int
    worth: int


@dataclass(frozen=True, slots=True)
class TaughtGame:
    """The place of each choice among its options, and what was found at some decisions, by their numbers."""

    choices: tuple[int, ...]
    lessons: tuple[tuple[int, tuple[OptionFound, ...]], ...]

    def is_possible(self) -> bool:
        """Whether it can be a game, by its numbers; what was read may be anything."""
        return len(self.choices) <= MAX_DECISIONS and all(
            0 <= decision < len(self.choices)
            and all(each.place >= 0 and each.taken > 0 and 0 <= each.worth <= WORTH_UNIT for each in found)
            for decision, found in self.lessons
        )


class Lessons:
    """Games in their order; they are enough once it is later than `until`."""

    def __init__(self, until: float) -> None:
        self.games: list[TaughtGame] = []
        self._until = until

    def take(self, found: tuple[TaughtGame, ...]) -> bool:
        """Add the games that come next."""
        self.games += found
        return monotonic() > self._until


@dataclass(frozen=True, slots=True)
class SelfPlayJob(Job[Game, tuple[TaughtGame, ...], Lessons]):
    """Games to learn from; `loaders` hold what builds the game."""

    plan: SelfPlayPlan
    loaders: tuple[Loader]
    until: float
    kind = "train"
    found = tuple[TaughtGame, ...]

    @property
    def count(self) -> int:
        return self.plan.games

    @property
    def size(self) -> int:
        return CHUNK

    @property
    def policies(self) -> tuple[str, ...]:
        return (f"search:{self.plan.simulations}",)

    def load(self) -> Game:
        return self.loaders[0]()

    def play(self, tools: Game, numbers: range) -> tuple[TaughtGame, ...]:
        return tuple(taught_game(tools, self.plan, number) for number in numbers)

    def seed(self, number: int) -> int:
        return game_seed(self.plan.seed, self.plan.first + number)

    def merge(self) -> Lessons:
        return Lessons(self.until)

    def fits(self, found: tuple[TaughtGame, ...], numbers: range) -> bool:
        return len(found) == len(numbers) and all(each.is_possible() for each in found)


def game_seed(seed: int, number: int) -> int:
    """The seed of a game of a training."""
    return seed_of(seed, number) % (LARGEST_SEED + 1)


def taught_game(game: Game, plan: SelfPlayPlan, number: int) -> TaughtGame:
    """A game that searches play. Raises LimitReached with its number and seed."""
    seed = game_seed(plan.seed, plan.first + number)
    try:
        return _Teaching(game, plan, plan.seats_at(plan.first + number), seed).play()
    except LimitReached as limit:
        raise LimitReached(f"game {plan.first + number + 1} (seed {seed}): {limit}") from None


class _Teaching:
    """One game: the seats' searches, and the player that learns from them."""

    def __init__(self, game: Game, plan: SelfPlayPlan, n_seats: int, seed: int) -> None:
        self._game, self._plan, self._n_seats, self._seed = game, plan, n_seats, seed
        self._state = self._begin(None)
        ruled = ruled_seats(game.blueprint, self._state)
        budget = Budget(plan.simulations)
        self._seats: list[Policy | Search] = [
            choose_first if seat in ruled else Search(game, seat, budget) for seat in range(n_seats)
        ]
        self._deciders: Deciders = listening(game, tuple(self._seats), self._begin, traced_alike)
        self._player = learned_from(plan.learned, game, n_seats) if plan.learned is not None else None

    def _begin(self, build: Build | None) -> State:
        return start(self._game, seats=self._n_seats, seed=self._seed, settings=self._plan.settings, build=build)

    def play(self) -> TaughtGame:
        state, draws, endless = self._state, Draws(self._seed), Endless()
        choices: list[int] = []
        lessons: list[tuple[int, tuple[OptionFound, ...]]] = []
        while state[FRAME] is not None:
            if len(choices) >= endless.after:
                endless.look(state, len(choices) + 1)
            draws.turn_to(len(choices))
            code = self._deciders.choose(state, draws)
            search = self._seats[state[SEAT]]
            if isinstance(search, Search) and search.thought:
                found = _found(state, search)
                if found:
                    lessons.append((len(choices), found))
                code = self._varied(search, code, len(choices))
            choices.append(state[OPTIONS].index(code))
            self._deciders.step(state, code)
        return TaughtGame(tuple(choices), tuple(lessons))

    def _varied(self, search: Search, code: int, number: int) -> int:
        """What is chosen in place of what a search says, now and then."""
        lots = Draws(mixed(self._seed, number))
        lot = lots.below(1000) / 1000
        other = code
        if lot < _AT_RANDOM:
            offer = search.thought[lots.below(len(search.thought))][0]
            other = offer.codes[lots.below(len(offer.codes))]
        elif lot < _AT_RANDOM + _AS_LEARNED and self._player is not None:
            other = self._player.choose(self._game, self._state, lots)
        if other != code:
            search.overrule()
        return other


def _found(state: State, search: Search) -> tuple[OptionFound, ...]:
    options: Sequence[int] = state[OPTIONS]
    return tuple(
        OptionFound(options.index(offer.codes[0]), taken, max(0, min(WORTH_UNIT, round(worth / taken * WORTH_UNIT))))
        for offer, (taken, worth) in search.thought if taken >= _LEAST_TAKEN
    )  # fmt: skip
