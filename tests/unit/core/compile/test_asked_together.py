"""Some seats asked at once: who is asked, what the others see, and that the order of answers changes nothing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from rulewright.core.diagnostics import render
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import SEALED
from rulewright.core.model.limits import LimitReached
from rulewright.core.run.steps import IllegalChoice, choose, clone, is_over, start, turn_to
from rulewright.observe.naming import option_key
from rulewright.observe.sight.view import view_of
from rulewright.play.records.saves import state_from_json, state_to_json
from rulewright.play.scenarios.runs import run_files
from tests.reference.games import both_of

# Seat 1 acts; seats 1 to 4 begin with 3, 1, 3, 3 coins.
CONTENT = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: 3}
  - {id: bid, per: [seat], min: 0, max: 99}
  - {id: asked, min: 0, max: 9}
  - {id: done, min: 0, max: 9}
procedures:
  - id: play
    does: |
      set seat(2).coin to 1
      let extra = 5
      ask each s in SEATS:
        choose:
          low: set bid to s.number
          high: set bid to me.number * 10 + extra
        gain 1 asked
      gain 1 done
      pick last from 1..2
"""


@cache
def game(seats: str) -> Game:
    return both_of(CONTENT.replace("SEATS", seats), low=4).game


def begun(seats: str) -> State:
    return start(game(seats), seats=4, seed=1)


def answered(seats: str, answers: dict[int, str]) -> State:
    """The state when the seats have answered, in the order given."""
    state = begun(seats)
    for seat, key in answers.items():
        answer(game(seats), state, seat, key)
    return state


def answer(game: Game, state: State, seat: int, key: str) -> None:
    turned = clone(state)
    if turned[1] != seat:
        turn_to(game, turned, seat)
    codes = {option_key(game.blueprint, turned[2], code): code for code in turned[3]}
    choose(game, state, codes[key], seat=seat)


def bids(game: Game, state: State, viewer: int | None = None) -> list[int | str]:
    return [value for _, value in sorted(view_of(game, state, viewer).counters["bid"].items())]


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        ("seat", (0, 1, 2, 3)),
        ("others", (1, 2, 3)),
        ("others where s.coin > 1", (2, 3)),
        ("seats_from(seat(3)) where s.number < 3", (0, 1)),
        ("seat where s.coin > coin - 1", (0, 2, 3)),
        ("others + others", (1, 2, 3)),
    ],
)
def test_the_seats_of_the_set_are_asked_once_each(seats: str, asked: tuple[int, ...]) -> None:
    state = begun(seats)
    assert view_of(game(seats), state, None).deciding == asked
    for seat in asked:
        answer(game(seats), state, seat, "low")
    assert bids(game(seats), state) == [seat + 1 if seat in asked else 0 for seat in range(4)]
    assert view_of(game(seats), state, None).counters["asked"][()] == len(asked)


def test_nobody_is_asked_where_the_set_is_empty() -> None:
    state = begun("others where false")
    assert view_of(game("others where false"), state, None).deciding == (0,)
    assert view_of(game("others where false"), state, None).counters["done"][()] == 1
    assert state[SEALED] is None


def test_a_seat_that_is_not_in_the_set_has_nothing_to_decide() -> None:
    state = begun("others where s.coin > 1")
    for seat in (0, 1):
        with pytest.raises(IllegalChoice, match=f"seat {seat + 1} has nothing to decide now"):
            choose(game("others where s.coin > 1"), state, 0, seat=seat)


def test_answers_are_sealed_until_all_are_in() -> None:
    seats = "others where s.coin > 1"
    state = answered(seats, {2: "high"})
    assert bids(game(seats), state, viewer=2) == [0, 0, 35, 0]
    assert bids(game(seats), state, viewer=0) == bids(game(seats), state, viewer=3) == [0, 0, 0, 0]
    answer(game(seats), state, 3, "low")
    assert bids(game(seats), state, viewer=0) == [0, 0, 35, 4]


def test_the_order_of_answers_changes_nothing() -> None:
    first = answered("others", {1: "low", 2: "high", 3: "low"})
    assert (
        first
        == answered("others", {3: "low", 1: "low", 2: "high"})
        == answered("others", {2: "high", 3: "low", 1: "low"})
    )


def test_a_state_saved_between_the_answers_goes_on_alike() -> None:
    seats = "others where s.coin > 1"
    state = answered(seats, {3: "high"})
    again = state_from_json(game(seats), json.loads(json.dumps(state_to_json(game(seats), state))))
    assert again == state
    answer(game(seats), again, 2, "low")
    assert again == answered(seats, {2: "low", 3: "high"})
    assert not is_over(again)


def test_a_scenario_answers_for_the_seats_in_any_order(tmp_path: Path) -> None:
    files = {
        "ruleset.yaml": "kind: ruleset\nid: small\ntitle: {en: Small}\nseats: {min: 4, max: 4}\nlanguages: [en]\n"
        "modules: {default: [base]}\nbegins: play\ndocuments:\n  - {id: DOC, title: A document}\n",
        "rules.yaml": 'kind: ledger\nruleset: small\nrules: {one: "Some are asked. (DOC)"}\n',
        "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base}\n",
        "base/content.yaml": CONTENT.replace("SEATS", "others where s.coin > 1"),
        "scenarios/asked.yaml": """\
kind: scenarios
scenarios:
  - scenario: seats 3 and 4 answer, seat 4 first
    rules: [one]
    given: {seats: 4}
    when:
      - {seat: 4, choose: high}
      - {seat: 3, options: [low, high]}
      - {seat: 3, choose: low}
    then: [seat(4).bid = 45, seat(3).bid = 3, seat(2).bid = 0, done = 1]
  - scenario: seat 2 is not asked
    rules: [one]
    given: {seats: 4}
    when:
      - {seat: 2, choose: low}
    then: [done = 0]
""",
    }
    for name, text in files.items():
        (tmp_path / "small" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "small" / name).write_text(text, encoding="utf-8")
    results, faults, _ = run_files([tmp_path / "small/scenarios/asked.yaml"])
    assert not faults, [render(each) for each in faults]
    first, second = (each.failure for each in results)
    assert first is None
    assert second is not None
    assert "seat 2" in second.message


def test_a_limit_that_the_part_of_another_seat_reaches_names_the_effects_it_is_in() -> None:
    content = CONTENT.replace("SEATS", "seat").replace(
        "        choose:\n", "        if s.number = 2: repeat while bid = 0: gain 0 bid\n        choose:\n"
    )
    endless = both_of(content, low=4).game
    state = start(endless, seats=4, seed=1)
    with pytest.raises(LimitReached, match=r"steps without a decision in '.*play"):
        choose(endless, state, 0, seat=1)
