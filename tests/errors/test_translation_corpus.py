"""Small wrong translation files are told as they say in their first lines; none of them stops its game."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.author.review.findings import Findings
from rulewright.author.review.ruleset import review_ruleset
from rulewright.core.pipeline import Choice, build_ruleset
from tests.errors.rulesets.skeleton import expected_in
from tests.unit.cli.commands import PEBBLES

CORPUS = Path(__file__).parent / "translations"
FILES = sorted(CORPUS.glob("*.bad.yaml"))
MORE = """\
kind: content
table:
  - {id: seat_line, per: [seat], line: "{seat:8} has [{#fist|stone|stones}]"}
"""
ALONE = "untranslated-texts"
"""What is said of every file that has not all texts, unless something is wrong with it."""


def pebbles_with(folder: Path, text: str) -> Path:
    root = Path(shutil.copytree(PEBBLES, folder / "pebbles"))
    (root / "base" / "more.yaml").write_text(MORE, "utf-8")
    game = root / "base" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("{en: Chalk}", "{en: Chalk, de: Kreide}"), "utf-8")
    manifest = root / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("[en]", "[en, de]"), "utf-8")
    (root / "translations").mkdir()
    (root / "translations" / "de.yaml").write_text(text, "utf-8")
    return root


def found_in(root: Path) -> list[tuple[str, int, str]]:
    found = Findings(lint=False, scenarios=False, jobs=1, watch=lambda *_: None)
    review_ruleset(str(root), root, found)
    return [(each.code, each.span.line, f"{each.message} {each.hint}") for each in found.diagnostics
            if each.span.file.endswith("translations/de.yaml")]  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".bad.yaml"))
def test_file_is_told_as_it_says(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    expected = expected_in(text)
    found = found_in(pebbles_with(tmp_path, text))
    told = [each for each in found if each[0] != ALONE or expected[0].code == ALONE]
    assert expected
    assert sorted((code, line) for code, line, _ in told) == sorted((each.code, each.line) for each in expected), told
    for each in expected:
        words = [said for code, line, said in told if (code, line) == (each.code, each.line)]
        assert [each.word in said for said in words].count(True) > 0, words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".bad.yaml"))
def test_no_file_stops_the_game_or_is_shown(path: Path, tmp_path: Path) -> None:
    compiled = build_ruleset(Choice(str(pebbles_with(tmp_path, path.read_text("utf-8"))))).compiled
    assert compiled is not None
    titles = [title.get("de") for info in compiled.blueprint.domains.values() for title in info.titles]
    line = next(each["line"] for each in compiled.blueprint.table_layout if each["id"] == "seat_line")
    shown = {each for each in titles if each} | ({line["de"]} if isinstance(line, dict) and "de" in line else set())
    right = {"duplicate_key": {"Feuerstein"}, "twice": {"Feuerstein"}}
    assert shown - {"Kreide"} == right.get(re.sub(r"\..*", "", path.name), set())
