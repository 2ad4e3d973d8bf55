"""A hand that all but its owner see: what a seat is shown, told and left to imagine, and what lints say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.lint.review import Review
from rulewright.core.model.chance import Draws
from rulewright.core.model.layout import OPTIONS
from rulewright.core.pipeline import Choice, examine
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.sight.determinize import determinize
from rulewright.observe.sight.sight import HIDDEN
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.events import sentences
from tests.reference.games import both_of, write_small

_GAME = """\
kind: content
kinds: [{id: card, title: {en: Card}, fields: {worth: {type: number}}}]
components:
  - {id: ant, kind: card, title: {en: Ant}, worth: 1}
  - {id: bee, kind: card, title: {en: Bee}, worth: 2}
  - {id: cow, kind: card, title: {en: Cow}, worth: 3}
  - {id: dog, kind: card, title: {en: Dog}, worth: 4}
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: others}
procedures:
  - id: play
    does: |
      for each s in seat: draw 1 from deck to s.hand
      repeat 2: for each s in seat: ask s: turn
  - {id: turn, title: {en: Turn}, does: "choose:\\n  take: draw 1 from deck to hand\\n  dare: WHEN"}
"""


def _game(when: str) -> str:
    return _GAME.replace("WHEN", when)


def test_all_but_the_owner_see_a_hand_and_are_told_what_comes_to_it() -> None:
    game = both_of(_game("nothing")).game
    state, build = start(game, seats=3, seed=4), traced_build(game)
    for viewer in range(3):
        hands = view_of(game, state, viewer).zones["hand"]
        for (owner,), held in hands.items():
            assert (held == (HIDDEN,)) == (owner == f"seat {viewer + 1}"), (viewer, owner, held)
    assert build.events is not None
    build.events.clear()
    deck = next(each for each in game.blueprint.families if each.id == "deck")
    taken = game.blueprint.pieces[state[deck.base][-1]].design.title()
    step(game, state, state[OPTIONS][0], build=build)
    told = [" ".join(sentences(game, build.events, seat)) for seat in range(3)]
    assert [taken in each for each in told] == [False, True, True], told


def test_a_search_imagines_other_cards_in_its_own_hand_alone() -> None:
    game = both_of(_game("nothing")).game
    state = start(game, seats=3, seed=4)
    hand = next(each for each in game.blueprint.families if each.id == "hand")
    imagined = [determinize(game, state, 0, Draws(seed)) for seed in range(30)]
    held = [{tuple(each[hand.base + seat]) for each in imagined} for seat in range(3)]
    assert [len(each) > 1 for each in held] == [True, False, False]
    assert [each for each in imagined if each[hand.base + 1] != state[hand.base + 1]] == []


@pytest.mark.parametrize(("whose", "reported"), [("hand", True), ("first(s in others).hand", False)])
def test_lint_reports_an_option_that_depends_on_ones_own_hand_alone(tmp_path: Path, whose: str, reported: bool) -> None:
    write_small(tmp_path / "game", _game(f"require any(c in {whose} where c.worth > 2)"))
    found = {each.code for each in Review().after(examine(Choice(str(tmp_path / "game")))).findings()}
    assert ("hidden-option" in found) == reported
