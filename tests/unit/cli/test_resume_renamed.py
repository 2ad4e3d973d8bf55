"""A game saved before its ruleset's entries got new names goes on by these."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.play.records.replay import record, write_replay
from tests.unit.cli.commands import rulewright
from tests.unit.core.load.test_families import FILES

FAMILY = 'renamed: {"{suit}_{rank}": "card_{rank}_{suit}", play_cards: play_high, reward: prize}\n'


def written(root: Path, renamed: str, *changes: tuple[str, str]) -> Path:
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        for old, new in changes if not name.startswith(("scenarios", "variants")) else ():
            text = text.replace(old, new)
        (root / name).write_text(text + (renamed if name == "ruleset.yaml" else ""), "utf-8")
    return root


def saved(folder: Path) -> Path:
    """A game of the old ruleset."""
    game = rw.load_game(str(written(folder / "old", "")))
    replay = record(game, seats=2, seed=5, policies=("first", "first"))
    path = folder / "game.json"
    write_replay(path, replay)
    return path


NEW = (("play_cards", "play_high"), ("reward", "prize"), ('"{suit}_{rank}"', '"card_{rank}_{suit}"'))


def test_a_game_saved_by_old_names_goes_on_by_the_new_ones(tmp_path: Path) -> None:
    path, new = saved(tmp_path), written(tmp_path / "new", FAMILY, *NEW)
    resumed = rulewright("resume", path, "--ruleset", new)
    assert resumed.returncode == 0, resumed.stderr
    assert "new names since this game was saved" in resumed.stderr
    assert "card_" in path.read_text("utf-8")
    again = rulewright("replay", path, "--ruleset", new)
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize("change", [("rank: 1..3", "rank: 1..4"), ("draw 2", "draw 3"), ("max: 99", "max: 98")])
def test_where_more_has_changed_the_advice_is_told_and_works_or_says_why_not(
    tmp_path: Path, change: tuple[str, str]
) -> None:
    path, new = saved(tmp_path), written(tmp_path / "new", FAMILY, *NEW, change)
    before = path.read_text("utf-8")
    resumed = rulewright("resume", path, "--ruleset", new)
    assert resumed.returncode == 1
    assert f"rulewright diff OLD {new} --migrate {path}" in resumed.stderr
    assert path.read_text("utf-8") == before
    migrated = rulewright("diff", tmp_path / "old", new, "--migrate", path)
    if migrated.returncode == 0:
        assert rulewright("resume", path, "--ruleset", new).returncode == 0
    else:
        assert "the new rules play it otherwise" in migrated.stdout + migrated.stderr


def test_a_family_that_is_not_there_is_told(tmp_path: Path) -> None:
    new = written(tmp_path / "new", 'renamed: {"{suit}{rank}": "{suit}_{rnk}"}\n')
    checked = rulewright("check", new)
    assert "no family of components is named '{suit}_{rnk}'" in checked.stdout
    shutil.rmtree(new)
    new = written(tmp_path / "new", 'renamed: {"{suit}{rank}": "{suit}_{rank}"}\n')
    assert rulewright("check", new).returncode == 0


def test_a_game_that_may_be_played_again_goes_on_by_the_new_names_too(tmp_path: Path) -> None:
    once_more = "{id: once_more, title: {en: Once more}, when: any(s in seat where s.coin > 90), average: down}"
    again = ("scoring:\n", f"again:\n  - {once_more}\nscoring:\n")
    game = rw.load_game(str(written(tmp_path / "old", "", again)))
    path = tmp_path / "game.json"
    write_replay(path, record(game, seats=2, seed=5, policies=("first", "first")))
    new = written(tmp_path / "new", FAMILY, *NEW, again)
    resumed = rulewright("resume", path, "--ruleset", new)
    assert resumed.returncode == 0, resumed.stderr
    assert "new names since this game was saved" in resumed.stderr
