"""Answers given at once act when all are in, in the order of the table; what ends something comes last."""

from __future__ import annotations

import json
from itertools import permutations
from typing import NamedTuple

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import SEALED, SEAT
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import choose, clone, is_over, start, turned_to
from rulewright.observe.naming import option_key
from rulewright.observe.sight.hiding import awaited
from rulewright.observe.sight.view import view_of
from rulewright.play.records.saves import state_from_json, state_to_json
from tests.reference.games import both_of, build_small
from tests.reference.lockstep import pair_of, parting

CONTENT = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 99, start: 3}
  - {id: bid, per: [seat], min: 0, max: 9}
  - {id: pot, min: 0, max: 9, start: 4}
procedures:
  - id: play
    does: |
      ask each: answer
      ask each s in seat where playing(s):
        choose:
          stay: gain 10 coin
          more: gain 20 coin
  - id: answer
    does: |
      choose:
        pot:
          gain pot coin
          set pot to 0
        rob: gain 1 coin from left(me)
        leave: end game for me
        rid: end game for others
        claim:
          gain 7 coin
          end game won by me
        dice:
          roll x from 1..6
          gain x coin
        bid:
          pick n from 1..5
          set bid to n
        wait: nothing
scoring:
  - {id: points, title: {en: Points}, amount: coin}
"""


def game() -> Game:
    return both_of(CONTENT, low=2).game


class Case(NamedTuple):
    """What seats 1, 2, 3 answer, what coins they have then, and who has left."""

    answers: tuple[str, ...]
    coins: tuple[int, ...]
    over: bool = False
    stay: tuple[int, ...] = (0, 1, 2)


CASES = (
    Case(("pot", "pot", "pot"), (7, 3, 3)),
    Case(("wait", "pot", "rob"), (2, 7, 4)),
    Case(("rob", "rob", "rob"), (3, 3, 3)),
    Case(("rob", "leave", "rob"), (3, 2, 4), stay=(0, 2)),
    Case(("leave", "rob", "leave"), (3, 4, 2), stay=(1,)),
    Case(("pot", "claim", "claim"), (7, 10, 10), over=True),
    Case(("claim", "rob", "pot"), (10, 4, 6), over=True),
    Case(("rid", "rob", "leave"), (3, 4, 2), stay=(0,)),
    Case(("rid", "rid", "rid"), (3, 3, 3), over=True),
)


def answer(game: Game, state: State, seat: int, key: str) -> None:
    asked = turned_to(game, state, seat)
    assert asked is not None, f"seat {seat + 1} is not asked"
    codes = {option_key(game.blueprint, asked[2], code): code for code in asked[3]}
    choose(game, state, codes[key], seat=seat)


def coins(game: Game, state: State) -> tuple[int, ...]:
    return tuple(int(value) for _, value in sorted(view_of(game, state, None).counters["coin"].items()))


@pytest.mark.parametrize("case", CASES, ids=lambda each: " ".join(each.answers))
def test_answers_act_in_the_order_of_the_table_whatever_order_they_arrive_in(case: Case) -> None:
    played = game()
    for order in permutations(range(3)):
        state = start(played, seats=3, seed=1)
        for seat in order:
            answer(played, state, seat, case.answers[seat])
        assert coins(played, state) == case.coins, order
        assert is_over(state) == case.over, order
        if not case.over:
            assert awaited(played, state, None) == case.stay, order


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_the_first_claim_at_the_table_wins(order: tuple[int, ...]) -> None:
    played = game()
    state = start(played, seats=3, seed=1)
    for seat in order:
        answer(played, state, seat, ("pot", "claim", "claim")[seat])
    places = [state[each] for each in next(f for f in played.blueprint.families if f.id.startswith("place")).slots[:3]]
    assert [seat for seat, place in enumerate(places) if place > 0] == [1]


def test_nobody_sees_anything_of_an_answer_before_the_opening() -> None:
    played = game()
    state = start(played, seats=3, seed=1)
    before = [view_of(played, state, seat) for seat in range(3)]
    for seat, key in ((2, "pot"), (0, "claim")):
        answer(played, state, seat, key)
        assert view_of(played, state, 1).counters == before[1].counters
        assert view_of(played, state, seat).counters == before[seat].counters
        assert seat not in view_of(played, state, None).deciding


def test_what_one_seat_rolls_does_not_depend_on_who_answers_first() -> None:
    played = game()
    found = set()
    for order in permutations(range(3)):
        state = start(played, seats=3, seed=5)
        for seat in order:
            answer(played, state, seat, "dice")
        found.add(coins(played, state))
    assert len(found) == 1


def test_a_state_saved_before_the_opening_and_while_something_is_put_off_goes_on_alike() -> None:
    played = game()
    state = start(played, seats=3, seed=1)
    for seat, key in ((2, "claim"), (1, "bid"), (1, "2"), (0, "pot")):
        again = state_from_json(played, json.loads(json.dumps(state_to_json(played, state))))
        assert again == state
        answer(played, state, seat, key)
        answer(played, again, seat, key)
        assert again == state
    assert is_over(state)


def test_events_of_what_waits_come_after_the_opening() -> None:
    played = game()
    build = traced_build(played)
    state = start(played, seats=2, seed=1, build=build)
    for seat in (1, 0):
        choose(played, state, 0, seat=seat, build=build)
    assert build.events is not None
    names = [type(each).__name__ for each in build.events]
    assert names.index("Opened") < names.index("Changed")
    assert state[SEALED] is not None
    assert state[SEAT] == 0


def test_the_native_back_end_and_the_reference_play_alike() -> None:
    pair = pair_of(build_small(CONTENT, low=2))
    for seed in range(30):
        assert not parting(pair, seed, walks=True)


def test_who_is_asked_at_the_opening_is_asked_in_the_order_of_the_table_and_is_saved() -> None:
    take = "  - id: take\n    does: |\n      pick x from 1..4 where x <= pot\n      lose x pot\n"
    text = CONTENT.replace("ask each: answer\n", "ask each: take\n")
    text = text.replace("  - id: answer\n", f"{take}  - id: answer\n")
    played = both_of(text, low=2).game
    state = start(played, seats=3, seed=1)
    assert view_of(played, state, None).deciding == (0,)
    again = state_from_json(played, json.loads(json.dumps(state_to_json(played, clone(state)))))
    assert again == state
    answer(played, state, 0, "2")
    assert view_of(played, state, None).counters["pot"][()] == 2
    assert view_of(played, state, None).deciding == (1,)
    answer(played, state, 1, "1")
    assert view_of(played, state, None).counters["pot"][()] == 0
    assert view_of(played, state, None).deciding == (0, 1, 2)
