"""Many games of the shipped rulesets with everything about them picked at random; a few of them by default.

What holds in every game, whatever its rules, is in `test_invariants.py`.
"""

from __future__ import annotations

import random

import pytest

from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.steps import start, step
from tests.properties.tables import ALL, game_of, has_choice, settings_of, tables_of
from tests.reference.integrity import faults


def play_soundly(seed: int) -> None:
    """One game with modules, seats and settings of the seed; every state is sound, every decision a real one."""
    chance = random.Random(seed)
    game = game_of(*chance.choice(ALL))
    seats, ruled = chance.choice(tuple(tables_of(game)))
    settings = settings_of(game, ruled, chance.randrange(100), chance)
    state = start(game, seats=seats, seed=seed, settings=settings)
    decisions = 0
    while state[FRAME] is not None:
        assert faults(game, state) == [], f"seed {seed}, decision {decisions}"
        assert has_choice(game, state), f"seed {seed}, decision {decisions}: a decision without a choice"
        assert len(set(state[OPTIONS])) == len(state[OPTIONS]), f"seed {seed}, decision {decisions}: an option twice"
        step(game, state, chance.choice(state[OPTIONS]))
        decisions += 1
    assert faults(game, state) == [], f"seed {seed}, at the end"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_random_modules_seats_and_settings_is_sound(seed: int) -> None:
    play_soundly(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 300, 100))
def test_a_hundred_games_with_random_modules_seats_and_settings_are_sound(first: int) -> None:
    for seed in range(first, first + 100):
        play_soundly(seed)
