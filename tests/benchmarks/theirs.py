"""The yardstick: four random players of catanatron 3.2.1, as its `Game.play` plays them."""

from __future__ import annotations

from typing import Any

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer

from tests.benchmarks.worker import Tally


class Player:
    """Plays game after game; a decision is a prompt with at least two playable actions."""

    def __init__(self) -> None:
        self.seed = 0
        self.game = self._next()

    def _next(self) -> Any:
        self.seed += 1
        return Game([RandomPlayer(color) for color in Color], seed=self.seed)

    def play(self, prompts: int, tally: Tally) -> None:
        game = self.game
        for _ in range(prompts):
            playable = len(game.state.playable_actions)
            if playable > 1:
                tally.decisions += 1
                tally.options += playable
            else:
                tally.forced += 1
            game.play_tick()
            if game.winning_color() is not None or game.state.num_turns >= TURNS_LIMIT:
                tally.games += 1
                game = self.game = self._next()
