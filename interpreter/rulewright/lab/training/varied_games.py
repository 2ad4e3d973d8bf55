"""Games of a player whose weights are all a little off, in pairs: once one way, once the other.

Weights are moved in groups that the names of features tell: one design in all places of a seat, all designs in a
place, the numbers of a counter together. Games are played natively, in one memory whose weights are written anew for
each game. What a pair comes to depends on its number alone, so any number of processes play them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rulewright.core.model.game import Game
from rulewright.core.model.seats import ruled_count
from rulewright.core.model.weighing import ALWAYS, UNIT
from rulewright.core.run.steps import settings_chosen, unstarted
from rulewright.lab.training.fitting import MOST_WEIGHTS, Array
from rulewright.lab.training.self_play import SelfPlayPlan, TrainingGames
from rulewright.native.backend.sandbox import Trapped
from rulewright.native.inside.games import Ended
from rulewright.native.inside.host import Host
from rulewright.observe.words.progress import rounds_apart
from rulewright.play.jobs.job import InOrder
from rulewright.play.policies.learned import LearnedPlayer, learned_from
from rulewright.play.policies.learned_files import LearnedValues, share_of_trend
from rulewright.play.policies.naming import LEARNED
from rulewright.play.policies.native_values import with_choices
from rulewright.play.series.simulate import game_seed
from rulewright.play.session.endless import Endless
from rulewright.play.session.result import result_among

CHUNK = 20
VARIED = 0.006
"""How far a group is moved at random, by standard deviation, in parts of what a win is worth."""
_FINE = 4
"""The numbers of a counter lean by so much less for each unit."""
_LARGE = 64
"""What has an amount is moved by so much less."""
_IN_PLACE = re.compile(r"(?:as \d+: )?(\S+) (.+) in (\S+?)(?: \d+)?")
_NUMBERED = re.compile(r"(.+?)(?: in stretch)? (-?\d+)")

FeatureGroup = tuple[str, ...]
SeatEnd = tuple[int, int]
"""The lead of a seat, and how many others it left behind, counted twice, and level ones once."""
VariedPair = tuple[SeatEnd, ...]


class Ways:
    """The groups of features, by table size, and the choices that can be varied.

    A way is a vector with a number for each.
    """

    def __init__(self, game: Game, learned: LearnedValues, seats: Sequence[int], choices: Sequence[str]) -> None:
        if rounds_apart(game.blueprint)[0]:  # in games that count rounds, trends are moved as well
            learned = replace(learned, trends=learned.trends or {})
        self._learned = learned
        self.players = {size: learned_from(learned, game, size) for size in seats}
        known: dict[FeatureGroup, int] = {}
        self._at = {size: _laid(player, known) for size, player in self.players.items()}
        named = [*map(" ".join, known)]
        trends = [f"{each}, by round" for each in named] if learned.trends is not None else []
        self.named = [*named, *trends, *choices]
        self._choices, self._groups = tuple(choices), len(known)

    def drawn(self, seed: int) -> Array:
        """Return a way at random."""
        return VARIED * np.random.default_rng(seed).standard_normal(len(self.named))

    def weights(self, size: int, way: Array) -> list[Array]:
        """Return the player's weights at a table of a size when moved along a way, and its trends if any."""
        features, groups, amounts = self._at[size]
        player = self.players[size]
        found: list[Array] = []
        for at, known in enumerate(each for each in (player.weights, player.trends) if each is not None):
            moved = np.bincount(features, amounts * way[groups + at * self._groups] * UNIT, len(known))
            found.append(np.array(known, dtype=np.int64) + np.rint(moved).astype(np.int64))
        return found

    def laid(self, size: int, way: Array) -> bytes:
        """Return these weights in each part of the game, in the host's format."""
        weights, *trends = self.weights(size, way)
        parts = self.players[size].parts
        shares = [share_of_trend(part, parts) for part in range(parts)]
        return b"".join((weights + sum(each * some // all_ for each in trends)).tobytes() for some, all_ in shares)

    def choices(self, way: Array) -> dict[str, int]:
        """Return the values of choices when moved along a way."""
        known, moved = self._learned.choices, zip(self._choices, way[len(way) - len(self._choices) :], strict=True)
        return {**known, **{name: known.get(name, 0) + round(UNIT * float(each)) for name, each in moved}}

    def gone(self, way: Array) -> LearnedValues:
        """Return the player when it has gone a way."""
        known = [dict(each) for each in (self._learned.weights, self._learned.trends) if each is not None]
        for size, player in self.players.items():
            for each, found in zip(known, self.weights(size, way), strict=True):
                each |= dict(zip(player.features.names, found.tolist(), strict=True))
        weights, *trends = map(_largest, known)
        choices = {name: worth for name, worth in self.choices(way).items() if worth}
        return replace(self._learned, weights=weights, trends=trends[0] if trends else None, choices=choices)


def _largest(weights: Mapping[str, int]) -> dict[str, int]:
    kept = {name: weight for name, weight in weights.items() if weight}
    return {name: kept[name] for name in sorted(kept, key=lambda name: -abs(kept[name]))[:MOST_WEIGHTS]}


def _laid(player: LearnedPlayer, known: dict[FeatureGroup, int]) -> tuple[Array, Array, Array]:
    """Return (features to move, numbers of their groups, amounts).

    Only groups with a weight other than 0 are included, and the seat's own counters.
    """
    found: dict[FeatureGroup, list[tuple[int, float]]] = {}
    for feature, name in enumerate(player.features.names):
        for group, amount in _groups(name):
            found.setdefault(group, []).append((feature, amount))
    features, numbers, amounts = [], [], []
    for group, members in found.items():
        is_own_count = group[0] in ("slope", "none") and "me" in group[1]
        if is_own_count or any(player.weights[feature] for feature, _ in members):
            number = known.setdefault(group, len(known))
            features += [feature for feature, _ in members]
            numbers += [number] * len(members)
            amounts += [amount for _, amount in members]
    return np.array(features, dtype=np.int64), np.array(numbers, dtype=np.int64), np.array(amounts, dtype=float)


def _groups(name: str) -> Iterator[tuple[FeatureGroup, float]]:
    """Yield the groups of a feature, and how far it goes with each."""
    if name == ALWAYS:
        return
    if placed := _IN_PLACE.fullmatch(name):
        kind, design, place = placed.groups()
        alike = re.sub(r"\d+", "#", place)
        yield ("place", kind, alike), 1.0
        if "me" in place:
            yield ("design", kind, design), 1.0
            yield ("design in place", kind, design, alike), 1.0
    elif name in ("score", "lead") or name.endswith(" itself"):
        yield ("single", name), 1 / _LARGE
    elif name.startswith("lead in round "):
        yield ("slope", "lead in round"), 1 / _LARGE
    elif numbered := _NUMBERED.fullmatch(name):
        yield ("slope", numbered[1]), int(numbered[2]) / _FINE
        if int(numbered[2]) == 0:
            yield ("none", numbered[1]), 1.0
    else:
        yield ("single", name), 1.0


@dataclass(frozen=True, slots=True)
class VariedJob(TrainingGames["VariedTable", tuple[VariedPair, ...], InOrder[VariedPair]]):
    """Pairs `first` to `first + games` of a plan, in which `choices` are varied too.

    If there are ways to `try`, game after game is played for all of them instead, the same game for each.
    """

    choices: tuple[str, ...]
    tried: tuple[tuple[float, ...], ...] = ()
    found = tuple[VariedPair, ...]

    @property
    def size(self) -> int:
        return CHUNK

    @property
    def policies(self) -> tuple[str, ...]:
        return (LEARNED,)

    def load(self) -> VariedTable:
        return VariedTable(self.loaders[0](), self.plan, self.choices)

    def play(self, tools: VariedTable, numbers: range) -> tuple[VariedPair, ...]:
        return tuple(tools.pair(self.plan.first + number, self.tried) for number in numbers)

    def merge(self) -> InOrder[VariedPair]:
        return InOrder()

    def fits(self, found: tuple[VariedPair, ...], numbers: range) -> bool:
        return len(found) == len(numbers)


class VariedTable:
    """A player of games in which one seat in turn has varied weights, the others the known weights."""

    def __init__(self, game: Game, plan: SelfPlayPlan, choices: Sequence[str]) -> None:
        assert plan.learned is not None
        self._plan, self._host = plan, Host(game)
        self._ways = Ways(game, plan.learned, plan.seats, choices)
        ruled = ruled_count(game.blueprint, settings_chosen(game.blueprint, plan.settings))
        self._asked = {size: size - ruled for size in plan.seats}
        self._worths: dict[str, int] = {}
        learn, put = self._host.games.learn, self._host.put
        players = self._ways.players
        self._varied = {size: learn(with_choices(player, self._worths)) for size, player in players.items()}
        self._known = {size: learn(with_choices(player)) for size, player in players.items()}
        self._begun = {
            size: put(unstarted(game, seats=size, seed=plan.seed, settings=plan.settings)) for size in plan.seats
        }

    def pair(self, number: int, tried: Sequence[Sequence[float]] = ()) -> VariedPair:
        """Return the results of a random way and its opposite, or of each way in `tried`.

        `number` selects the game and the random way.
        """
        if tried:
            return tuple(self._end(number, np.array(way)) for way in tried)
        way = self._ways.drawn(game_seed(self._plan.seed, number))
        return self._end(number, way), self._end(number, -way)

    def _end(self, number: int, way: Array) -> SeatEnd:
        size, games = self._plan.seats_at(number), self._host.games
        seat = number // len(self._plan.seats) % self._asked[size]
        self._worths.clear()
        self._worths.update(self._ways.choices(way))
        games.weigh(self._varied[size], self._ways.laid(size, way))
        dealt = [self._varied[size] if each == seat else self._known[size] for each in range(size)]
        games.prepare(self._begun[size], dealt, begins=True, reseeds=True)
        try:
            for _ in games.play([game_seed(self._plan.seed, number)], most=Endless().after):
                pass
        except Trapped:
            return 0, 0
        (ended,) = games.ended(1)
        return _stands(ended, seat) if ended.is_over else (0, 0)


def _stands(ended: Ended, seat: int) -> SeatEnd:
    points = [sum(row) for row in ended.scores]
    result = result_among(points, ended.breaks, ended.ends)
    sides = result.sides or range(len(points))
    others = [each for each in range(len(points)) if sides[each] != sides[seat]]
    behind = sum(
        (result.ahead[each] > result.ahead[seat]) - (result.ahead[each] < result.ahead[seat]) for each in others
    )
    of_sides = [sum(each for each, side in zip(points, sides, strict=True) if side == own) for own in sides]
    return of_sides[seat] - max((of_sides[each] for each in others), default=0), len(others) + behind
