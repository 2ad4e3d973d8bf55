"""`pick bid from 0..coin` sets the counter or marker of that name to what is picked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.run.steps import step
from tests.unit.core.compile.small_games import begun, built, faults_of, game_of, is_over, value

MORE = """\
counters:
  - {id: heat, min: 0, max: 9}
  - {id: bid, per: [seat], min: 0, max: 9, visible: owner}
  - {id: laid, per: [seat, card], min: 0, max: 9}
markers:
  - {id: vote, per: [seat], "on": seat, visible: owner}
"""


def last_taken(folder: Path, text: str) -> dict[str, list[int]]:
    """What the counters and markers hold once each seat has taken its last option."""
    game = game_of(folder, text, MORE)
    state = begun(game, 3)
    while not is_over(state):
        step(game, state, state[3][-1])
    return {name: [value(game, state, name, seat) for seat in range(3)] for name in ("bid", "vote")} | {
        "heat": [value(game, state, "heat")]
    }


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("pick heat from 2..5", "heat", [5]),
        ("pick bid from (n in 0..9 where n < 4)", "bid", [3, 0, 0]),
        ("ask each: pick bid from 0..coin", "bid", [6, 6, 6]),
        ("ask each: pick vote from others", "vote", [2, 0, 1]),
        ("ask seat(2): pick vote from others\nset bid to seat(2).vote.number", "bid", [1, 0, 0]),
        ("roll heat from 3..3", "heat", [3]),
        ("set heat to 7\npick heat from 1..heat", "heat", [7]),
    ],
    ids=["of all", "with a test", "a ballot of numbers", "a ballot of seats", "of who acts", "by lot", "as it was"],
)
def test_what_is_picked_is_set(tmp_path: Path, text: str, name: str, found: list[int]) -> None:
    assert last_taken(tmp_path, text)[name] == found


def test_it_is_the_same_program_as_its_long_form(tmp_path: Path) -> None:
    texts = "ask each: pick vote from others", "ask each:\n  pick s from others\n  set vote to s"
    one, other = (built(tmp_path / name, text, MORE).compiled for name, text in zip("ab", texts, strict=True))
    assert one is not None
    assert other is not None
    assert one.plain_source == other.plain_source


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pick vote from others where vote is me", "name-taken"),
        ("pick heat from 1..3 distinct by 1", "name-taken"),
        ("pick 2 heat from 1..3", "name-taken"),
        ("pick laid from 1..3", "name-taken"),
        ("pick deck from 1..3", "name-taken"),
        ("pick vote from 1..3", "wrong-type"),
    ],
)
def test_only_a_counter_or_marker_of_all_or_of_who_acts_is_set(tmp_path: Path, text: str, code: str) -> None:
    assert [each.code for each in faults_of(tmp_path, text, MORE)] == [code]


def test_a_hint_says_where_a_test_goes(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "pick vote from others where vote is me", MORE)
    assert fault.hint.endswith("pick vote from (x in SET where TEST)")


def test_no_hint_has_a_name_that_cannot_be_written(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "pick vote from hand", MORE)
    assert (fault.message, fault.hint) == ("this is a card piece, not a seat", "")
