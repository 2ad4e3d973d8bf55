"""Playing cards bear their sign as often as they count, and figures, which have a light tone of their colour."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright.core.run.steps import start
from rulewright.table.drawing.icons import counted
from tests.unit.table.drawing.drawn import drawn_table

WHIST = rw.load_game("whist")


def cards_in(table: str) -> dict[str, list[str]]:
    """The signs in the middle of each card that lies open, by what is read aloud of it."""
    found = re.findall(
        r'class="piece card [^>]*>.*?class="unseen"><span>(.*?)</span>.*?class="image">(.*?)</svg>', table
    )
    return {title: re.findall(r'href="#i-(\w+)"', image) for title, image in found}


def test_a_card_bears_its_sign_as_often_as_it_counts_and_court_cards_a_figure() -> None:
    shown = cards_in(drawn_table(WHIST, start(WHIST, seats=4, seed=1), -1, None, is_open=True))
    assert len(shown) >= 13
    figures = {"J": "jack_figure", "Q": "queen_figure", "K": "king_figure"}
    for title, signs in shown.items():
        rank, suit = title[:-1], {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}[title[-1]]
        expected = [figures[rank]] if rank in figures else [f"{suit}_sign"] * (int(rank) if rank.isdigit() else 1)
        assert signs == expected, title


@pytest.mark.parametrize("number", range(2, 11))
def test_so_many_signs_lie_apart_and_those_below_the_middle_upside_down(number: int) -> None:
    drawn = counted("clubs_sign", number)
    assert drawn is not None
    places = re.findall(r' x="(\d+)" y="(\d+)"', drawn)
    assert len(set(places)) == number
    assert drawn.count("rotate(180") == sum(int(y) > 57 for _, y in places)


def test_more_signs_than_are_told_at_a_glance_and_a_single_one_are_no_pattern() -> None:
    assert counted("clubs_sign", 1) is None
    assert counted("clubs_sign", 11) is None
