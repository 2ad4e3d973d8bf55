"""What is written on a token: values that have an icon are drawn as it, printed ones and those that are computed."""

from __future__ import annotations

import re

import rulewright as rw
from rulewright.core.model.kinds import PieceOf
from rulewright.table.drawing.named import piece_name
from rulewright.table.drawing.table import Printed
from tests.unit.table.drawing.drawn import drawn_table

_ICON = re.compile(r'href="#i-(pips_\d)"')


def test_a_tile_is_drawn_as_it_lies_in_place_and_in_a_list() -> None:
    game = rw.load_game("dominoes")
    state, blueprint = rw.start(game, seats=2, seed=1), game.blueprint
    base = {each.id: each.base for each in blueprint.families}
    printed = [blueprint.printed[each.design] for each in blueprint.pieces]
    own = [each for each in range(28) if state[blueprint.piece_zone + each] == base["hand"]]
    tile = next(each for each in own if printed[each]["low"] != printed[each]["high"])
    halves = [f"pips_{printed[tile][each][1:]}" for each in ("low", "high")]
    for way, expected in ((0, halves), (1, halves[::-1])):
        state[base["turned"] + tile] = way
        drawn = str(drawn_table(game, state, 0, None))
        assert _ICON.findall(drawn[drawn.index(f'data-piece="{piece_name(tile)}"') :])[:2] == expected
        assert _ICON.findall(str(Printed(game, state, 0, "en").on(PieceOf("tile"), tile))) == expected
