"""Quick fixes: the word that was meant in place of a misspelt one."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from rulewright.author.editor.quick_fixes import quick_fixes
from rulewright.author.editor.study import Study
from rulewright.core.diagnostics import Span, did_you_mean, error

ROOT = Path(__file__).resolve().parents[4]
GULLS = ROOT / "rulesets" / "tutorial" / "base" / "gulls.yaml"

MISSPELT = [
    ("shuffle pier", "shuffle peir"),
    ("move card to beak", "mvoe card to beak"),
    ("sum(card.worth for", "sum(card.wroth for"),
    ("sum(card.worth for", "smu(card.worth for"),
    ("snatch: snatch", "snatch: sntach"),
    ("card.design is cat:", "card.design is cta:"),
    ("kind: prey, copies: 8", "kind: pery, copies: 8"),
    ("copies: 8, worth: 1", "copeis: 8, worth: 1"),
    ("copies: 8, worth: 1", "copies: 8, wroth: 1"),
    ("snatch() [turn, cat]", "snatch() [turn, cta]"),
    ("visible: none, start", "visible: nnoe, start"),
    ("zones:\n", "zonse:\n"),
    ("{doc: GULLS, place: Cards}}\n  - {id: herring", "{doc: GULSL, place: Cards}}\n  - {id: herring"),
]


@pytest.mark.parametrize(("right", "wrong"), MISSPELT, ids=[wrong.split("\n")[0] for _, wrong in MISSPELT])
def test_the_word_that_was_meant_fixes_the_file(right: str, wrong: str) -> None:
    study, text = Study(), GULLS.read_text("utf-8")
    assert right in text
    broken = text.replace(right, wrong, 1)
    study.buffers.hold(GULLS, broken)
    lines = broken.split("\n")
    told = [each for listed in study.diagnose(GULLS, "beside").values() for each in listed]
    (fix, *_) = [found for each in told for found in quick_fixes(each, lines)]
    line = lines[fix.span.line - 1]
    before, after = line[: fix.span.column - 1], line[fix.span.column - 1 + fix.span.length :]
    lines[fix.span.line - 1] = before + fix.text + after
    assert "\n".join(lines) == text


def test_a_variant_is_fixed_as_well(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    path = tmp_path / "tutorial" / "variants" / "sleepy_cat.yaml"
    text = path.read_text("utf-8").replace("change: cat", "change: cta")
    assert "cta" in text
    study = Study()
    study.buffers.hold(path, text)
    (told,) = study.diagnose(path)[path]
    (fix,) = quick_fixes(told, text.split("\n"))
    assert (fix.title, fix.text) == ("Replace 'cta' by 'cat'", "cat")


def test_every_name_that_may_be_meant_is_offered() -> None:
    found = error("unknown-name", Span("f", 1, 3), "?", did_you_mean("bat", ["cat", "hat", "violin"]))
    assert [each.text for each in quick_fixes(found, ["a bat"])] == ["cat", "hat"]


@pytest.mark.parametrize("line", ["a dog", "", "a bats", "a bat-man"])
def test_nothing_is_offered_where_the_word_is_gone(line: str) -> None:
    found = error("unknown-name", Span("f", 1, 3), "?", did_you_mean("bat", ["cat"]))
    assert quick_fixes(found, [line]) == ()
    assert quick_fixes(found, []) == ()


def test_nothing_is_offered_where_the_hint_is_no_name() -> None:
    assert quick_fixes(error("unknown-name", Span("f", 1, 1), "?", "write another one"), ["bat"]) == ()


def test_what_is_meant_survives_the_way_to_another_process() -> None:
    found = error("unknown-name", Span("f", 1, 3), "?", did_you_mean("bat", ["cat"]))
    again = pickle.loads(pickle.dumps(found))  # noqa: S301 - it is our own
    assert again == found
    assert again.suggestion is not None
    assert (again.suggestion.word, again.suggestion.names) == ("bat", ("cat",))
