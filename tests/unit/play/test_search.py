"""Search finds what one step ahead does not show, costs nothing where nothing is to decide, and plays any ruleset."""

from __future__ import annotations

from functools import cache

import pytest

import rulewright as rw
from rulewright.cli.screen.session import Session
from rulewright.core.model.chance import Draws
from rulewright.core.model.events import Event, Shuffled
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import start, step
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.search import Flat, Search
from rulewright.play.series.simulate import Series, play_one
from tests.properties.tables import WHOLE
from tests.reference.games import both_of, small

_HEAP = """\
kind: content
counters:
  - {{id: heap, min: 0, max: 40, start: {heap}}}
  - {{id: sticks, per: [seat], min: 0, max: 1}}
scoring:
  - {{id: last_stick, title: {{en: Last}}, amount: sticks}}
procedures:
  - id: play
    does: |
      repeat 40:
        for each s in seat:
          ask s:
            turn
  - id: turn
    does: |
      pick n from 1..3 where n <= heap
      set heap to heap - n
      if heap = 0:
        gain 1 sticks
        end game
"""
_ALONE = """\
kind: content
counters:
  - {id: points, per: [seat], min: 0, max: 99}
  - {id: seed, per: [seat], min: 0, max: 9}
scoring:
  - {id: total_points, title: {en: Points}, amount: points}
procedures:
  - id: play
    does: |
      for each s in seat:
        ask s:
          repeat 5:
            choose:
              take: gain 2 points
              sow: gain 1 seed
          gain (seed * seed) points
"""
_TRAP = """\
kind: content
counters:
  - {id: points, per: [seat], min: 0, max: 99}
scoring:
  - {id: total_points, title: {en: Points}, amount: points}
procedures:
  - id: play
    does: |
      for each s in seat:
        ask s:
          choose:
            trap: gain 50 points; endless
            safe: gain 1 points
  - id: endless
    does: |
      repeat 99:
        repeat 99:
          repeat 99: gain 1 points
"""


@cache
def heap(size: int) -> Game:
    return both_of(_HEAP.format(heap=size), 2, 3).game


def chosen(game: Game, state: State, budget: Budget, kind: type[Search] = Search) -> tuple[int, int]:
    """The code that a search chooses, and how many simulations it took."""
    search = kind(game, state[SEAT], budget)
    return search.choose(game, state, Draws(7)), search.simulations


@pytest.mark.parametrize("size", [5, 6, 7, 9, 10, 11])
def test_it_leaves_its_rival_the_heap_that_loses(size: int) -> None:
    game = heap(size)
    state = start(game, seats=2, seed=1)
    assert chosen(game, state, Budget(400))[0] == size % 4


def test_alone_it_finds_what_comes_to_most() -> None:
    game = both_of(_ALONE, 1, 1).game
    state = start(game, seats=1, seed=1)
    search = Search(game, 0, Budget(200))
    while state[FRAME] is not None:
        step(game, state, search.choose(game, state, Draws(len(state[OPTIONS]))))
    assert rw.scores(game, state)[0]["total"] == 25


@pytest.mark.parametrize("kind", [Search, Flat])
def test_an_option_that_leads_to_a_limit_is_not_chosen(kind: type[Search]) -> None:
    game = both_of(_TRAP, 1, 2).game
    state = start(game, seats=2, seed=1)
    code, _ = chosen(game, state, Budget(30), kind)
    step(game, state, code)
    with pytest.raises(LimitReached):
        step(game, start(game, seats=2, seed=1), 0)


@pytest.mark.parametrize("kind", [Search, Flat])
def test_what_nobody_can_tell_apart_is_not_thought_about(kind: type[Search]) -> None:
    blind = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
zones:
  - {id: deck, holds: card, visible: none, start: "true"}
  - {id: row, holds: card, visible: all}
scoring: [{id: cards, title: {en: Cards}, amount: size(row)}]
procedures:
  - {id: play, does: "for each s in seat:\\n  ask s:\\n    pick c from deck\\n    move c to row"}
components:
  - {id: ace, kind: card, title: {en: Ace}, copies: 6}
"""
    game = both_of(blind, 2, 2).game
    state = start(game, seats=2, seed=1)
    assert len(state[OPTIONS]) == 6
    assert chosen(game, state, Budget(50), kind)[1] == 0


def test_the_same_chance_gives_the_same_choice() -> None:
    game = rw.load_game("ceres")
    state = start(game, seats=3, seed=4)
    assert chosen(game, state, Budget(15)) == chosen(game, state, Budget(15))


def test_a_time_is_kept() -> None:
    game = rw.load_game("ceres")
    state = start(game, seats=3, seed=4)
    assert 1 <= chosen(game, state, Budget(1_000_000, 0.1))[1] < 1_000


def test_simulations_of_a_course_of_choices_are_counted_together() -> None:
    game = both_of(_ALONE, 1, 1).game
    state, search = start(game, seats=1, seed=1), Search(game, 0, Budget(60))
    for decided in range(5):
        step(game, state, search.choose(game, state, Draws(decided)))
        search.observe(())
    assert 60 < search.simulations < 5 * 60


@pytest.mark.parametrize("news", [[(Shuffled(0),)], [(), ()]], ids=["chance", "another choice"])
def test_after_what_it_could_not_foresee_it_thinks_anew(news: list[tuple[Event, ...]]) -> None:
    game = both_of(_ALONE, 1, 1).game
    state, search = start(game, seats=1, seed=1), Search(game, 0, Budget(60))
    for decided in range(5):
        step(game, state, search.choose(game, state, Draws(decided)))
        for events in news:
            search.observe(events)
    assert search.simulations == 5 * 60


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["together", "free", "ghosts", "statements", "possible"])
@pytest.mark.parametrize("policy", ["search:4", "flat:4"])
def test_it_plays_what_is_strange(name: str, policy: str) -> None:
    game = small(name).game
    seats = game.blueprint.max_seats
    result = play_one(game, Series(1, seats, policies=(policy, "random")), 0, {})
    assert result.decisions


def test_it_plays_beside_seats_that_the_rules_play() -> None:
    game = rw.load_game("skymines", modules=WHOLE)
    series = Series(1, 2, policies=("search:1",), settings={"luna": 1})
    assert play_one(game, series, 0, {}).decisions > 20


def test_a_game_that_was_left_goes_on_as_it_would_have() -> None:
    game = heap(11)
    whole = Session(game, ("search:20", "search:30"), 5, {})
    whole.start()
    whole.run_bots()
    left = Session(game, ("search:20", "search:30"), 5, {})
    left.start()
    for each in whole.choices[:2]:
        left.choose_option(left.options()[each.choose])
    left.run_bots()
    assert left.choices == whole.choices
    assert len(whole.choices) > 3
