"""A thousand games of the shipped ruleset with everything about them picked at random; a few of them by default.

What holds in every game, whatever its rules, is in `test_invariants.py`.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

import interpreter as rw
from interpreter.model.game import Game
from interpreter.model.layout import FRAME, OPTIONS
from interpreter.run.integrity import faults
from interpreter.run.steps import start, step
from tests.reference.agreement import random_table

MODULES = (("base", "moon"), ("base", "moon", "linked_slots"), ("base", "belt"), ("base", "belt", "linked_slots"))


@cache
def game_with(modules: tuple[str, ...]) -> Game:
    return rw.load_game("skymines", modules=modules)


def play_soundly(seed: int) -> None:
    """One game with modules, seats and settings of the seed; every state is sound, every decision a real one."""
    chance = random.Random(seed)
    game = game_with(chance.choice(MODULES))
    seats, settings = random_table(game, chance)
    state = start(game, seats=seats, seed=seed, settings=settings)
    decisions = 0
    while state[FRAME] is not None:
        assert faults(game, state) == [], f"seed {seed}, decision {decisions}"
        assert len(state[OPTIONS]) > 1, f"seed {seed}, decision {decisions}: a decision without a choice"
        assert len(set(state[OPTIONS])) == len(state[OPTIONS]), f"seed {seed}, decision {decisions}: an option twice"
        step(game, state, chance.choice(state[OPTIONS]))
        decisions += 1
    assert faults(game, state) == [], f"seed {seed}, at the end"


@pytest.mark.parametrize("seed", range(12))
def test_a_game_with_random_modules_seats_and_settings_is_sound(seed: int) -> None:
    play_soundly(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1_000, 100))
def test_a_hundred_games_with_random_modules_seats_and_settings_are_sound(first: int) -> None:
    for seed in range(first, first + 100):
        play_soundly(seed)
