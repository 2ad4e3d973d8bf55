"""In which order the pieces of a pile are shown: in that of the ruleset, by fields, or as they lie."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.core.run.steps import start
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.table import table_lines
from tests.reference.games import both_of
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
enumerations: [{id: suit, values: [swords, cups]}]
kinds: [{id: card, title: {en: Card}, fields: {suit: suit, rank: number}}]
components:
  - {id: "{suit}_{rank}", each: {suit: all, rank: 1..3}, kind: card, title: {en: "{suit} {rank}"}, suit: "{suit}",
     rank: "{rank}", source: {doc: DOC, place: a}}
zones:
  - {id: pile, title: {en: Pile}, holds: card, visible: allHOW}
procedures:
  - id: play
    does: |
      for each c in pieces(card) by most c.rank, most c.suit is cups: move c to pile
      pick n from 1..2
"""
LISTED = ["swords_1", "swords_2", "swords_3", "cups_1", "cups_2", "cups_3"]


@pytest.mark.parametrize(
    ("how", "shown"),
    [
        ("", LISTED),
        (", sort_by: [rank]", ["swords_1", "cups_1", "swords_2", "cups_2", "swords_3", "cups_3"]),
        (", sort_by: [suit, rank]", LISTED),
        (", order: stack", ["cups_3", "swords_3", "cups_2", "swords_2", "cups_1", "swords_1"]),
    ],
)
def test_a_pile_is_shown_in_order(how: str, shown: list[str]) -> None:
    both = both_of(CONTENT.replace("HOW", how))
    state = start(both.game, seed=1, seats=2)
    assert list(view_of(both.game, state, 0).zones["pile"][()]) == shown
    told = "\n".join(table_lines(both.game, state, 0, "en"))
    titles = [each.replace("_", " ").capitalize() for each in shown]
    assert ", ".join(titles) in told
    drawn = drawn_table(both.game, state, 0, rw.decision(both.game, state))
    found = [drawn.find(each) for each in titles]
    assert found == sorted(found) or how == ", order: stack"  # of which the browser shows the top


@pytest.mark.parametrize(
    ("how", "offered"),
    [
        (", sort_by: [rank]", ["swords_1", "cups_1", "swords_2", "cups_2", "swords_3", "cups_3"]),
        (", sort_by: [suit, rank]", LISTED),
        (", order: stack", ["cups_3", "swords_3", "cups_2", "swords_2", "cups_1", "swords_1"]),
    ],
)
def test_pieces_are_offered_in_the_order_in_which_they_are_shown(how: str, offered: list[str]) -> None:
    both = both_of(CONTENT.replace("HOW", how).replace("pick n from 1..2", "pick c from pile"))
    state = start(both.game, seed=1, seats=1)
    assert [each.key for each in rw.offers(both.game, state, 0)] == offered
