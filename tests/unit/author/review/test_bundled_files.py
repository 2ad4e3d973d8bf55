"""What `check` says of players and ladders in a ruleset's folder: damaged, of another game, made for other rules."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.core.pipeline import shipped_root
from rulewright.play.policies.learned_files import read_values, values_text

GULLS = shipped_root() / "tutorial"
PLAYER, LADDER = "players/gulls.json", "ladders/2_seats.json"
Checked = Callable[[], list[tuple[str, str, int]]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset that brings a player and a ladder, of which nothing is kept yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Path(shutil.copytree(GULLS, tmp_path / "tutorial"))


@pytest.fixture
def checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> Checked:
    """Code, file and line of all that is wrong."""

    def check() -> list[tuple[str, str, int]]:
        run(["check", str(folder), "--format", "json"])
        found = json.loads(capsys.readouterr().out)["diagnostics"]
        return [(each["code"], each["file"], each["line"]) for each in found]

    return check


def line_of(path: Path, beginning: str) -> int:
    lines = path.read_text("utf-8").splitlines()
    return 1 + next(at for at, line in enumerate(lines) if line.lstrip().startswith(beginning))


@pytest.mark.parametrize(("name", "code"), [(PLAYER, "learned-player"), (LADDER, "no-ladder")])
def test_a_damaged_file_is_told_with_its_line(folder: Path, checked: Checked, name: str, code: str) -> None:
    path = folder / name
    whole = path.read_text("utf-8")
    cut = whole[: len(whole) // 2].rpartition("\n")[0] + "\n?"
    path.write_text(cut, "utf-8")
    assert checked() == [(code, f"tutorial/{name}", cut.count("\n") + 1)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [(PLAYER, "learned-player"), (LADDER, "no-ladder")])
@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"[" * 100_000, b"[]", b"{}", b""], ids=["bytes", "nested", "list", "mapping", "nothing"]
)
def test_whatever_is_in_a_file_is_told(folder: Path, checked: Checked, name: str, code: str, data: bytes) -> None:
    (folder / name).write_bytes(data)
    assert [(code, f"tutorial/{name}") == each[:2] for each in checked()] == [True]


@pytest.mark.slow
def test_a_player_with_another_weight_is_not_as_it_was_written(folder: Path, checked: Checked) -> None:
    path = folder / PLAYER
    path.write_text(path.read_text("utf-8").replace('"always": ', '"always": 1'), "utf-8")
    assert [each[0] for each in checked()] == ["learned-player"]


def test_what_is_of_another_game_is_told_where_it_says_so(folder: Path, checked: Checked) -> None:
    player, ladder = folder / PLAYER, folder / LADDER
    player.write_bytes(values_text(replace(read_values(player), ruleset="ceres")))
    ladder.write_text(ladder.read_text("utf-8").replace('"ruleset": "tutorial"', '"ruleset": "ceres"'), "utf-8")
    lines = [line_of(each, '"ruleset":') for each in (ladder, player)]
    assert checked() == [
        ("wrong-ruleset", f"tutorial/{LADDER}", lines[0]),
        ("wrong-ruleset", f"tutorial/{PLAYER}", lines[1]),
    ]


def test_a_player_that_knows_too_little_of_the_rules_is_told(folder: Path, checked: Checked) -> None:
    path = folder / PLAYER
    values = read_values(path)
    others = {f"old {name}": each for name, each in values.weights.items()}
    path.write_bytes(values_text(replace(values, weights=others)))
    assert checked() == [("little-known", f"tutorial/{PLAYER}", line_of(path, '"weights":'))]


@pytest.mark.slow
def test_a_player_of_other_tables_and_modules_is_told(folder: Path, checked: Checked) -> None:
    path = folder / PLAYER
    values = read_values(path)
    path.write_bytes(values_text(replace(values, seats=(2, 9))))
    assert checked() == [("little-known", f"tutorial/{PLAYER}", line_of(path, '"seats":'))]
    path.write_bytes(values_text(replace(values, modules=("base", "storms"))))
    assert checked() == [("little-known", f"tutorial/{PLAYER}", line_of(path, '"modules":'))]


@pytest.mark.slow
def test_other_files_are_not_expected_there(folder: Path, checked: Checked) -> None:
    (folder / "players/gulls.yaml").write_text("kind: content\n", "utf-8")
    assert [each[1] for each in checked()] == ["tutorial/players/gulls.yaml"]


def test_a_file_that_is_right_is_not_looked_at_again_when_a_scenario_changes(
    folder: Path, checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checked() == []
    monkeypatch.setattr("rulewright.author.review.bundled_files._player_faults", None)
    scenario = next((folder / "scenarios").rglob("*.yaml"))
    scenario.write_text(scenario.read_text("utf-8") + "# a remark\n", "utf-8")
    assert checked() == []
