"""What stands in a line on a board is a feature: which lines there are, what they are called, what they are worth."""

from __future__ import annotations

import random

import pytest

from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.steps import start, step
from rulewright.play.policies.board_lines import board_lines
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.standing import Scale
from rulewright.play.policies.table_features import TableFeatures
from tests.reference.games import shipped
from tests.unit.play.test_proving import dropped


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("three_in_a_row", {"mark": (3, 8)}),  # rows, columns and two diagonals
        ("four_in_a_row", {"token": (4, 69)}),
        ("draughts", {"man": (4, 50)}),  # 25 each way: its steps are diagonal; the owners of its pieces
        ("small_chess", {"side": (4, 28)}),  # seven kinds of men are too many
        ("hex", {"stone": (3, 2 * 99 + 81)}),
        ("five_in_a_row", {"stone": (2, 812)}),  # with longer lines there would be too many patterns
        ("mancala", {}),  # a pit may hold 48
        ("skymines", {}),  # its map is drawn by hand
        ("ceres", {}),
    ],
)
def test_the_lines_of_a_board(name: str, found: dict[str, tuple[int, int]]) -> None:
    lines = {each.family.id: each for each in board_lines(shipped(name).game.blueprint, 2)}
    assert {family: (each.length, len(each.places)) for family, each in lines.items()} == found
    assert [(each, line) for each in lines.values() for line in each.places if len(set(line)) != each.length] == []


def test_each_line_says_what_stands_in_it_as_the_seat_is_placed_and_all_alike_are_counted() -> None:
    game = shipped("four_in_a_row").game
    features, state = TableFeatures(game, 2), dropped(game, (0, 1, 0, 1, 0))
    for seat, me, other in ((0, "me", "next"), (1, "next", "me")):
        holding, valued = features.of(state, seat)
        named = {features.names[each] for each in holding}
        counted = {features.names[each]: count for each, count in valued}
        assert f"token[a1 a2 a3 a4] {me} {me} {me} none" in named
        assert f"token[a1 b1 c1 d1] {me} {other} none none" in named
        assert len([name for name in named if name.startswith("token[") and " " in name.partition("]")[0]]) == 69
        assert counted[f"token in a line: {me} {me} {me} none"] == 1
        assert sum(count for name, count in counted.items() if name.startswith("token in a line")) == 69


@pytest.mark.parametrize("is_apart", [False, True])
def test_what_lines_share_is_weighed_with_each(is_apart: bool) -> None:
    game, chance = shipped("four_in_a_row").game, random.Random(3)
    blueprint, features = game.blueprint, TableFeatures(game, 2, apart=is_apart)
    weights = {name: chance.randrange(-(1 << 20), 1 << 20) for name in features.names}
    values = LearnedValues(
        blueprint.ruleset, blueprint.digest, blueprint.modules, (2,), Scale(1, 0), weights, {}, {}, apart=is_apart
    )
    player, state = LearnedPlayer(values, game, 2), start(game, seats=2, seed=1)
    assert [(at, name) for at, name in enumerate(features.names) if "in a line" in name if player.weights[at]] == []
    while state[FRAME] is not None:
        for seat in range(2):
            holding, valued = features.of(state, seat)
            active = [*((each, 1) for each in holding), *valued]
            assert player.value(state, seat) == sum(weights[features.names[each]] * much for each, much in active)
        step(game, state, chance.choice(state[OPTIONS]))
