"""Whose a place of a board is stands on it where the look of its kind says so, beside what the place is called."""

from __future__ import annotations

import re

import rulewright as rw
from tests.unit.table.drawing.drawn import drawn_table


def test_each_pit_and_store_of_mancala_shows_whose_it_is_and_its_number() -> None:
    game = rw.load_game("mancala")
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    whose = {}
    for name, drawn in re.findall(r'data-about="pit_(\d+)"(.*?)(?=data-about|$)', table, re.DOTALL):
        shown = re.search(r'class="marker s-(\d)"', drawn)
        assert shown is not None
        assert re.search(rf'class="short">{name}<', drawn)
        whose[int(name)] = int(shown[1])
    assert whose == {pit: int(pit > 7) for pit in range(1, 15)}
