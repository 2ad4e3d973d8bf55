"""Sheets: as many places as fit within the margin of a printer, cut where the components end."""

from __future__ import annotations

import pytest

from rulewright.author.printing.paper import MARGIN, PAPERS, SIZES, Size, grid_on, size_named


@pytest.mark.parametrize(
    ("paper", "size", "bleed", "places"),
    [
        ("a4", "poker", 0, (3, 3)),
        ("letter", "poker", 0, (3, 2)),
        ("a4", "poker", 3, (2, 2)),
        ("a4", "mini", 0, (4, 4)),
        ("a4", "190x280", 0, (1, 1)),
        ("a4", "200x280", 0, None),
    ],
)
def test_as_many_places_as_fit(paper: str, size: str, bleed: float, places: tuple[int, int] | None) -> None:
    named = size_named(size)
    assert named is not None
    grid = grid_on(PAPERS[paper], named, bleed)
    assert (None if grid is None else (grid.columns, grid.rows)) == places
    if grid is not None:
        assert min(grid.left, grid.top) >= MARGIN


def test_neighbours_share_a_cut_unless_there_is_room_between_them() -> None:
    for bleed, cuts in ((0, 4), (1, 6)):
        grid = grid_on(PAPERS["a4"], Size(50, 50), bleed)
        assert grid is not None
        across, _ = grid.cuts()
        assert (grid.columns, len(across)) == (3, cuts)
        assert across[1] - across[0] == pytest.approx(50)


@pytest.mark.parametrize("written", ["", "big", "63", "63x", "7x88", "63x88cm", "1000x10", "63,5x88"])
def test_what_is_no_size_is_none(written: str) -> None:
    assert size_named(written) is None


def test_sizes_have_names_and_measures() -> None:
    assert size_named("63x88") == size_named("63x88mm") == Size(63, 88)
    assert {name: size_named(name) for name in SIZES} == SIZES
