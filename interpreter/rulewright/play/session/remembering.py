"""The choice of a policy at a table whose choices are known: one that is saved, on a screen, or on a server.

A policy that remembers is shown all that its seat has seen, so that a game that was left continues as it would have.
What seats have seen is followed from choice to choice, and gathered anew where choices were taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from rulewright.core.model.chance import Draws
from rulewright.core.model.events import Event
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import N_SEATS, SEAT
from rulewright.core.model.secret_seeds import without_secret
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.play.policies.naming import policy_named
from rulewright.play.policies.search import Search
from rulewright.play.session.moments import Followed, Moment


@dataclass(slots=True)
class TableMemory:
    """The knowledge of each seat at a table that began with some events. Only seats asked about are followed."""

    game: Game
    seats: int
    begun: tuple[Event, ...]
    _known: dict[int, tuple[Knowledge, Followed]] = field(default_factory=dict)

    def knowledge(self, seat: int, moments: Sequence[Moment]) -> Knowledge:
        """Return a seat's knowledge after some choices. It is valid until the next call."""
        if seat not in self._known or not self._known[seat][1].leads_to(moments):
            self._known[seat] = Knowledge(self.game, seat, seats=self.seats), Followed()
            self._known[seat][0].observe(self.begun)
        knowledge, followed = self._known[seat]
        for _, each in followed.new(moments):
            knowledge.observe((each.chosen, *each.events))
        return knowledge


def choose_by(
    name: str, game: Game, state: State, knowledge: Callable[[int], Knowledge], draws: Draws, most: float = inf
) -> int:
    """Return the option code that a policy chooses for the seat to move. `most` limits the seconds of thinking.

    `knowledge` is what a seat (from 0) knows. No policy gets a secret. A search thinks about a single option as well:
    the time it takes would tell that it is the only one. Raises LimitReached.
    """
    seat, state = state[SEAT], without_secret(state, draws.place[0])
    policy = policy_named(name, game, seat, state[N_SEATS])
    if not isinstance(policy, Search):
        return policy(game, state, draws)
    if policy.budget.seconds < inf:
        policy.budget = replace(policy.budget, seconds=min(policy.budget.seconds, most))
    policy.knowledge, policy.thinks_always = knowledge(seat), True
    return policy.choose(game, state, draws)
