"""Rules compiled before anybody asks for them: which, and that a server that has just started does it by itself."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rulewright.core.pipeline import Choice, shipped_root
from rulewright.native.loading import load_game
from rulewright.table.serve.hosting.warming import usual_choices
from tests.unit.table.serve.serving import served


def test_the_usual_choices_are_games_as_they_are_then_house_rules_then_one_module_changed() -> None:
    found = list(usual_choices(("skymines", "tutorial", "never_written")))
    rules = {name: sorted((shipped_root() / name / "variants").glob("*.yaml")) for name in ("skymines", "tutorial")}
    usual = [Choice("skymines"), Choice("tutorial")]
    assert found[:2] == usual
    house_rules = [Choice(name, None, path) for name, paths in rules.items() for path in paths]
    assert found[2 : 2 + len(house_rules)] == house_rules
    changed = [each.modules for each in found[2 + len(house_rules) :]]
    assert {("base",), ("base", "moon", "missions"), ("base", "moon", "luna")} <= set(changed)


def test_each_usual_choice_can_be_loaded() -> None:
    loaded = [
        load_game(each.ruleset, modules=each.modules, variant=each.variant) for each in usual_choices(("tutorial",))
    ]
    assert [each.blueprint.ruleset for each in loaded] == ["tutorial"] * len(loaded)


def test_a_server_compiles_the_usual_rules_before_anybody_asks_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = list[Path]()
    with served(tmp_path / "tables", "tutorial"):
        for _ in range(3000):  # other tests go first
            found = list((tmp_path / "cache").rglob("*.game"))
            if found:
                break
            time.sleep(0.1)
    assert found
