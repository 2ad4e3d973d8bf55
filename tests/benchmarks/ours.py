"""Our side in Python: random seats through the Python face, plain build, a clone kept at every decision."""

from __future__ import annotations

import random
from inspect import signature
from typing import Any

import rulewright
from tests.benchmarks.tables import TABLES
from tests.benchmarks.worker import Tally


class Player:
    """Plays game after game; a prompt with one option is settled by the game itself and never seen here."""

    def __init__(self, table: str = "basic") -> None:
        """`table` is a table's name or `NAME@FOLDER`, where its ruleset is in another folder of rulesets."""
        name, _, folder = table.partition("@")
        self.table = TABLES[name]
        ruleset = f"{folder}/{self.table.ruleset}" if folder else self.table.ruleset
        self.loaded = _load(ruleset, modules=self.table.modules)
        self.random = random.Random(1)
        self.seed = 0
        self._next()

    def _next(self) -> None:
        self.seed += 1
        table = self.table
        self.state = rulewright.start(self.loaded, seats=table.seats, seed=self.seed, settings=table.settings)
        self.kept: list[Any] = []

    def play(self, prompts: int, tally: Tally) -> None:
        loaded, chance = self.loaded, self.random.random
        decision, step, clone = rulewright.decision, rulewright.step, rulewright.clone
        for _ in range(prompts):
            prompt = decision(loaded, self.state)
            if prompt is None:
                tally.games += 1
                self._next()
                continue
            options = prompt.options
            if len(options) > 1:
                tally.decisions += 1
                tally.options += len(options)
            else:
                tally.forced += 1
            self.kept.append(clone(self.state))
            step(loaded, self.state, options[int(chance() * len(options))])


def _load(ruleset: str, modules: tuple[str, ...] | None) -> Any:
    """A game in Python; an earlier checkout may know nothing else."""
    if "backend" in signature(rulewright.load_game).parameters:
        return rulewright.load_game(ruleset, modules=modules, backend="python")
    return rulewright.load_game(ruleset, modules=modules)


def middle_state(seed: int = 1) -> tuple[Any, Any]:
    """The game and a state from the middle of a random game."""
    player = Player()
    player.seed = seed - 1
    player._next()
    tally = Tally()
    while not tally.games:
        player.play(1, tally)
        if not tally.games:
            kept = player.kept
    return player.loaded, kept[len(kept) // 2]
