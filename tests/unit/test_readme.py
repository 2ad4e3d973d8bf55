"""What README.md shows of a rule is in the rules, and its message is the one that is told."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

from rulewright.cli import run

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [dedent(block).strip("\n") for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", README, re.MULTILINE)]
PAGES = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "rulesets" / "README.md"]
GULLS = Path("rulesets") / "tutorial" / "base" / "gulls.yaml"


def block(beginning: str) -> str:
    return next(each for each in BLOCKS if each.startswith(beginning))


def test_it_is_short_enough_to_be_read() -> None:
    assert README.count("\n") <= 200


def test_the_rule_stands_in_the_rules() -> None:
    assert block("- take_turn() [turn]: |") in dedent("  " + (ROOT / GULLS).read_text(encoding="utf-8")).replace(
        "\n  ", "\n"
    )


def test_the_slip_is_told_as_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("exists(beak)  ", "exists(beck)  "), encoding="utf-8")
    assert run(["check", str(tmp_path / "tutorial")]) == 1
    assert block("tutorial/base/gulls.yaml:") in capsys.readouterr().out


def test_the_first_game_is_played_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".venv").mkdir()
    line = next(line for line in README.splitlines() if "bin/rulewright play" in line)
    commands = [part.strip().split()[1:] for part in line.split("&&") if "bin/rulewright" in part]
    assert [(command[0], run(command)) for command in commands] == [("play", 0), ("replay", 0)]
    assert "the game is over" in capsys.readouterr().out


def test_every_classic_and_every_extra_is_named() -> None:
    classics = {path.name for path in (ROOT / "rulesets" / "classics").iterdir() if path.is_dir()}
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = set(re.findall(r"`(\w+)`", README[README.index("## Games") : README.index("## What holds")]))
    assert sorted(classics - named) == []
    assert sorted(set(extras) - named) == ["bench", "faces"]  # for our own tests and measurements


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_page_on_architecture_names_every_wing() -> None:
    text = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    package = ROOT / "interpreter" / "rulewright"
    wings = {path.stem for path in package.iterdir() if not path.name.startswith(("_", "py."))}
    assert [wing for wing in sorted(wings) if f"`{wing}`" not in text] == []


@pytest.mark.parametrize("page", ["explanation/architecture", "how-to/change-the-program"])
def test_what_a_page_for_contributors_names_is_there(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:core|observe|native|play|table|author|lab|cli|adapters)/[\w/]*(?:\.\w+)?)`", text))
    assert len(named) > 20
    assert [each for each in sorted(named) if not (ROOT / "interpreter" / "rulewright" / each).exists()] == []


def test_the_tests_that_contributors_are_sent_to_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\btests/[\w/]+(?:\.py)?", text))
    assert len(named) > 15
    assert [each for each in sorted(named) if not (ROOT / each).exists()] == []
