"""Rows of spaces that a counter moves along, as they are printed on a component."""

from __future__ import annotations

import re

import rulewright as rw
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
kinds:
  - id: road
    title: {en: Road}
    fields: {steps: {type: list, of: number}, low_mark: number, high_mark: number}
    drawn: [{row: [steps], marks: [low_mark, high_mark], first: 0}]
components:
  - {id: path, kind: road, title: {en: Path}, steps: [0, 1, 2], low_mark: 1, high_mark: 1, source: {doc: DOC, place: a}}
counters: [{id: pot, title: {en: Pot}, start: 0, min: 0, max: 2}]
procedures:
  - id: play
    does: |
      gain 1 pot
      choose:
        more: gain 1 pot
        stay: nothing
looks: [{id: pot_look, of: pot, along: path}]
"""


def test_a_space_with_two_marks_bears_both() -> None:
    game = build_small(CONTENT, 1, 2).game()
    drawn = drawn_table(game, rw.start(game, seats=1, seed=1), 0, None)
    assert re.findall(r'<em title="([^"]*)">([^<]*)</em>', drawn) == [("low mark, high mark", "▲▲▲")]
