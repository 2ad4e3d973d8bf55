"""The sheet of a game has the rules for all that its table draws, and no rules for boards and pictures it lacks."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

import rulewright as rw
from rulewright.core.pipeline import known_names
from rulewright.table.drawing.style import style_of
from tests.unit.table.drawing.drawn import drawn_table
from tests.unit.table.drawing.test_table import positions

MARKS = {"boards": ".region.field{", "pictures": ".pic{"}
CLASS = re.compile(r"\.([a-z][a-z-]*)")
NOTES, DENIED = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r":not\([^()]*\)")


def asked_in(sheet: str) -> list[set[str]]:
    """The classes that each selector of a sheet of all games asks for, with those of the rules around it."""
    text = NOTES.sub("", files("rulewright.table.drawing").joinpath(f"{sheet}.css").read_text("utf-8"))
    found, around = [], [set[str]()]
    for opened in re.finditer(r"([^{};]*)\{|\}", text):
        if opened[0] == "}":
            around.pop()
        else:
            around.append(around[-1] | set(CLASS.findall(DENIED.sub("", opened[1]))))
            found.append(around[-1])
    return [each for each in found if each]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", known_names())
def test_what_is_drawn_is_in_the_sheet(name: str) -> None:
    game = rw.load_game(name)
    sheet = style_of(game)
    lacking = [each for each, mark in MARKS.items() if mark not in sheet]
    drawn = (
        drawn_table(game, state, seat, rw.decision(game, state))
        for state in positions(game, game.blueprint.max_seats, seed=5, apart=40)[:4]
        for seat in (None, 0)
    )
    classes = {each for text in drawn for told in re.findall(r'class="([^"]*)"', text) for each in told.split()}
    assert len(classes) > 5
    assert [asked for each in lacking for asked in asked_in(each) if asked <= classes] == []


def test_games_without_boards_and_pictures_do_not_load_their_rules() -> None:
    skymines, chess = (style_of(rw.load_game(name)) for name in ("skymines", "small_chess"))
    assert [mark in skymines for mark in MARKS.values()] == [False, False]
    assert MARKS["boards"] in chess
