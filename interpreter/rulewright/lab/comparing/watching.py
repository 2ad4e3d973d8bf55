"""One game of a report, observed in play: leaders, options offered and taken, the value of choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from rulewright.core.model.chance import Draws, mixed
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEAT, SEED, SITE
from rulewright.core.model.points import in_points
from rulewright.core.model.settings import Chosen
from rulewright.core.run.steps import clone, step
from rulewright.lab.comparing.measures import option_names
from rulewright.lab.comparing.offered_names import OfferedNames
from rulewright.observe.naming import option_key, option_title, question
from rulewright.observe.sight.selections import settled_with
from rulewright.observe.words.progress import round_of
from rulewright.play.policies.deciding import seated, turns
from rulewright.play.policies.policies import choose_random
from rulewright.play.session.endless import MAX_DECISIONS
from rulewright.play.session.result import Result, result_of, totals

if TYPE_CHECKING:
    from rulewright.play.policies.native_twin import NativeTwin

_MOST_MOMENTS = 64
_MOST_OPTIONS = 5
_PLAYOUTS = 4
_OPENING = 3
"""How many questions of a seat are its opening."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The setup of one game: its seed, its policies, and the separate seed of their chance."""

    seed: int
    policies: tuple[str, ...]
    chance: int
    settings: Chosen = field(default_factory=dict)
    weighed: int = 0
    """How many of its decisions are weighed by playouts."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The variance between the values of one decision's options, in points squared, and its question.

    It is an unbiased estimate, and so sometimes below 0. In a game without points, the values are shares of a win.
    """

    question: str
    variance: float


