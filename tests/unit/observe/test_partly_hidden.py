"""A number of which a seat sees only a part says so: what it sees, and that something is added."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright.observe.words.table import table_lines
from rulewright.observe.words.table_values import Sight, value_of
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

CONTENT = """\
kind: content
kinds:
  - {id: card, title: {en: Card}, fields: {worth: {type: number}}}
components:
  - {id: gold, kind: card, copies: 2, title: {en: Gold}, worth: 5, source: {doc: DOC, place: a}}
  - {id: tin, kind: card, copies: 30, title: {en: Tin}, worth: 1, source: {doc: DOC, place: a}}
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
  - {id: open, title: {en: Open}, per: [seat], holds: card, visible: all}
quantities:
  - id: worth_of
    title: {en: Worth}
    takes: {s: seat}
    amount: sum(c.worth for c in open[s]) + sum(c.worth for c in hand[s])
  - {id: gold_of, title: {en: Gold}, takes: {s: seat}, amount: "count(c in hand[s] where c.worth = 5)"}
  - {id: held_by, title: {en: Cards}, takes: {s: seat}, amount: "count(c in hand[s]) + count(c in open[s])"}
procedures:
  - id: play
    does: |
      repeat 2: move top(deck) to hand[seat(2)]
      repeat 2: move top(deck) to open[seat(2)]
      ask seat(1): pick c from deck
areas:
  - {id: seat_area, title: {en: Seats}, per: [seat], shows: [worth_of(seat), hand, open]}
table:
  - {id: seats, title: {en: Seats}, per: [seat], line: "{worth_of(seat)} of {held_by(seat)}, gold {gold_of(seat)}"}
"""


@pytest.fixture(scope="module")
def game() -> rw.Game:
    return build_small(CONTENT, 2, 2).game()


def test_a_number_that_counts_only_what_is_seen_says_so(game: rw.Game) -> None:
    state = rw.start(game, seats=2, seed=1)
    assert table_lines(game, state, 1)[-2:] == ["  0 of 0, gold 0", "  4 of 4, gold 0"]
    assert table_lines(game, state, 0)[-2:] == ["  0 of 0, gold 0", "  2 + ? of 4, gold ?"]
    assert table_lines(game, state, None)[-1] == "  4 of 4, gold 0"


def test_whether_it_says_so_does_not_depend_on_what_is_hidden(game: rw.Game) -> None:
    told = {tuple(table_lines(game, rw.start(game, seats=2, seed=seed), 0)[-2:]) for seed in range(40)}
    assert {line for _, line in told} <= {"  2 + ? of 4, gold ?", "  6 + ? of 4, gold ?", "  10 + ? of 4, gold ?"}


def test_the_drawn_number_says_what_the_sign_means(game: rw.Game) -> None:
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert re.findall(r'title="(Worth[^"]*)"', table) == ["Worth", "Worth (?: hidden)"]
    assert "<b>2 + ?</b>" in table


def test_a_seat_that_sees_all_reads_all(game: rw.Game) -> None:
    sight = Sight.of(game, rw.start(game, seats=2, seed=1), 1, "en")
    assert value_of(sight, "worth_of", 1, (1,)) == ("4", None)
