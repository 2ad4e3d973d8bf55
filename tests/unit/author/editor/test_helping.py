"""What could stand at a place, what stands there and where it is from, asked without a server; `|` is the cursor."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.author.editor.complete import completions
from rulewright.author.editor.names.index import NameIndex
from rulewright.author.editor.spot import spot_at
from rulewright.author.editor.study import Study
from rulewright.author.editor.tell import hover, places_of_definition, places_of_use
from rulewright.core.load.folder import RulesetSource

ROOT = Path(__file__).resolve().parents[4]
GULLS = ROOT / "rulesets" / "tutorial" / "base" / "gulls.yaml"


@cache
def study() -> Study:
    made = Study()
    root = made.root_of(GULLS)
    assert root is not None
    made.learn(root)
    return made


def index_and_source() -> tuple[NameIndex, RulesetSource]:
    root = study().root_of(GULLS)
    assert root is not None
    return study().indexes[root], study().sources[root]


def place(text: str) -> tuple[str, int, int]:
    before = text[: text.index("|>")]
    return text.replace("|>", "", 1), before.count("\n") + 1, len(before) - before.rfind("\n")


def labels(text: str) -> set[str]:
    return {each.label for each in completions(*place(text), index_and_source()[0])}


EFFECT = "kind: content\nprocedures:\n  - id: fly\n    does: |\n      "
VERBS = {"gain", "move", "for each", "ask each", "snatch"}


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        (EFFECT + "|>", VERBS, {"pier", "count", "cat"}),
        (EFFECT + "gain 1 coin\n      |>", VERBS, {"pier"}),
        (EFFECT + "shuffle pier; m|>", VERBS, {"pier"}),
        (EFFECT + "may: |>", VERBS, {"pier"}),
        (EFFECT + "move |>", {"pier", "top", "cat", "me"}, {"gain", "snatch"}),
        (EFFECT + "let card = top(pier)\n      move |>", {"card"}, {"gain"}),
        (EFFECT + "let card = top(pier)\n      gain card.|>", {"worth", "design", "owner"}, {"gain", "pier"}),
        (EFFECT + "for each s in seat:\n        gain 1 s.|>", {"beak", "nest", "number"}, {"gain", "cat"}),
        ("kind: content\nprocedures:\n  - {id: fly, does: |>", VERBS, {"pier"}),
        ("kind: content\nprocedures:\n  - fly() [|>", {"cat", "end"}, {"pier", "gain"}),
        ("kind: content\nprocedures:\n  - fly(c in fish) gives truth [end, c|>]: |", {"cat"}, {"pier", "gain"}),
        ("kind: content\ntriggers:\n  - splash(after s|>", {"snatch"}, {"pier", "gain"}),
        ("kind: content\ntriggers:\n  - splash(after snatch): |>", VERBS, {"pier"}),
        ('kind: content\nprocedures:\n  - {id: fly, does: "move |>', {"pier"}, {"gain"}),
        ("kind: content\nquantities:\n  - {id: much, amount: size(|>", {"pier", "nest"}, {"gain", "snatch"}),
        ("kind: content\nzones:\n  - {id: rock, holds: |>", {"prey"}, {"pier", "gain"}),
        ("kind: content\nzones:\n  - {id: rock, per: [|>", {"seat", "prey"}, {"pier", "gain"}),
        ("kind: content\ncomponents:\n  - id: eel\n    kind: |>", {"prey"}, {"pier", "gain"}),
        ("kind: content\nprocedures:\n  - id: fly\n    rules: [|>", {"cat", "turn", "end"}, {"pier"}),
        ("kind: content\nprocedures:\n  - id: fly\n    rules:\n      - |>", {"cat", "turn", "end"}, {"pier"}),
        ("kind: content\npatches:\n  - {change: |>", {"sprat", "take_turn"}, {"worth", "gain"}),
        ("kind: content\npatches:\n  - change: |>", {"sprat", "take_turn"}, {"worth", "gain"}),
        ("kind: content\ntriggers:\n  - {id: cry, after: |>", {"snatch"}, {"pier"}),
        ("kind: variant\nextends: |>", {"tutorial"}, {"pier"}),
        ("kind: scenarios\nscenarios:\n  - scenario: a\n    given:\n      play: |>", {"snatch"}, {"pier"}),
        ("kind: scenarios\nscenarios:\n  - scenario: a\n    then:\n      - size(|>", {"pier"}, {"gain"}),
        ("kind: content\nprocedures:\n  - {id: fly, about: |>", set(), {"pier", "gain"}),
    ],
)
def test_what_is_offered_fits_the_place(text: str, wanted: set[str], unwanted: set[str]) -> None:
    found = labels(text)
    assert wanted <= found
    assert not unwanted & found


def test_words_are_offered_without_any_ruleset() -> None:
    assert {"gain", "ask"} <= {each.label for each in completions(*place(EFFECT + "|>"), None)}


def at(words: str, after: int) -> tuple[str, str, int, int]:
    text = GULLS.read_text("utf-8")
    before = text[: text.index(words) + after]
    return text, "tutorial/base/gulls.yaml", before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize(
    ("words", "after", "said"),
    [
        ("shuffle pier", 1, "Mixes a pile"),
        ("for each s", 5, "Runs a block once for each member"),
        ("sum(card", 1, "The sum of a number"),
        ("shuffle pier", 9, "**pier**: zone in tutorial"),
        ("card.worth", 6, "**prey.worth**: field of prey"),
        ("move card to beak", 6, "`card`: a prey piece"),
        ("is cat", 4, "**cat**: component in tutorial"),
        ("snatch() [turn, cat]", 17, "**cat**: rule in tutorial"),
        ("kind: prey", 7, "**prey**: kind in tutorial"),
    ],
)
def test_a_word_is_told(words: str, after: int, said: str) -> None:
    index, source = index_and_source()
    assert said in hover(*at(words, after), index, source)


def test_a_remark_and_a_blank_tell_nothing() -> None:
    index, source = index_and_source()
    assert hover("kind: content\n\n", "tutorial/base/gulls.yaml", 2, 1, index, source) == ""


@pytest.mark.parametrize(
    ("words", "after", "defined"),
    [
        ("shuffle pier", 9, "{id: pier"),
        ("          if exists(pier): ask s: take_turn", 38, "take_turn() [turn]: |"),
        ("card.worth", 6, "worth: {type"),
        ("move card to beak", 6, "card = top"),
        ("is cat", 4, "{id: cat"),
    ],
)
def test_a_definition_is_found(words: str, after: int, defined: str) -> None:
    index, _ = index_and_source()
    text = GULLS.read_text("utf-8")
    (span,) = places_of_definition(*at(words, after), index)
    line = text[: text.index(defined)].count("\n") + 1
    assert (span.file, span.line) == ("tutorial/base/gulls.yaml", line)


def test_a_rule_is_defined_in_the_ledger_and_used_by_entries_and_scenarios() -> None:
    index, _ = index_and_source()
    here = at("snatch() [turn, cat]", 17)
    (span,) = places_of_definition(*here, index)
    assert span.file == "tutorial/rules.yaml"
    files = {each.file for each in places_of_use(*here, index)}
    assert {"tutorial/base/gulls.yaml", "tutorial/scenarios/turns.yaml", "tutorial/rules.yaml"} <= files


def test_what_is_unsaved_counts_and_the_disk_is_left_alone() -> None:
    own = Study()
    text = GULLS.read_text("utf-8")
    assert not any(own.diagnose(GULLS).values())
    own.buffers.hold(GULLS, text.replace("shuffle pier", "shuffle peir"))
    (told,) = [each for listed in own.diagnose(GULLS).values() for each in listed]
    assert (told.code, told.hint) == ("unknown-name", "did you mean 'pier'?")
    own.buffers.drop(GULLS)
    assert not any(own.diagnose(GULLS, "beside").values())


def test_a_scenario_file_is_looked_at() -> None:
    own = Study()
    file = ROOT / "rulesets" / "tutorial" / "scenarios" / "turns.yaml"
    assert own.diagnose(file) == {file: ()}
    own.buffers.hold(file, file.read_text("utf-8").replace("move salmon to pier", "move salmon pier"))
    assert [each.code for each in own.diagnose(file)[file]] == ["effect-syntax"]
    own.buffers.hold(file, file.read_text("utf-8").replace("move salmon to pier", "move salmon to peir"))
    assert own.diagnose(file)[file] == ()
    (told,) = own.diagnose(file, "beside")[file]
    assert (told.code, told.hint) == ("unknown-name", "did you mean 'pier'?")
    line = own.buffers.text(file).split("\n")[told.span.line - 1]
    assert line[told.span.column - 1 :].startswith("peir")


def test_a_match_is_looked_at_once_it_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    text = "kind: match\nmatch: two\ntitle: {en: Two}\nruleset: tutorial\ngames:\n"
    text += "  - {id: one, title: {en: One}, modules: [bse]}\n"
    file.write_text(text)
    own = Study()
    assert own.diagnose(file) == {file: ()}
    assert [each.code for each in own.diagnose(file, "beside")[file]] == ["unknown-module"]
    own.buffers.hold(file, text.replace("two", "three"))
    assert own.diagnose(file, "beside") == {file: ()}
    own.buffers.hold(file, text.replace("ruleset: tutorial\n", ""))
    assert [each.code for each in own.diagnose(file)[file]] == ["missing-key"]


def test_the_shipped_scenario_files_are_right() -> None:
    own = Study()
    for file in sorted((ROOT / "rulesets" / "ceres" / "scenarios").rglob("*.yaml"))[:3]:
        assert own.diagnose(file, "beside") == {file: ()}


def test_a_file_of_a_module_that_is_off_is_looked_at_with_it() -> None:
    own = Study()
    file = next((ROOT / "tests" / "unit" / "cli" / "pebbles" / "ghosts").glob("g*.yaml"))
    assert not any(own.diagnose(file).values())
    own.buffers.hold(file, file.read_text("utf-8") + "\nquantities:\n  - {id: fright, amount: no_such_name}\n")
    assert "unknown-name" in {each.code for each in own.diagnose(file)[file]}


@pytest.mark.parametrize("step", range(7))
def test_a_half_written_file_never_fails(step: int) -> None:
    own, (index, source) = Study(), index_and_source()
    text = GULLS.read_text("utf-8")
    name = "tutorial/base/gulls.yaml"
    for end in range(step * 31, len(text), 7 * 31):
        half = text[:end]
        line, column = half.count("\n") + 1, len(half) - half.rfind("\n")
        own.buffers.hold(GULLS, half)
        own.diagnose(GULLS)
        for each in (line, 1, line + 5):
            completions(half, each, column, index)
            hover(half, name, each, column, index, source)
            places_of_definition(half, name, each, column, index)
            places_of_use(half, name, each, column, index)


ODD = ("", "\n", "\t", ":", "- - -", "{", "a: |", "a: |\n\n  ", "…: é", '"', "kind: [", "x.y.z.")


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_never_fail(text: str) -> None:
    index, source = index_and_source()
    for line in range(4):
        for column in range(8):
            spot_at(text, line, column)
            completions(text, line, column, index)
            hover(text, "tutorial/base/gulls.yaml", line, column, index, source)


HEADS = """\
quantities:
  - worth(c in card_piece) gives truth: c.rank > 1
procedures:
  - play(): |
      lose 1 coin
    rules: [start]
"""


@pytest.mark.parametrize(
    ("line", "column", "key"), [(2, 45, "amount"), (2, 47, "amount"), (5, 7, "does"), (5, 14, "does"), (6, 13, "rules")]
)
def test_a_text_behind_a_head_is_that_of_its_entry(line: int, column: int, key: str) -> None:
    assert spot_at(HEADS, line, column).key == key
