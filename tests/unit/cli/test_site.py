"""`rulewright site`: what it says before it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.commands import rulewright


def test_without_pyodide_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = rulewright("site", "tutorial", "--out", "out")
    assert told.returncode == 2
    assert "npm install pyodide" in told.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    told = rulewright("site", "tutorial", "--out", tmp_path)
    assert told.returncode == 2
    assert "this folder holds other files" in told.stderr


def test_a_game_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    told = rulewright("site", "tutorail", "--out", tmp_path / "out")
    assert told.returncode == 2
    assert "did you mean 'tutorial'" in told.stderr
