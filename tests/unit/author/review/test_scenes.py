"""What is told of a file of scenarios by itself is what `test` finds when it runs them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.cli.commands import PEBBLES, data, rulewright

SCENARIO = """kind: scenarios
scenarios:
  - scenario: three pebbles are taken
    rules: [turn.take]
    given: {given}
    when:
      - {{seat: 1, choose: take_three}}
    then: [{then}]
"""
VARIANT = """kind: variant
variant: big
extends: pebbles
title: {en: Big}
patches:
  - {change: pile, relative: {max: +1}, because: more}
"""


@pytest.fixture
def pebbles(tmp_path: Path) -> Path:
    """Pebbles, whose heap was once a pile, with outcomes and a house rule by the old name."""
    root = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, root)
    with (root / "ruleset.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write("renamed: {pile: heap}\n")
    with (root / "base" / "game.yaml").open("a", encoding="utf-8") as content:
        content.write("outcomes:\n  - {id: nightfall, title: {en: Night falls}}\n")
    (root / "variants").mkdir()
    (root / "variants" / "big.yaml").write_text(VARIANT, "utf-8")
    return root


def scenario(root: Path, then: str, given: str = "{seats: 2}", more: str = "") -> Path:
    path = root / "scenarios" / "more.yaml"
    path.write_text(SCENARIO.format(then=then, given=given) + more, "utf-8")
    return path


def codes(*words: str | Path) -> list[str]:
    return [each["code"] for each in data(rulewright(*words, "--format", "json"))["diagnostics"]]


def test_old_names_are_warned_of(pebbles: Path) -> None:
    file = scenario(pebbles, "pile = 6")
    assert codes("check", file) == codes("test", file) == ["old-name"]


def test_a_house_rule_may_use_old_names_too(pebbles: Path) -> None:
    file = scenario(pebbles, "heap = 6", "{seats: 2, variant: big}")
    assert codes("check", "--no-lint", file) == codes("test", file) == []


def test_an_outcome_that_there_is_not_is_told(pebbles: Path) -> None:
    file = scenario(pebbles, "heap = 6", more="    outcome: nightfal\n")
    assert codes("check", file) == codes("test", file) == ["unknown-outcome"]
