"""Whole games without a person: one playout, and the policies' own chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS, SITE
from rulewright.core.model.settings import Chosen
from rulewright.observe.sight.selections import settled_with
from rulewright.play.policies.deciding import seated, turns


@dataclass(frozen=True, slots=True)
class Playout:
    """A finished game: its last state, how many decisions were made and how many options they had in total."""

    state: State
    decisions: int
    options: int


def play_out(
    game: Game,
    *,
    seats: int,
    seed: int,
    policies: tuple[str, ...] = ("random",),
    settings: Chosen | None = None,
    trail: list[tuple[int, int]] | None = None,
    look: Callable[[State, int], None] | None = None,
) -> Playout:
    """Play a game to its end with policies given to the seats in turn. Raises LimitReached if it does not end.

    `trail` receives each choice, and parts of a set that are settled with it: the place of the decision and the
    option's code. `look` is given each position, before
    each decision and at the end, and how many decisions were made.
    """
    state, deciders = seated(game, policies, seats=seats, seed=seed, settings=settings)
    decisions = options = 0
    if look is not None:
        look(state, 0)
    for draws in turns(state, seed):
        decisions += 1
        options += len(state[OPTIONS])
        code = deciders.choose(state, draws)
        if trail is not None:
            trail += [(state[SITE], each) for each in (code, *settled_with(game, state, code))]
        deciders.step(state, code)
        if look is not None:
            look(state, decisions)
    return Playout(state, decisions, options)
