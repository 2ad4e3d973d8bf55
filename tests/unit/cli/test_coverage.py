"""`--coverage` of `test` and `simulate`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright.cli import run
from tests.reference.checkout import RULESETS


class Done(NamedTuple):
    exit_code: int
    output: str
    complaint: str


@pytest.fixture
def rulewright(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def call(*arguments: str) -> Done:
        return Done(run([*arguments]), *capsys.readouterr())

    return call


@pytest.fixture
def two_scenarios(tmp_path: Path) -> str:
    """The tutorial with its first two scenarios alone, which play turns and no whole game."""
    folder = tmp_path / "tutorial"
    shutil.copytree(RULESETS / "tutorial", folder)
    file = folder / "scenarios" / "turns.yaml"
    head, first, second, *_ = file.read_text(encoding="utf-8").split("  - scenario: ")
    file.write_text("  - scenario: ".join((head, first, second)), encoding="utf-8")
    return str(folder)


def test_a_summary_names_the_worst_places(rulewright: Callable[..., Done], two_scenarios: str) -> None:
    result = rulewright("test", two_scenarios, "--coverage")
    assert result.exit_code == 0
    assert "Coverage of tutorial by 2 scenarios: 15 of 24 places, 62.5 %" in result.output
    assert "play_gulls.does (and 8 behind it)" in result.output


def test_where_all_is_reached_no_place_is_named(rulewright: Callable[..., Done]) -> None:
    result = rulewright("test", "tutorial", "--coverage")
    assert "Coverage of tutorial by 4 scenarios: 25 of 25 places, 100.0 %" in result.output
    assert "not reached" not in result.output


def test_without_it_nothing_is_told(rulewright: Callable[..., Done]) -> None:
    assert "overage" not in rulewright("test", "tutorial").output


def test_files_are_written_by_their_ending(rulewright: Callable[..., Done], tmp_path: Path) -> None:
    page, data = tmp_path / "c.html", tmp_path / "c.json"
    result = rulewright("test", "tutorial", "--coverage-to", str(page), "--coverage-to", str(data))
    assert result.exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert json.loads(data.read_text(encoding="utf-8"))["rulesets"][0]["ruleset"] == "tutorial"


def test_json_output_holds_the_coverage(rulewright: Callable[..., Done], two_scenarios: str) -> None:
    data = json.loads(rulewright("test", two_scenarios, "--coverage", "--format", "json").output)
    assert data["coverage"]["rulesets"][0]["share"] == {"reached": 15, "places": 24, "percent": 62.5}
    assert "coverage" not in json.loads(rulewright("test", "tutorial", "--format", "json").output)


@pytest.mark.parametrize(("percent", "code"), [("62.5", 0), ("62.6", 1)])
def test_too_little_coverage_fails(
    rulewright: Callable[..., Done], two_scenarios: str, percent: str, code: int
) -> None:
    result = rulewright("test", two_scenarios, "--coverage-below", percent)
    assert result.exit_code == code
    assert ("less than 62.6 %" in result.complaint) == (code == 1)


def test_games_are_counted_too(rulewright: Callable[..., Done], tmp_path: Path) -> None:
    data = tmp_path / "c.json"
    result = rulewright("simulate", "tutorial", "--games", "30", "--coverage", "--coverage-to", str(data))
    assert result.exit_code == 0
    assert "Coverage of tutorial by 30 games: " in result.output
    plain = rulewright("simulate", "tutorial", "--games", "30")
    assert plain.output.split("digest ")[1].split()[0] in result.output
    assert json.loads(data.read_text())["rulesets"][0]["by"] == "30 games"


@pytest.mark.parametrize("name", ["c.txt", "c", "nowhere/c.html"])
def test_a_file_that_cannot_be_made_is_refused(rulewright: Callable[..., Done], tmp_path: Path, name: str) -> None:
    result = rulewright("test", "tutorial", "--coverage-to", str(tmp_path / name))
    assert result.exit_code == 2
    assert "--coverage-to" in result.complaint


def test_matches_are_not_counted(rulewright: Callable[..., Done]) -> None:
    result = rulewright("simulate", "tutorial", "--games", "2", "--loops", "2", "--coverage")
    assert result.exit_code == 2
    assert "leave --loops" in result.complaint
