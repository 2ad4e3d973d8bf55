"""What chance decided is told in the line of what it was decided for, for the seat that acts."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright.observe.words.together import told_together
from rulewright.play.session.moments import make_choice
from rulewright.table.serve.logged_actions import Turn, turns_told
from tests.reference.games import both_of
from tests.unit.table.serve.visitors import visiting

SAME = """\
kind: content
counters:
  - {id: strength, title: {en: Strength}, per: [seat], min: 0, max: 6}
  - {id: secret, title: {en: Secret}, per: [seat], visible: owner, min: 0, max: 6}
procedures:
  - id: play
    does: |
      ask seat(1): turn
      ask seat(1): turn
  - id: turn
    title: {en: Turn}
    does: |
      choose:
        open_roll: throw
        hidden_roll: throw_hidden
  - {id: throw, does: "roll n from 1..1; set strength to n"}
  - {id: throw_hidden, does: "roll n from 1..1; set secret to n"}
"""


def turns_of(language: str) -> tuple[Turn, ...]:
    """A table of yacht whose first seat has rolled some dice again and filled a line."""
    with visiting(names=("yacht",)) as visitor:
        links = visitor.new_table("yacht", ("human", "human"))
        place = visitor.site.tables.find(int(links.split("/")[2]))
        assert place is not None
        seat = place.live.asked[0]
        for key in ("again white.2", "again white.4", "done", "done", "choice"):
            place.live.choose(seat, key)
            if place.live.must_confirm(seat):
                place.live.confirm(seat)
        return turns_told(place.live, 1 - seat, language)


def test_what_came_up_is_in_the_line_of_the_dice_and_with_the_seat_that_rolled_them() -> None:
    one, other = turns_of("en")
    again = one.actions[0]
    assert re.fullmatch(r"rolls again: 2 × Die, Came up: \d, \d", again.title), again.title
    assert not again.folds
    assert [each.title.partition(":")[0] for each in other.actions] == ["Came up"]
    assert len(other.actions[0].title.split(", ")) == 5


@pytest.mark.parametrize(("language", "said"), [("pl", "Wypadło: "), ("fr", "Tirage : ")])
def test_it_is_told_in_every_language(language: str, said: str) -> None:
    assert f", {said}" in turns_of(language)[0].actions[0].title


def test_it_is_told_even_if_it_is_what_was_there_before_but_only_to_who_may_see_it() -> None:

    both = both_of(SAME, 2, 2)
    state = rw.start(both.game, seats=2, seed=1)
    told: list[list[str]] = []
    for key in ("open_roll", "open_roll"):
        moment = make_choice(both.game, both.traced, state, 0, key)
        told.append([each.text for each in told_together(both.game, moment.events, 1) if each.by_chance])
    assert told == [["Came up: 1"], ["Came up: 1"]]
    state = rw.start(both.game, seats=2, seed=1)
    moment = make_choice(both.game, both.traced, state, 0, "hidden_roll")
    assert [each.text for each in told_together(both.game, moment.events, 1) if each.by_chance] == []
    assert [each.text for each in told_together(both.game, moment.events, 0) if each.by_chance] == ["Came up: 1"]


def test_a_truth_that_is_set_after_a_roll_is_no_result_of_it() -> None:
    hurt = "\n  - {id: hurt, title: {en: Hurt}, per: [seat], start: false}\nprocedures:"
    both = both_of(SAME.replace("\nprocedures:", hurt).replace("set strength to n", "set seat(n).hurt to true"), 2, 2)
    state = rw.start(both.game, seats=2, seed=1)
    moment = make_choice(both.game, both.traced, state, 0, "open_roll")
    told = [(each.text, each.by_chance) for each in told_together(both.game, moment.events, 1)]
    assert ("seat 1: Hurt", False) in told
