"""`check` of a folder in which rulesets are: what is wrong in a file is told once, with the ruleset it is part of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.errors.rulesets.skeleton import FILES
from tests.unit.cli.commands import rulewright

OPEN = "kind: content\ncounters:\n  - {id: gold, min: 0, max: 9\n"


@pytest.mark.parametrize("place", ["base/open.yaml", "night/open.yaml", "ruleset.yaml", "rules.yaml"])
def test_a_file_that_cannot_be_read_is_told_once(tmp_path: Path, place: str) -> None:
    for name, text in (FILES | {place: OPEN}).items():
        (tmp_path / "games/harbour" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games/harbour" / name).write_text(text, encoding="utf-8")
    for path in (tmp_path / "games", tmp_path / "games/harbour", tmp_path / "games/harbour" / place):
        checked = rulewright("check", path)
        assert checked.returncode == 1
        assert checked.stdout.count("error[yaml-syntax]") == 1, checked.stdout
        assert f"harbour/{place}:" in checked.stdout
