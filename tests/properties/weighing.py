"""Learned players for tests: every feature matters to them, each in its own way."""

from __future__ import annotations

from rulewright.model.chance import hash_of
from rulewright.model.game import Game
from rulewright.model.weighing import UNIT
from rulewright.play.learned import LearnedPlayer
from rulewright.play.learned_files import LearnedValues
from rulewright.play.standing import Scale
from rulewright.play.table_features import TableFeatures


def weighs_all(game: Game, seats: int, part: int = 1, *, leaf: int = 2) -> LearnedPlayer:
    """A player whose weights are up to half a UNIT, or that part of it, either way; it judges playouts early."""
    names = TableFeatures(game, seats).names
    weights = {name: (hash_of(name) % UNIT - UNIT // 2) // part for name in names}
    blueprint = game.blueprint
    values = LearnedValues(
        blueprint.ruleset, blueprint.digest, blueprint.modules, (seats,), Scale(5, 5),
        weights | {"always": UNIT // 2}, {}, {"games": 0},
    )  # fmt: skip
    player = LearnedPlayer(values, game, seats)
    player.leaf = leaf
    return player
