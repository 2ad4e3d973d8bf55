"""Who is asked with others and answers out of turn: what happens before it is asked is told as if it came in turn."""

from __future__ import annotations

from rulewright.core.model.events import Changed, Event, Moved
from rulewright.core.model.game import Game, State
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start
from rulewright.observe.sight.dealing import Deals
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.play.session.moments import Hearing, Moment, make_choice
from rulewright.play.session.questions import events_of
from rulewright.play.session.remembering import TableMemory
from tests.reference.games import both_of

# Each seat draws from its own pile before it is asked, when it is its turn or when it wants to answer.
_GAME = """\
kind: content
kinds:
  - {id: card, title: {en: Card}}
components:
  - {id: low, kind: card, copies: 9, title: {en: Low}, source: {doc: DOC, place: a}}
  - {id: high, kind: card, copies: 9, title: {en: High}, source: {doc: DOC, place: a}}
counters:
  - {id: coin, per: [seat], min: 0, max: 9, title: {en: Purse}}
zones:
  - {id: deck, holds: card, visible: none, start: "true", title: {en: Deck}}
  - {id: pile, per: [seat], holds: card, visible: none, title: {en: Pile}}
  - {id: hand, per: [seat], holds: card, visible: owner, title: {en: Hand}}
procedures:
  - id: play
    does: |
      shuffle deck
      for each s in seat: draw 4 from deck to s.pile
      repeat 2:
        ask each:
          draw 2 from pile to hand
          choose:
            rest: gain 1 coin
            work: gain 2 coin
"""


def played(order: tuple[int, ...]) -> tuple[Game, tuple[Event, ...], list[Moment], State]:
    """A game of three seats that rest in some order: how it began, what was chosen, and the state in the end."""
    game = both_of(_GAME, low=3).game
    build = traced_build(game)
    state = start(game, seats=3, seed=4, build=build)
    begun = tuple(build.events or ())
    return game, begun, [make_choice(game, build, state, seat, "rest") for seat in order], state


def test_what_happens_before_a_seat_is_asked_is_told_whenever_it_answers() -> None:
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        _, begun, moments, _ = played(order)
        events = [*begun, *(event for each in moments for event in each.events)]
        dealt = 12
        assert sum(isinstance(each, Moved) for each in events) == dealt + 8  # the first seat has drawn again by now
        assert sum(isinstance(each, Changed) for each in events) == 3


def test_a_seat_hears_what_it_draws_before_it_is_asked() -> None:
    game, _, moments, _ = played((2,))
    heard = Hearing(2)
    heard.hear(game, moments)
    assert sum(isinstance(event, Moved) for each in heard.heard for event in each.events) == 2


def test_who_follows_the_game_knows_where_everything_is() -> None:
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        game, begun, moments, state = played(order)
        _, events = events_of(game, [(each, "rest") for each in order], seats=3, seed=4)
        for seat in range(3):
            told = Knowledge(game, seat, seats=3)
            told.observe(events)
            knowledge = TableMemory(game, 3, begun).knowledge(seat, moments)
            assert Deals(state, knowledge).belief == Deals(state, told).belief
