"""What is kept between drawings changes nothing in them, whatever was drawn before."""

from __future__ import annotations

import random

import rulewright as rw
from rulewright.table.drawing import kept
from tests.unit.table.drawing.drawn import drawn_table
from tests.unit.table.drawing.test_table import positions


def test_a_drawing_is_the_same_whatever_was_drawn_before() -> None:
    asked = [(rw.load_game(name), language) for name in ("tutorial", "skymines") for language in ("en", "pl")]
    drawn = [(game, state, language) for game, language in asked for state in positions(game, 2, seed=5, apart=90)]
    alone = []
    for game, state, language in drawn:
        kept._kept.cache_clear()
        alone.append(drawn_table(game, state, 0, None, language))
    order = list(range(len(drawn)))
    random.Random(11).shuffle(order)
    for at in order:
        game, state, language = drawn[at]
        assert drawn_table(game, state, 0, None, language) == alone[at], f"{game.blueprint.ruleset} {language}"


def test_what_is_printed_is_told_in_the_language_of_each_drawing() -> None:
    game = rw.load_game("skymines")
    state = rw.start(game, seats=2, seed=3)
    one, other, again = (drawn_table(game, state, 0, None, each).partition("abouts")[2] for each in ("en", "pl", "en"))
    assert one == again
    assert one != other


def test_no_more_games_are_kept_than_were_drawn_last() -> None:
    kept._kept.cache_clear()
    game = rw.load_game("tutorial")
    first = kept.kept_of(game.blueprint, (), "en")
    assert kept.kept_of(game.blueprint, (), "en") is first
    for number in range(100):
        kept.kept_of(game.blueprint, ({"en": f"Ghost {number}"},), "en")
    assert kept.kept_of(game.blueprint, (), "en") is not first
