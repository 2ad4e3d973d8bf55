"""Parts in any order: all are done; the seat is asked for an order only where it can matter."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SITE
from rulewright.core.run.steps import start, step
from rulewright.observe.naming import option_key
from rulewright.observe.sight.view import view_of
from rulewright.play.records.saves import state_from_json, state_to_json
from tests.reference.games import both_of

# A road has a barrier of 2 coins behind its second space, and pays 3 on its fourth.
CONTENT = """\
kind: content
enumerations:
  - id: road
    title: {en: Road}
    values: [{id: north, title: {en: North}}, {id: east, title: {en: East}}, {id: south, title: {en: South}}]
kinds: [{id: card, title: {en: Card}}]
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
components: [{id: ace, kind: card, copies: 4, title: {en: Ace}}]
counters:
  - {id: coin, per: [seat], min: 0, max: 20}
  - {id: at, per: [seat, road], min: 0, max: 6}
  - {id: seen, per: [seat], min: 0, max: 99}
procedures:
  - id: play
    does: |
      BEGIN
      in any order:
        PARTS
      pick last from 1..2
      gain last seen
  - id: advance
    takes: {r: road, spaces: number}
    does: |
      repeat spaces:
        if at[r] = 2:
          choose:
            cross: pay 2 coin; gain 1 at[r]
            stay: stop
        else: gain 1 at[r]
        if at[r] = 4: gain 3 coin
"""


@cache
def game(begin: str, parts: str) -> Game:
    indented = parts.strip().replace("\n", "\n        ")
    return both_of(CONTENT.replace("BEGIN", begin).replace("PARTS", indented)).game


def asked(game: Game, state: State) -> list[str]:
    return [option_key(game.blueprint, state[SITE], code) for code in state[OPTIONS]]


def choose(game: Game, state: State, key: str) -> None:
    codes = {option_key(game.blueprint, state[SITE], code): code for code in state[OPTIONS]}
    step(game, state, codes[key])


def counted(game: Game, state: State) -> dict[str, int | str]:
    """What seat 1 has, of what it has any."""
    counters = view_of(game, state, None).counters
    found = {"coin": counters["coin"]["seat 1",], "seen": counters["seen"]["seat 1",]}
    found |= {road: value for (_, road), value in counters["at"].items() if value}
    return {name: value for name, value in found.items() if value}


ASKED: list[tuple[str, str, str, list[str]]] = [
    ("no part has to do with another", "nothing", "a: gain 1 coin\nb: gain 2 seen", ["1", "2"]),
    ("every order ends alike", "nothing", "a: gain 1 coin\nb: gain 2 coin", ["1", "2"]),
    ("every order ends alike, of a set", "nothing", "a for r in road: advance r 2", ["1", "2"]),
    ("one order leads to all that another does", "set at[north] to 2", "way: advance north 1\ncash: gain 2 coin",
     ["cross", "stay"]),
    ("each order leads to something else", "set coin to 1", "double: gain coin coin\none: gain 1 coin",
     ["double", "one"]),
    ("no order leads to all", "set coin to 1", "copy: set seen to coin\none: gain 1 coin", ["copy", "one"]),
    ("either pays for the other, and both end alike", "set coin to 2; set at[north] to 2; set at[east] to 2",
     "roads for r in (x in road where x is not south): advance r 2", ["cross", "stay"]),
    ("there is enough for one of two that may stay", "set coin to 2; set at[north] to 2; set at[east] to 2",
     "roads for r in (x in road where x is not south): advance r 1", ["cross", "stay"]),
    ("there is enough for one of two that must", "set coin to 2",
     "a: pay 2 coin; gain 3 seen\nb: pay 2 coin; gain 4 seen", ["a", "b"]),
    ("each needs what the other gives first", "nothing", "a: pay 2 coin; gain 3 coin\nb: pay 3 coin; gain 2 coin",
     ["1", "2"]),
    ("chance is tried by nobody", "nothing", "take: draw 1 from deck to hand\nlook: set seen to size(hand)",
     ["take", "look"]),
    ("a part that cannot be done yet is done later", "nothing", "buy: pay 2 coin; gain 5 seen\nwork: gain 2 coin",
     ["1", "2"]),
    ("a part that can never be done is left out", "nothing", "buy: pay 9 coin; gain 5 seen\nwork: gain 2 coin",
     ["1", "2"]),
    ("a part that stops leaves out no other", "nothing", "a:\n  gain 1 coin\n  stop\nb: gain 2 seen", ["1", "2"]),
]  # fmt: skip


@pytest.mark.parametrize(("begin", "parts", "expected"), [each[1:] for each in ASKED], ids=[each[0] for each in ASKED])
def test_a_seat_is_asked_only_where_the_order_can_matter(begin: str, parts: str, expected: list[str]) -> None:
    one = game(begin, parts)
    state = start(one, seats=1, seed=1)
    assert asked(one, state) == expected


def test_all_parts_are_done_whatever_comes_first() -> None:
    one = game("set coin to 1", "copy: set seen to coin\none: gain 1 coin\nroads for r in road: advance r 1")
    found = []
    for first in ("copy", "one"):
        state = start(one, seats=1, seed=1)
        choose(one, state, first)
        found.append(counted(one, state))
    assert found == [
        {"coin": 2, "seen": 1, "north": 1, "east": 1, "south": 1},
        {"coin": 2, "seen": 2, "north": 1, "east": 1, "south": 1},
    ]


def test_parts_that_cannot_be_done_are_left_out() -> None:
    one = game("nothing", "buy: pay 9 coin; gain 5 seen\nwork: gain 2 coin")
    assert counted(one, start(one, seats=1, seed=1)) == {"coin": 2}


def test_a_chosen_order_asks_for_the_first_part_only_while_it_matters() -> None:
    parts = "double: gain coin coin\none: gain 1 coin\ntwo: gain 2 coin"
    one = game("set coin to 1", parts)
    state = start(one, seats=1, seed=1)
    assert asked(one, state) == ["double", "one", "two"]
    choose(one, state, "double")
    assert asked(one, state) == ["1", "2"]
    assert counted(one, state) == {"coin": 5}


def test_a_game_is_saved_between_two_parts() -> None:
    one = game("set coin to 1", "copy: set seen to coin\none: gain 1 coin\ndouble: gain coin coin")
    state = start(one, seats=1, seed=1)
    choose(one, state, "one")
    again = state_from_json(one, state_to_json(one, state))
    assert again == state
    assert asked(one, again) == ["copy", "double"]
    choose(one, again, "copy")
    choose(one, again, "2")
    assert again[FRAME] is None
    assert counted(one, again) == {"coin": 4, "seen": 4}


FREE = """
free_actions:
  - {id: dig, title: {en: Dig}, during: [DURING], when: seen = 0, does: "gain 1 seen; DOES"}
