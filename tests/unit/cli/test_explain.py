"""`rulewright explain` tells what a name means, where it is, and what touches it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulewright.author.editor.explain.codes import CODES
from rulewright.cli import run
from rulewright.core import pipeline
from rulewright.core.language.vocabulary import WORDS
from tests.reference.games import write_small

NET = """\
kind: content
kinds: [{id: shell, title: {en: Shell}, fields: {weight: {type: number, default: 2}}}]
components: [{id: cone, kind: shell, title: {en: Cone}, copies: 4}]
counters: [{id: coin, per: [seat], min: 0, max: 9}]
zones: [{id: sea, holds: shell, visible: all, start: "true"}, {id: net, per: [seat], holds: shell, visible: all}]
"""

PEBBLES = Path(__file__).parent / "pebbles"


def explained(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["explain", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("pay", ["pay: verb of the language", "    pay AMOUNT COUNTER", "    may: pay 2 coin; gain 1 points"]),
        ("first", ["first: function of the language", "  gives thing"]),
        ("unknown-zone", ["unknown-zone: code of a message", "    shuffle coin", "  fixed:", "    shuffle deck"]),
        ("is not", ["is not: operator of the language"]),
    ],
)
def test_a_word_or_code_is_explained(capsys: pytest.CaptureFixture[str], name: str, lines: list[str]) -> None:
    shown = explained(capsys, name, "--ruleset", "tutorial").splitlines()
    assert set(lines) <= set(shown)


def test_an_entry_is_explained_with_place_text_uses_rules_and_proofs(capsys: pytest.CaptureFixture[str]) -> None:
    shown = explained(capsys, "take_turn", "--ruleset", "tutorial")
    assert "take_turn: procedure in tutorial, module base  (tutorial/base/gulls.yaml:37)" in shown
    assert "      require exists(beak)" in shown
    assert "run by:\n    tutorial/base/gulls.yaml:34  play_gulls.does" in shown
    assert "rule turn: A gull either" in shown
    assert "proved by 2 scenarios:\n    tutorial/scenarios/turns.yaml:7  a gull snatches" in shown


@pytest.mark.parametrize(
    "entry", ["- id: gust\n    does: nothing", "- gust(): nothing", "- 'gust(n in 1..3)': nothing"]
)
def test_an_entry_is_found_however_it_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (tmp_path / "pebbles" / "base" / "more.yaml").write_text(f"kind: content\nprocedures:\n  {entry}\n")
    monkeypatch.chdir(tmp_path)
    assert "gust: procedure in pebbles" in explained(capsys, "gust")


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


@pytest.mark.parametrize("word", ["later", "gain", "pick"])
def test_no_line_about_a_word_is_wider_than_a_page(capsys: pytest.CaptureFixture[str], word: str) -> None:
    assert [line for line in explained(capsys, word).split("\n") if len(line) > 120] == []


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
    monkeypatch.setattr(pipeline, "shipped_names", lambda: ("tutorial",))
    assert run(["explain", "gold"]) == 2
    told = capsys.readouterr().err
    assert "'pebbles' has errors" in told
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


def test_a_variant_next_to_its_ruleset_may_use_old_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shutil.copytree(pipeline.shipped_root() / "tutorial", tmp_path / "tutorial")
    manifest = tmp_path / "tutorial" / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8") + "renamed: {small_fish: sprat}\n", "utf-8")
    file = tmp_path / "more.yaml"
    file.write_text(
        "kind: variant\nvariant: more\ntitle: {en: More}\nextends: tutorial\n"
        "patches:\n  - {change: small_fish, relative: {copies: +1}, because: more fish}\n"
    )
    shown = explained(capsys, "sprat", "--variant", str(file))
    assert "more.yaml:6  module more (copies)" in shown


def test_a_variant_that_says_of_no_ruleset_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "more.yaml"
    file.write_text("kind: variant\nvariant: more\ntitle: {en: More}\n")
    assert run(["explain", "sprat", "--variant", str(file)]) == 1
    assert "error[missing-key]" in capsys.readouterr().err


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
    assert [code for code in CODES if code.code not in codes] == []
    paths = json.loads(explained(capsys, "--schemas", "--format", "json"))["schemas"]
    assert [path for path in paths.values() if not Path(path).is_file()] == []
    assert f"$schema={paths['variant']}" in explained(capsys, "--schemas")


def test_a_key_of_files_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    shown = explained(capsys, "zones.visible", "--ruleset", "tutorial").splitlines()
    assert shown[0] == "zones.visible: key of a zone, in content files"
    assert "  Write all, owner, others or none, or a test on viewer. All, owner, others or none, or a test on" in shown
    assert "      - {id: hand, per: [seat], holds: tile, order: set, visible: owner}" in shown
    table = explained(capsys, "zones", "--ruleset", "tutorial")
    assert "    holds *        The kind of the pieces in it. [an id]" in table.splitlines()


def test_a_key_comes_after_the_word_and_the_entry_of_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    shown = explained(capsys, "set", "--ruleset", "tutorial")
    assert shown.index("set: verb of the language") < shown.index("patches.set: key of a patch")
    shown = explained(capsys, "worth", "zones", "--ruleset", "tutorial")
    assert shown.index("prey.worth: field of prey") < shown.index("zones: section of content files")


def test_a_key_of_many_places_is_told_in_short_and_whole_with_all(capsys: pytest.CaptureFixture[str]) -> None:
    short = explained(capsys, "title", "--ruleset", "tutorial")
    assert "table.title: key of a line on the screen, in content files\n  The heading above it.\n" in short
    assert short.count("for example") == 1
    assert "--all shows all of these in full" in short
    assert explained(capsys, "title", "--all", "--ruleset", "tutorial").count("for example") > 5
    sections = explained(capsys, "settings", "--ruleset", "tutorial")
    assert "    ruled_seats    True if" in sections
    assert "variant.settings: key of variants\n  The value picked" in sections


def test_a_field_that_is_named_as_a_key_is_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    for name, fields in (
        ("block", "\n      copies:\n        type: number\n        default: 1"),
        ("flow", " {seed: number}"),
    ):
        text = f"kind: content\nkinds:\n  - id: {name}\n    title: {{en: A {name}}}\n    fields:{fields}"
        (tmp_path / "pebbles" / "base" / f"{name}.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert "block.copies: field of block in pebbles" in explained(capsys, "copies")
    assert "flow.seed: field of flow in pebbles" in explained(capsys, "seed")


def test_a_misspelt_key_gets_the_nearest_one(capsys: pytest.CaptureFixture[str]) -> None:
    for name, near in (("visibel", "visible"), ("zones.visibel", "zones.visible"), ("patchs", "patches")):
        assert run(["explain", name, "--ruleset", "tutorial"]) == 2
        assert f"did you mean '{near}'?" in capsys.readouterr().err


def test_all_keys_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    text = explained(capsys, "--keys")
    assert "content: kind of file: content files\n" in text
    assert "\nzones: section of content files\n" in text
    files = json.loads(explained(capsys, "--keys", "--format", "json"))["files"]
    (zones,) = (each for each in files if each["name"] == "zones")
    visible = {"name": "visible", "required": True, "may_be": "all, owner, others or none, or a test on viewer"}
    assert visible.items() <= next(each for each in zones["keys"] if each["name"] == "visible").items()
    (found,) = json.loads(explained(capsys, "zones", "--format", "json"))["meanings"]
    assert found == zones


def test_which_rulesets_were_looked_in_is_told_where_none_is_here(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pipeline, "shipped_names", lambda: ("ceres", "tutorial"))
    told = "this folder has no ruleset, so only shipped ones were searched: "
    for name, code in (("prey", 0), ("no_such_thing", 2)):
        assert run(["explain", name]) == code
        assert told in capsys.readouterr().err
    assert run(["explain", "pay"]) == 0
    assert told not in capsys.readouterr().err
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    assert run(["explain", "prey"]) == 0
    assert told not in capsys.readouterr().err
    assert "pebbles" in json.loads(explained(capsys, "prey", "--format", "json"))["looked_in"]


def test_what_an_entry_is_lowered_to_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    shown = explained(capsys, "--lowered", "take_turn", "--ruleset", "tutorial").splitlines()
    assert shown[0].endswith(": take_turn (suspends)")
    assert "      check (size(zone prey[11 + v0]) > 0)" in shown
    assert [line for line in shown if line.endswith(" in blocks:")], shown


def test_places_of_an_entry_are_proven_or_told_with_why_they_may_stop_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert explained(capsys, "--lowered", "suit_led", "--ruleset", "whist").splitlines()[-1] == (
        "  1 place proven never to stop a game"
    )
    content = "procedures:\n  - {id: play, does: fish}\n  - {id: fish, does: gain top(net).weight coin}\n"
    write_small(tmp_path / "small", NET + content)
    told = explained(capsys, "--lowered", "fish", "--ruleset", str(tmp_path / "small")).splitlines()
    assert told[-2:] == [
        "  0 places proven never to stop a game, 1 may",
        "    8:36 may-be-none: `top(net)` may be none: nothing before it proves that `net` holds anything",
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--lowered", "take_trun", "--ruleset", "tutorial"], "did you mean 'take_turn'?"),
        (["--lowered", "take_turn", "--format", "json"], "--lowered shows entries as text"),
    ],
)
def test_what_cannot_be_shown_lowered_is_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert run(["explain", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_words_that_name_nothing_are_looked_for_in_titles_rules_and_remarks(capsys: pytest.CaptureFixture[str]) -> None:
    told = explained(capsys, "fish", "at", "home", "--ruleset", "tutorial")
    assert "'fish at home' is not a name; it appears in:" in told
    assert "rule end: The game ends when the pier is empty; each fish at home is worth what is printed on it." in told
    assert "zone sea: Back in the sea" in explained(capsys, "back in the sea", "--ruleset", "tutorial")
    assert "remark: offered only to a gull" in explained(capsys, "offered", "only", "--ruleset", "tutorial")
    assert run(["explain", "flying", "zz", "--ruleset", "tutorial"]) == 2
