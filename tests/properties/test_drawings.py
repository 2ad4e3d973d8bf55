"""A drawn table never depends on what is hidden from who looks: dealt anew, every letter stays."""

from __future__ import annotations

import random

import pytest

import rulewright as rw
from rulewright.core.model.chance import Draws
from rulewright.core.model.layout import SEALED
from rulewright.core.pipeline import shipped_names
from rulewright.observe.sight.determinize import determinize
from tests.properties.tables import WHOLE, game_of, selections, tables_of
from tests.unit.table.drawing.drawn import drawn_table

CASES = [(name, modules, 1) for name in shipped_names() for modules in selections(name)[0]]
EVERY = 97


@pytest.mark.parametrize(
    ("name", "modules", "seed"),
    [each if each[1] == WHOLE else pytest.param(*each, marks=pytest.mark.slow) for each in CASES],
)
def test_a_drawing_shows_nothing_that_is_hidden(name: str, modules: tuple[str, ...], seed: int) -> None:
    chance = random.Random(f"{name} {modules} {seed}")
    game = game_of(name, modules)
    seats, ruled = chance.choice(list(tables_of(game)))
    settings = {}
    setting = next((each for each in game.blueprint.settings.values() if each.ruled_seats), None)
    if setting is not None:
        settings = {setting.id: ruled}
    state = rw.start(game, seats=seats, seed=seed, settings=settings)
    count = 0
    while (asked := rw.decision(game, state)) is not None:
        if count % EVERY == 0:
            for seat in (-1, *range(seats)):
                seen = drawn_table(game, state, seat, asked)
                other = determinize(game, state, seat, Draws(chance.getrandbits(64)))
                assert drawn_table(game, other, seat, asked) == seen, f"seed {seed}, choice {count}, seat {seat}"
        rw.step(game, state, chance.choice(asked.options))
        count += 1
    assert count


def test_answers_under_seal_are_not_drawn() -> None:
    game = rw.load_game("skymines")
    state = rw.start(game, seats=3, seed=4)
    asked = rw.decision(game, state)
    while asked is not None and state[SEALED] is None:
        rw.step(game, state, asked.options[0])
        asked = rw.decision(game, state)
    before = drawn_table(game, state, 2, None)
    changed = 0
    while asked is not None and state[SEALED] is not None and asked.seat != 2:
        rw.step(game, state, asked.options[0])
        changed += 1
        assert state[SEALED] is None or drawn_table(game, state, 2, None) == before
        asked = rw.decision(game, state)
    assert changed
