"""Learned players for tests: every feature matters to them, each in its own way."""

from __future__ import annotations

from rulewright.core.model.chance import hash_of
from rulewright.core.model.game import Game
from rulewright.core.model.weighing import UNIT
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.standing import Scale
from rulewright.play.policies.table_features import TableFeatures


class _EveryChoice(dict[str, int]):
    """What choices are worth besides: whatever a choice is called, it is worth something of its own."""

    def get(self, name: str, default: int | None = None) -> int:  # type: ignore[override]
        return hash_of(name) % UNIT // 8


def weighs_all(
    game: Game,
    seats: int,
    part: int = 1,
    *,
    leaf: int = 2,
    choices: bool = False,
    apart: bool = False,
    epsilon: int | None = None,
) -> LearnedPlayer:
    """A player whose weights are up to half a UNIT, or that part of it, either way; it judges playouts early.

    Where a game counts rounds, all weights change from round to round. Every choice weighs something besides where
    `choices` do. Seats `apart` weigh each in its own way. Of a hundred choices of a playout `epsilon` are made at
    random.
    """
    names = TableFeatures(game, seats, apart=apart).names
    weights, trends = ({name: (hash_of(name + way) % UNIT - UNIT // 2) // part for name in names} for way in ("", "~"))
    blueprint = game.blueprint
    values = LearnedValues(
        blueprint.ruleset, blueprint.digest, blueprint.modules, (seats,), Scale(5, 5),
        weights | {"always": UNIT // 2}, _EveryChoice() if choices else {}, {"games": 0},
        epsilon=epsilon, apart=apart, trends=trends,
    )  # fmt: skip
    player = LearnedPlayer(values, game, seats)
    player.leaf = leaf
    return player
