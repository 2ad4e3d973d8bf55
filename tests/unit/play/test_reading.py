"""What a choice reads that is hidden from its seat, and that both tables go by it."""

from __future__ import annotations

import pytest

from rulewright.cli.screen.session import Session
from rulewright.core.model.game import Game
from rulewright.play.records.replay import offered
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve.live import LiveTable
from tests.reference.games import both_of
from tests.reference.tables import live_table

_WORLD = """\
kind: content
kinds:
  - {{id: card, title: {{en: Card}}, faces: [up, down], fields: {{worth: {{type: number, about: Its worth}}}}}}
components:
  - {{id: low, kind: card, copies: 6, worth: 1, title: {{en: Low}}}}
  - {{id: high, kind: card, copies: 6, worth: 5, title: {{en: High}}}}
counters:
  - {{id: coin, title: {{en: Coin}}, per: [seat], min: 0, max: 99, start: 9}}
  - {{id: secret, title: {{en: Secret}}, min: 0, max: 9, start: 4, visible: none}}
  - {{id: stake, title: {{en: Stake}}, per: [seat], min: 0, max: 9, start: 4, visible: owner}}
zones:
  - {{id: deck, title: {{en: Deck}}, holds: card, order: stack, visible: none, start: "true"}}
  - {{id: pool, title: {{en: Pool}}, holds: card, visible: all}}
  - {{id: river, title: {{en: River}}, holds: card, order: stack, visible: all}}
  - {{id: hand, title: {{en: Hand}}, per: [seat], holds: card, visible: owner}}
procedures:
  - id: play
    does: |
      shuffle deck
      draw 4 from deck to pool
      draw 3 from deck to river
      shuffle pool
      for each s in seat: draw 2 from deck to s.hand
      repeat 3:
        for each s in seat: ask s: turn
  - id: turn
    title: {{en: Turn}}
    does: |
      choose:
        wait: nothing
        go:
          {does}
      choose:
        done: nothing
        over: nothing
  - id: guess
    does: require top(deck).design is high
"""
READS = {
    "if top(deck).design is high: gain 1 coin": True,
    "gain top(deck).worth coin": True,
    "if count(c in deck where c.worth > 3) > 1: gain 1 coin": True,
    "for each s in others: gain sum(c.worth for c in s.hand) coin": True,
    "if top(deck).down: gain 1 coin": True,
    "draw 1 from deck to hand": True,
    "move top(deck) to pool": True,
    "roll c from pool": True,
    "shuffle river": True,
    "gain top(pool).worth coin": True,
    "if possible(guess): gain 1 coin": True,
    "if secret > 3: gain 1 coin": True,
    "gain sum(s.stake for s in others) coin": True,
    "gain 1 coin": False,
    "gain size(deck) coin": False,
    "gain sum(size(s.hand) for s in others) coin": False,
    "gain stake coin": False,
    "gain sum(c.worth for c in hand) coin": False,
    "gain sum(c.worth for c in pool) coin": False,
    "move first(c in hand by most c.worth) to pool": False,
    "shuffle deck": False,
    "shuffle pool": False,
    "if exists(deck): move top(deck) to first(s in others).hand": False,
}
"""Effects, and whether they come by something hidden."""


@pytest.fixture(name="game", params=READS, scope="module")
def game_with_an_effect(request: pytest.FixtureRequest) -> tuple[str, Game]:
    return request.param, both_of(_WORLD.format(does=request.param), 2, 2).game


def test_both_tables_give_back_what_read_nothing_hidden_and_nothing_else(game: tuple[str, Game]) -> None:
    effect, rules = game
    screen, live = Session(rules, ("human", "human"), 4, {}), live_table(rules, ("human", "human"), 4)
    screen.start()
    screen.choose_option(screen.options()["go"])
    live.choose(0, "go")
    assert bool(screen.undo_last()) == READS[effect]
    assert bool(live.moments) == READS[effect]
    assert live.may_choose(0)


def tried_and_undone(live: LiveTable, seat: int, key: str) -> bool:
    """Whether a choice could be taken back without anything having been shown of what it came to."""
    live.choose(seat, key)
    if not live.drafts:
        return False
    live.undo(seat)
    return True


