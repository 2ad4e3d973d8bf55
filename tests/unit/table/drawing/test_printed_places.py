"""Slots on a printed thing are all shown with the number in print on each, whether something lies there or not."""

from __future__ import annotations

import re

import rulewright as rw
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
kinds:
  - {id: man, title: {en: Man}}
  - id: home
    title: {en: Home}
    fields: {worth: {type: list, of: number}}
components:
  - {id: red, kind: man, title: {en: Red}, copies: 2, source: {doc: DOC, place: a}}
  - {id: hut, kind: home, title: {en: Hut}, worth: [1, 0, 1], source: {doc: DOC, place: a}}
zones: [{id: live, per: [home], title: {en: Live}, holds: man, spaces: 3, visible: all, start: "true"}]
procedures:
  - id: play
    does: |
      ask seat(1): pick m from live[hut]
looks:
  - {id: man_look, of: man, form: token}
  - {id: home_look, of: home, form: tile, text: "{worth}"}
  - {id: live_look, of: live, form: slots}
"""


def test_each_place_has_its_number_and_what_lies_there() -> None:
    game = build_small(CONTENT, 1, 2).game()
    table = drawn_table(game, rw.start(game, seats=1, seed=1), 0, None)
    assert re.findall(r'<span class="(cell[^"]*)"><b>(.)</b>', table) == [
        ("cell held", "1"),
        ("cell held", "–"),
        ("cell", "1"),
    ]


def test_in_another_form_only_what_lies_there_is_shown() -> None:
    game = build_small(CONTENT.replace("form: slots", "form: row"), 1, 2).game()
    assert 'class="cell' not in drawn_table(game, rw.start(game, seats=1, seed=1), 0, None)
