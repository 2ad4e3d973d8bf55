"""Whole games of the shipped rulesets go as they went when they were recorded; `rewrite.py` records them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.layout import FRAME
from rulewright.native.loading import load_game
from rulewright.play.records.replay import read_replay, run_replay
from tests.reference.integrity import faults
from tests.replays.rewrite import shipped_replays


def test_there_are_games_of_each_kind_of_table() -> None:
    tables = {(replay.ruleset, replay.modules) for replay in map(read_replay, shipped_replays())}
    assert {name for name, _ in tables} >= {"skymines", "ceres"}
    assert {part for _, modules in tables for part in modules} >= {"moon", "belt", "luna"}


@pytest.mark.parametrize("path", shipped_replays(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_shipped_game_goes_as_it_went(path: Path) -> None:
    replay = read_replay(path)
    assert replay.ruleset == path.parts[-3]
    game = load_game(replay.ruleset, modules=replay.modules)
    assert len(replay.digests) >= len(replay.choices) // 50, "about every 25 choices, but not among sealed answers"
    assert replay.final_digest is not None
    replayed = run_replay(game, replay)
    assert replayed.parted is None
    assert replayed.state[FRAME] is None
    assert faults(game, replayed.state) == []
