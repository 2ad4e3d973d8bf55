"""Every table a shipped ruleset allows: modules, seats, seats that the rules play, numbers of settings.

A sample runs by default; all of it, four games each, is behind the marker `slow`.
"""

from __future__ import annotations

import random

import pytest

import rulewright as rw
from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.modules import choose_modules
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT
from rulewright.core.model.seats import ruled_seats
from rulewright.core.pipeline import Choice, build_ruleset, shipped_names, shipped_root
from rulewright.core.run.steps import start, step
from tests.properties.tables import ALL, Table, game_of, has_choice, selections, settings_of, tables_of
from tests.reference.integrity import faults

GAMES = 4
FEW = 1


def rounds_of(game: Game) -> int:
    """After how many games each number of each setting has had its turn."""
    numbers = [each for each in game.blueprint.settings.values() if not each.values and not each.ruled_seats]
    return max((each.high - each.low + 1 for each in numbers), default=1)


def play_soundly(game: Game, table: Table, number: int) -> None:
    """A random game; no seat that the rules play is asked, every decision is one, and it ends in a sound state."""
    seats, ruled = table
    seed = 1_000_000 * seats + 100_000 * ruled + number
    chance = random.Random(seed)
    settings = settings_of(game, ruled, number, chance)
    where = f"{game.blueprint.modules}, {seats} seats, {settings}, seed {seed}"
    try:
        state = start(game, seats=seats, seed=seed, settings=settings)
        played_by_rules = ruled_seats(game.blueprint, state)
        while state[FRAME] is not None:
            assert has_choice(game, state), where
            assert state[SEAT] not in played_by_rules, where
            step(game, state, chance.choice(state[OPTIONS]))
    except rw.LimitReached as limit:
        raise AssertionError(where) from limit
    assert faults(game, state) == [], where


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "modules"), ALL, ids=lambda value: value if isinstance(value, str) else "-".join(value)
)
def test_four_random_games_at_every_table(ruleset: str, modules: tuple[str, ...]) -> None:
    game = game_of(ruleset, modules)
    for table in tables_of(game):
        for number in range(GAMES * rounds_of(game)):
            play_soundly(game, table, number)


@pytest.mark.parametrize("seed", range(FEW))
def test_a_game_at_every_table_of_a_random_selection(seed: int) -> None:
    ruleset, modules = random.Random(seed).choice(ALL)
    game = game_of(ruleset, modules)
    for number, table in enumerate(tables_of(game)):
        play_soundly(game, table, number)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ruleset", shipped_names())
def test_the_largest_selection_is_sound(ruleset: str) -> None:
    game = game_of(ruleset, max(selections(ruleset)[0], key=len))
    for number, table in enumerate(tables_of(game)):
        play_soundly(game, table, number)


@pytest.mark.parametrize("ruleset", shipped_names())
def test_every_other_selection_is_refused_with_a_sentence(ruleset: str) -> None:
    source = read_ruleset(shipped_root() / ruleset)
    for modules in selections(ruleset)[1]:
        _, found = choose_modules(source, modules, None)
        assert [each for each in found if not (each.message and each.hint and each.code.startswith("module-"))] == [], (
            modules
        )
    if selections(ruleset)[1]:
        built = build_ruleset(Choice(ruleset, selections(ruleset)[1][0]))
        assert built.compiled is None
