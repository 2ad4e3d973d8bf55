"""Scenario files shared out to processes: what one process says, in its order."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.play.scenarios.runs import run_files
from rulewright.play.scenarios.sharing import FEWEST, run_shared

PEBBLES = Path(__file__).parents[2] / "cli" / "pebbles"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A ruleset whose scenario stands in several files: some pass, one fails, one has a mistake."""
    root = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, root)
    text = (root / "scenarios" / "turns.yaml").read_text("utf-8")
    for number in range(FEWEST + 2):
        changed = text.replace("heap = 6", {1: "heap = 7", 2: "heep = 6"}.get(number, "heap = 6"))
        (root / "scenarios" / f"more_{number}.yaml").write_text(changed, "utf-8")
    return root


def test_two_processes_say_what_one_does(files: Path) -> None:
    told: list[tuple[int, int]] = []
    results, found, lines = run_files([files], {}, explains=True)
    shared, shared_found, shared_lines = run_shared([files], 2, lambda done, of: told.append((done, of)))
    assert (shared, shared_found) == (results, found)
    assert [each.failure is None for each in results].count(False) == 1
    assert len(found) == 1
    assert shared_lines.items() <= lines.items()
    assert told[-1] == (FEWEST + 3, FEWEST + 3)


def test_the_output_is_the_same_for_any_number_of_processes(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = set()
    for jobs in ("1", "2", "3"):
        assert run(["test", str(files), "--verbose", "--jobs", jobs]) == 1
        said.add(capsys.readouterr().out)
    (only,) = said
    assert "heep" in only
    assert "found 6 and 7" in only


def test_a_bar_is_shown_on_a_terminal(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    for verb, counted in (("test", f"{FEWEST + 3}/{FEWEST + 3} scenario files"), ("check", "scenario files")):
        assert run([verb, str(files)]) == 1
        said = capsys.readouterr()
        assert counted in said.err
        assert said.out.count("nothing here is named 'heep'") == 1
