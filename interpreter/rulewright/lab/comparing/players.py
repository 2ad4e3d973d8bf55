"""Policies whose chance depends on the decision's content, so that the games of a pair stay alike.

Where the games of both sides are alike, the policies draw the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import OPTIONS, SEAT, SITE
from rulewright.lab.comparing.coupling import Chance, traced_by_content
from rulewright.play.policies.deciding import listening
from rulewright.play.policies.even_sets import weights_of
from rulewright.play.policies.naming import policy_named
from rulewright.play.policies.policies import choose_first, greedy_codes

if TYPE_CHECKING:
    from rulewright.play.policies.native_twin import NativeTwin

Begin = Callable[[Build | None], State]
"""Makes the state that a game begins with, by a traced build or the game's own."""
Player = Callable[[Game, State, Chance, "NativeTwin | None"], int]
"""Given the game, a state with a decision, the chance of this game and its native twin, the code to choose."""


def play_random(game: Game, state: State, chance: Chance, twin: NativeTwin | None) -> int:
    return chance.one_of(state[SITE], chance.begin(state), state[OPTIONS], weights_of(game, state))


def play_first(game: Game, state: State, chance: Chance, twin: NativeTwin | None) -> int:
    return int(state[OPTIONS][0])


def play_greedy(game: Game, state: State, chance: Chance, twin: NativeTwin | None) -> int:
    drawn = chance.begin(state)
    best = twin.greedy_best(Draws(drawn)) if twin is not None else None
    if best is None:
        best = greedy_codes(game, state, Draws(drawn))
    return chance.one_of(state[SITE], drawn, best)


PLAYERS: dict[str, Player] = {"random": play_random, "greedy": play_greedy, "first": play_first}
THE_RULES = "the rules"
"""Who plays a seat that no policy is given."""


class Players:
    """The players of all seats in one game of a pair, which `choose` and `step` play on.

    A policy that is not written for pairs draws from the chance of its decision. One that remembers the game learns
    what happens from a traced build, whose shuffles are those of the game.
    """

    def __init__(
        self, game: Game, chance: Chance, names: tuple[str, ...], begin: Begin, twin: NativeTwin | None = None
    ) -> None:
        """Begin the game, with a `twin` that has begun it already."""
        self._game, self._chance, self._twin = game, chance, twin
        self._players = [PLAYERS.get("first" if name == THE_RULES else name) for name in names]
        policies = tuple(
            choose_first if player is not None else policy_named(name, game, seat, len(names), own=True)
            for seat, (name, player) in enumerate(zip(names, self._players, strict=True))
        )
        self._deciders = listening(game, policies, begin, traced_by_content, twin)

    def choose(self, state: State) -> int:
        """Return the option code that the player of the seat asked chooses."""
        player = self._players[state[SEAT]]
        if player is not None:
            return player(self._game, state, self._chance, self._twin)
        return self._deciders.choose(state, Draws(self._chance.begin(state)))

    def step(self, state: State, code: int) -> None:
        """Make a choice.

        Raises LimitReached if the game runs into a limit.
        """
        self._deciders.step(state, code)
