"""`ask in turn` lets seats act one after the other, once or round after round while or until a test is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.compile.marks import marks_of
from rulewright.core.model.bound import Loop, RepeatWhile
from rulewright.core.model.game import Game, State
from rulewright.core.run.steps import step
from rulewright.play.records.saves import state_from_json, state_to_json
from tests.unit.core.compile.small_games import begun, built, choose_label, faults_of, game_of, is_over, value

PATH = "counters:\n  - {id: path, min: 0, max: 9999}\n"
WALK = "set path to path * 10 + me.number"
ASKED = "choose:\n    one: set path to path * 10 + 1\n    two: set path to path * 10 + 2"


def path_of(folder: Path, text: str, seats: int = 3) -> int:
    game = game_of(folder, text, PATH)
    return value(game, begun(game, seats), "path")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (f"ask in turn: {WALK}", 123),
        (f"ask seat(2): ask in turn: {WALK}", 231),
        (f"ask in turn s in others: {WALK}", 23),
        (f"ask in turn s in seat where s.number > 1 by most s.number: {WALK}", 32),
        ("ask in turn s in others: set path to path * 10 + s.number", 23),
        (f"ask in turn s in others: ask in turn t in others: {WALK}", 3112),
        (f"ask in turn s in seat where s.coin = 6: lose 1 seat(2).coin; {WALK}", 123),
    ],
    ids=["all", "from who acts", "a set", "an order", "by its name", "within another", "fixed before the first"],
)
def test_seats_act_one_after_the_other(tmp_path: Path, text: str, path: int) -> None:
    assert path_of(tmp_path, text) == path


PASSED = PATH + '  - {id: passed, per: [seat], start: false}\nmarkers:\n  - {id: bidder, "on": seat}\n'


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (f"ask in turn until path > 50: {WALK}", 123),
        (f"ask in turn while path < 200: {WALK}", 1231),
        (f"ask in turn until coin > 7: {WALK}; gain me.number coin", 1231),
        (f"ask seat(2): ask in turn until path > 300: {WALK}", 2312),
        (f"ask in turn s in others until s.coin > 7: {WALK}; gain 1 coin", 2323),
        (f"ask in turn s in seat by most s.number while path < 50: {WALK}", 321),
        (f"ask in turn s in seat where s.coin = 6 until path > 300: {WALK}; lose 1 seat(2).coin", 1231),
        (f"ask in turn until coin > 5: {WALK}", 0),
        (f"ask in turn until false:\n  {WALK}\n  if path > 500: stop", 1231),
        (f"ask in turn while path < 500:\n  {WALK}\n  if me is seat(1): end game for me", 1232),
        (f"ask in turn s in (s in seat where s is seat(9) or s is me) until path > 5: {WALK}", 11),
    ],
    ids=["until", "while", "each until its own", "from who acts", "a set", "an order", "a set that is fixed",
         "nobody", "left by stop", "who leaves", "nobody who is not there"],
)  # fmt: skip
def test_seats_act_round_after_round(tmp_path: Path, text: str, path: int) -> None:
    assert path_of(tmp_path, text) == path


def test_an_auction_goes_on_until_all_but_the_highest_bidder_have_passed(tmp_path: Path) -> None:
    bid = "choose:\n    raise: set bidder to me\n    leave: set passed to true"
    game = game_of(tmp_path, f"ask in turn until passed or bidder is me:\n  {bid}", PASSED)
    state, asked = begun(game, 3), []
    for label in ("raise", "leave", "raise", "raise", "leave"):
        asked.append(state[1])
        choose_label(game, state, label)
    assert asked == [0, 1, 2, 0, 2]
    assert is_over(state)
    assert value(game, state, "bidder") == 0


def test_it_ends_when_all_have_passed_in_a_row_and_the_next_begins_after_the_last_who_acted(tmp_path: Path) -> None:
    act = "choose:\n      act: set path to 0; set bidder to left(me)\n      leave: gain 1 path"
    rounds = f"  ask in turn s in seats_from(bidder) until path = 3:\n    {act}\n  set path to 0"
    text = f"set bidder to seat(2)\nrepeat 2:\n{rounds}"
    game = game_of(tmp_path, text, PASSED)
    state, asked = begun(game, 3), []
    for label in ("leave", "act", "leave", "leave", "leave", "leave"):
        asked.append(state[1])
        choose_label(game, state, label)
    assert asked == [1, 2, 0, 1, 2, 0]


def test_each_decides_when_the_one_before_has(tmp_path: Path) -> None:
    game = game_of(tmp_path, f"ask in turn s in others:\n  {ASKED}", PATH)
    state = begun(game, 3)
    asked = []
    while not is_over(state):
        asked.append((state[1], value(game, state, "path")))
        choose_label(game, state, "two" if state[1] == 1 else "one")
    assert asked == [(1, 0), (2, 2)]
    assert value(game, state, "path") == 21


def test_a_state_in_between_is_saved(tmp_path: Path) -> None:
    game = game_of(tmp_path, f"ask in turn:\n  {ASKED}", PATH)
    state = begun(game, 2)
    choose_label(game, state, "two")
    read = state_from_json(game, state_to_json(game, state))
    assert played(game, read) == played(game, state) == 21


def played(game: Game, state: State) -> int:
    """The path once the first option is taken until the end."""
    while not is_over(state):
        step(game, state, state[3][0])
    return value(game, state, "path")


@pytest.mark.parametrize(
    ("short", "over", "body"),
    [("s in others where s.coin > 1 by most s.coin", "s in others where s.coin > 1 by most s.coin", ASKED),
     ("", "s in seats_from(me)", WALK)],
    ids=["a set", "all"],
)  # fmt: skip
def test_it_is_the_same_program_as_its_long_form(tmp_path: Path, short: str, over: str, body: str) -> None:
    long = body.replace("\n", "\n  ")
    texts = f"ask in turn {short}:\n  {body}", f"for each {over}:\n  ask s:\n    {long}"
    one, other = (built(tmp_path / name, text, PATH).compiled for name, text in zip("ab", texts, strict=True))
    assert one is not None
    assert other is not None
    assert one.plain_source == other.plain_source


def test_places_are_those_of_the_text(tmp_path: Path) -> None:
    made = built(tmp_path, "ask in turn s in others:\n  gain 1 coin\n  if coin > 3: stop", PATH)
    assert made.compiled is not None
    points = [point for point in marks_of(made.compiled.program).marks if "in turn" in point.text.text]
    assert [(point.sort, point.path) for point in points] == [
        ("effect", ""), ("statement", "0/do/0"), ("statement", "0/do/1/then/0"), ("statement", "0/do/1"),
        ("branch", "0/do/1/then"), ("branch", "0/do/1/else"), ("statement", "0"),
    ]  # fmt: skip


def test_only_seats_are_asked_in_turn(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "ask in turn c in hand: nothing")
    assert (fault.code, fault.span.column, fault.message) == ("wrong-type", 24, "this is a card piece, not a seat")


def test_a_mistake_in_its_test_is_reported_once(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "ask in turn until coin: gain 1 coin")
    assert (fault.code, fault.span.column) == ("wrong-type", 25)
    (fault,) = faults_of(tmp_path, "ask in turn c in hand until coin > 3: gain 1 coin")
    assert (fault.code, fault.span.column) == ("wrong-type", 24)


def test_no_quantity_of_an_author_stands_in_its_way(tmp_path: Path) -> None:
    game = game_of(tmp_path, f"ask in turn: {WALK}", f"{PATH}quantities:\n  - {{id: seats_from, amount: 1}}\n")
    assert value(game, begun(game, 3), "path") == 123


def test_none_of_its_words_is_taken(tmp_path: Path) -> None:
    more = "procedures:\n  - {id: turn, does: in_turn 2}\n  - {id: in_turn, takes: {n: number}, does: gain n tide}\n"
    game = game_of(tmp_path, "ask in turn turns in others: turn\nlater after turn: in_turn 1\nturn", more)
    assert value(game, begun(game, 3), "tide") == 7


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("ask in turn until path > 50: gain 20 path", False),
        ("ask in turn until coin > 7: gain 1 coin", True),
        ("ask in turn s in seat until path > 50: gain 20 path", True),
        ("ask in turn until path > 50:\n  gain 20 path\n  if me is seat(1): end game for me", True),
    ],
    ids=["the same for all", "each until its own", "a set", "who leaves"],
)
def test_what_is_the_same_for_all_is_tested_once_a_turn(tmp_path: Path, text: str, rounds: bool) -> None:
    compiled = built(tmp_path, text, PATH).compiled
    assert compiled is not None
    effect = next(each for each in compiled.program.procedures if each.id == "begin")
    (going,) = (each for each in effect.body if isinstance(each, RepeatWhile))
    assert isinstance(going.body[0], Loop) is rounds
