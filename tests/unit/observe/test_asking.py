"""What a seat is asked, in a sentence of the author's with what the text has named by then."""

from __future__ import annotations

import pytest

from rulewright.core.model.layout import FRAME, SEAT, SITE
from rulewright.core.run.steps import start
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.observe.words.asking import prompt
from tests.reference.games import both_of

_WORLD = """\
kind: content
enumerations:
  - {{id: role, title: {{en: Role}}, values: [{{id: baker, title: {{en: Baker}}}}, miller]}}
kinds:
  - {{id: card, title: {{en: Card}}}}
components:
  - {{id: rose, kind: card, copies: 2, title: {{en: Rose}}, source: {{doc: DOC, place: a}}}}
zones:
  - {{id: deck, holds: card, visible: none, start: "true"}}
  - {{id: row, holds: card, visible: all}}
counters:
  - {{id: coin, per: [seat], min: 0, max: 9, start: 3}}
markers:
  - {{id: lead, "on": seat}}
procedures:
  - {{id: play, does: "{play}"}}
  - id: doubts
    title: {{en: Doubts}}
    takes: {{who: seat, claimed: role, n: number, shown: card_piece}}
    asks: {asks}
    does: |
      choose:
        doubt: nothing
        believe: nothing
"""


def asked(play: str, asks: str, language: str = "en") -> tuple[str, str]:
    game = both_of(_WORLD.format(play=play, asks=asks)).game
    state = start(game, seats=2, seed=1)
    hidden = hidden_pieces(game, state, state[SEAT])
    shown, told = prompt(game.blueprint, state[FRAME], state[SITE], language, hidden, state[SEAT])
    return shown, told


_DOUBTS = "ask seat(2): doubts(seat(1), baker, 2, top(deck))"


@pytest.mark.parametrize(
    ("asks", "language", "question"),
    [
        ('{en: "{who} claims to be the {claimed}."}', "en", "seat 1 claims to be the Baker."),
        ('{en: "It was {claimed}."}', "fr", "It was Baker."),
        ('{en: "Pay {n|coin|coins}?"}', "en", "Pay 2 coins?"),
        ('{en: "Is it {shown}?"}', "en", "Is it Card, face down?"),
    ],
)
def test_a_sentence_has_what_is_known(asks: str, language: str, question: str) -> None:
    assert asked(_DOUBTS, asks, language) == (question, "")


def test_a_piece_that_is_seen_is_named() -> None:
    play = "move top(deck) to row; ask seat(2): doubts(seat(1), baker, 2, top(row))"
    assert asked(play, '{en: "Is it {shown}?"}') == ("Is it Rose?", "")


def test_nothing_is_called_so() -> None:
    assert asked("doubts(lead, miller, 1, top(row))", '{en: "{who}: {shown}?"}') == ("none: none?", "")
