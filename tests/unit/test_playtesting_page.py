"""The walk of docs/tutorials/strong-card.md: its house rule is one, and comes to the answers that the page tells."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest

from rulewright.cli import run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "tutorials" / "strong-card.md").read_text(encoding="utf-8")


@pytest.fixture
def house_rule(tmp_path: Path) -> Path:
    block = re.search(r"(?m)^    kind: variant\n(?:    .*\n)+", PAGE)
    assert block is not None
    file = tmp_path / "small_salmon.yaml"
    file.write_text(dedent(block.group()), encoding="utf-8")
    return file


def test_its_house_rule_has_no_mistake(house_rule: Path) -> None:
    assert run(["check", str(house_rule)]) == 0


def test_its_answers_are_those_of_the_command(house_rule: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "tutorial", "--variant", str(house_rule), "--seats", "3", "--games", "350", "--format", "json"]
    assert run(words) == 0
    found = json.loads(capsys.readouterr().out)["metrics"]
    for policy in ("random", "greedy"):
        told = {each["id"]: each for each in found if each["policy"] == policy}
        assert told["spread"]["verdict"] == "less"
        assert told["spread"]["difference"] < -0.15 * told["spread"]["base"]
        assert told["length"]["verdict"] == "equal"
        assert told["wins.seat 1"]["verdict"] in ("equal", "not shown")
