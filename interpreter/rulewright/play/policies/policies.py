"""Policies that do not look far: random, first, and greedy, which looks one step ahead.

None of them sees what its seat may not see. Names of policies, and those that look further, are in
`policies/naming.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import clone, step
from rulewright.observe.sight.determinize import determinize
from rulewright.play.policies.even_sets import one_of, weights_of

Policy = Callable[[Game, State, Draws], int]
"""Given the game, a state with a decision and the chance of that decision, the option code to choose."""


def choose_random(game: Game, state: State, draws: Draws) -> int:
    """Return a random option, all equally likely. Where several things are picked, all sets are equally likely."""
    options, weights = state[OPTIONS], weights_of(game, state)
    place = draws.below(len(options)) if weights is None else one_of(weights, draws.bits())
    return int(options[place])


def choose_first(game: Game, state: State, draws: Draws) -> int:
    return int(state[OPTIONS][0])


def choose_greedy(game: Game, state: State, draws: Draws) -> int:
    """Return an option after which the seat's own score is highest. Ties are broken at random."""
    best = greedy_codes(game, state, draws)
    return best[draws.below(len(best))]


def greedy_codes(game: Game, state: State, draws: Draws) -> list[int]:
    """Return the options after which the seat's own score is highest.

    It looks at a clone in which everything the seat cannot see has been dealt afresh, and what others answered under
    seal has not happened, so it learns nothing hidden. While the seat itself keeps deciding, it follows the first
    option of each decision, some steps deep.
    """
    seat = state[SEAT]
    determinized = determinize(game, state, seat, draws)
    best: list[int] = []
    best_score: int | None = None
    for code, meant in zip(state[OPTIONS], determinized[OPTIONS], strict=True):
        after = clone(determinized)
        try:
            step(game, after, meant)
            for _ in range(6):
                if after[FRAME] is None or after[SEAT] != seat:
                    break
                step(game, after, after[OPTIONS][0])
        except LimitReached:
            continue
        score = score_of(game, after, seat)
        if best_score is None or score > best_score:
            best, best_score = [code], score
        elif score == best_score:
            best.append(code)
    return best or [int(state[OPTIONS][0])]


def score_of(game: Game, state: State, seat: int) -> int:
    """Rate a state for a seat: how the game ends for it first of all, then its total of the scoring.

    Higher is better.
    """
    quantities = game.plain.quantities
    return sum(quantities[number](state[:], seat) for number in game.blueprint.aims)


POLICIES: dict[str, Policy] = {"random": choose_random, "first": choose_first, "greedy": choose_greedy}
