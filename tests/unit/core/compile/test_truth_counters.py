"""A counter that starts as `true` or `false` is a truth: in texts, for both back ends, in words and on pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook
from rulewright.author.testing.extraction.outcome import outcome
from rulewright.author.testing.extraction.position import lines_between
from rulewright.core.model.game import Build, Game, State
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.words.events import sentences
from rulewright.observe.words.table import table_lines
from rulewright.play.records.replay import offered
from tests.reference.games import build_small, write_small
from tests.reference.lockstep import parting, small_pair
from tests.unit.core.compile.small_games import begun, faults_of, game_of, value
from tests.unit.table.drawing.drawn import drawn_table

WORLD = """\
kind: content
counters:
  - {id: passed, title: {en: Passed}, per: [seat], start: false}
  - {id: calm, title: {en: Calm sea}, start: true}
  - {id: sworn, title: {en: Sworn}, per: [seat], start: false, visible: owner}
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9, start: 4}
procedures:
  - id: play
    title: {en: Play}
    does: |
      repeat 4: for each s in seat: ask s: turn
  - id: turn
    title: {en: Turn}
    does: |
      choose:
        pass: require not passed; set passed to true
        swear: set sworn to coin > 3 and not sworn
        storm: require calm; set calm to any(s in others where s.passed)
        earn: gain (2 if passed else 1) coin
table:
  - {id: head, line: "sea {calm} {passed} {sworn}"}
scoring:
  - {id: scored, title: {en: Scored}, amount: coin}
triggers:
  - {id: hears, change: passed, when: passed, does: lose 1 coin}
"""
"""Which of its turns somebody passes, and what the sea is like."""

MORE = "counters:\n  - {id: passed, per: [seat], start: false}\n  - {id: calm, start: true}\n"


@pytest.mark.parametrize(
    ("does", "tide"),
    [
        ("if calm: gain 1 tide", 1),
        ("if calm and not seat(1).passed: gain 1 tide", 1),
        ("set calm to tide > 3\nif not calm: gain 1 tide", 1),
        ("set seat(1).passed to calm\nif seat(1).passed: gain 1 tide", 1),
        ("let before = calm\nset calm to not before\nif before and not calm: gain 1 tide", 1),
        ("set calm to false or calm\nset tide to count(s in seat where s.passed = (not calm))", 1),
        ("gain (3 if calm else 5) tide", 3),
        ("for each s in seat by most s.passed, least calm: gain s.number tide", 1),
    ],
)
def test_it_is_read_and_set_as_a_truth(tmp_path: Path, does: str, tide: int) -> None:
    game = game_of(tmp_path, does, MORE)
    assert value(game, begun(game), "tide") == tide


@pytest.mark.parametrize(
    ("does", "code", "words"),
    [
        ("ask seat(1): gain 1 passed", "wrong-type", "write set passed to true"),
        ("lose 1 calm", "wrong-type", "write set calm to false"),
        ("ask seat(1): gain 1 coin; gain 1 passed from seat(2)", "wrong-type", "write set"),
        ("set calm to 1", "wrong-type", "such as x = 1"),
        ("gain calm tide", "wrong-type", "(1 if calm else 0)"),
        ("if calm > 0: stop", "wrong-type", "(1 if calm else 0)"),
    ],
)
def test_a_mistake_with_it_is_told(tmp_path: Path, does: str, code: str, words: str) -> None:
    (fault, *_) = faults_of(tmp_path, does, MORE)
    assert fault.code == code
    assert words in str(fault.hint)


@pytest.mark.parametrize(
    ("entry", "code", "message"),
    [
        ("{id: calm, start: true, max: 1}", "misplaced-key", "so it is a truth and has no bounds"),
        ("{id: calm, start: 1}", "missing-key", "has no 'max'"),
        ("{id: calm}", "missing-key", "has no 'max'"),
        ("{id: calm, start: maybe}", "bad-id", "must be a number, true, false or none"),
    ],
)
def test_what_it_is_follows_from_how_it_starts(tmp_path: Path, entry: str, code: str, message: str) -> None:
    (fault, *_) = faults_of(tmp_path, "nothing", f"counters:\n  - {entry}\n")
    assert fault.code == code
    assert message in fault.message


def test_both_back_ends_and_the_reference_play_it_alike() -> None:
    pair = small_pair(WORLD, 2, 3)
    for seed in range(4):
        assert not parting(pair, seed, walks=True)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("truths") / "small"
    write_small(folder, WORLD, 2, 3)
    return folder


@pytest.fixture(scope="module")
def passed() -> tuple[Game, Build, State, State]:
    """A game, its build with the events of one turn, and the states before and after seat 1 has passed."""
    game = build_small(WORLD, 2, 3).game()
    build = traced_build(game)
    before = start(game, seats=2, seed=1, build=build)
    after = list(before)
    assert build.events is not None
    build.events.clear()
    step(game, after, offered(game, after)["pass"], build=build)
    return game, build, before, after


def test_people_read_yes_or_no(passed: tuple[Game, Build, State, State]) -> None:
    game, build, before, after = passed
    assert table_lines(game, before, 0) == ["sea yes no no no ?"]
    assert table_lines(game, after, 0) == ["sea yes yes no no ?"]
    assert table_lines(game, after, 1, language="de") == ["sea ja ja nein ? nein"]
    assert build.events is not None
    assert list(sentences(game, build.events, 1))[:2] == ["seat 1: Passed", "seat 1: Coins: 4 -> 3 (-1)"]
    drawn = drawn_table(game, after, 0, rw.decision(game, after))
    chips = dict(re.findall(r'data-number="(\w+\.?\d?)".*?<b>(.*?)</b>', drawn))
    own = {"calm": "yes", "passed.0": "yes", "sworn.0": "no", "coin.0": "3"}
    assert chips == own | {"passed.1": "no", "sworn.1": "?", "coin.1": "4"}


def test_a_scenario_from_a_position_names_it(passed: tuple[Game, Build, State, State]) -> None:
    game, _, before, after = passed
    assert "set passed to true" in [each.text for each in lines_between(game.blueprint, before, after)]
    assert "seat(1).passed" in outcome(game.blueprint, before, after)


def test_the_handbook_says_yes_or_no(small: Path) -> None:
    page = handbook(material_of(str(small)), "en").html
    assert "yes, no" in page
