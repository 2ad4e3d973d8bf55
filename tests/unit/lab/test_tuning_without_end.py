"""Points where games have no end: each game is another one, such a point never looks good, and it is said."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.lab.tuning.tuning import Tuned, TuningPlan, tune
from rulewright.lab.tuning.tuning_page import tuning_page
from rulewright.play.session import endless
from tests.reference.games import write_small
from tests.unit.cli.commands import rulewright
from tests.unit.lab.test_tuning import document

ROUNDABOUT = """\
kind: content
settings:
  - {id: stuck, title: {en: Stuck}, values: 0..3, default: 0}
counters:
  - {id: luck, per: [seat], min: 0, max: 40}
procedures:
  - id: play
    does: |
      for each s in seat:
        ask s: turn
  - id: turn
    does: |
      roll one from 1..3
      repeat while one <= stuck:
        choose:
          go: set luck to 1
          stay: set luck to 2
      choose:
        take: gain one luck
        leave: gain (4 - stuck) luck
scoring:
  - {id: points, title: {en: Points}, amount: luck}
"""
WANTED = """\
kind: variant
variant: fitting
title: {en: Fitting}
extends: small
tunables:
  stuck: VALUES
wanted:
  - {measure: total, most: MOST}
"""


@pytest.fixture(autouse=True)
def _sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "MAX_DECISIONS", 60)
    monkeypatch.setattr(endless, "LONG", 20)
    monkeypatch.setattr(endless, "SAME", 10)


def variant(folder: Path, values: str, most: float = 1) -> Path:
    if not (folder / "small").exists():
        write_small(folder / "small", ROUNDABOUT, 2, 2)
    path = folder / "fitting.yaml"
    path.write_text(WANTED.replace("VALUES", values).replace("MOST", str(most)), "utf-8")
    return path


def tuned(path: Path, games: int = 200) -> Tuned:
    return tune(TuningPlan(str(path.parent / "small"), path, document(path), 2, {}, games, seed=4, fresh=100))


def test_no_game_is_played_twice_though_some_have_no_end(tmp_path: Path) -> None:
    found = tuned(variant(tmp_path, "[1, 2]"))
    played = [(each.values, each.game.number) for each in found.stopped]
    assert len(played) > 50
    assert len(set(played)) == len(played)


def test_a_point_where_no_game_ends_is_no_answer(tmp_path: Path) -> None:
    found = tuned(variant(tmp_path, "[0, 3]"))
    assert [each.values for each in found.settings] == [(0,)]
    assert found.settings[0].stopped == 0
    assert {each.values for each in found.stopped} == {(3,)}


def test_games_without_an_end_count_against_a_point_and_are_told_with_it(tmp_path: Path) -> None:
    found = tuned(variant(tmp_path, "[0, 2]", 100))
    assert found.settings[0].values == (0,)
    for each in found.settings[1:]:
        assert each.stopped > 0
        assert each.misses > 0, "though the games that ended miss nothing"


def test_the_command_says_which_games_have_no_end(tmp_path: Path) -> None:
    path, page = variant(tmp_path, "[1]"), tmp_path / "page.html"
    words = ("tune", path, "--games", "200", "--fresh", "100", "--seed", "4")
    told = rulewright(*words, "--html", page)
    assert told.returncode == 0
    assert " of 100 fresh games reached a limit" in told.stdout
    assert "reached a limit, the first with stuck 1: game " in told.stderr
    assert "(seed " in told.stderr
    assert "reached a limit" in page.read_text("utf-8")
    data = json.loads(rulewright(*words, "--format", "json").stdout)
    assert data["stopped"] > 0
    assert data["settings"][0]["stopped"] > 0
    assert data["settings"][0]["games"] + data["settings"][0]["stopped"] == 100


def test_where_no_game_ends_at_all_nothing_is_answered(tmp_path: Path) -> None:
    path, out = variant(tmp_path, "[3]"), tmp_path / "kept.yaml"
    told = rulewright("tune", path, "--games", "200", "--fresh", "100", "--out", out)
    assert told.returncode == 3
    assert "No setting has games that end." in told.stdout
    assert not out.exists()
    found = tuned(path)
    assert found.settings == []
    assert "No setting has games that end." in tuning_page(found, "fitting")


def test_answers_are_as_before_where_all_games_end(tmp_path: Path) -> None:
    found = tuned(variant(tmp_path, "[0]"))
    assert (found.stopped, [each.stopped for each in found.settings]) == ([], [0])
    assert replace(found.settings[0], stopped=0) == found.settings[0]
