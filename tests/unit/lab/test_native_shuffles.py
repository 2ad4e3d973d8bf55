"""Shuffles by content inside the module: games go as in Python, decision by decision, and searches choose alike."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.model.limits import LimitReached
from rulewright.core.run.steps import start, step
from rulewright.lab.comparing.coupling import with_shuffles_by_content
from rulewright.lab.comparing.pairs import ComparedTable, load_side, play_block
from rulewright.native.inside.host import Host
from rulewright.native.loading import load_game
from tests.properties.test_native_search import native_game, thinks_alike

GAMES = [("tutorial", None, 2), ("skymines", ("base",), 3), ("ceres", None, 3)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "modules", "seats"), GAMES)
def test_a_game_goes_as_in_python(name: str, modules: tuple[str, ...] | None, seats: int) -> None:
    game = with_shuffles_by_content(load_game(name, modules=modules, backend="native"))
    host = Host(game)
    plain = start(load_game(name, modules=modules), seats=seats, seed=0)
    for seed in range(2):
        lots = Random(seed)
        state = start(game, seats=seats, seed=seed)
        table = host.start(seats=seats, seed=seed)
        assert seed or state != plain, "piles are shuffled as anywhere else"
        while state[FRAME] is not None:
            assert host.get(table) == state, f"seed {seed}"
            code = lots.choice(state[OPTIONS])
            step(game, state, code)
            host.step(table, code)
        assert host.get(table) == state, f"seed {seed}"
        host.release(table)


@pytest.mark.parametrize("name", [str(number) for number in range(6)])
def test_rulesets_by_lot_that_shuffle_small_piles_go_as_in_python(name: str) -> None:
    game = with_shuffles_by_content(native_game.__wrapped__("hidden", name))  # one that no other test has
    host, lots, seats = Host(game), Random(name), game.blueprint.max_seats
    for seed in range(10):
        try:
            state = start(game, seats=seats, seed=seed)
            table = host.start(seats=seats, seed=seed)
            for _ in range(60):
                assert host.get(table) == state, f"seed {seed}"
                if state[FRAME] is None:
                    break
                code = lots.choice(state[OPTIONS])
                step(game, state, code)
                host.step(table, code)
        except LimitReached:  # random rules may lead outside
            pass


def test_a_search_natively_imagines_such_shuffles_as_in_python() -> None:
    game = with_shuffles_by_content(native_game.__wrapped__("random", "31"))  # whose options shuffle
    assert thinks_alike(game, game.blueprint.max_seats, 0, 12, 3)


@pytest.mark.slow
def test_many_searches_natively_imagine_such_shuffles_as_in_python() -> None:
    game = with_shuffles_by_content(native_game.__wrapped__("random", "31"))
    for seed in range(2):
        assert thinks_alike(game, game.blueprint.max_seats, seed, 25, 12)


def test_a_search_natively_chooses_as_in_python() -> None:
    found = []
    for backend in ("native", "python"):
        side = load_side(lambda backend=backend: load_game("tutorial", backend=backend))  # type: ignore[misc]
        found.append(play_block(side, ComparedTable(2, ("search:20", "greedy"), seed=6), 0, "base"))
    assert found[0] == found[1]
