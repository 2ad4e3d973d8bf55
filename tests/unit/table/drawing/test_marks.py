"""Marks of what was done last and of what is not done yet: seen on any ground, and told from each other."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import product

import pytest

import rulewright as rw
from rulewright.table.drawing.colours import SEATS, contrast
from rulewright.table.drawing.seat_colours import are_alike
from rulewright.table.drawing.style import spot_on, style_of
from tests.unit.table.drawing.drawn import drawn_table

_PAPER = "#ffffff"
_SIGN = ':is(.stands,.plate,.head,.saying,.turn,.standing) use[href^="#i-mark-"]{visibility:hidden}'


def _colour(name: str) -> str:
    sheet = files("rulewright.table.drawing").joinpath("table.css").read_text("utf-8")
    (found,) = re.findall(rf"--{name}: (#[0-9a-f]{{6}});", sheet)
    return str(found)


@pytest.mark.parametrize(
    "ground", [f"#{red}{green}{blue}" for red, green, blue in product(("00", "55", "80", "c0", "ff"), repeat=3)]
)
def test_one_of_the_two_tones_of_a_mark_stands_out_from_any_ground(ground: str) -> None:
    assert max(contrast(_colour(each), ground) for each in ("news", "rim")) >= 3, "what was done last"
    assert max(contrast(each, ground) for each in (_colour("plan"), _PAPER)) >= 3, "what is not done yet"
    assert max(contrast(each, ground) for each in (_colour("may"), _PAPER)) >= 3, "what can be chosen"
    assert contrast(spot_on(ground), ground) >= 3, "a dot on an empty field that can be chosen"


def test_the_two_tones_of_a_mark_are_told_from_each_other() -> None:
    assert contrast(_colour("news"), _colour("rim")) >= 3
    assert contrast(_colour("plan"), _PAPER) >= 3
    assert contrast(_colour("may"), _PAPER) >= 3


def test_what_can_be_chosen_has_a_colour_of_no_seat() -> None:
    assert [each for each in SEATS if are_alike(each, _colour("may"))] == []
    sheets = files("rulewright.table.drawing")
    for name in ("table.css", "boards.css", "cloth.css", "hands.css", "pictures.css"):
        rules = re.findall(r"[^{}]*\.open[^{}]*\{[^{}]*\}", sheets.joinpath(name).read_text("utf-8"))
        found = [each.strip() for each in rules if "var(--open)" in each]
        assert [each for each in found if ".marked" not in each] == [], name


@pytest.mark.parametrize(
    ("name", "has_signs"), [("go", False), ("small_chess", False), ("hex", True), ("four_in_a_row", True)]
)
def test_light_and_dark_stones_need_no_sign_of_their_seat(name: str, has_signs: bool) -> None:
    assert (_SIGN not in style_of(rw.load_game(name))) == has_signs


def test_what_a_look_writes_in_the_corners_of_a_place_is_written_on_it() -> None:
    game = rw.load_game("mancala")
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert re.findall(r'class="print"><span>(\d+)</span>', drawn) == [str(each) for each in range(1, 15)]


def test_points_in_a_line_are_named_at_its_end_by_what_they_share() -> None:
    game = rw.load_game("nine_mens_morris")
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert re.findall(r'<text [^>]*class="letter"[^>]*>(\w+)</text>', drawn) == [*"7654321", *"abcdefg"]
