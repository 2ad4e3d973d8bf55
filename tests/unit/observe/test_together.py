"""Many pieces that go the same way are one line of the log, for each seat with what it sees of them."""

from __future__ import annotations

import pytest

from rulewright.core.run.steps import start
from rulewright.observe.words.together import told_together
from tests.reference.games import both_of

_WORLD = """\
kind: content
kinds:
  - {{id: card, title: {{en: Card}}}}
components:
  - {{id: ten, kind: card, copies: 3, title: {{en: Ten}}, source: {{doc: DOC, place: a}}}}
  - {{id: two, kind: card, title: {{en: Two}}, source: {{doc: DOC, place: a}}}}
zones:
  - {{id: row, title: {{en: Row}}, holds: card, visible: all, start: "true"}}
  - {{id: heap, title: {{en: Heap}}, holds: card, visible: all}}
  - {{id: deck, title: {{en: Deck}}, holds: card, visible: none}}
  - {{id: hand, title: {{en: Hand}}, per: [seat], holds: card, visible: owner}}
procedures:
  - {{id: play, does: "{does}"}}
  - {{id: one, does: move top(row) to heap}}
"""


def lines(does: str, seat: int | None = None) -> list[str]:
    both = both_of(_WORLD.format(does=does))
    assert both.traced.events is not None
    both.traced.events.clear()
    start(both.game, seats=2, seed=1, build=both.traced)
    return [line.text for line in told_together(both.game, both.traced.events, seat)]


def test_what_goes_the_same_way_is_one_line() -> None:
    assert lines("move row to heap") == ["3 × Ten, Two: Row -> Heap"]


def test_one_alone_goes_as_before() -> None:
    assert lines("move first(c in row) to heap") == ["Ten: Row -> Heap"]


def test_what_goes_elsewhere_is_a_line_of_its_own() -> None:
    found = lines("for each s in seat: draw 2 from row to s.hand")
    assert found == ["seat 1: Two, Ten: Row -> Hand", "seat 2: 2 × Ten: Row -> Hand"]


def test_what_another_effect_moves_is_a_line_of_its_own() -> None:
    assert lines("one; move top(row) to heap") == ["Two: Row -> Heap", "Ten: Row -> Heap"]


@pytest.mark.parametrize(
    ("seat", "text"), [(0, "seat 1: Two, 3 × Ten: Deck -> Hand"), (1, "seat 1: 4 × Card: Deck -> Hand")]
)
def test_nobody_reads_of_pieces_that_are_hidden_from_them(seat: int, text: str) -> None:
    assert lines("move row to deck; draw 4 from deck to hand", seat)[-1] == text
