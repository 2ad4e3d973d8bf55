"""`later:` puts an effect off until another one is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import clone, step
from rulewright.observe.sight.view import view_of
from rulewright.observe.sight.waiting import waiting_in
from rulewright.observe.words.table import table_lines
from rulewright.play.records.saves import SaveRefused, state_from_json, state_to_json
from tests.unit.core.compile.small_games import begun, choose_label, faults_of, game_of, is_over, labels, value

TURN = "procedures:\n  - id: turn\n    title: {en: Turn}\n    does: |\n"
PLAYING = """\
procedures:
  - {id: turn, does: "play_one\\nset tide to size(hand)"}
  - id: play_one
    does: |
      let c = first(card in deck where card.design is echo)
      move c to hand
      do c.reward
components:
  - {id: echo, kind: card, copies: 2, reward: "WHEN play_one", title: {en: E}, source: {doc: DOC, place: a}}
"""


def written(folder: Path, does: str, more: str = "") -> int:
    """What is written into the counter `tide`, digit by digit, by a game without decisions."""
    game = game_of(folder, does, more)
    state = begun(game)
    assert is_over(state)
    return value(game, state, "tide")


def note(digit: str) -> str:
    return f"set tide to tide * 10 + {digit}"


def test_it_is_done_once_its_own_effect_is_over(tmp_path: Path) -> None:
    assert written(tmp_path, f"later: {note('2')}\n{note('1')}\nstop") == 12


def test_without_a_name_it_waits_for_its_own_effect_alone(tmp_path: Path) -> None:
    assert written(tmp_path, "turn\nset tide to tide + 3", f"{TURN}      later: {note('2')}\n      {note('1')}\n") == 15


def test_it_waits_for_the_procedure_it_names(tmp_path: Path) -> None:
    inner = f"  - id: inner\n    does: |\n      later after turn: {note('3')}\n      {note('1')}\n"
    assert written(tmp_path, "turn", f"{TURN}      inner\n      set tide to 2\n{inner}") == 23


def test_what_waits_is_done_in_the_order_in_which_it_was_put_off(tmp_path: Path) -> None:
    turn = f"{TURN}      for each n in 1..2:\n        later: {note('n')}\n"
    assert written(tmp_path, "turn", turn) == 12


def test_what_it_puts_off_itself_comes_last(tmp_path: Path) -> None:
    assert written(tmp_path, f"later:\n  later: {note('2')}\n  set tide to 0\nlater: {note('1')}") == 12


def test_names_keep_the_values_they_had_when_it_was_put_off(tmp_path: Path) -> None:
    assert (
        written(tmp_path, f"let n = 1\nlater: {note('n')}\nset n to 5\nlater:\n  set n to n + 1\n  {note('n')}") == 16
    )


def test_a_card_has_another_one_played_once_its_turn_is_over(tmp_path: Path) -> None:
    game = game_of(tmp_path / "later", "turn", PLAYING.replace("WHEN", "later after turn:"))
    state = begun(game)
    echoes = [piece for piece in view_of(game, state, None).zones["hand"]["seat 1",] if piece and "echo" in piece]
    assert (value(game, state, "tide"), len(echoes)) == (1, 2)
    (fault,) = faults_of(tmp_path / "now", "turn", PLAYING.replace("WHEN ", ""))
    assert fault.code == "recursive-effect"


def test_the_seat_that_put_it_off_acts_in_it(tmp_path: Path) -> None:
    game = game_of(tmp_path, "for each s in others:\n  ask s:\n    later: gain 1 coin")
    state = begun(game, seats=3)
    assert [value(game, state, "coin", seat) for seat in range(3)] == [6, 7, 7]


ASKED = "later:\n  choose:\n    red: gain 1 tide\n    blue: gain 2 tide\nlater: gain 5 tide\ngain 1 coin"


def test_it_may_ask(tmp_path: Path) -> None:
    game = game_of(tmp_path, ASKED)
    state = begun(game)
    assert (labels(game, state), value(game, state, "coin"), value(game, state, "tide")) == (["red", "blue"], 7, 0)
    choose_label(game, state, "blue")
    assert (is_over(state), value(game, state, "tide")) == (True, 7)


def test_what_it_must_do_is_not_foreseen_where_it_is_put_off(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  one: turn\n  two: nothing", f"{TURN}      later: pay 9 coin; gain 1 tide\n")
    state = begun(game)
    assert labels(game, state) == ["one", "two"]
    choose_label(game, state, "one")
    assert (value(game, state, "coin"), value(game, state, "tide")) == (6, 0)


def test_it_waits_until_all_that_are_asked_at_once_have_answered(tmp_path: Path) -> None:
    each = "ask each:\n  choose:\n    add: later: set tide to tide * 2 + me.number\n    rest: nothing\ngain 1 tide"
    game = game_of(tmp_path, each)
    state = begun(game, seats=3)
    for _ in range(3):
        assert value(game, state, "tide") == 0
        choose_label(game, state, "add")
    assert value(game, state, "tide") == ((1 * 2 + 1) * 2 + 2) * 2 + 3


def test_what_waits_for_a_procedure_that_is_not_under_way_is_done_after_its_next_time(tmp_path: Path) -> None:
    assert written(tmp_path, f"later after turn: {note('2')}\nset tide to 0\nturn", f"{TURN}      {note('1')}\n") == 12


def test_an_effect_that_is_left_by_a_guard_is_over_too(tmp_path: Path) -> None:
    assert written(tmp_path, "turn", f"{TURN}      later: {note('1')}\n      pay 9 coin\n      {note('2')}\n") == 1


def test_so_many_that_too_many_wait_are_a_limit(tmp_path: Path) -> None:
    game = game_of(tmp_path, "repeat 33: later: gain 1 tide")
    with pytest.raises(LimitReached, match=r"more than 32 deferred effects wait for 'begin' \(.*wrong.yaml:7\)"):
        begun(game)


def test_others_may_be_put_off_while_some_are_done(tmp_path: Path) -> None:
    does = "repeat 20: later: gain 1 tide\nrepeat 5:\n  later:\n    gain 1 tide\n    repeat 3: later: gain 1 tide"
    game = game_of(tmp_path, does)
    state = begun(game)
    assert value(game, state, "tide") == 20 + 5 + 15
    assert state[game.blueprint.streams :] == list(game.blueprint.initial[game.blueprint.streams :])


def test_what_puts_itself_off_again_and_again_ends_at_the_step_limit(tmp_path: Path) -> None:
    text = "later:\n  gain 1 tide\n  later after turn: gain 1 tide"
    looping = f"{TURN}      again\n  - id: again\n    does: |\n      later after turn: again\n"
    assert not faults_of(tmp_path / "fine", text, f"{TURN}      nothing\n")
    with pytest.raises(LimitReached, match="steps"):
        begun(game_of(tmp_path / "loops", "turn", looping))


@pytest.mark.parametrize(
    ("does", "more", "code"),
    [
        ("later: begin", "", "recursive-effect"),
        ("later after turm: nothing", TURN + "      nothing\n", "unknown-procedure"),
        ("later after wealth: nothing", "", "unknown-procedure"),
        ("turn", TURN + "      nothing\nfree_actions:\n  - {id: rest, during: [turn], does: 'later: gain 1 coin'}\n",
         "misplaced-later"),
    ],
    ids=["leads to what it waits for", "misspelt", "no procedure", "in a free action"],
)  # fmt: skip
def test_a_mistake_is_told(tmp_path: Path, does: str, more: str, code: str) -> None:
    (fault,) = faults_of(tmp_path, does, more)
    assert fault.code == code
    assert fault.hint


# ---- Saved and seen


def waiting_game(folder: Path) -> tuple[Game, State]:
    more = f"{TURN}      let c = top(deck)\n      later: move c to hand\n      may: gain 1 coin\n"
    game = game_of(folder, "for each s in seat: ask s: turn", more)
    return game, begun(game, seats=2)


def test_what_waits_is_saved_by_name_and_read_back(tmp_path: Path) -> None:
    game, state = waiting_game(tmp_path)
    data = json.loads(json.dumps(state_to_json(game, state)))
    (line,) = data["later"]["turn"]
    assert (line["effect"], line["seat"], len(line["given"])) == ("turn, later", 1, 1)
    again = state_from_json(game, data)
    assert again == state
    for each in (again, state):
        choose_label(game, each, "no")
    assert again == state


@pytest.mark.parametrize(
    ("key", "wrong"),
    [("effect", "turn"), ("effect", 1), ("seat", 3), ("seat", 0), ("given", []), ("given", [99]), ("given", ["boat"])],
)
def test_a_save_with_something_else_waiting_is_refused(tmp_path: Path, key: str, wrong: object) -> None:
    game, state = waiting_game(tmp_path)
    data = state_to_json(game, state)
    data["later"]["turn"][0][key] = wrong
    with pytest.raises(SaveRefused, match="later, turn 1"):
        state_from_json(game, data)


def test_a_view_and_the_screen_tell_what_waits_but_not_what_it_is_given(tmp_path: Path) -> None:
    game, state = waiting_game(tmp_path)
    for seat in (None, 0, 1):
        assert view_of(game, state, seat).waiting == (("turn, later", 0, "turn"),)
    assert "later: seat 1, Turn (Turn)" in table_lines(game, state, 1)
    assert not [line for line in table_lines(game, state, 1) if "boat" in line.lower()]


def test_what_is_put_off_while_all_answer_at_once_waits_from_the_opening_on(tmp_path: Path) -> None:
    each = "ask each:\n  choose:\n    add: later: gain 1 tide\n    rest: nothing"
    game = game_of(tmp_path, each)
    state = begun(game, seats=2)
    choose_label(game, state, "add")
    assert state[SEAT] == 1
    assert [len(view_of(game, state, seat).waiting) for seat in (0, 1, None)] == [0, 0, 0]


def test_states_that_are_alike_are_equal_again_once_nothing_waits(tmp_path: Path) -> None:
    game, state = waiting_game(tmp_path)
    other = clone(state)
    assert waiting_in(game.blueprint, state)
    for each, label in ((state, "no"), (other, "no")):
        choose_label(game, each, label)
    step(game, state, 0)
    step(game, other, 0)
    assert state == other
    assert not waiting_in(game.blueprint, state)


def noted(digit: str) -> str:
    """`note` of more digits than the counter holds."""
    return f"set tide to (tide * 10 + {digit}) % 97"


def test_what_comes_first_is_done_before_what_waits_already(tmp_path: Path) -> None:
    does = f"later: {noted('3')}\nlater first: {noted('1')}\nlater first: {noted('2')}\nlater: {noted('4')}"
    assert written(tmp_path, does) == 1234 % 97


def test_what_comes_first_puts_off_what_comes_before_the_rest(tmp_path: Path) -> None:
    first = f"later first:\n  {noted('1')}\n  later first: {noted('2')}\n  later first: {noted('3')}\n"
    does = f"{first}later first:\n  later first: {noted('5')}\n  {noted('4')}\nlater: {noted('6')}"
    assert written(tmp_path, does) == 123456 % 97


def test_a_procedure_may_be_named_next(tmp_path: Path) -> None:
    assert written(tmp_path, "next\nnext: next", f"procedures:\n  - {{id: next, does: {note('1')}}}\n") == 11
