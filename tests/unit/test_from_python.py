"""The package for programs: what the documents show runs as written, values print on a line, names collide with none.

`State` stays a plain list: reading and copying one is what a game does most.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright as rw
from tests.unit.cli.commands import data, rulewright

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))


def blocks(heading: str) -> list[str]:
    """What is indented by four spaces in the sections of the documents with a heading."""
    found = []
    for page in PAGES:
        for section in re.split(r"^(?=#+ )", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            if section.lstrip("# ").startswith(heading):
                found += re.findall(r"(?:^(?: {4}.*)?\n)+", section, re.MULTILINE)
    return [re.sub(r"^ {4}", "", block.lstrip("\n"), flags=re.MULTILINE) for block in found if block.strip()]


def run_python(script: str, folder: Path, *more_paths: Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(map(str, [*more_paths, ROOT / "interpreter"]))
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_what_the_documents_show_runs_as_one_script(tmp_path: Path) -> None:
    match = next(block for block in blocks("Several games") if block.startswith("kind: match")).partition("\n\n")[0]
    (tmp_path / "best_of_three.yaml").write_text(f"{match}\n", encoding="utf-8")
    script = "".join(blocks("From Python"))
    assert script.count("rw.") > 15
    done = run_python(script, tmp_path)
    assert done.returncode == 0, done.stderr
    for line in re.findall(r"^ *print\(.*\) +# (Decision\(.*\))$", script, re.MULTILINE):
        assert line in done.stdout.splitlines()


def test_a_saved_game_is_read_as_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rulewright("play", "tutorial", "--seats", "random,random", "--seed", "3", "--save", "game.json")
    done = run_python("".join(blocks("In Python")), tmp_path)
    totals = [each["total"] for each in data(rulewright("replay", "game.json", "--format", "json"))["scores"]]
    assert (done.returncode, re.findall(r"'total': (\d+)", done.stdout)) == (0, [*map(str, totals)]), done.stderr


def test_the_values_of_a_game_print_on_a_line() -> None:
    game = rw.load_game("skymines")
    decision = rw.decision(game, rw.start(game, seats=4, seed=1))
    for value in (decision, game, game.blueprint):
        assert len(repr(value)) < 200
    assert re.fullmatch(r"Game\(skymines \(base, moon\), [0-9a-f]{12}\)", repr(game))


@pytest.mark.parametrize("first", ["interpreter", "rulewright"])
def test_a_package_named_interpreter_may_be_installed_as_well(tmp_path: Path, first: str) -> None:
    other = tmp_path / "site" / "interpreter"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("whose = 'another'\n", encoding="utf-8")
    second = "rulewright" if first == "interpreter" else "interpreter"
    script = (
        f"import {first}, {second}\n"
        "game = rulewright.load_game('tutorial')\n"
        "print(interpreter.whose, len(rulewright.start(game, seats=2, seed=1)) > 0)\n"
    )
    for paths in ([tmp_path / "site"], []):
        (tmp_path / "interpreter.py").write_text("whose = 'another'\n", encoding="utf-8")
        done = run_python(script, tmp_path, *paths)
        assert done.stdout == "another True\n", done.stderr
