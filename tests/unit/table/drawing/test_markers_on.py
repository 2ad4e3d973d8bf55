"""A marker that is shown for each of what it may be on is only with the one that it is on."""

from __future__ import annotations

import re

import rulewright as rw
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
markers: [{id: crown, title: {en: Crown}, on: seat}]
counters: [{id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9}]
procedures:
  - id: play
    does: |
      set crown to seat(2)
      choose:
        go: gain 1 coin
        stay: nothing
areas: [{id: seats, per: [seat], shows: [crown, coin]}]
"""


def test_a_marker_in_the_parts_of_what_it_may_be_on_is_in_that_of_which_it_is_on() -> None:
    game = build_small(CONTENT, 2, 2).game()
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), -1, None)
    parts = re.split(r'<div class="part', drawn)[1:]
    assert ["Crown" in each for each in parts if "p-seat" in each[:20]] == [False, True]
