"""A counter that holds no number yet is a dash, and is told from one that holds 0."""

from __future__ import annotations

import re

import rulewright as rw
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
enumerations: [{id: line, values: [{id: low, title: {en: Low}}, {id: high, title: {en: High}}]}]
counters:
  - {id: points, title: {en: Points}, per: [seat, line], min: 0, max: 9, start: none}
procedures:
  - id: play
    does: |
      ask seat(1): set points[high] to 0
      ask seat(1): pick l from line where points[l] is none
"""


def test_an_open_line_is_told_from_one_that_is_filled_with_nothing() -> None:
    game = build_small(CONTENT, 1, 2).game()
    table = drawn_table(game, rw.start(game, seats=1, seed=1), 0, None)
    assert re.findall(r">(Low|High)</span><b>(.)</b>", table) == [("Low", "–"), ("High", "0")]
