"""What is found must hold in every choice of modules; a variant is told of what it brings about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.author.lint.review import Review, brought_by
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.pipeline import Choice, examine, read_whole
from tests.errors.lints.skeleton import FILES

IDLE = "kind: content\ncounters:\n  - {id: wind, min: 0, max: 3}\n"
USED_AT_NIGHT = (
    "kind: content\ntriggers:\n  - {id: gust, after: turn, does: gain 1 wind}\ntable: [{id: l, line: '{wind}'}]\n"
)


def review(root: Path, *choices: tuple[str, ...]) -> list[tuple[str, str]]:
    found = Review()
    read = read_whole(str(root))
    for modules in choices:
        found.look(examine(Choice(str(root), modules=modules), read=read))
    return [(each.code, each.span.file) for each in found.findings()]


def harbour(folder: Path, **more: str) -> Path:
    root = folder / "harbour"
    for name, text in (FILES | {name.replace("__", "/") + ".yaml": text for name, text in more.items()}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_an_entry_that_another_choice_reaches_is_no_finding(tmp_path: Path) -> None:
    root = harbour(tmp_path, base__idle=IDLE, night__wind=USED_AT_NIGHT)
    assert review(root, ("base",)) == [("never-used", "harbour/base/idle.yaml")]
    assert review(root, ("base",), ("base", "night")) == []
    assert review(root, ("base", "night"), ("base",)) == []


def test_an_entry_that_no_choice_reaches_is_told_once(tmp_path: Path) -> None:
    root = harbour(tmp_path, base__idle=IDLE)
    assert review(root, ("base",), ("base", "night")) == [("never-used", "harbour/base/idle.yaml")]


def test_an_entry_of_a_module_is_told_where_the_module_is_off_in_another_choice(tmp_path: Path) -> None:
    root = harbour(tmp_path, night__idle=IDLE)
    assert review(root, ("base",), ("base", "night")) == [("never-used", "harbour/night/idle.yaml")]


VARIANT = """\
kind: variant
variant: gusts
title: {en: Gusts}
extends: harbour
patches:
  - {change: turn, because: nobody leads, set: {does: "let unread = 1"}}
"""


def test_a_variant_is_told_of_its_own_and_not_of_what_it_leaves_without_use(tmp_path: Path) -> None:
    root = harbour(tmp_path)
    path = tmp_path / "gusts.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    with_it = Review().after(examine(Choice(str(root), variant=path)))
    without = Review().after(examine(Choice(str(root))))
    assert {each.code for each in with_it.findings()} > {"unused-name"}
    assert [each.code for each in brought_by(path.as_posix(), with_it, lambda: without)] == ["unused-name"]


def test_a_variant_is_told_of_costs_of_its_ruleset_that_it_puts_out_of_reach(tmp_path: Path) -> None:
    dear = 'kind: content\ntriggers:\n  - {id: gust, after: turn, does: "may trade: pay 9 coin"}\n'
    root = harbour(tmp_path, base__dear=dear)
    path = tmp_path / "poor.yaml"
    path.write_text(
        VARIANT.replace("change: turn", "change: coin").replace('{does: "let unread = 1"}', "{max: 8}"), "utf-8"
    )
    with_it = Review().after(examine(Choice(str(root), variant=path)))
    without = Review().after(examine(Choice(str(root))))
    found = brought_by(path.as_posix(), with_it, lambda: without)
    assert [(each.code, each.span.file) for each in found] == [("never-payable", "harbour/base/dear.yaml")]


NOT_PROVEN = {"tutorial": 0, "ceres": 0}
"""The places of shipped rulesets at which no proof is known that a game goes on. None is known that stops one."""


def settled_in(review: Review) -> list[str]:
    """The codes of what is found but for places that are not proven."""
    return [each.code for each in review.findings() if (each.code, each.span, "") not in review.doubts]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ruleset", ["ceres", "tutorial"])
def test_nothing_is_found_in_a_shipped_ruleset(ruleset: str) -> None:
    found = Review()
    examined = examine(Choice(ruleset))
    found.look(examined)
    for variant in examined.source.variants:
        found.look(examine(Choice(ruleset, variant=variant)))
    assert settled_in(found) == []
    assert len(found.doubts) == NOT_PROVEN[ruleset]


@pytest.mark.slow
def test_nothing_is_found_in_any_choice_of_a_large_ruleset() -> None:
    found = Review()
    read = read_whole("skymines")
    for modules in (None, *choices_to_check(read.source)):
        found.look(examine(Choice("skymines", modules=modules), read=read))
    for variant in read.source.variants:
        found.look(examine(Choice("skymines", variant=variant), read=read))
    assert settled_in(found) == []


def test_without_documents_no_source_is_asked_for(tmp_path: Path) -> None:
    bare = "kind: content\ncomponents:\n  - {id: dinghy, kind: card, title: {en: Dinghy, fr: Youyou}}\n"
    root = harbour(tmp_path, base__bare=bare)
    assert ("missing-source", "harbour/base/bare.yaml") in review(root, ("base",))
    manifest = FILES["ruleset.yaml"].partition("documents:")[0]
    (root / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    for file in root.rglob("*.yaml"):
        file.write_text(re.sub(r", source: \{[^}]*\}", "", file.read_text("utf-8")), encoding="utf-8")
    assert examine(Choice(str(root))).diagnostics == ()
    assert "missing-source" not in [code for code, _ in review(root, ("base",))]


def test_what_an_end_asks_by_itself_is_no_finding_at_a_table_of_one(tmp_path: Path) -> None:
    alone = FILES["ruleset.yaml"].replace("min: 1, max: 3", "min: 1, max: 1")
    assert alone != FILES["ruleset.yaml"]
    ends = "kind: content\ntriggers:\n  - {id: gust, after: turn, does: 'if coin > 3: end game won by me'}\n"
    root = harbour(tmp_path, base__ends=ends)
    (root / "ruleset.yaml").write_text(alone, encoding="utf-8")
    assert [found for found in review(root, ("base",)) if found[1] == "harbour/base/ends.yaml"] == []