_HEAD = _WORLD.format(does="guess").partition("  - id: turn")[0]
_ORACLE = """\
  - id: turn
    does: |
      choose:
        guess for c in card:
          pay 5 coin
          if top(deck).design is c: gain 50 coin
        pass: nothing
"""
_REACTION = """\
  - id: turn
    does: |
      choose:
        attack:
          for each s in others: ask s: defend
          roll c from pool
        pass: nothing
  - id: defend
    does: |
      choose:
        parry for c in hand where c.worth > 3: gain 1 coin
        suffer: lose 1 coin
"""
_SEALED = """\
  - id: turn
    does: |
      choose:
        one: gain 1 coin
        two: gain 2 coin
        richer:
          if coin < highest(s.coin for s in others): gain 3 coin
          choose:
            good: nothing
            well: nothing
"""


def test_a_wrong_guess_of_a_hidden_card_stands_at_both_tables() -> None:
    rules = both_of(_HEAD + _ORACLE, 2, 2).game
    for seed in range(6):
        live = live_table(rules, ("human", "human"), seed)
        assert not tried_and_undone(live, 0, "guess low")
        screen = Session(rules, ("human", "first"), seed, {})
        screen.start()
        screen.choose_option(screen.options()["guess low"])
        screen.run_bots()
        assert screen.undo_last()


def test_whether_another_can_answer_is_shown_only_once_it_is_confirmed() -> None:
    rules = both_of(_HEAD + _REACTION, 2, 2).game
    shown = set()
    for seed in range(12):
        live = live_table(rules, ("human", "human"), seed)
        live.choose(0, "attack")
        assert live.must_confirm(0)
        shown.add((len(live.moments), tuple(offered(rules, live.state_for(0))), live.version(0)))
        live.undo(0)
        assert live.may_choose(0)
    assert len(shown) == 1


def test_what_all_have_answered_is_shown_once_the_last_answer_is_confirmed_though_all_are_asked_again() -> None:
    rules = both_of(_HEAD.replace("for each s in seat: ask s", "ask each") + _SEALED, 2, 2).game
    live = live_table(rules, ("human", "human"), 1)
    live.choose(0, "two")
    live.confirm(0)
    live.choose(1, "one")
    assert live.must_confirm(1)
    assert [line for _, _, lines, _ in live.told(1, "en") for line in lines if "seat 1" in line.text] == []
    live.confirm(1)
    told = [line.text for _, _, lines, _ in live.told(1, "en") for line in lines]
    assert [line for line in told if "11" in line], ("what seat 1 answered is open", told)
    assert (live.seen_until, live.counted) == (1, [0, 2]), "all answers count as one choice"


def test_what_others_did_as_they_answered_is_told_before_all_are_asked_again() -> None:
    """What a seat gains of its own is done as it answers; the others are told at the opening, not at the next one."""
    rules = both_of(_HEAD.replace("for each s in seat: ask s", "ask each") + _SEALED.partition("        richer")[0], 2)
    live = live_table(rules.game, ("human", "human"), 1)
    for seat, key in ((0, "two"), (1, "one")):
        assert [line for _, _, lines, _ in live.told(1, "en") for line in lines if "11" in line.text] == []
        live.choose(seat, key)
        live.confirm(seat)
    for viewer in (1, ONLOOKER):
        told = [line.text for _, _, lines, _ in live.told(viewer, "en") for line in lines]
        assert [line for line in told if "11" in line], (viewer, told)
    assert live.asked == (0, 1)


@pytest.mark.parametrize("first", ["one", "two"])
def test_the_last_answer_can_be_taken_back_whether_or_not_the_opening_shows_what_is_hidden(first: str) -> None:
    """Otherwise its seat would learn by that what the others have answered."""
    asked = "repeat 1:\n        ask each: turn\n        if seat(1).coin = 11: draw 1 from deck to pool\n"
    head = _HEAD.replace("repeat 3:\n        for each s in seat: ask s: turn\n", asked)
    rules = both_of(head + _SEALED.partition("        richer")[0], 2, 2).game
    live = live_table(rules, ("human", "human"), 1)
    live.choose(0, first)
    live.confirm(0)
    assert tried_and_undone(live, 1, "one")
    live.choose(1, "two")
    assert len(live.moments) == 1
    live.confirm(1)
    assert live.is_over


def test_an_answer_that_asks_for_what_others_have_waits_for_them_and_can_be_taken_back() -> None:
    rules = both_of(_HEAD.replace("for each s in seat: ask s", "ask each") + _SEALED, 2, 2).game
    live = live_table(rules, ("human", "human"), 1)
    assert tried_and_undone(live, 0, "richer")
    live.choose(0, "richer")
    live.confirm(0)
    assert live.asked == (1,)
