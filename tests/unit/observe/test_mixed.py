"""An order that chance has made, and that nobody is shown, is not told when what lies in it is hidden."""

from __future__ import annotations

import pytest

from rulewright.core.model.game import Game
from rulewright.core.model.layout import OPTIONS
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.observe.sight.offers import offers
from rulewright.observe.words.events import sentences
from tests.reference.games import both_of

_WORLD = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
components:
  - {id: ant, kind: card, title: {en: Ant}}
  - {id: bee, kind: card, title: {en: Bee}}
  - {id: cow, kind: card, title: {en: Cow}}
  - {id: dog, kind: card, title: {en: Dog}}
zones:
  - {id: aside, title: {en: Aside}, holds: card, visible: all, start: "true"}
  - {id: heap, title: {en: Heap}, holds: card, visible: all}
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none}
procedures:
  - id: play
    does: |
      ask seat(1): wait
      EFFECT
      repeat 2: ask seat(1): wait
  - {id: wait, title: {en: Wait}, does: "choose:\\n  go: nothing\\n  stay: nothing\\n"}
"""
EFFECTS = (
    "shuffle aside; move aside to deck",
    "shuffle aside; draw 4 from aside to deck",
    "shuffle aside; for each c in aside: move c to deck",
    "shuffle aside; repeat 4: move top(aside) to deck",
    "shuffle aside; repeat 4: move bottom(aside) under deck",
    "shuffle aside; move aside to heap; move heap to deck",
    "repeat 4:;   roll c from aside;   move c to deck",
)


@pytest.mark.parametrize("effect", EFFECTS)
def test_the_order_of_a_pile_turned_down_is_known_to_nobody(effect: str) -> None:
    game, told, orders = both_of(_WORLD.replace("EFFECT", effect.replace("; ", "\n      ")), 2, 2).game, set(), set()
    deck = next(each.base for each in game.blueprint.families if each.id == "deck")
    for seed in range(5):
        build = traced_build(game)
        state = start(game, seats=2, seed=seed, build=build)
        assert build.events is not None
        knowledge = Knowledge(game, 1, seats=2)
        knowledge.observe(build.events)
        build.events.clear()
        step(game, state, state[OPTIONS][0], build=build)
        told.add(tuple(sentences(game, build.events, 1)))
        knowledge.observe(build.events)
        assert [piece for piece in state[deck] if knowledge.knows(piece)] == []
        orders.add(state[deck])
    assert len(told) == 1
    assert len(orders) > 1


def test_pieces_put_down_one_by_one_are_told_in_their_order() -> None:
    game = both_of(_WORLD.replace("EFFECT", "for each c in aside: move c to deck"), 2, 2).game
    assert known_after(game)


def known_after(game: Game) -> bool:
    """Whether a seat knows all that lies in the deck after the first choice."""
    build = traced_build(game)
    state = start(game, seats=2, seed=1, build=build)
    step(game, state, state[OPTIONS][0], build=build)
    knowledge = Knowledge(game, 1, seats=2)
    knowledge.observe(build.events or ())
    return all(map(knowledge.knows, range(len(game.blueprint.pieces))))


def test_options_do_not_tell_how_an_open_pile_was_shuffled() -> None:
    effect = "shuffle aside\n      ask seat(1): pick c from aside"
    game = both_of(_WORLD.replace("EFFECT", effect), 2, 2).game
    listed = set()
    for seed in range(5):
        state = start(game, seats=2, seed=seed)
        step(game, state, state[OPTIONS][0])
        listed.add(tuple(each.key for each in offers(game, state, 0)))
    assert listed == {("ant", "bee", "cow", "dog")}
