"""Columns are as wide as a terminal draws them: a letter takes one cell, two or none."""

from __future__ import annotations

import pytest

from rulewright.core.locales.cells import beginning, cells, in_the_middle, on_the_left, on_the_right, put
from rulewright.core.locales.line_text import Hole, filled

WIDE = "漢字"
COMBINED = "e\u0301clair"
WITHOUT_WIDTH = "w\u2060j\u200bx"
FLAG = "🇵🇱 Flag"


@pytest.mark.parametrize(
    ("text", "wide"),
    [("", 0), ("coin", 4), ("żółć", 4), (WIDE, 4), (COMBINED, 6), (WITHOUT_WIDTH, 3), (FLAG, 7), ("שלום", 4)],
)
def test_a_text_takes_the_cells_that_a_terminal_gives_it(text: str, wide: int) -> None:
    assert cells(text) == wide
    assert on_the_left(text, 9) == text + " " * (9 - wide)
    assert on_the_right(text, 9) == " " * (9 - wide) + text
    assert in_the_middle(text, 9) == " " * ((9 - wide) // 2) + text + " " * (9 - wide - (9 - wide) // 2)
    assert on_the_left(text, 0) == text


@pytest.mark.parametrize(
    ("hole", "shown"),
    [(Hole("x", width=6), "漢字  "), (Hole("x", width=6, right=True), "  漢字"), (Hole("x", width=4, cut=3), "漢  ")],
)
def test_what_fills_a_hole_is_padded_and_cut_by_cells(hole: Hole, shown: str) -> None:
    assert filled(hole, WIDE, "en") == shown


def test_half_a_letter_is_never_shown() -> None:
    assert [beginning(WIDE, most) for most in range(5)] == ["", "", "漢", "漢", "漢字"]
    assert beginning(COMBINED, 1) == "e\u0301"


def test_a_letter_of_two_cells_takes_the_place_of_two() -> None:
    line = [*"......"]
    put(line, 1, WIDE, "<漢字>")
    assert "".join(line) == ".<漢字>."
    put(line, 0, "")
    assert "".join(line) == ".<漢字>."
