"""The choice of a policy in a game that is known by its choices: one that is saved, on a screen, or on a server.

A policy that remembers is shown again what its seat has seen, so that a game that was left continues as it would have.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.model.chance import Draws
from rulewright.model.game import Game, State
from rulewright.model.layout import N_SEATS, SEAT
from rulewright.model.settings import Chosen
from rulewright.observe.knowledge import Knowledge
from rulewright.play.naming import policy_named
from rulewright.play.questions import events_of
from rulewright.play.search import Search


def choose_by(
    name: str,
    game: Game,
    state: State,
    choices: Iterable[tuple[int, str]],
    *,
    seed: int,
    settings: Chosen,
    draws: Draws,
) -> int:
    """The option code that a policy chooses for the seat asked; `choices` have led there, each a seat (from 0) and key.

    Raises LimitReached.
    """
    seat, seats = state[SEAT], state[N_SEATS]
    policy = policy_named(name, game, seat, seats)
    if not isinstance(policy, Search):
        return policy(game, state, draws)
    _, events = events_of(game, choices, seats=seats, seed=seed, settings=settings)
    policy.knowledge = Knowledge(game, seat, seats=seats)
    policy.knowledge.observe(events)
    return policy.choose(game, state, draws)
