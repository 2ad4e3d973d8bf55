"""`end game won by ...`, `lost by`, `drawn`, `for`: how a game ends is said, whatever the points are."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.compile.incremental import build_incrementally
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.steps import start, step
from rulewright.observe.words.events import sentences
from rulewright.observe.words.table import table_lines
from rulewright.play.scenarios.runs import run_files
from rulewright.play.session.result import Result, result_of
from tests.reference.games import write_small
from tests.unit.core.compile.small_games import begun, built, game_of, value


def result(folder: Path, text: str, seats: int = 3) -> Result:
    game = game_of(folder, text)
    state = begun(game, seats)
    assert state[FRAME] is None
    return result_of(game, state)


@pytest.mark.parametrize(
    ("text", "won", "drawn", "ahead"),
    [
        ("end game won by seat(2)", (1,), (), (1, 0, 1)),
        ("end game won by others", (1, 2), (), (2, 0, 0)),
        ("set seat(3).coin to 1; end game won by (s in seat where s.coin > 5)", (0, 1), (), (0, 0, 2)),
        ("end game won by seat", (0, 1, 2), (), (0, 0, 0)),
        ("end game won by seat(4)", (), (), (0, 0, 0)),
        ("end game won by none", (), (), (0, 0, 0)),
        ("end game lost by seat", (), (), (0, 0, 0)),
        ("end game lost by me", (1, 2), (), (2, 0, 0)),
        ("end game drawn", (), (0, 1, 2), (0, 0, 0)),
        ("end game drawn by others", (), (1, 2), (2, 0, 0)),
        ("end game for me; end game for seat(3); end game for seat(2)", (), (), (2, 0, 1)),
        ("end game for me; end game for seat(3); end game won by seat(2)", (1,), (), (2, 0, 1)),
        ("end game for me; end game for seat(3); end game", (1,), (), (2, 0, 1)),
        ("end game for others; end game for others; end game", (0,), (), (0, 1, 1)),
        ("end game ahead for seat(2); end game ahead for me; end game for seat(3)", (1,), (), (1, 0, 2)),
        ("end game ahead for others; end game drawn", (), (0,), (0, 1, 1)),
    ],
    ids=["one", "a set", "a test", "all", "no such seat", "no one", "all lose", "one loses", "a draw of all",
         "a draw of some", "out in turn", "out in turn, one told", "the last one left", "out twice", "ahead",
         "who is gone does not draw"],
)  # fmt: skip
def test_an_end_is_that_of_the_seats_it_names(
    tmp_path: Path, text: str, won: tuple[int, ...], drawn: tuple[int, ...], ahead: tuple[int, ...]
) -> None:
    found = result(tmp_path, text)
    assert (found.winners, found.drawn, found.ahead) == (won, drawn, ahead)


def test_points_part_those_of_whom_nothing_is_said(tmp_path: Path) -> None:
    found = result(tmp_path, "gain 1 seat(3).coin; end game lost by me")
    assert (found.winners, found.ahead) == ((2,), (2, 1, 0))


def test_a_game_that_only_ends_keeps_no_places(tmp_path: Path) -> None:
    game = game_of(tmp_path, "end game  # and no end game won by anyone")
    assert game.blueprint.ending is None
    assert [each for each in game.blueprint.families if " " in each.id] == []


ROUND = """\
counters:
  - {id: acted, min: 0, max: 99999}
  - {id: lives, per: [seat], min: 0, max: 9, start: 1}
"""
WRITE = "set acted to acted * 10 + me.number"


@pytest.mark.parametrize(
    ("text", "acted"),
    [
        (f"ask seat(2): {WRITE}", 0),
        (f"ask seat(1): {WRITE}", 1),
        (f"for each s in seat: ask s: {WRITE}", 13),
        (f"ask in turn: {WRITE}", 13),
        (f"ask each: {WRITE}", 13),
        (f"ask each s in seat where s.lives > 0: {WRITE}", 13),
        (f"ask in turn s in (s in seat where s.lives > 0): {WRITE}", 13),
        ("for each s in others: set acted to acted * 10 + s.number", 3),
        ("for each s in seats_from(seat(2)): set acted to acted * 10 + s.number", 31),
        ("for each s in seat: set acted to acted * 10 + s.number", 123),
        ("for each s in seat where playing(s): set acted to acted * 10 + s.number", 13),
        ("if playing(seat(4)) or playing(none): set acted to 1", 0),
        ("gain 3 seat(2).lives; set acted to seat(2).lives", 4),
    ],
)
def test_who_has_left_is_not_asked_and_is_no_other(tmp_path: Path, text: str, acted: int) -> None:
    game = game_of(tmp_path, f"end game for seat(2)\n{text}", ROUND)
    assert value(game, begun(game, 3), "acted") == acted


def test_the_log_and_the_table_tell_who_has_left_and_how_it_ended(tmp_path: Path) -> None:
    text = "end game for seat(2); end game ahead for seat(3)\nmay: end game drawn"
    built_game = built(tmp_path, text, "")
    assert built_game.compiled is not None
    game, build = build_incrementally(built_game.compiled).game()
    state = start(game, seats=3, seed=1, build=build)
    assert list(sentences(game, build.events or (), None)) == [
        "seat 2 is out of the game",
        "seat 3 finishes before those who continue",
    ]
    lines = "\n".join(table_lines(game, state, None, "en", 80))
    assert "SEAT 2 (OUT)" in lines
    assert "SEAT 3 (FINISHED)" in lines
    (build.events or []).clear()
    step(game, state, state[OPTIONS][0], build=build)
    assert [each for each in sentences(game, build.events or (), None) if "drawn" in each] == ["seat 1 has drawn"]


def test_scenarios_say_who_has_won_or_nobody(tmp_path: Path) -> None:
    scenarios = """\
  - scenario: all lose
    rules: [one]
    given: {seats: 2, arrange: nothing, play: end game lost by seat}
    ends: true
    winners: []
  - scenario: not all lose
    rules: [one]
    given: {seats: 2, arrange: nothing, play: end game lost by me}
    winners: []
"""
    write_small(tmp_path / "small", "kind: content\nprocedures: [{id: play, does: end game lost by seat}]\n")
    file = tmp_path / "small" / "scenarios" / "ends.yaml"
    file.parent.mkdir()
    file.write_text(f"kind: scenarios\nscenarios:\n{scenarios}", encoding="utf-8")
    results, faults, _ = run_files([file])
    assert not faults
    told = [each.failure.message if each.failure is not None else "" for each in results]
    assert told == ["", "expected winners nobody; found 2"]
