"""Small wrong match files are refused with exactly the codes and lines they say in their first lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.core.pipeline import RulesetError
from rulewright.play.records.planned_matches import check_match_file, load_match
from tests.errors.rulesets.skeleton import expected_in

CORPUS = Path(__file__).parent / "matches"
DUEL = Path(__file__).parents[1] / "unit" / "play" / "duel"
MODULES = {
    "sharp": "kind: module\nid: sharp\ntitle: {en: Sharp}\nneeds: [base, ties]\n",
    "blunt": "kind: module\nid: blunt\ntitle: {en: Blunt}\nconflicts: [ties]\n",
}
SHARP = "kind: content\nquantities:\n  - {id: sharpness, amount: coin}\n"
SHARP += "scoring:\n  - {id: edge, title: {en: Edge}, amount: 1, halves: true}\n"


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """The ruleset of the corpus: that of the unit tests with two modules more."""
    copy = tmp_path / "duel"
    shutil.copytree(DUEL, copy)
    for name, manifest in MODULES.items():
        (copy / name).mkdir()
        (copy / name / "module.yaml").write_text(manifest, encoding="utf-8")
    (copy / "sharp" / "sharp.yaml").write_text(SHARP, encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*.bad.yaml")), ids=lambda path: path.name.removesuffix(".bad.yaml")
)
def test_file_is_refused_as_it_says(duel: Path, path: Path) -> None:
    expected = expected_in(path.read_text("utf-8"))
    file = duel / "matches" / "wrong.yaml"
    shutil.copy(path, file)
    plan, diagnostics, lines = check_match_file(file)
    assert expected
    assert plan is None
    found = [(each.code, each.span.line) for each in diagnostics]
    assert sorted(found) == sorted((each.code, each.line) for each in expected), diagnostics
    assert [each for each in diagnostics if each.span.file != file.as_posix()] == []
    assert [each for each in diagnostics if (each.span.file, each.span.line) not in lines] == []
    for each in expected:
        hints = [fault.hint for fault in diagnostics if (fault.code, fault.span.line) == (each.code, each.line)]
        assert [hint for hint in hints if each.word in hint], hints
    only_checked = {"unknown-rule", "unknown-language"}
    if {each.code for each in expected} - only_checked:
        with pytest.raises(RulesetError) as refused:
            load_match(file)
        assert {each.code for each in refused.value.diagnostics} == {each.code for each in expected}


def test_the_match_of_the_ruleset_itself_is_right(duel: Path) -> None:
    plan, diagnostics, _ = check_match_file(duel / "matches" / "three.yaml")
    assert diagnostics == ()
    assert plan == load_match(duel / "matches" / "three.yaml")


@pytest.mark.parametrize("text", ["", "- a list\n", "kind: match\nkind: match\n", "kind: &a match\n"])
def test_a_file_that_is_no_document_is_no_match(duel: Path, text: str) -> None:
    file = duel / "matches" / "wrong.yaml"
    file.write_text(text, encoding="utf-8")
    plan, _, _ = check_match_file(file)
    assert plan is None
