"""Whose a place of a board is stands on it where the look of its kind says so, beside what the place is called."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright.core.model.layout import SEAT
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table


def test_each_pit_and_store_of_mancala_shows_whose_it_is_and_its_number() -> None:
    game = rw.load_game("mancala")
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    whose = {}
    for name, drawn in re.findall(r'data-about="pit_(\d+)"(.*?)(?=data-about|$)', table, re.DOTALL):
        shown = re.search(r'class="marker s-(\d)"', drawn)
        assert shown is not None
        assert re.search(rf'class="short">{name}<', drawn)
        whose[int(name)] = int(shown[1])
    assert whose == {pit: int(pit > 7) for pit in range(1, 15)}


def _fields_of(name: str, keys: str) -> dict[str, int]:
    """The fields that have the tint of a seat after some choices, with the seat."""
    game = rw.load_game(name)
    state = rw.start(game, seats=2, seed=1)
    for key in keys.split():
        (code,) = next(each.codes for each in rw.offers(game, state, state[SEAT]) if each.key == key)
        rw.step(game, state, code)
    drawn = drawn_table(game, state, 0, rw.decision(game, state))
    found = re.findall(r'class="region field [^"]*of-seat s-(\d)[^"]*"[^>]* data-about="(\w+)"', drawn)
    return {field: int(seat) for seat, field in found}


def test_a_row_that_has_won_has_the_tint_of_who_has_won() -> None:
    assert _fields_of("three_in_a_row", "a1 b1 c3 b3") == {}
    assert _fields_of("three_in_a_row", "a1 b1 c3 b3 b2") == {"a1": 0, "b2": 0, "c3": 0}


def test_a_field_that_is_a_seats_is_told_by_the_sign_of_the_seat_too() -> None:
    game = rw.load_game("halma")
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert len(re.findall(r"of-seat s-0", drawn)) == len(re.findall(r"of-seat s-1", drawn)) == 10
    assert len(re.findall(r'class="whose"><svg[^>]*><title>seat 1<', drawn)) == 10


def test_a_test_in_a_look_is_checked_as_the_rules_are() -> None:
    content = """\
kind: content
kinds: [{id: square, title: {en: Square}}]
maps: [{id: board, title: {en: Board}, regions: square, grid: [2, 2]}]
markers: [{id: mark, title: {en: Mark}, per: [square], "on": seat}]
procedures:
  - play(): "ask in turn while any(p in square where not exists(mark[p])): put"
  - put(): "pick p from square where not exists(mark[p])\\nset mark[p] to me"
looks: [{id: square_look, of: square, seats: "mork[it] is me and true"}]
"""
    told = [(each.code, each.message) for each in build_small(content, 2, 2).diagnostics]
    assert told == [("unknown-name", "nothing here is named 'mork'")]


def test_a_board_of_rows_is_turned_so_that_the_own_one_is_nearest() -> None:
    game = rw.load_game("mancala")
    state = rw.start(game, seats=2, seed=1)
    turned = ["turned" in drawn_table(game, state, seat, None) for seat in (0, 1, -1)]
    assert turned == [True, False, False], "the row of seat 1 is the upper one"


def test_a_store_at_the_end_of_a_board_is_told_from_its_pits() -> None:
    game = rw.load_game("mancala")
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert re.findall(r'class="region [^"]* end" data-about="(\w+)"', drawn) == ["pit_7", "pit_14"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("small_chess", [False, True, False]), ("draughts", [False, True, False]), ("halma", [False, True, False]),
     ("reversi", [False, False, False]), ("five_in_a_row", [False, False, False])],
)  # fmt: skip
def test_a_board_is_turned_for_the_seat_whose_men_begin_at_its_upper_side(name: str, expected: list[bool]) -> None:
    game = rw.load_game(name)
    state = rw.start(game, seats=2, seed=1)
    drawn = [drawn_table(game, state, seat, None) for seat in (0, 1, -1)]
    assert ["turned" in each for each in drawn] == expected
    letters = [re.findall(r'class="letter">(\w)<', each) for each in drawn]
    assert [letters[0] == [*each] for each in letters] == [not each for each in expected]
    assert [[*map(str, sorted(each))] for each in letters] == [sorted(letters[0])] * 3
