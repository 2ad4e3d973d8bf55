"""A map and what the seat that looks has stand side by side, or one above another; the other seats are above."""

from __future__ import annotations

import re

import rulewright as rw
from tests.unit.table.drawing.drawn import drawn_table

_CLASSES = re.compile(r'<section class="([^"]*)"')


def classes_of(name: str, seats: int, seat: int) -> list[str]:
    game = rw.load_game(name)
    return _CLASSES.findall(drawn_table(game, rw.start(game, seats=seats, seed=1), seat, None))


def test_a_map_and_the_own_part_are_at_the_sides_and_the_others_above() -> None:
    assert classes_of("skymines", 3, 0)[:3] == ["area half to-left", "area half to-right", "area large others above"]


def test_an_own_part_that_is_wide_is_above_the_map() -> None:
    shown = ["area narrow under", "area wide across", "area large others above", "area half to-left"]
    assert classes_of("ceres", 2, 1)[:4] == shown


def test_half_areas_that_follow_the_own_one_are_below_it() -> None:
    assert [each for each in classes_of("skymines", 3, 0) if each.endswith(" under")] == ["area half under"]
    assert [each for each in classes_of("ceres", 2, 1)[4:] if each.endswith(" under")] == ["area half under"] * 2


def test_who_looks_on_or_plays_with_few_areas_sees_no_sides() -> None:
    drawn = classes_of("skymines", 3, -1) + classes_of("tutorial", 3, 0) + classes_of("draughts", 2, 0)
    assert not [each for each in drawn if "to-" in each or "above" in each or "under" in each]
