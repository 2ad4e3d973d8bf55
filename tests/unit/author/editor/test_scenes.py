"""Scenario files in an editor: each scenario is looked at in the game that it picks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.author.editor.study import Study
from rulewright.core.diagnostics import Diagnostic
from rulewright.play.scenarios.runs import run_files

ROOT = Path(__file__).resolve().parents[4]
BEGIN = "kind: scenarios\nscenarios:\n  - scenario: a fish is carried home\n    rules: [turn]\n"


@pytest.fixture
def gulls(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    return tmp_path / "tutorial" / "scenarios" / "more.yaml"


def told(file: Path, given: str, then: str = "size(nest) >= 0") -> list[Diagnostic]:
    """What an editor tells of a scenario that is not saved."""
    study = Study()
    study.buffers.hold(file, f"{BEGIN}    given: {given}\n    then: ['{then}']\n")
    return list(study.diagnose(file, "beside")[file])


@pytest.mark.parametrize(
    "given",
    [
        "{variant: sleepy_cat, play: snatch}",
        "{patches: [{change: cat, set: {copies: 4}, because: so it is}], play: snatch}",
        "{match: three_mornings, game: monday, play: snatch}",
        "{seats: 3, play: snatch}",
    ],
)
def test_a_right_scenario_has_nothing_to_tell(gulls: Path, given: str) -> None:
    assert told(gulls, given) == []


WRONG = [
    ("{variant: sleepy_cut, play: snatch}", "unknown-value", "sleepy_cut", "did you mean 'sleepy_cat'?"),
    ("{variant: sleepy_cat, play: sntach}", "unknown-procedure", "sntach", "did you mean 'snatch'?"),
    (
        "{match: tree_mornings, game: first, play: snatch}",
        "unknown-match",
        "tree_mornings",
        "did you mean 'three_mornings'?",
    ),
    ("{match: three_mornings, game: tenth, play: snatch}", "unknown-game", "tenth", "choose "),
    ("{patches: [{change: cta, set: {copies: 4}, because: x}], play: snatch}", "patch-without-target", "cta", "'cat'"),
    ("{patches: [{change: cat, set: {copies: none}, because: x}], play: snatch}", "wrong-type", "none", ""),
    ("{modules: [bsae], play: snatch}", "unknown-module", "bsae", "did you mean 'base'?"),
    ("{settings: {wind: high}, play: snatch}", "unknown-setting", "wind", ""),
]


@pytest.mark.parametrize(("given", "code", "at", "hint"), WRONG, ids=[code for _, code, _, _ in WRONG])
def test_what_is_wrong_is_told_at_its_place(gulls: Path, given: str, code: str, at: str, hint: str) -> None:
    (found,) = told(gulls, given)
    line = f"    given: {given}"
    assert (found.code, found.span.line) == (code, 5)
    assert line[found.span.column - 1 :].startswith(at)
    assert hint in found.hint


@pytest.mark.parametrize(("given", "code", "at"), [(given, code, at) for given, code, at, _ in WRONG if at != "none"])
def test_a_run_tells_the_same(gulls: Path, given: str, code: str, at: str) -> None:
    gulls.write_text(f"{BEGIN}    given: {given}\n    then: ['size(nest) >= 0']\n", "utf-8")
    _, found, _ = run_files([gulls])
    assert [(each.code, each.span.line) for each in found] == [(code, 5)]
    assert f"    given: {given}"[found[0].span.column - 1 :].startswith(at)


def test_a_name_that_a_patch_brings_is_known_in_its_scenario_alone(gulls: Path) -> None:
    patch = "patches: [{change: prey, add: {fields: {weight: {type: number, default: 1}}}, because: x}]"
    weighs = "every(c in pier where c.weight = 1)"
    assert [each.code for each in told(gulls, "{play: snatch}", weighs)] == ["unknown-field"]
    assert told(gulls, f"{{{patch}, play: snatch}}", weighs) == []


def test_what_a_patch_breaks_elsewhere_is_told_at_the_patch(gulls: Path) -> None:
    given = "{patches: [{delete: sea, because: the tide is out}], play: snatch}"
    found = told(gulls, given)
    assert {each.code for each in found} == {"unknown-name"}
    assert [each for each in found if "tutorial/base/" not in each.message] == []
    assert {f"    given: {given}"[each.span.column - 1 :].startswith("sea") for each in found} == {True}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["ceres/scenarios/functions.yaml", "skymines/scenarios/variants.yaml"])
def test_the_shipped_scenarios_with_games_of_their_own_are_right(name: str) -> None:
    file = ROOT / "rulesets" / name
    assert Study().diagnose(file, "beside") == {file: ()}
