"""Columns as an editor counts them, which says in what: in UTF-16 if it says nothing."""

from __future__ import annotations

import pytest
from lsprotocol.types import Position
from pygls.workspace import PositionCodec

from rulewright.author.editor.answers import EditorLines

LINES = ("aé𝄞zb", "")


@pytest.mark.parametrize(("units", "before_z"), [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
def test_columns_are_counted_as_the_editor_does(units: str, before_z: int) -> None:
    shown = EditorLines(LINES, PositionCodec(units))
    assert shown.place(0, 4) == Position(0, before_z)
    for column in range(1, 7):
        assert shown.own(shown.place(0, column)) == (1, column)


def test_places_beyond_a_line_or_a_text_are_their_ends() -> None:
    shown = EditorLines(LINES, PositionCodec())
    assert shown.place(0, 90) == shown.end(0) == Position(0, 6)
    assert shown.own(Position(0, 90)) == (1, 6)
    assert shown.own(Position(7, 7)) == (2, 1)
