"""Coverage and mutation of packages and of variants with scenarios: what they prove is their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.commands import rulewright
from tests.unit.cli.test_packages_anywhere import write_tower

CONTENT = """\
kind: content
scoring:
  - id: tower_points
    title: {en: Tower}
    amount: "sum(2 if c.worth > 1 else 0 for c in nest)"
    rules: [build]
    source: {doc: TW, place: page 1}
  - {id: tower_top, title: {en: Top}, amount: size(beak), rules: [build], source: {doc: TW, place: page 2}}
"""
SCENARIOS = """\
kind: scenarios
scenarios:
  - scenario: a herring counts
    rules: [build]
    given: {modules: [base, tower], arrange: move herring to nest}
    then: [seat(1).tower_points = 2]
"""
VARIANT = """\
kind: variant
variant: rich
title: {en: Rich}
extends: tutorial
patches:
  - {change: fish, set: {amount: "sum(c.worth + 1 for c in nest)"}, because: fish are dear}
rules: {dear: A fish counts one more.}
scenarios:
  - scenario: a herring counts three
    rules: [dear]
    given: {seats: 2, arrange: move herring to nest}
    then: [seat(1).fish = 3]
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    write_tower(tmp_path / "tower", build=CONTENT)
    (tmp_path / "tower" / "scenarios" / "tower.yaml").write_text(SCENARIOS, encoding="utf-8")
    (tmp_path / "tower" / "variants" / "tall.yaml").unlink()
    (tmp_path / "rich.yaml").write_text(VARIANT, encoding="utf-8")


def mutated(*words: str) -> dict[str, dict[str, Any]]:
    """The fate of each change by its place and operator."""
    told = rulewright("test", *words, "--mutate", "--format", "json")
    assert told.returncode == 0, told.stderr
    return {f"{each['place']} {each['operator']}": each["fate"] for each in json.loads(told.stdout)["mutants"]}


def test_changes_are_made_in_the_package_and_in_another_module_if_it_is_named() -> None:
    fates = mutated("tower")
    assert {place.split(".")[0] for place in fates} == {"tower_points", "tower_top"}
    assert {fate for place, fate in fates.items() if place.startswith("tower_points")} == {"killed", "survived"}
    assert {fate for place, fate in fates.items() if place.startswith("tower_top")} == {"unreached"}
    assert {place.split(".")[0] for place in mutated("tower", "--in", "base")} >= {"snatch", "play_gulls"}


def test_changes_are_made_in_a_variant_that_holds_scenarios() -> None:
    fates = mutated("rich.yaml")
    assert {place.split(".")[0] for place in fates} == {"fish"}
    assert set(fates.values()) == {"killed"}


def test_coverage_counts_what_is_in_the_package_or_the_variant() -> None:
    told = rulewright("test", "tower", "--coverage").stdout
    assert "Coverage of tower by 1 scenario: 1 of 2 places, 50.0 %" in told
    assert "gulls.yaml" not in told
    told = rulewright("test", "rich.yaml", "--coverage").stdout
    assert "Coverage of rich.yaml by 1 scenario: 1 of 1 places, 100.0 %" in told
    assert rulewright("test", "tower", "--coverage-below", "90").returncode == 1


def test_a_zip_is_tested_as_its_folder_is() -> None:
    text = Path("tower/module.yaml").read_text("utf-8")
    Path("tower/module.yaml").write_text(text + "version: 1.0.0\n", encoding="utf-8")
    assert rulewright("pack", "tower").returncode == 0
    for more in ((), ("--coverage",), ("--mutate",)):
        zipped, folder = (rulewright("test", each, *more).stdout for each in ("tower-1.0.0.zip", "tower"))
        assert zipped == folder
