"""Settings that are numbers: what the rules see of them, and everything that takes a value for one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.core.model.settings import SettingInfo, setting_text, setting_value, wrong_value
from rulewright.core.run.steps import WrongSetup, start
from rulewright.play.records.replay import parse_replay, record, replay_text, run_replay
from rulewright.play.scenarios.runs import run_files
from rulewright.play.series.simulate import Series, play_one
from tests.reference.games import both_of
from tests.reference.integrity import faults
from tests.reference.values import Moment, value

CONTENT = """\
kind: content
settings:
  - {id: level, title: {en: Level}, values: 1..8, default: 2}
  - {id: mode, title: {en: Mode}, values: [plain, odd], default: plain}
counters:
  - {id: score, title: {en: Score}, min: 0, max: 99}
  - {id: steps, per: [1..8], min: 0, max: 9}
procedures:
  - id: play
    does: |
      set score to level * 10
      if level >= 3: gain 1 score
      gain 1 steps[level]
      ask seat(1):
        choose:
          stay: nothing
          go: gain level score
  - {id: play_odd, does: "if mode is odd: gain 1 score"}
"""
LEVEL = SettingInfo("level", {}, (), 1, 8, 2)
MODE = SettingInfo("mode", {}, ("plain", "odd"), 0, 1, 0)


def game() -> Game:
    return both_of(CONTENT).game


def counter(game: Game, state: rw.State, name: str) -> dict[tuple[str, ...], int | str]:
    return rw.view(game, state, None).counters[name]


@pytest.mark.parametrize(
    ("settings", "score"), [({}, 20), ({"level": 5}, 51), ({"level": "5"}, 51), ({"level": 1}, 10)]
)
def test_a_number_is_used_like_any_other(settings: dict[str, str | int], score: int) -> None:
    played = game()
    state = start(played, seats=1, seed=1, settings=settings)
    assert counter(played, state, "score")[()] == score
    assert counter(played, state, "steps")[(str(settings.get("level", 2)),)] == 1
    assert faults(played, state) == []


@pytest.mark.parametrize(
    "value", [0, 9, "0", "9", "-1", "2.0", "two", "", "٣", "9" * 5000, True, None, 2.0, "02 ", "02", "-0", "+2"]
)
def test_another_value_is_refused_with_the_range(value: Any) -> None:
    with pytest.raises(WrongSetup, match="'level' must be a whole number from 1 to 8, not '") as refused:
        start(game(), seats=1, seed=1, settings={"level": value})
    assert len(str(refused.value)) < 120


def test_a_named_value_is_refused_as_before() -> None:
    with pytest.raises(WrongSetup, match="'mode' must be one of plain, odd, not '1'"):
        start(game(), seats=1, seed=1, settings={"mode": 1})


@pytest.mark.parametrize(("setting", "written"), [(LEVEL, 1), (LEVEL, 8), (MODE, "odd"), (MODE, "plain")])
def test_a_value_is_read_as_it_is_written(setting: SettingInfo, written: str | int) -> None:
    number = setting_value(setting, written)
    assert number is not None
    assert setting_text(setting, number) == written
    assert setting_value(setting, "other") is None
    assert "not 'other'" in wrong_value(setting, "other")


def test_the_evaluator_of_the_tests_sees_the_same_number() -> None:
    both = both_of(CONTENT)
    state = start(both.game, seats=1, seed=1, settings={"level": 7})
    first: Any = both.evaluator.program.procedures[both.game.blueprint.begins].body[0]
    assert value(Moment(both.evaluator.program, state, {0: 0}), first.value) == 70


def test_a_saved_state_keeps_the_number() -> None:
    played = game()
    state = start(played, seats=1, seed=1, settings={"level": 6})
    saved = rw.save_state(played, state)
    assert saved["settings"] == {"level": 6, "mode": "plain"}
    assert rw.load_state(played, saved) == state
    with pytest.raises(ValueError, match="setting 'level': a whole number from 1 to 8 is expected, not 9"):
        rw.load_state(played, {**saved, "settings": {"level": 9, "mode": "plain"}})
    with pytest.raises(ValueError, match="digest"):
        rw.load_state(played, {**saved, "settings": {"level": 5, "mode": "plain"}})


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_a_replay_keeps_the_number(suffix: str) -> None:
    played = game()
    replay = record(played, seats=1, seed=1, settings={"level": "6"})
    assert replay.settings == {"level": 6, "mode": "plain"}
    again = parse_replay(f"game{suffix}", replay_text(replay, suffix).encode())
    assert again == replay
    assert counter(played, run_replay(played, again).state, "steps")[("6",)] == 1


def test_a_simulation_plays_with_the_number() -> None:
    played = game()
    ends = {play_one(played, Series(1, 1, settings={"level": level}), 0, {}).digest for level in (3, "3", 4)}
    assert len(ends) == 2


# ---- In files

RULESET = """\
kind: ruleset
id: steps
title: {en: Steps}
seats: {min: 1, max: 2}
languages: [en]
modules: {default: [base]}
begins: play
"""
SCENARIOS = """\
kind: scenarios
scenarios:
  - scenario: the level is what the table picked
    rules: [one]
    given: {seats: 1, settings: {level: LEVEL}}
    when:
      - {seat: 1, choose: go}
    then: [score = 56, level = 5, "steps[5] = 1"]
"""


def scenario(folder: Path, level: str) -> Path:
    files = {
        "ruleset.yaml": RULESET,
        "rules.yaml": 'kind: ledger\nruleset: steps\nrules: {one: "Anything may happen. (DOC)"}\n',
        "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base}\n",
        "base/content.yaml": CONTENT,
        "variants/high.yaml": (
            "kind: variant\nvariant: high\ntitle: {en: High}\nextends: steps\nsettings: {level: 7}\n"
        ),
        "scenarios/all.yaml": SCENARIOS.replace("LEVEL", level),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "scenarios" / "all.yaml"


@pytest.mark.parametrize("written", ["5", '"5"'])
def test_a_scenario_picks_the_number(tmp_path: Path, written: str) -> None:
    results, found, _ = run_files([scenario(tmp_path, written)])
    assert found == ()
    assert [result.failure for result in results] == [None]


def test_a_scenario_with_a_wrong_number_is_a_diagnostic_at_its_place(tmp_path: Path) -> None:
    results, found, _ = run_files([scenario(tmp_path, "9")])
    assert results == ()
    assert [(each.code, each.span.line, each.span.column) for each in found] == [("out-of-bounds", 5, 41)]
    assert found[0].hint == "choose a whole number from 1 to 8"


def test_a_variant_picks_the_number(tmp_path: Path) -> None:
    scenario(tmp_path, "5")
    played = rw.load_game(tmp_path, variant=tmp_path / "variants" / "high.yaml", use_cache=False)
    assert counter(played, start(played, seats=1, seed=1), "score")[()] == 71


def test_the_cache_keeps_the_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    scenario(tmp_path, "5")
    built = rw.load_game(tmp_path)
    assert rw.load_game(tmp_path).blueprint == built.blueprint
    assert built.blueprint.settings["level"].high == 8
