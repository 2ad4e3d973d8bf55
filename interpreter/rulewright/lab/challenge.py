"""Whether a player that has learned more is the stronger one: games of both at the same tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.lab.self_play import SelfPlayPlan, begun, game_seed, opening
from rulewright.model.game import Game
from rulewright.model.layout import OPTIONS, SEAT
from rulewright.model.limits import LimitReached
from rulewright.model.seats import ruled_count
from rulewright.play.deciding import turns
from rulewright.play.learned_files import LearnedValues
from rulewright.play.native_twin import native_twin
from rulewright.play.standing import Standings, Worth
from rulewright.run.steps import settings_chosen

_DEALT = -1
"""Games of a training have numbers from 0 on; those of a challenge count down."""


class Challenge:
    """Games of two players at the tables of a training; they change seats each game.

    Each challenge has a native twin of its own: a twin never gives up the memory of the players that thought in it.
    """

    def __init__(self, game: Game, plan: SelfPlayPlan) -> None:
        self._game, self._plan, self._twin = game, plan, None if plan.think else native_twin(game)

    def share_ahead(self, challenger: LearnedValues, champion: LearnedValues, games: int) -> float:
        """How often a seat of the challenger is worth more in the end than one of the champion, equal ones by half.

        Where only one seat is asked each plays alone. A game that comes to a limit does not count.
        """
        standings = Standings(self._game, champion.scale)
        ahead = [
            (one > other) + 0.5 * (one == other)
            for number in range(games)
            for one, other in self._met(number, (challenger, champion), standings)
        ]
        return sum(ahead) / len(ahead) if ahead else 0.5

    def _met(
        self, number: int, players: tuple[LearnedValues, LearnedValues], standings: Standings
    ) -> Iterator[tuple[float, float]]:
        """What a game is worth to each two seats of different players, the first one's first."""
        sizes = self._plan.seats
        seats, seed = sizes[number // 2 % len(sizes)], game_seed(self._plan.seed, _DEALT - number // 2)
        try:
            asked = self._asked(seats)
            if len(asked) == 1:
                one, other = (self._worth(seats, seed, (each,), standings)[asked[0]] for each in players)
                yield one, other
                return
            seated = [(seat + number) % 2 for seat in range(seats)]
            worth = self._worth(seats, seed, [players[each] for each in seated], standings)
        except LimitReached:
            return
        yield from ((worth[one], worth[other]) for one in asked for other in asked if seated[one] < seated[other])

    def _asked(self, seats: int) -> list[int]:
        """The seats that the rules do not play."""
        blueprint = self._game.blueprint
        return [*range(seats - ruled_count(blueprint, settings_chosen(blueprint, self._plan.settings)))]

    def _worth(self, seats: int, seed: int, players: Sequence[LearnedValues], standings: Standings) -> Worth:
        """What the end of a game is worth to each seat. Raises LimitReached."""
        state, deciders = begun(self._game, self._plan, players, seats, seed, self._twin)
        at_random, asked = opening(self._game, seed), self._asked(seats)
        for decision, draws in enumerate(turns(state, seed)):
            code = deciders.choose(state, draws)
            if decision < at_random and state[SEAT] in asked:
                code = state[OPTIONS][draws.below(len(state[OPTIONS]))]
            deciders.step(state, code)
        return standings.worth(state)
