"""Pairs of games: the same seed, the same chance, the same seats, under two rulesets.

A chunk of pairs yields sums, which add up in any order; what a pair yields depends on its number alone. If
policies of different strength sit at a table, a pair is the block of all turns of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING

from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import SITE
from rulewright.core.model.limits import limits_in
from rulewright.core.model.settings import Chosen
from rulewright.core.run.steps import start
from rulewright.lab.comparing.coupling import Chance, Keys, with_shuffles_by_content
from rulewright.lab.comparing.measures import Trail, measures
from rulewright.lab.comparing.players import THE_RULES, Players
from rulewright.lab.comparing.seating import NO_SIDES, parties_of
from rulewright.lab.comparing.watching import native_twin_of
from rulewright.lab.statistics.evidence import Sums, added, sums_of
from rulewright.observe.sight.selections import settled_with
from rulewright.play.policies.deciding import turns
from rulewright.play.policies.naming import is_learned
from rulewright.play.series.simulate import Loader, seed_of

if TYPE_CHECKING:
    from rulewright.play.policies.native_twin import NativeTwin

Metrics = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ComparedTable:
    """A table of a comparison: seats, policies (dealt to the seats in turn), settings, seed.

    The last `ruled` seats are played by the rules, whichever policy they are dealt. With `sides`, the side of each
    seat, policies are dealt to sides: one policy plays all seats of a side.
    """

    seats: int
    policies: tuple[str, ...] = ("random",)
    seed: int = 0
    settings: Chosen = field(default_factory=dict)
    ruled: int = 0
    sides: tuple[int, ...] = NO_SIDES

    def turns(self) -> Iterator[tuple[str, ...]]:
        """Yield the policies of the seats, once for each turn of the table that changes something."""
        parties = parties_of(self.sides, self.seats - self.ruled)
        count = max(parties) + 1
        dealt = tuple(self.policies[party % len(self.policies)] for party in range(count))
        seen: dict[tuple[str, ...], None] = {}
        for turn in range(count):
            turned = (*dealt[turn:], *dealt[:turn])
            seen.setdefault((*(turned[party] for party in parties), *[THE_RULES] * self.ruled))
        yield from seen


@dataclass(frozen=True, slots=True)
class ComparedRuleset:
    """One ruleset of a comparison, loaded, with its native twin if requested and possible."""

    game: Game
    keys: Keys
    native: NativeTwin | None = None


def load_side(load: Loader, *, natively: bool = False) -> ComparedRuleset:
    """Load a separate game for one side.

    `load` must make a new game each time, because its shuffles are replaced.
    """
    game = with_shuffles_by_content(load())
    return ComparedRuleset(game, Keys(game.blueprint), native_twin_of(game) if natively else None)


def play_pairs(sides: tuple[ComparedRuleset, ComparedRuleset], table: ComparedTable, numbers: range) -> dict[str, Sums]:
    """Return the sums of all measures over some pairs.

    Raises LimitReached, with the pair's number and the side, if a game runs into a limit.
    """
    values: dict[str, list[tuple[float, float]]] = {}
    base, variant = sides
    for done, number in enumerate(numbers):
        one = play_block(base, table, number, "base")
        two = play_block(variant, table, number, "variant")
        for name in (*values, *(each for each in (*one, *two) if each not in values)):
            column = values.setdefault(name, [(0.0, 0.0)] * done)
            if len(column) == done:
                column.append((one.get(name, 0.0), two.get(name, 0.0)))
    return {name: sums_of(column) for name, column in values.items()}


def merged(chunks: list[dict[str, Sums]]) -> dict[str, Sums]:
    """Add up the sums of several chunks.

    A number that a chunk never met was 0 in all its pairs.
    """
    names = dict.fromkeys(name for chunk in chunks for name in chunk)
    sizes = [max((each.pairs for each in chunk.values()), default=0) for chunk in chunks]
    found = {}
    for name in names:
        total = Sums()
        for chunk, size in zip(chunks, sizes, strict=True):
            total = added(total, chunk.get(name, Sums(pairs=size)))
        found[name] = total
    return found


def play_block(side: ComparedRuleset, table: ComparedTable, number: int, label: str) -> Metrics:
    """Return the numbers of one side of a pair: the means over the turns of its table."""
    games = [_play_one(side, table, number, dealt, label) for dealt in table.turns()]
    if len(games) == 1:
        return games[0]
    names = dict.fromkeys(name for game in games for name in game)
    return {name: fmean(game.get(name, 0.0) for game in games) for name in names}


def _play_one(side: ComparedRuleset, table: ComparedTable, number: int, dealt: tuple[str, ...], label: str) -> Metrics:
    seed = seed_of(table.seed, number)
    with limits_in(f"pair {number + 1}, {label}", seed):
        state, trail = _played_natively(side, table, seed, dealt) or _played_in_python(side, table, seed, dealt)
    return measures(side.game, side.keys, state, trail, dealt)


def _played_natively(
    side: ComparedRuleset, table: ComparedTable, seed: int, dealt: tuple[str, ...]
) -> tuple[State, Trail] | None:
    """Return (last state, trail) of a game, None if Python has to play it."""
    if side.native is None:
        return None
    from rulewright.lab.comparing.native_games import NotPacked, are_native, play_natively

    if not are_native(dealt):
        return None
    host, trail = side.native.host, Trail()
    at = host.room()
    try:
        host.start_in(at, seats=table.seats, seed=seed, settings=table.settings)
        return play_natively(side.native, at, side.keys, Chance(side.keys, seed), dealt, trail), trail
    except NotPacked:
        return None
    finally:
        host.release(at)


def _played_in_python(
    side: ComparedRuleset, table: ComparedTable, seed: int, dealt: tuple[str, ...]
) -> tuple[State, Trail]:
    game, trail = side.game, Trail()
    begin = partial(_begun, game, table, seed)
    state = begin(None)
    native = side.native if any(name == "greedy" or is_learned(name) for name in dealt) else None
    if native is not None:
        native.begin(state)
    players = Players(game, Chance(side.keys, seed), dealt, begin, native)
    for _ in turns(state, seed):
        code = players.choose(state)
        trail.add(state[SITE], code, settled_with(game, state, code))
        players.step(state, code)
    return state, trail


def _begun(game: Game, table: ComparedTable, seed: int, build: Build | None) -> State:
    return start(game, seats=table.seats, seed=seed, settings=table.settings, build=build)
