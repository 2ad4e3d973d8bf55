"""Regions that would lie on each other are moved apart, all others stay."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

import rulewright as rw
from rulewright.table.drawing.placing import apart


@pytest.mark.parametrize("modules", [("base", "moon"), ("base", "belt")])
def test_no_two_regions_of_a_map_lie_on_each_other(modules: tuple[str, ...]) -> None:
    (info,) = rw.load_game("skymines", modules=modules).blueprint.look.maps
    assert min(dist(*pair) for pair in combinations(info.points, 2)) < 12
    moved = apart(info.points)
    assert min(dist(*map(_squeezed, pair)) for pair in combinations(moved, 2)) >= 10.5
    assert [(point, each) for point in moved for each in point if not 0 <= each <= 100] == []
    assert max(dist(*pair) for pair in zip(info.points, moved, strict=True)) < 8


def _squeezed(point: tuple[float, float]) -> tuple[float, float]:
    """What is printed stands in lines: a region is about half as tall again as it is wide."""
    return point[0], point[1] / 1.55


def test_points_that_are_apart_stay_and_equal_ones_part() -> None:
    far = ((0.0, 0.0), (50.0, 50.0), (100.0, 0.0))
    assert apart(far) == far
    one, other = apart(((50.0, 50.0), (50.0, 50.0)))
    assert dist(one, other) >= 10.5
