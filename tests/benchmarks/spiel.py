"""OpenSpiel's own games in C++ by their leanest path: random rollouts inside one search, without a call to Python.

A search of one simulation plays its rollouts from the root. How many moves they make is not told, so games are counted;
of the same rules random games are of the same length.
"""

from __future__ import annotations

import pyspiel

from tests.benchmarks.worker import Tally

ROLLOUTS = 2_000


class Player:
    """Searches the first position again and again."""

    def __init__(self, name: str) -> None:
        self.game = pyspiel.load_game(name)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        self.bot = pyspiel.MCTSBot(self.game, evaluator, 1.4, 1, 1000, False, 1, False)
        self.state = self.game.new_initial_state()

    def play(self, prompts: int, tally: Tally) -> None:
        root = self.bot.mcts_search(self.state)
        assert root.explore_count == 1
        assert not root.children
        tally.games += ROLLOUTS