@dataclass(frozen=True, slots=True)
class FirstTaken:
    """The first answer of a seat to a question: the key of question and choice, and their title."""

    seat: int
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that has been played to its end.

    `leaders` holds who led alone (-1: nobody) at moments that are evenly spaced; `opened` what each seat chose when
    it was first asked each of its first questions; `offered` and `taken` count decisions with something
    else to choose, `asked` all with two or more options; `used` is what each seat chose.
    """

    totals: tuple[float, ...]
    result: Result
    decisions: int
    rounds: int
    leaders: tuple[int, ...]
    opened: tuple[FirstTaken, ...]
    offered: Mapping[str, int]
    taken: Mapping[str, int]
    used: Mapping[str, tuple[int, ...]]
    weighed: tuple[Weighed, ...]
    asked: Mapping[str, int]

    def is_of(self, seats: int) -> bool:
        """Return whether it can be a game of this many seats, checking data read from a file."""
        at = range(seats)
        return (
            len(self.totals) == seats
            and all(seat in at for seat in (*self.result.winners, *(each.seat for each in self.opened)))
            and all(leader in at or leader == -1 for leader in self.leaders)
            and all(len(counts) == seats for counts in self.used.values())
            and all(0 <= self.taken.get(name, 0) <= count for name, count in self.offered.items())
        )

    @property
    def lead_changes(self) -> int:
        """The number of times one seat took the lead from another."""
        led = [each for each in self.leaders if each >= 0]
        return sum(one != two for one, two in pairwise(led))

    @property
    def settled(self) -> float:
        """The part of the game (0 to 1) after which the winner led alone, 1 for a shared win."""
        if len(self.result.winners) != 1 or not self.leaders:
            return 1.0
        behind = [at for at, each in enumerate(self.leaders) if each != self.result.winners[0]]
        return (behind[-1] + 1) / len(self.leaders) if behind else 0.0

    def leader_at(self, part: float) -> int:
        """Return the seat that led alone after a part (0 to 1) of the game, -1 for none."""
        return self.leaders[min(len(self.leaders) - 1, int(part * len(self.leaders)))] if self.leaders else -1


def native_twin_of(game: Game) -> NativeTwin | None:
    """Return the native twin for look-ahead in games of one ruleset.

    None for a game loaded without the native back end.
    """
    if game.native is None:
        return None
    from rulewright.play.policies.native_twin import native_twin

    return native_twin(game)


def watch(game: Game, setting: GameSetup, twin: NativeTwin | None = None) -> Watched:
    """Play one game and observe it, faster with a native `twin` of the game.

    Raises LimitReached if the game runs into a limit.
    """
    watcher = _Watcher(game, setting, twin)
    state = play(game, setting, watcher.see, twin)
    return watcher.watched(state)


def play(
    game: Game,
    setting: GameSetup,
    see: Callable[[State, int], None] | None = None,
    twin: NativeTwin | None = None,
) -> State:
    """Play the game of a setup to its end, and return its last state.

    `see(state, code)` is called for each choice before it is made.
    """
    seats, settings = len(setting.policies), setting.settings
    state, deciders = seated(game, setting.policies, seats=seats, seed=setting.seed, settings=settings, twin=twin)
    for draws in turns(state, setting.chance):
        code = deciders.choose(state, draws)
        if see is not None:
            see(state, code)
        deciders.step(state, code)
    return state


class _Watcher:
    """The observations of a game as it is played."""

    def __init__(self, game: Game, setting: GameSetup, twin: NativeTwin | None) -> None:
        self.game, self.setting, self.twin = game, setting, twin
        self.decisions = 0
        self.leaders: list[int] = []
        self.stride = 1
        self.opened: list[FirstTaken] = []
        self.met: dict[int, set[int]] = {}
        self.options, self.asked = OfferedNames(game), Counter[str]()
        self.used: dict[str, list[int]] = {}
        self.kept: list[State] = []
        self.choices = 0
        self.names: dict[tuple[int, int], tuple[str, ...]] = {}

    def see(self, state: State, code: int) -> None:
        seat, site, options = state[SEAT], state[SITE], state[OPTIONS]
        if self.decisions % self.stride == 0:
            self._see_leader(state)
        self.decisions += 1
        chosen = self._names(site, code)
        settled = [name for each in settled_with(self.game, state, code) for name in self._names(site, each)]
        for name in (*chosen, *settled):
            self.used.setdefault(name, [0] * state[N_SEATS])[seat] += 1
        if len(options) < 2:
            return
        self._see_opening(seat, site, code)
        self.asked[question(self.game.blueprint, site)] += 1
        ways = Counter(name for each in options for name in self._names(site, each))
        always = {name for name, count in ways.items() if count == len(options)}
        self.options.add(state, ways.keys() - always, {*chosen, *settled} - always)
        self._keep(state)

    def _see_opening(self, seat: int, site: int, code: int) -> None:
        met = self.met.setdefault(seat, set())
        if len(met) < _OPENING and site not in met:
            met.add(site)
            blueprint = self.game.blueprint
            key = f"{blueprint.sites[site].procedure}.{option_key(blueprint, site, code)}"
            title = f"{question(blueprint, site)}: {option_title(blueprint, site, code)}"
            self.opened.append(FirstTaken(seat, key, title))

    def _names(self, site: int, code: int) -> tuple[str, ...]:
        found = self.names.get((site, code))
        if found is None:
            found = self.names[site, code] = option_names(self.game.blueprint, site, code)
        return found

    def _see_leader(self, state: State) -> None:
        points = (self.twin.totals() if self.twin is not None else None) or totals(self.game, state)
        most = max(points)
        self.leaders.append(points.index(most) if points.count(most) == 1 else -1)
        if len(self.leaders) == 2 * _MOST_MOMENTS:
            self.leaders = self.leaders[::2]
            self.stride *= 2

    def _keep(self, state: State) -> None:
        """Keep some decisions to be weighed, each as likely as any other in the game."""
        self.choices += 1
        if len(self.kept) < self.setting.weighed:
            self.kept.append(clone(state))
        elif self.kept:
            place = mixed(self.setting.chance, self.choices) % self.choices
            if place < len(self.kept):
                self.kept[place] = clone(state)

    def watched(self, state: State) -> Watched:
        self.options.end_selection()
        return Watched(
            tuple(in_points(self.game.blueprint, each) for each in totals(self.game, state)),
            result_of(self.game, state),
            self.decisions,
            round_of(self.game.blueprint, state),
            tuple(self.leaders),
            tuple(self.opened),
            dict(self.options.offered),
            dict(self.options.taken),
            {name: tuple(counts) for name, counts in self.used.items()},
            tuple(self._weigh(each, at) for at, each in enumerate(self.kept)),
            dict(self.asked),
        )

    def _weigh(self, state: State, number: int) -> Weighed:
        """Play some options of a decision to the end at random and return the variance of their values.

        All playouts of a column share their chance.
        """
        seat, codes = state[SEAT], list(state[OPTIONS])
        draws = Draws(mixed(self.setting.chance, number, 1))
        draws.shuffle(codes)
        rows = [
            [self._value(state, code, seat, mixed(self.setting.chance, number, 2, time)) for time in range(_PLAYOUTS)]
            for code in codes[:_MOST_OPTIONS]
        ]
        return Weighed(question(self.game.blueprint, state[SITE]), variance_between(rows))

    def _value(self, state: State, code: int, seat: int, chance: int) -> float:
        """Return a seat's lead over the best other at the end, after an option and random play.

        In a game without points: its share of the win.
        """
        ended = None
        if self.twin is not None:
            ended = self.twin.ending_after(state, code, chance, most=MAX_DECISIONS)
        points, result = ended or self._ending_after(state, code, chance)
        if not self.game.blueprint.scoring:
            return result.share(seat)
        ahead = points[seat] - max((each for at, each in enumerate(points) if at != seat), default=0)
        return float(in_points(self.game.blueprint, ahead))

    def _ending_after(self, state: State, code: int, chance: int) -> tuple[tuple[int, ...], Result]:
        after = clone(state)
        after[SEED] = chance
        draws, decisions = Draws(chance), 0
        step(self.game, after, code)
        while after[FRAME] is not None and decisions < MAX_DECISIONS:
            draws.turn_to(decisions)
            step(self.game, after, choose_random(self.game, after, draws))
            decisions += 1
        return totals(self.game, after), result_of(self.game, after)


def variance_between(rows: list[list[float]]) -> float:
    """Return the variance between rows, from values that share their chance column by column.

    The noise is the rest of each value after its row's and its column's mean are subtracted. Its share of the variance
    of the rows' means is subtracted as well.
    """
    height, width = len(rows), len(rows[0])
    if height < 2 or width < 2:
        return 0.0
    whole = fmean(each for row in rows for each in row)
    of_rows = [fmean(row) for row in rows]
    of_columns = [fmean(row[at] for row in rows) for at in range(width)]
    noise = sum(
        (each - of_rows[y] - of_columns[x] + whole) ** 2 for y, row in enumerate(rows) for x, each in enumerate(row)
    ) / ((height - 1) * (width - 1))
    return sum((each - whole) ** 2 for each in of_rows) / (height - 1) - noise / width
