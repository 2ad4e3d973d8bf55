"""What a report sees of a game is the same whether it is played natively beside or in Python alone."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.core.model.layout import OPTIONS
from rulewright.core.model.seats import ruled_setting
from rulewright.core.pipeline import shipped_names
from rulewright.lab.comparing.watching import GameSetup, watch
from rulewright.play.policies.native_twin import NativeTwin
from tests.properties.tables import ALL, WHOLE


def compare(ruleset: str, modules: tuple[str, ...] | None, games: int) -> None:
    game = rw.load_game(ruleset, modules=modules, backend="native")
    played = NativeTwin(game)
    for seed in range(games):
        seats = game.blueprint.min_seats + seed % (game.blueprint.max_seats - game.blueprint.min_seats + 1)
        for policies in (("greedy",) * seats, ("random", *["greedy"] * (seats - 1))):
            setting = GameSetup(seed, policies, seed + 77, weighed=2)
            assert watch(game, setting, played) == watch(game, setting), (seed, policies)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ruleset", shipped_names())
def test_a_game_is_seen_alike(ruleset: str) -> None:
    compare(ruleset, None, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "modules"), ALL)
def test_a_game_of_every_table_is_seen_alike(ruleset: str, modules: tuple[str, ...]) -> None:
    compare(ruleset, modules, 2)


def test_where_the_rules_play_seats_python_weighs() -> None:
    game = rw.load_game("skymines", modules=WHOLE, backend="native")
    setting = ruled_setting(game.blueprint)
    assert setting is not None
    state = rw.start(game, seats=2, seed=1, settings={setting.id: 1})
    assert NativeTwin(game).ending_after(state, state[OPTIONS][0], 5, most=9) is None
