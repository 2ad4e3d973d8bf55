"""Policies against each other: line-ups, turns of the seats, results.

A *round* plays one deal with every line-up, in all turns of the seats, so that counts before a missing game are as even
as those of a whole round. A game depends on its number alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from rulewright.core.model.game import Game
from rulewright.core.model.limits import limits_in
from rulewright.core.model.settings import Chosen
from rulewright.lab.comparing.seating import NO_SIDES, parties_of
from rulewright.lab.comparing.watching import GameSetup, native_twin_of, play
from rulewright.play.jobs.job import InOrder, Job
from rulewright.play.policies.naming import is_learned
from rulewright.play.series.simulate import Loader, game_seed, seed_of
from rulewright.play.session.result import result_of

if TYPE_CHECKING:
    from rulewright.play.policies.native_twin import NativeTwin


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """The plan of a ladder: policies, rounds, and seats, of which the rules play the last `ruled`.

    With `sides`, the side of each seat, policies are dealt to sides, and it is these that meet.
    """

    policies: tuple[str, ...]
    seats: int
    rounds: int
    seed: int = 0
    settings: Chosen = field(default_factory=dict)
    ruled: int = 0
    sides: tuple[int, ...] = NO_SIDES

    @property
    def parties(self) -> tuple[int, ...]:
        """The side of each deciding seat, or the seat itself."""
        return parties_of(self.sides, self.deciding)

    @property
    def meeting(self) -> int:
        """The number of those who meet at a table: sides, or seats where each plays for itself."""
        return max(self.parties) + 1

    @property
    def deciding(self) -> int:
        """The seats that policies play."""
        return self.seats - self.ruled

    @property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The policies of a table by their numbers, one for each party.

        They are all combinations, or all policies in turn if there are few.
        """
        count, seats = len(self.policies), self.meeting
        if count <= seats:
            return (tuple(seat % count for seat in range(seats)),)
        return tuple(combinations(range(count), seats))

    @property
    def turns(self) -> int:
        """The number of ways to seat a line-up."""
        return min(self.meeting, len(self.policies))

    @property
    def of_a_round(self) -> int:
        """The number of games in a round."""
        return max(1, comb(len(self.policies), self.meeting)) * self.turns

    @property
    def games(self) -> int:
        return self.rounds * self.of_a_round

    @property
    def games_of_two(self) -> int:
        """The number of games in which one policy meets another."""
        return self.rounds * sum({0, 1} <= {*self.met(number)} for number in range(self.of_a_round))

    def round_of(self, number: int) -> int:
        return number // self.of_a_round

    def seated(self, number: int) -> tuple[int, ...]:
        """Return the policy of each seat in a game."""
        met = self.met(number)
        return tuple(met[each] for each in self.parties)

    def met(self, number: int) -> tuple[int, ...]:
        """Return the policy of each party in a game, reversed every other round."""
        line_up = self.line_ups[number % self.of_a_round // self.turns]
        if self.round_of(number) % 2:
            line_up = line_up[::-1]
        turn = number % self.turns
        return line_up[turn:] + line_up[:turn]

    def setting(self, number: int) -> GameSetup:
        """Return the setup of a game.

        Games of a round share one deal, but each has its own chance.
        """
        dealt = tuple(self.policies[each] for each in self.seated(number)) + ("first",) * self.ruled
        deal = game_seed(self.seed, self.round_of(number))
        return GameSetup(deal, dealt, seed_of(self.seed, -1 - number), self.settings, 0)


Places = tuple[int, ...]
"""How many seats finish ahead of each seat that a policy plays; equal ones have the same place."""


def places_of(game: Game, plan: LadderPlan, number: int, twin: NativeTwin | None = None) -> Places:
    """Return the number of parties ahead of each one at the end of a game.

    It is played faster with a native `twin`. Raises LimitReached if the game runs into a limit.
    """
    setting = plan.setting(number)
    with limits_in(f"game {number + 1}", setting.seed):
        state = play(game, setting, twin=twin)
        ahead = result_of(game, state).ahead[: plan.deciding]
    return tuple(sum(other < each for other in ahead) for each in ahead)


@dataclass(frozen=True, slots=True)
class LadderJob(Job[Callable[[int], Places], tuple[Places, ...], InOrder[Places]]):
    """A ladder to be played.

    `loaders` hold the function that builds the game.
    """

    plan: LadderPlan
    loaders: tuple[Loader]
    kind = "ladder"
    found = tuple[Places, ...]

    @property
    def size(self) -> int:
        return self.plan.turns

    def load(self) -> Callable[[int], Places]:
        game = self.loaders[0]()
        looks = any(name == "greedy" or is_learned(name) for name in self.plan.policies)
        return partial(places_of, game, self.plan, twin=native_twin_of(game) if looks else None)

    def play(self, tools: Callable[[int], Places], numbers: range) -> tuple[Places, ...]:
        return tuple(map(tools, numbers))

    def seed(self, number: int) -> int:
        return self.plan.setting(number).seed

    def merge(self) -> InOrder[Places]:
        return InOrder()

    def fits(self, found: tuple[Places, ...], numbers: range) -> bool:
        places = range(self.plan.deciding)
        return len(found) == len(numbers) and all(
            len(game) == len(places) and all(each in places for each in game) for game in found
        )