"""
ALIKE = "a: gain 1 at[north]\nb: gain 2 at[north]"


@pytest.mark.parametrize(("begin", "expected"), [("nothing", ["1", "2"]), ("ask each: both", ["a", "b"])])
def test_where_several_answer_at_the_same_time_no_order_is_tried_for_a_seat(begin: str, expected: list[str]) -> None:
    both = "  - id: both\n    does: |\n      in any order:\n        " + ALIKE.replace("\n", "\n        ") + "\n"
    one = both_of(CONTENT.replace("BEGIN", begin).replace("PARTS", ALIKE.replace("\n", "\n        ")) + both).game
    assert asked(one, start(one, seats=2, seed=1)) == expected


@pytest.mark.parametrize(("begin", "expected"), [("turn", ["yes", "no"]), ("ask each: turn", ["a", "b"])])
def test_nor_for_one_that_takes_a_free_action_meanwhile(begin: str, expected: list[str]) -> None:
    turn = "  - {id: turn, does: 'may: gain 1 coin'}\n  - id: both\n    does: |\n      in any order:\n        "
    turn += ALIKE.replace("\n", "\n        ") + "\n" + FREE.replace("DURING", "turn").replace("DOES", "both; stop")
    one = both_of(CONTENT.replace("BEGIN", f"{begin}; stop").replace("PARTS", "c: nothing") + turn).game
    state = start(one, seats=2, seed=1)
    choose(one, state, "dig")
    assert asked(one, state) == expected


def test_what_chance_decides_in_a_free_action_of_a_part_is_tried_by_nobody() -> None:
    parts = "a: look\nb: gain 1 at[north]"
    look = "  - {id: look, does: 'may: gain 1 at[north]'}\n" + FREE
    text = CONTENT.replace("BEGIN", "nothing").replace("PARTS", parts.replace("\n", "\n        ")) + look
    chance = text.replace("DURING", "look").replace("DOES", "roll n from 1..2; gain n coin")
    sure = text.replace("DURING", "look").replace("DOES", "gain 1 coin")
    for content, expected in ((sure, ["yes", "no", "dig"]), (chance, ["a", "b"])):
        one = both_of(content).game
        assert asked(one, start(one, seats=1, seed=1)) == expected
