"""What is told once a text has rested: other choices of modules, and what lints find, as a check tells it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.author.editor.rest import Rested, at_rest, carried
from rulewright.author.editor.study import FoundByFile, Study
from rulewright.author.review.buffers import Buffers
from rulewright.core.diagnostics import Diagnostic, Span, warning
from tests.errors.lints.skeleton import FILES

ROOT = Path(__file__).resolve().parents[4]
IDLE = "kind: content\ncounters:\n  - {id: wind, min: 0, max: 3}\n"
ACCEPTED = "kind: content\ncounters:\n  - {id: wind, min: 0, max: 3, accept: {never-used: it blows soon}}\n"
USED_AT_NIGHT = (
    "kind: content\ntriggers:\n  - {id: gust, after: turn, does: gain 1 wind}\ntable: [{id: l, line: '{wind}'}]\n"
)


def harbour(folder: Path, **more: str) -> Path:
    root = folder / "harbour"
    for name, text in (FILES | {name.replace("__", "/") + ".yaml": text for name, text in more.items()}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def rested(study: Study, path: Path) -> FoundByFile:
    """What an editor learns of a file at rest, beside what it was told before."""
    known = [each for told in study.diagnose(path, "beside").values() for each in told]
    steps = at_rest(study, path, known)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return {file: told for file, told in done.value.items() if told}


def codes(found: FoundByFile) -> dict[str, list[str]]:
    return {file.name: [each.code for each in told] for file, told in found.items()}


def test_an_entry_that_nothing_uses_is_told_in_its_file(tmp_path: Path) -> None:
    root = harbour(tmp_path, base__idle=IDLE)
    assert codes(rested(Study(), root / "base" / "words.yaml")) == {"idle.yaml": ["never-used"]}


def test_what_another_choice_of_modules_uses_is_not_told(tmp_path: Path) -> None:
    root = harbour(tmp_path, base__idle=IDLE, night__wind=USED_AT_NIGHT)
    assert rested(Study(), root / "base" / "idle.yaml") == {}


def test_what_is_accepted_is_not_told(tmp_path: Path) -> None:
    root = harbour(tmp_path, base__idle=ACCEPTED)
    assert rested(Study(), root / "base" / "idle.yaml") == {}


def test_what_is_unsaved_counts(tmp_path: Path) -> None:
    root, study = harbour(tmp_path, base__idle=ACCEPTED), Study()
    study.buffers.hold(root / "base" / "idle.yaml", IDLE)
    assert codes(rested(study, root / "base" / "idle.yaml")) == {"idle.yaml": ["never-used"]}


def test_no_lint_is_told_while_there_is_an_error(tmp_path: Path) -> None:
    wrong = "kind: content\nquantities:\n  - {id: far, amount: nowhere}\n"
    root = harbour(tmp_path, base__idle=IDLE, base__wrong=wrong)
    assert rested(Study(), root / "base" / "idle.yaml") == {}


def test_an_error_in_another_choice_of_modules_is_told_and_no_lint(tmp_path: Path) -> None:
    wrong = "kind: content\nquantities:\n  - {id: far, amount: nowhere}\n"
    root = harbour(tmp_path, base__idle=IDLE, night__wrong=wrong)
    found = rested(Study(), root / "base" / "idle.yaml")
    assert codes(found) == {"wrong.yaml": ["unknown-name"]}
    assert "(with the modules base, night)" in found[root / "night" / "wrong.yaml"][0].message


def test_scenarios_that_expect_nothing_are_told_in_their_file(tmp_path: Path) -> None:
    weak = "kind: scenarios\nscenarios:\n  - {scenario: a boat leaves, rules: [one], given: {play: turn}, when: []}\n"
    root = harbour(tmp_path, scenarios__weak=weak)
    for opened in ("base/words.yaml", "scenarios/weak.yaml"):
        assert codes(rested(Study(), root / opened)) == {"weak.yaml": ["scenario-expects-nothing"]}


def test_a_scenario_file_of_the_wrong_shape_is_told_while_rules_are_written(tmp_path: Path) -> None:
    root = harbour(tmp_path, base__idle=IDLE, scenarios__odd="kind: scenarios\nscenarios:\n  - {scenrio: a boat}\n")
    found = codes(rested(Study(), root / "base" / "idle.yaml"))
    assert set(found) == {"odd.yaml"}
    assert "unknown-key" in found["odd.yaml"]


def test_a_scenario_that_stands_in_two_files_is_told_in_the_second(tmp_path: Path) -> None:
    one = "kind: scenarios\nscenarios:\n  - {scenario: a boat, rules: [one], given: {play: turn}, then: ['coin = 6']}\n"
    root = harbour(tmp_path, scenarios__a=one, scenarios__b=one)
    assert rested(Study(), root / "scenarios" / "a.yaml") == {}
    assert codes(rested(Study(), root / "scenarios" / "b.yaml")) == {"b.yaml": ["doubled-scenario"]}


def variant(folder: Path, patch: str) -> Path:
    path = folder / "gusts.yaml"
    path.write_text(f"kind: variant\nvariant: gusts\ntitle: {{en: Gusts}}\nextends: harbour\npatches:\n  - {patch}\n")
    return path


def test_a_variant_is_told_of_what_it_brings_about_alone(tmp_path: Path) -> None:
    root = harbour(tmp_path, base__idle=IDLE)
    (root / "variants").mkdir()
    patch = "{change: turn, because: nobody leads, set: {does: 'let unread = 1'}}"
    path = variant(root / "variants", patch)
    found = rested(Study(), path)
    assert codes(found) == {"gusts.yaml": ["unused-name"]}
    assert found[path][0].span.line == 6


def test_what_a_variant_breaks_in_its_ruleset_is_told_at_its_patch(tmp_path: Path) -> None:
    root = harbour(tmp_path)
    (root / "variants").mkdir()
    path = variant(root / "variants", "{delete: leader, because: nobody leads}")
    told = Study().diagnose(path)[path]
    assert {each.code for each in told} == {"unknown-name"}
    assert {each.span.line for each in told} == {6}
    assert [each for each in told if "harbour/base/" not in each.message] == []


def test_old_names_in_a_variant_are_warned_of(tmp_path: Path) -> None:
    root = harbour(tmp_path)
    with (root / "ruleset.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write("renamed: {go: turn}\n")
    (root / "variants").mkdir()
    path = variant(root / "variants", "{change: go, because: boats wait, set: {title: {en: Go, fr: Va}}}")
    assert codes(Study().diagnose(path, "beside")) == {"gusts.yaml": ["old-name"]}
    assert codes(rested(Study(), root / "base" / "words.yaml")) == {"gusts.yaml": ["old-name"]}


def test_the_shipped_games_have_nothing_to_tell() -> None:
    tutorial = ROOT / "rulesets" / "tutorial"
    assert rested(Study(), tutorial / "base" / "gulls.yaml") == {}
    assert rested(Study(), tutorial / "variants" / "sleepy_cat.yaml") == {}


def test_half_written_files_never_fail(tmp_path: Path) -> None:
    root = tmp_path / "tutorial"
    shutil.copytree(ROOT / "rulesets" / "tutorial", root)
    for name in ("base/gulls.yaml", "scenarios/turns.yaml", "variants/sleepy_cat.yaml", "base/module.yaml"):
        study, text = Study(), (root / name).read_text("utf-8")
        for end in range(0, len(text), max(1, len(text) // 7)):
            study.buffers.hold(root / name, text[:end])
            rested(study, root / name)


BEFORE = "a\nb\nc\nd\n"


@pytest.mark.parametrize(
    ("now", "lines"),
    [
        (BEFORE, [1, 3]),
        ("new\n" + BEFORE, [2, 4]),
        ("a\nb\nnew\nc\nd\n", [1, 4]),
        ("a\nb\nd\n", [1]),
        ("a\nc\nd\n", [1, 2]),
        ("A\nb\nc\nd\n", [3]),
        ("a\nb\nC\nd\n", [1]),
        ("", []),
        ("a", [1]),
    ],
)
def test_what_was_told_goes_with_its_line(now: str, lines: list[int]) -> None:
    told = [warning("doubt", Span("f", line, 1), "look again") for line in (1, 3)]
    assert [each.span.line for each in carried(told, BEFORE, now)] == lines


def test_what_was_found_at_rest_is_hidden_by_an_error_and_comes_back(tmp_path: Path) -> None:
    file, buffers, kept = tmp_path / "f.yaml", Buffers(), Rested()
    doubt = warning("doubt", Span("f", 1, 1), "look again")
    fault = Diagnostic("fault", "error", Span("f", 1, 1), "wrong")
    buffers.hold(file, "a\n")
    kept.keep(tmp_path, {file: (doubt,)}, buffers)
    assert kept.with_found(tmp_path, {file: (fault,)}, buffers) == {file: (fault,)}
    assert kept.with_found(tmp_path, {file: ()}, buffers) == {file: (doubt,)}
    buffers.hold(file, "b\n")
    assert kept.with_found(tmp_path, {file: ()}, buffers) == {file: ()}
