"""The learned players that shipped rulesets bring: what they hold, whose rules they know, that they play."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.pipeline import shipped_root
from rulewright.native.loading import load_game
from rulewright.play.policies.learned import LearnedPlayer, learned_player
from rulewright.play.policies.learned_files import read_values
from rulewright.play.series.simulate import Series, play_one

MOST_BYTES = 500_000
BUNDLED = sorted(shipped_root().glob("**/players/*.json"))


def test_a_ruleset_brings_players() -> None:
    assert {"tutorial"} <= {path.parents[1].name for path in BUNDLED}


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_brought_player_is_small_and_knows_all_that_it_weighs(path: Path) -> None:
    assert path.stat().st_size <= MOST_BYTES
    values = read_values(path)
    game = load_game(path.parents[1], modules=values.modules)
    assert str(values.made["command"]).startswith(f"rulewright train {path.parents[1].name} ")
    for seats in values.seats:
        assert LearnedPlayer(values, game, seats).rule_coverage.share == 1.0, "train again by the command in the file"


def test_a_brought_player_plays() -> None:
    game = load_game("tutorial")
    assert play_one(game, Series(1, 3, policies=("learned",)), 0, {}).decisions


def test_alone_against_luna_the_player_of_her_tables_plays() -> None:
    game = load_game("skymines", modules=("base", "moon", "luna"))
    alone, together = (learned_player(["learned"], game, seats).values for seats in (2, 3))
    assert "luna" in alone.modules
    assert "luna" not in together.modules
