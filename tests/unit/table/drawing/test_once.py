"""A number that says nothing yet is a dash, until the counter that its look names is above its least."""

from __future__ import annotations

import re

import rulewright as rw
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
enumerations: [{id: line, values: [{id: low, title: {en: Low}}, {id: high, title: {en: High}}]}]
counters:
  - {id: points, title: {en: Points}, per: [seat, line], min: 0, max: 9}
  - {id: filled, per: [seat, line], min: 0, max: 1}
  - {id: round, title: {en: Round}, min: 0, max: 9}
procedures:
  - id: play
    does: |
      ask seat(1): set filled[high] to 1
      ask seat(1): pick l from line where filled[l] = 0
looks: [{id: points_look, of: points, once: filled}]
"""


def test_an_open_line_is_told_from_one_that_is_filled_with_nothing() -> None:
    game = build_small(CONTENT, 1, 2).game()
    table = drawn_table(game, rw.start(game, seats=1, seed=1), 0, None)
    points = table[table.index(">Points<") : table.index(">filled<")]
    assert re.findall(r">(Low|High)</span><b>(.)</b>", points) == [("Low", "–"), ("High", "0")]


def test_only_a_counter_of_the_same_things_can_be_named() -> None:
    for counter in ("fill", "round", "points"):
        made = build_small(CONTENT.replace("once: filled", f"once: {counter}"))
        assert [(each.code, each.span.line) for each in made.diagnostics] == [("unknown-name", 12)]
