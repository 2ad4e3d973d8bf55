"""Long words on cards can be broken with a hyphen; short ones, tags and signs are left as they are."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.table.drawing.hyphens import breakable
from rulewright.table.pages.html import Markup
from tests.unit.table.drawing.drawn import drawn_table


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("manufacture", "ma-nu-fac-ture"), ("ceramics", "ce-ra-mics"), ("Greenhouse", "Green-house"),
        ("Research", "Re-search"), ("emplacements", "em-pla-ce-ments"), ("najmniej", "najm-niej"), ("ore", "ore"),
        ("strengths", "strengths"),
    ],
)  # fmt: skip
def test_a_long_word_may_be_broken_between_its_syllables(word: str, parts: str) -> None:
    assert breakable(Markup(word)).replace("\N{SOFT HYPHEN}", "-") == parts


def test_what_is_no_word_is_left_as_it_is() -> None:
    for each in ('<span class="manufacture">ore</span>', "&lt;ore&gt;", "&CounterClockwiseContourIntegral;"):
        assert breakable(Markup(each)) == each


def test_the_words_of_cards_may_be_broken() -> None:
    game = rw.load_game("ceres")
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert "Greenhouse" not in drawn or "Green\N{SOFT HYPHEN}house" in drawn
    assert "manu\N{SOFT HYPHEN}fac\N{SOFT HYPHEN}ture".removeprefix("manu") in drawn.lower()
