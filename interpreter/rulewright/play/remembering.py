"""The choice of a policy at a table whose choices are known: one that is saved, on a screen, or on a server.

A policy that remembers is shown all that its seat has seen, so that a game that was left continues as it would have.
What seats have seen is followed from choice to choice, and gathered anew where choices were taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from rulewright.model.chance import Draws
from rulewright.model.events import Event
from rulewright.model.game import Game, State
from rulewright.model.layout import N_SEATS, SEAT
from rulewright.observe.knowledge import Knowledge
from rulewright.play.moments import Moment
from rulewright.play.naming import policy_named
from rulewright.play.search import Search


@dataclass(slots=True)
class _Followed:
    """What a seat knows after this many choices, of which `last` was the last."""

    knowledge: Knowledge
    done: int = 0
    last: Moment | None = None

    def leads_to(self, moments: Sequence[Moment]) -> bool:
        """Whether these choices go on from those followed. Choices are only added, or taken back from the end."""
        return self.done == 0 or (self.done <= len(moments) and moments[self.done - 1] is self.last)


@dataclass(slots=True)
class TableMemory:
    """What the seats of one table know that began with some events; only those are followed that are asked after."""

    game: Game
    seats: int
    begun: tuple[Event, ...]
    _followed: dict[int, _Followed] = field(default_factory=dict)

    def knowledge(self, seat: int, moments: Sequence[Moment]) -> Knowledge:
        """What a seat knows after some choices. It is of use until the next question."""
        known = self._followed.get(seat)
        if known is None or not known.leads_to(moments):
            known = self._followed[seat] = _Followed(Knowledge(self.game, seat, seats=self.seats))
            known.knowledge.observe(self.begun)
        for each in moments[known.done :]:
            known.knowledge.observe((each.chosen, *each.events))
        known.done, known.last = len(moments), moments[-1] if moments else None
        return known.knowledge


def choose_by(
    name: str, game: Game, state: State, knowledge: Callable[[int], Knowledge], draws: Draws, most: float = inf
) -> int:
    """The option code that a policy chooses for the seat asked, thinking for `most` seconds if it goes by time.

    `knowledge` is what a seat (from 0) knows. Raises LimitReached.
    """
    seat = state[SEAT]
    policy = policy_named(name, game, seat, state[N_SEATS])
    if not isinstance(policy, Search):
        return policy(game, state, draws)
    if policy.budget.seconds < inf:
        policy.budget = replace(policy.budget, seconds=min(policy.budget.seconds, most))
    policy.knowledge = knowledge(seat)
    return policy.choose(game, state, draws)
