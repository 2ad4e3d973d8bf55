"""The page on Gulls quotes files as they are and its commands work; what pages for authors name is there."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from rulewright.cli import run

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ROOT / "rulesets"
DOCS = ROOT / "docs"
GUIDE = (DOCS / "tutorials" / "gulls.md").read_text(encoding="utf-8")
AUTHORS = "\n".join(page.read_text(encoding="utf-8") for page in sorted((DOCS / "how-to").glob("*.md")))
QUOTES = re.findall(r"^```yaml (\S+)\n(.*?)\n```$", GUIDE, re.MULTILINE | re.DOTALL)
PLACES = re.findall(r"(?:`(\w+)` in )?`((?:skymines|ceres|tutorial)/[\w/]+\.yaml)`", f"{GUIDE}\n{AUTHORS}")
COMMANDS = re.findall(r"^ +\$ (.+)$", GUIDE, re.MULTILINE)
SECTIONS = re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE)


@pytest.mark.parametrize(("file", "text"), QUOTES, ids=[file for file, _ in QUOTES])
def test_what_is_quoted_stands_in_the_file(file: str, text: str) -> None:
    assert f"\n{text}\n" in "\n" + (RULESETS / file).read_text(encoding="utf-8")


def test_the_shortest_game_is_quoted_whole() -> None:
    game = "tutorial/base/gulls.yaml"
    assert dict(QUOTES)[game] + "\n" == (RULESETS / game).read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "file"), PLACES, ids=[f"{file} {name}".strip() for name, file in PLACES])
def test_where_to_look_there_is_something(name: str, file: str) -> None:
    text = (RULESETS / file).read_text(encoding="utf-8")
    assert not name or f"id: {name}" in text or f"- {name}(" in text


def test_sections_are_those_that_there_are() -> None:
    schema = json.loads((ROOT / "schemas" / "content.schema.json").read_text(encoding="utf-8"))
    assert sorted(SECTIONS) == sorted(set(schema["properties"]) - {"kind", "with"})


def test_commands_work_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(RULESETS / "tutorial", tmp_path / "rulesets" / "tutorial")
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) >= 10
    for command in COMMANDS:
        words = shlex.split(command)
        if words[0] == "cp":
            shutil.copytree(words[2], words[3])
            _rename(Path(words[3]), "tutorial")
            continue
        assert words[0] == "rulewright"
        monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
        assert run(words[1:]) == 0, (command, capsys.readouterr().err)


def _rename(folder: Path, old: str) -> None:
    """Does what the guide says after copying: the game is named like its folder, without what is of Gulls."""
    for path in ("ruleset.yaml", "rules.yaml", "variants/sleepy_cat.yaml", "matches/three_mornings.yaml"):
        text = (folder / path).read_text(encoding="utf-8")
        changed = re.sub(rf"^(id|ruleset|extends): {old}$", rf"\1: {folder.name}", text, flags=re.MULTILINE)
        assert changed != text
        (folder / path).write_text(changed, encoding="utf-8")
    for path in ("players", "ladders"):
        shutil.rmtree(folder / path)
