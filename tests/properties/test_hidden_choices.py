"""What decides for a seat chooses the same whatever is hidden from it: pieces in other places, other hidden numbers."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import N_SEATS, SEALED, SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.observe.sight.hiding import relabelled, with_values
from rulewright.observe.sight.offers import offers
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.policies import choose_greedy
from rulewright.play.policies.search import Search
from tests.properties.test_hidden import asked_anew, exchanged, game_of, other_values
from tests.properties.test_invariants import positions
from tests.properties.weighing import weighs_all

MOST, QUICK = 12, 8


def chosen_by(game: Game, state: State, learned: LearnedPlayer, seed: int) -> tuple[int, ...]:
    """Which of the offers of a state is chosen: by looking one choice ahead, by search, by what is learned."""
    seat = state[SEAT]
    offered = offers(game, state, seat)
    codes = (
        choose_greedy(game, state[:], Draws(seed)),
        Search(game, seat, Budget(20)).choose(game, state[:], Draws(seed)),
        Search(game, seat, Budget(20), learned=learned).choose(game, state[:], Draws(seed)),
        learned.choose(game, state[:], Draws(seed)),
    )
    return tuple(next(at for at, each in enumerate(offered) if code in each.codes) for code in codes)


def seen_by(learned: LearnedPlayer, state: State, seat: int) -> list[str]:
    """The features of a state without those of the score, which may count what is hidden."""
    holding, valued = learned.features.of(state, seat)
    found = [learned.features.names[number] for number in (*holding, *(number for number, _ in valued))]
    return sorted(name for name in found if not name.startswith(("lead", "score")))


@pytest.mark.parametrize(
    "number", [pytest.param(each, marks=[pytest.mark.slow] if each >= QUICK else []) for each in range(25)]
)
def test_what_is_chosen_does_not_depend_on_what_is_hidden(number: int) -> None:
    game, rng, compared = game_of("hidden", str(number)), random.Random(f"choices {number}"), 0
    players: dict[int, LearnedPlayer] = {}
    for seed in range(4):
        with suppress(LimitReached):  # random rules may lead outside
            for state, _ in positions(game, seed, 12):
                seat = state[SEAT]
                other = relabelled(game, state, exchanged(game, state, seat, rng))
                with_values(other, other_values(game, state, seat, rng))
                keys = [(each.key, len(each.codes)) for each in offers(game, state, seat)]
                if state[SEALED] is not None or not asked_anew(game, other):
                    continue
                if keys != [(each.key, len(each.codes)) for each in offers(game, other, seat)]:
                    continue  # rules that look at what is hidden; lint says so
                learned = players.setdefault(state[N_SEATS], weighs_all(game, state[N_SEATS]))
                assert seen_by(learned, other, seat) == seen_by(learned, state, seat), f"seed {seed}"
                chosen = chosen_by(game, state, learned, seed)
                assert chosen_by(game, other, learned, seed) == chosen, f"seed {seed}"
                compared += 1
        if compared >= MOST:
            break
    assert compared or not any(True for _ in positions(game, 0, 1))
