"""Score sheets: a table of all seats, in which the own column chooses."""

from __future__ import annotations

import re

import rulewright as rw
from rulewright.core.model.game import Game, State
from rulewright.core.model.kinds import PieceOf
from rulewright.table.drawing.scene import SeatSign
from rulewright.table.drawing.table import Printed
from tests.unit.table.drawing.drawn import drawn_table

YACHT = "yacht"


def asked_for_a_line(game: Game, state: State) -> State:
    """The state in which the first seat fills a line, with what it has thrown."""
    while (asked := rw.decision(game, state)) is not None and (asked.seat, len(asked.options)) != (0, 12):
        rw.step(game, state, asked.options[-1])
    assert asked is not None, "nobody was asked for a line"
    return state


def cells(table: str) -> list[list[str]]:
    """The rows of the sheet, cell by cell, as they are read."""
    sheet = re.search(r'<table class="grid sheet">(.*?)</table>', table)
    assert sheet is not None
    rows = re.findall(r"<tr>(.*?)</tr>", sheet[1])
    found = (re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows)
    return [[re.sub("<[^>]*>", "", each).strip() for each in row] for row in found]


def test_a_sheet_has_a_row_for_each_line_a_column_for_each_seat_and_totals() -> None:
    game = rw.load_game(YACHT)
    rows = cells(drawn_table(game, rw.start(game, seats=3, seed=1), 0, None))
    assert rows[0] == ["", "seat 1", "seat 2", "seat 3"]
    assert [row[0] for row in rows[1:-1]][:2] == ["1s", "2s"]
    assert len(rows) == 14
    assert rows[-1] == ["total", "0", "0", "0"]
    assert {cell for row in rows[1:-1] for cell in row[1:]} == {""}


def test_a_line_is_chosen_in_the_own_column_which_says_what_it_is_worth() -> None:
    game = rw.load_game(YACHT)
    state = asked_for_a_line(game, rw.start(game, seats=2, seed=1))
    asked = rw.decision(game, state)
    assert asked is not None
    table = drawn_table(game, state, 0, asked)
    assert len(re.findall(r'<button[^>]*class="space open"', table)) == 12
    choice = next(row for row in cells(table) if row[0] == "Choice")
    shown = next(each for each in game.blueprint.families if each.id == "shown")
    assert choice[1:] == [str(sum(state[shown.base + die] for die in range(5))), ""]
    watched = drawn_table(game, state, 1, None)
    assert 'class="space open"' not in watched


def test_while_dice_are_thrown_again_the_sheet_says_what_each_empty_line_would_be_worth() -> None:
    game = rw.load_game(YACHT)
    state = rw.start(game, seats=2, seed=1)
    asked = rw.decision(game, state)
    assert asked is not None
    table = drawn_table(game, state, 0, asked)
    assert 'class="space open"' not in table, "it is asked for dice"
    shown = next(each for each in game.blueprint.families if each.id == "shown")
    choice = next(row for row in cells(table) if row[0] == "Choice")
    assert choice[1:] == [str(sum(state[shown.base + die] for die in range(5))), ""]


def test_the_heads_of_a_sheet_tell_who_plays_and_the_own_column_stands_out() -> None:
    game = rw.load_game(YACHT)
    signs = {0: SeatSign(True, "(You)"), 1: SeatSign(False, "bot")}
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None, signs=signs)
    assert re.findall(r'<small aria-hidden="true">([^<]*)</small></th>', table) == ["(You)", "bot"]
    assert table.count('<td class="own s-0">') == 13, "twelve lines and their sum"


def test_a_die_in_a_list_of_options_shows_its_pips() -> None:
    game = rw.load_game(YACHT)
    state = rw.start(game, seats=2, seed=1)
    die = next(number for number, each in enumerate(game.blueprint.pieces) if each.kind == "die")
    shown = next(each for each in game.blueprint.families if each.id == "shown")
    drawn = Printed(game, state, 0, "en").on(PieceOf("die"), die)
    assert drawn is not None
    assert drawn.count("<circle") == state[shown.base + die]


def test_how_many_rolls_are_left_stands_beside_the_dice() -> None:
    game = rw.load_game(YACHT)
    state = rw.start(game, seats=2, seed=1)
    found = []
    for _ in range(3):
        found += re.findall(r"Rolls left</span><b[^>]*>(\d)</b>", drawn_table(game, state, 0, None))
        asked = rw.decision(game, state)
        assert asked is not None
        rw.step(game, state, asked.options[-1])
    assert found == ["2", "1", "0"]
