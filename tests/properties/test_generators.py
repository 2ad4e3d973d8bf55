"""Four games of the gallery are those that everybody knows: at each decision they offer what another program finds.

The other programs are in tests/reference/generators/; they know the rules of the game and nothing of the ruleset.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Protocol

import pytest

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.core.run.steps import start, step
from rulewright.observe.naming import option_key
from rulewright.play.session.result import result_of, totals
from tests.reference.generators.draughts import Draughts
from tests.reference.generators.go import Go
from tests.reference.generators.reversi import Reversi
from tests.reference.generators.small_chess import SmallChess

WHOLE = 100_000


class Generator(Protocol):
    seat: int
    over: bool

    def options(self) -> list[str]: ...
    def choose(self, key: str) -> None: ...
    def result(self) -> tuple[int, ...]: ...


GAMES: dict[str, tuple[type[Generator], int]] = {
    "draughts": (Draughts, 400),
    "reversi": (Reversi, 400),
    "go": (Go, 250),
    "small_chess": (SmallChess, 150),
}
"""Each game with its generator, and how many decisions are compared where nobody asks for all."""


@cache
def game_of(name: str) -> Game:
    return rw.load_game(name)


def moves_agreed(name: str, seed: int) -> int:
    """Play one random game in both; how many choices there were."""
    game, other, chance = game_of(name), GAMES[name][0](), random.Random(seed)
    state = start(game, seats=2, seed=seed)
    moves = 0
    while True:
        while not other.over and len(other.options()) == 1:
            other.choose(other.options()[0])
            moves += 1
        assert other.over == (state[FRAME] is None), f"{name}, seed {seed}, move {moves}"
        if other.over:
            winners = result_of(game, state).winners
            found = totals(game, state) if game.blueprint.scoring else tuple(int(seat in winners) for seat in (0, 1))
            assert found == other.result(), f"{name}, seed {seed}"
            return moves
        keys = {option_key(game.blueprint, state[SITE], code): code for code in state[OPTIONS]}
        offered = state[SEAT], sorted(keys)
        assert offered == (other.seat, sorted(other.options())), f"{name}, seed {seed}, move {moves}"
        chosen = chance.choice(sorted(keys))
        step(game, state, keys[chosen])
        other.choose(chosen)
        moves += 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_offers_what_another_program_finds(name: str) -> None:
    agreed(name, GAMES[name][1])


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_offers_what_another_program_finds_for_long(name: str) -> None:
    agreed(name, WHOLE)


def agreed(name: str, wanted: int) -> int:
    moves, seed = 0, 0
    while moves < wanted:
        moves += moves_agreed(name, seed)
        seed += 1
    return moves
