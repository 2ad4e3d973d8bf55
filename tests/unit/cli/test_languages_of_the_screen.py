"""A game is played in a language where all that is asked and told has it: then the screen speaks it throughout."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.core.locales.catalogue import phrases
from tests.unit.cli.commands import PEBBLES


@pytest.mark.parametrize("language", ["pl", "fr"])
def test_a_language_that_titles_lack_is_not_offered(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, root)
    manifest = root / "ruleset.yaml"
    text = manifest.read_text("utf-8").replace("languages: [en]", f"languages: [en, {language}]")
    manifest.write_text(re.sub(r"title: \{en: (\w+)\}", rf"title: {{en: \1, {language}: Q}}", text), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["play", "pebbles", "--lang", language, "--seats", "random,random"]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert re.search(r"\d+ of \d+ titles of what pebbles asks and says are not translated into that language", told)
    assert f"rulewright doc NAME --lang {language}" in told


@pytest.mark.parametrize(("language", "wins"), [("pl", "Wygrywa gracz"), ("fr", "Vainqueur : joueur")])
def test_skymines_is_played_in_its_languages(language: str, wins: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "skymines", "--lang", language, "--seats", "random,random", "--seed", "3"]) == 0
    assert wins in capsys.readouterr().out


@pytest.mark.parametrize("language", ["pl", "fr"])
def test_a_game_with_all_its_titles_is_played_in_its_language(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, root)
    for path in root.rglob("*.yaml"):
        text = re.sub(r"\{en: ([^{},]+)\}", rf"{{en: \1, {language}: Q\1}}", path.read_text("utf-8"))
        text = text.replace("languages: [en]", f"languages: [en, {language}]")
        path.write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("take_one\n77\nnonsense\nw nothing\nn\nu\nh\nk\ntake_one\nq\n"))
    assert run(["play", "pebbles", "--lang", language, "--seats", "human,first", "--seed", "1"]) == 0
    shown, complained = capsys.readouterr()
    assert " ".join(phrases(language, "screen")("help").split()) in " ".join(shown.split())
    for english in ("There is no option", "is no option", "Nothing is named", "Taken back", "Saved as", "goes from",
                    "nothing else was possible", "seat 1"):  # fmt: skip
        assert english not in shown, english
    assert "Left " not in complained
    assert "resume pebbles.save.json" in complained
