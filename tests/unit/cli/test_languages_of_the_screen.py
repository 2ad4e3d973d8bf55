"""A game is played in a language that it has titles in; what lacks it is in English, and that is said once."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.core.locales.catalogue import phrases
from rulewright.core.pipeline import read_whole, shipped_names
from rulewright.core.translations.comparing import translation_faults
from rulewright.core.translations.game_texts import texts_of
from tests.unit.cli.commands import PEBBLES


@pytest.mark.parametrize("language", ["pl", "fr"])
def test_titles_that_lack_a_language_are_in_english_and_counted(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, root)
    manifest = root / "ruleset.yaml"
    text = manifest.read_text("utf-8").replace("languages: [en]", f"languages: [en, {language}]")
    manifest.write_text(re.sub(r"title: \{en: (\w+)\}", rf"title: {{en: \1, {language}: Q}}", text), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["play", "pebbles", "--lang", language, "--seats", "random,random"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    lacking = rf"\d+ of \d+ titles and questions of pebbles are not translated into '{language}'"
    assert len(re.findall(lacking, told)) == 1


def test_a_language_that_we_do_not_speak_has_our_words_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, root)
    for path in root.rglob("*.yaml"):
        text = re.sub(r"\{en: ([^{},]+)\}", r"{en: \1, sv: Q\1}", path.read_text("utf-8"))
        path.write_text(text.replace("languages: [en]", "languages: [en, sv]"), "utf-8")
    monkeypatch.chdir(tmp_path)
    arguments = ["play", "pebbles", "--lang", "SV_fi", "--seats", "random,random", "--seed", "1"]
    assert run(arguments) == 0
    shown, complained = capsys.readouterr()
    assert complained.count("Rulewright has no translation to 'sv-FI', so its own words are in English") == 1
    assert "QPebbles" in shown
    assert phrases("en", "table")("final_scoring") in shown
    assert run(["doc", "pebbles", "--lang", "sv", "--out", "page.html"]) == 0
    assert "no translation to 'sv'" in capsys.readouterr().err
    page = Path("page.html").read_text("utf-8")
    assert '<html lang="sv">' in page
    assert "QPebbles" in page


@pytest.mark.parametrize("typed", ["german", "d", "de-", "../de", "de--AT"])
def test_what_is_no_language_tag_is_refused(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", str(PEBBLES), "--lang", typed]) == 2
    assert f"'{typed}' is not a language tag, such as de or de-AT" in " ".join(capsys.readouterr().err.split())


def test_the_tutorial_is_played_in_german(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Schnappen\nw fish\nSchnappen\nq\n"))
    assert run(["play", "tutorial", "--lang", "de-AT", "--seats", "human,random", "--seed", "1"]) == 0
    shown, complained = capsys.readouterr()
    for word in ("Mole: 22 Karten    die Katze war 0 Mal da", "Platz 1  im Nest  0   Schnabel Lachs 4", "Platz 1 - Zug",
                 "Platz 1: Katze: Mole -> Schnabel", "Fische im Nest: 0"):  # fmt: skip
        assert word in shown, word
    assert "English" not in complained


@pytest.mark.parametrize("name", shipped_names())
def test_translation_files_of_shipped_rulesets_are_whole(name: str) -> None:
    source = read_whole(name).source
    faults = [fault for each in source.spoken for fault in translation_faults(each, texts_of(source))]
    assert faults == []
    assert name != "tutorial" or [each.language for each in source.spoken] == ["de"]


@pytest.mark.parametrize(("language", "wins"), [("pl", "Wygrywa gracz"), ("fr", "Vainqueur : joueur")])
def test_skymines_is_played_in_its_languages(language: str, wins: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "skymines", "--lang", language, "--seats", "random,random", "--seed", "3"]) == 0
    assert wins in capsys.readouterr().out


@pytest.mark.parametrize("language", ["de", "pl", "fr"])
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
    for english in ("There is no option", "is not an option", "Nothing is named", "Taken back", "Saved as",
                    "nothing else was possible", "seat 1"):  # fmt: skip
        assert english not in shown, english
    assert "Left " not in complained
    assert "resume pebbles.save.json" in complained
