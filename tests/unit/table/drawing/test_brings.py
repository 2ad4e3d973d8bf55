"""A numbered place that brings what a counter holds is framed and bears its number."""

from __future__ import annotations

import re

import rulewright as rw
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
components: [{id: red, kind: card, title: {en: Red}, source: {doc: DOC, place: a}}]
counters: [{id: pot, title: {en: Pot}, start: 3, min: 0, max: 9}]
zones: [{id: display, title: {en: Display}, holds: card, spaces: 3, visible: all, start: "true"}]
procedures:
  - id: play
    does: |
      gain 2 pot
      ask seat(1): pick card from display
looks: [{id: display_look, of: display, brings: {place: 2, counter: pot}}]
"""


def test_a_place_shows_what_it_brings_now_and_no_other_does() -> None:
    game = build_small(CONTENT, 1, 2).game()
    table = drawn_table(game, rw.start(game, seats=1, seed=1), 0, None)
    assert re.findall(r'<span class="nr">(\d)<b class="brings" title="Pot">\+(\d)</b>', table) == [("2", "5")]


def test_only_a_counter_that_all_have_in_common_can_be_brought() -> None:
    for counter in ("pott", "display"):
        made = build_small(CONTENT.replace("counter: pot", f"counter: {counter}"))
        assert [(each.code, each.span.line) for each in made.diagnostics] == [("unknown-name", 11)]
