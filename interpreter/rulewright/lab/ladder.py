"""Policies against each other: who sits with whom, in which seats, and how the games end.

A *round* plays one deal with every line-up, in all turns of the seats, so that whatever is counted before a game that
is missing is as even as all of it. What a game is hangs on its number alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

from rulewright.lab.watching import GameSetup, play
from rulewright.model.game import Game
from rulewright.model.limits import LimitReached
from rulewright.model.settings import Chosen
from rulewright.play.processes import Dealer, ProcessLost, players
from rulewright.play.replay import LARGEST_SEED
from rulewright.play.result import tie_breaks, totals
from rulewright.play.simulate import Loader, seed_of


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """Which policies play, `rounds` times, at a table of so many seats, the last `ruled` of which the rules play."""

    policies: tuple[str, ...]
    seats: int
    rounds: int
    seed: int = 0
    settings: Chosen = field(default_factory=dict)
    ruled: int = 0

    @property
    def deciding(self) -> int:
        """The seats that policies play."""
        return self.seats - self.ruled

    @property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The policies of a table by their numbers, a seat each: all choices of so many, or all of them in turn."""
        count, seats = len(self.policies), self.deciding
        if count <= seats:
            return (tuple(seat % count for seat in range(seats)),)
        return tuple(combinations(range(count), seats))

    @property
    def turns(self) -> int:
        """In how many ways a line-up is seated."""
        return min(self.deciding, len(self.policies))

    @property
    def of_a_round(self) -> int:
        """How many games a round has."""
        return len(self.line_ups) * self.turns

    @property
    def games(self) -> int:
        return self.rounds * self.of_a_round

    def round_of(self, number: int) -> int:
        return number // self.of_a_round

    def seated(self, number: int) -> tuple[int, ...]:
        """The policy of each seat in a game; every other round those of a table sit the other way about."""
        line_up = self.line_ups[number % self.of_a_round // self.turns]
        if self.round_of(number) % 2:
            line_up = line_up[::-1]
        turn = number % self.turns
        return line_up[turn:] + line_up[:turn]

    def setting(self, number: int) -> GameSetup:
        """How a game is set up; those of a round have one deal, each a chance of its own."""
        dealt = tuple(self.policies[each] for each in self.seated(number)) + ("first",) * self.ruled
        deal = seed_of(self.seed, self.round_of(number)) % (LARGEST_SEED + 1)
        return GameSetup(deal, dealt, seed_of(self.seed, -1 - number), self.settings, 0)


Places = tuple[int, ...]
"""How many seats stand before each seat that a policy plays; equal ones have the same place."""


def places_of(game: Game, plan: LadderPlan, number: int) -> Places:
    """How a game of a ladder ends, by totals and tie-breaks. Raises LimitReached."""
    setting = plan.setting(number)
    try:
        state = play(game, setting)
        counted = list(zip(totals(game, state), *tie_breaks(game, state), strict=True))[: plan.deciding]
    except LimitReached as limit:
        raise LimitReached(f"game {number + 1} (seed {setting.seed}): {limit}") from None
    return tuple(sum(other > each for other in counted) for each in counted)


def play_ladder(
    load: Loader,
    plan: LadderPlan,
    chunks: Mapping[int, range],
    keep: Callable[[int, Sequence[Places]], None],
    *,
    jobs: int = 1,
    deal: Dealer[Game, tuple[int, list[Places]]] = players,
) -> None:
    """Play some chunks of a ladder by their numbers; `keep` gets each as it ends. Raises LimitReached, ProcessLost."""
    numbers = {each.start: number for number, each in chunks.items()}
    if not chunks:
        return
    try:
        with deal(load, partial(_play_some, plan), min(jobs, len(chunks))) as some:
            for first, found in some(chunks.values()):
                keep(numbers[first], found)
    except ProcessLost as lost:
        raise lost.told_of("game", lambda number: plan.setting(number).seed) from None


def _play_some(plan: LadderPlan, game: Game, numbers: range) -> tuple[int, list[Places]]:
    return numbers.start, [places_of(game, plan, number) for number in numbers]
