"""`rulewright explain` tells what a name means, where it is, and what touches it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from interpreter.cli import run
from interpreter.language.vocabulary import WORDS
from interpreter.workbench.explain.codes import CODES

PEBBLES = Path(__file__).parent / "pebbles"


def explained(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["explain", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("pay", ["pay: verb of the language", "    pay AMOUNT COUNTER", "    may: pay 2 coin; gain 1 points"]),
        ("first", ["first: function of the language", "  gives thing"]),
        ("unknown-zone", ["unknown-zone: code of a message", "    shuffle coin", "  mended:", "    shuffle deck"]),
        ("is not", ["is not: operator of the language"]),
    ],
)
def test_a_word_or_code_is_explained(capsys: pytest.CaptureFixture[str], name: str, lines: list[str]) -> None:
    shown = explained(capsys, name, "--ruleset", "tutorial").splitlines()
    assert set(lines) <= set(shown)


def test_an_entry_is_explained_with_place_text_uses_rules_and_proofs(capsys: pytest.CaptureFixture[str]) -> None:
    shown = explained(capsys, "take_turn", "--ruleset", "tutorial")
    assert "take_turn: procedure in tutorial, module base  (tutorial/base/gulls.yaml:39)" in shown
    assert "      require exists(beak)" in shown
    assert "run by:\n    tutorial/base/gulls.yaml:36  play_gulls.does" in shown
    assert "rule turn: A gull either" in shown
    assert "proved by 2 scenarios:\n    tutorial/scenarios/turns.yaml:7  a gull snatches" in shown


def test_a_name_is_found_in_all_rulesets_at_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    monkeypatch.chdir(tmp_path)
    assert "prey: kind in tutorial" in explained(capsys, "prey")
    shown = explained(capsys, "ghosts")
    assert "ghosts: module in pebbles" in shown
    monkeypatch.chdir(tmp_path / "pebbles" / "base")
    assert "ghosts: module in pebbles" in explained(capsys, "ghosts")


def test_a_word_of_several_words_needs_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(capsys, "for", "each", "--ruleset", "tutorial").startswith("for each: verb of the language")


@pytest.mark.parametrize(("name", "sort"), [("sleepy_cat", "variant"), ("three_mornings", "match")])
def test_variants_and_matches_are_explained(capsys: pytest.CaptureFixture[str], name: str, sort: str) -> None:
    shown = explained(capsys, name)
    assert f"{name}: {sort} in tutorial" in shown
    assert f"    {sort}: {name}" in shown


def test_a_ruleset_with_mistakes_is_left_out_and_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (tmp_path / "pebbles" / "base" / "more.yaml").write_text("kind: content\ncounters: [{id: gold, per: 5}, 7]\n")
    monkeypatch.chdir(tmp_path)
    assert run(["explain", "gold"]) == 2
    told = capsys.readouterr().err
    assert "'pebbles' has mistakes" in told
    assert "nothing is named 'gold'" in told
    assert run(["explain", "pay"]) == 0


def test_a_variant_of_a_wrong_shape_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "more.yaml"
    file.write_text("kind: variant\nvariant: more\nextends: tutorial\nmodules: {a: 1}\n")
    assert run(["explain", "sprat", "--variant", str(file)]) == 1
    assert "error[missing-key]" in capsys.readouterr().err


def test_a_name_with_several_meanings_shows_all(capsys: pytest.CaptureFixture[str]) -> None:
    shown = explained(capsys, "none", "--ruleset", "tutorial")
    assert "none: function of the language" in shown
    assert "none: name of the language" in shown


def test_what_a_variant_changes_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "more.yaml"
    file.write_text(
        "kind: variant\nvariant: more\ntitle: {en: More}\nextends: tutorial\n"
        "patches:\n  - {change: sprat, relative: {copies: +1}, because: more fish}\n"
    )
    shown = explained(capsys, "sprat", "--variant", str(file))
    assert "patched by:" in shown
    assert "more.yaml:6  module more (copies)" in shown


def test_an_unknown_name_gets_the_nearest_one_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    for name, near in (
        ("take_trun", "take_turn"),
        ("tutoral", "tutorial"),
        ("unknown-zoen", "unknown-zone"),
        ("shufle", "shuffle"),
    ):
        assert run(["explain", name, "--ruleset", "tutorial"]) == 2
        assert f"did you mean '{near}'?" in capsys.readouterr().err


def test_a_ruleset_is_known_by_its_name_though_it_is_no_entry(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "tutorial", "--ruleset", "tutorial"]) == 2
    assert "'tutorial' is a ruleset" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["pay", "--verbs"],
        ["pay", "--format", "markdown"],
        ["pay", "--modules", "base"],
        ["pay", "--ruleset", "tutorail"],
        ["pay", "--ruleset", "tutorial", "--modules", "bsae"],
        ["pay", "--variant", "no_such_file.yaml"],
    ],
)
def test_wrong_usage_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert run(["explain", *arguments]) in (1, 2)
    told = capsys.readouterr().err
    assert told
    assert "Traceback" not in told


def test_json_holds_what_the_text_shows(capsys: pytest.CaptureFixture[str]) -> None:
    (meaning,) = json.loads(explained(capsys, "nest", "--ruleset", "tutorial", "--format", "json"))["meanings"]
    assert meaning["what"] == "zone in tutorial, module base"
    assert {"changed by", "read by", "shown by"} <= {words for words, _ in meaning["touched"]}


def test_the_reference_holds_every_word(capsys: pytest.CaptureFixture[str]) -> None:
    text = explained(capsys, "--verbs")
    page = explained(capsys, "--verbs", "--format", "markdown")
    for word in WORDS:
        assert word.sentence in text
        assert f"### `{word.name}`" in page
    listed = json.loads(explained(capsys, "--verbs", "--format", "json"))["words"]
    assert [each["name"] for each in listed] == [word.name for word in WORDS]


def test_all_codes_and_schemas_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    codes = explained(capsys, "--codes")
    assert all(code.code in codes for code in CODES)
    paths = json.loads(explained(capsys, "--schemas", "--format", "json"))["schemas"]
    assert all(Path(path).is_file() for path in paths.values())
    assert f"$schema={paths['variant']}" in explained(capsys, "--schemas")
