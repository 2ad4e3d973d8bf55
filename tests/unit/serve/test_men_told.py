"""A move on a board says what is moved: in the list of options by what stands there, in the log by what has left."""

from __future__ import annotations

import re

import pytest

from rulewright.serve.logged_actions import turns_told
from rulewright.serve.offers import asked_of
from rulewright.serve.seeing import sight_of
from tests.unit.serve.visitors import visiting


@pytest.mark.parametrize(
    ("language", "man", "told"),
    [("en", "Pawn", "Move: Pawn a2"), ("pl", "Pionek", "Rusz: Pionek a2"), ("fr", "Pion", "Jouer: Pion a2")],
)
def test_a_move_says_what_is_moved(language: str, man: str, told: str) -> None:
    with visiting(names=("small_chess",)) as visitor:
        links = visitor.new_table("small_chess", ("human", "human"))
        place = visitor.site.tables.find(int(links.split("/")[2]))
        assert place is not None
        live = place.live
        asked = asked_of(live.game, live.state_for(0), 0, language)
        assert {each.title: str(each.more) for each in asked.offers}["a2"] == man
        live.choose(0, "move a2")  # there is but one square for it to go to
        (step,) = sight_of(live, 0, language).trail
        assert f"{man} a2" in step.answer
        live.confirm(0)
        (turn,) = turns_told(live, 1, language)
        title = turn.actions[0].title.replace("\u00a0", " ").replace(" :", ":")
        assert title.startswith(told)
        assert title.endswith("a3")


def test_an_empty_field_says_nothing_more() -> None:
    with visiting(names=("reversi",)) as visitor:
        page = visitor.get(visitor.seat_path(visitor.new_table("reversi", ("human", "human")), 1)).text
        assert not re.search(r'<button name="offer"[^>]*>.*?<small>.*?</button>', page)
