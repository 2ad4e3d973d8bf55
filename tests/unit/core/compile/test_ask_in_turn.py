"""`ask in turn` lets seats act one after the other: what `for each s in SET: ask s: EFFECT` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.compile.marks import marks_of
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


def test_no_quantity_of_an_author_stands_in_its_way(tmp_path: Path) -> None:
    game = game_of(tmp_path, f"ask in turn: {WALK}", f"{PATH}quantities:\n  - {{id: seats_from, amount: 1}}\n")
    assert value(game, begun(game, 3), "path") == 123


def test_none_of_its_words_is_taken(tmp_path: Path) -> None:
    more = "procedures:\n  - {id: turn, does: in_turn 2}\n  - {id: in_turn, takes: {n: number}, does: gain n tide}\n"
    game = game_of(tmp_path, "ask in turn turns in others: turn\nlater after turn: in_turn 1\nturn", more)
    assert value(game, begun(game, 3), "tide") == 7
