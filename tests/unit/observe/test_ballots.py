"""A secret ballot: what a seat answers under seal about its own hidden counter only that seat ever knows."""

from __future__ import annotations

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS
from rulewright.core.run.build import asking_singly, traced_build
from rulewright.core.run.steps import start, turned_to
from rulewright.observe.sight.determinize import determinize
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.events import sentences
from rulewright.play.records.replay import offered
from rulewright.play.session.moments import ONLOOKER, Hearing, Moment, make_choice
from tests.reference.games import both_of

# Seat 2 alone may vote against; how many did is counted for all to see.
CONTENT = """\
kind: content
counters:
  - {id: vote, title: {en: Vote}, per: [seat], min: 0, max: 9, visible: owner}
  - {id: traitor, title: {en: Traitor}, per: [seat], min: 0, max: 1, visible: owner}
  - {id: against, title: {en: Against}, min: 0, max: 9}
procedures:
  - id: play
    does: |
      set seat(2).traitor to 1
      ask each: ballot
      set against to count(s in seat where s.vote = 2)
      choose:
        a: nothing
        b: nothing
  - id: ballot
    title: {en: Ballot}
    does: |
      choose:
        for_it: set vote to 1
        against_it:
          require traitor = 1
          set vote to 2
    wording: {for_it: {en: for it}, against_it: {en: against it}}
"""


def played(votes: tuple[str, ...]) -> tuple[Game, State, list[Moment]]:
    game = asking_singly(both_of(CONTENT, 3, 3).game)
    build = traced_build(game)
    state = start(game, seats=3, seed=1, build=build)
    moments = [make_choice(game, build, state, seat, vote) for seat, vote in zip((2, 0, 1), votes, strict=True)]
    return game, state, moments


def test_everybody_is_asked_even_with_one_option() -> None:
    game = asking_singly(both_of(CONTENT, 3, 3).game)
    state = start(game, seats=3, seed=1)
    asked = [turned_to(game, state, seat) for seat in range(3)]
    assert [len(each[OPTIONS]) if each is not None else 0 for each in asked] == [1, 2, 1]


@pytest.mark.parametrize("viewer", [0, 2, ONLOOKER])
def test_nobody_else_learns_what_was_voted_only_how_many(viewer: int) -> None:
    found = []
    for votes in (("for_it", "for_it", "for_it"), ("for_it", "for_it", "against_it")):
        game, state, moments = played(votes)
        view = view_of(game, state, viewer)
        assert view.counters["vote"][("seat 2",)] == "?"
        heard = Hearing(viewer).hear(game, moments)
        told = [line for each in heard for line in sentences(game, each.events, viewer)]
        found.append([line for line in told if "Against" not in line])
    assert found[0] == found[1]
    assert not [line for line in found[0] if "against it" in line]


def test_the_count_is_right_and_the_maker_knows_its_own_vote() -> None:
    game, state, _ = played(("for_it", "for_it", "against_it"))
    assert view_of(game, state, 0).counters["against"][()] == 1
    assert view_of(game, state, 1).counters["vote"][("seat 2",)] == 2


def test_settled_votes_are_told_to_nobody_else() -> None:
    game = both_of(CONTENT, 3, 3).game
    build = traced_build(game)
    state = start(game, seats=3, seed=1, build=build)
    assert list(offered(game, state)) == ["for_it", "against_it"]
    events = (*(build.events or ()), *make_choice(game, build, state, 1, "against_it").events)
    assert not [line for line in sentences(game, events, 2) if "against it" in line or "seat 1: Ballot" in line]


def test_a_bot_imagines_any_vote_of_the_others() -> None:
    game, state, _ = played(("for_it", "for_it", "against_it"))
    imagined = {
        view_of(game, determinize(game, state, 0, Draws(seed)), None).counters["vote"][("seat 2",)]
        for seed in range(40)
    }
    assert len(imagined) > 1
