"""Whole games of the shipped rulesets go as they went when they were kept; `rewrite.py` says how to keep them anew.

The digest of the ruleset is not looked at here: a comment may change, how a game goes may not.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.model.layout import FRAME
from interpreter.pipeline import load_game
from interpreter.play.replay import read_replay, run_replay
from interpreter.run.integrity import faults
from tests.replays.rewrite import KEPT

FOLDER = Path(__file__).parent


def test_every_kept_game_is_in_the_list() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {kept.name for kept in KEPT}


@pytest.mark.parametrize("name", [kept.name for kept in KEPT])
def test_a_kept_game_goes_as_it_went(name: str) -> None:
    replay = read_replay(FOLDER / f"{name}.json")
    game = load_game(replay.ruleset, modules=replay.modules)
    replay = replace(replay, ruleset_digest=game.blueprint.digest)
    assert len(replay.digests) >= 5, "a digest a round, or every 25 choices"
    assert replay.final_digest is not None
    state = run_replay(game, replay).state
    assert state[FRAME] is None
    assert faults(game, state) == []
