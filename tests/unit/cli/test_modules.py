"""Modules on the command line: `check` sees each of them, `rules` and `sources` see files that wait for others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.commands import rulewright

# Day and night fill one slot; the ships have a file for each.
FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: harbour
title: {en: Harbour}
seats: {min: 1, max: 2}
languages: [en]
slots: [side]
modules: {default: [base, day]}
begins: play
documents:
  - {id: DOC, title: A document}
""",
    "rules.yaml": "kind: ledger\nruleset: harbour\nrules: {sail.day: By day. (DOC), sail.night: By night. (DOC)}\n",
    "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base}\n",
    "base/content.yaml": """\
kind: content
kinds:
  - {id: boat, title: {en: Boat}, fields: {cost: {type: number, about: Its price}}}
counters:
  - {id: coin, per: [seat], min: 0, max: 9}
procedures:
  - {id: play, does: gain 1 coin}
""",
    "day/module.yaml": "kind: module\nid: day\ntitle: {en: Day}\nfills: side\n",
    "day/content.yaml": "kind: content\ncounters:\n  - {id: light, min: 0, max: 9}\n",
    "night/module.yaml": "kind: module\nid: night\ntitle: {en: Night}\nfills: side\n",
    "night/content.yaml": "kind: content\ncounters:\n  - {id: light, min: 0, max: 2}\n",
    "ships/module.yaml": "kind: module\nid: ships\ntitle: {en: Ships}\n",
    "ships/day.yaml": """\
kind: content
with: [day]
components:
  - {id: yawl, kind: boat, title: {en: Yawl}, cost: 3, source: {doc: DOC, place: a}}
procedures:
  - {id: sail, does: gain 3 light, rules: [sail.day]}
""",
    "ships/night.yaml": """\
kind: content
with: [night]
components:
  - {id: yawl, kind: boat, title: {en: Yawl}, cost: 1, source: {doc: DOC, place: b}}
procedures:
  - {id: sail, does: gain 1 light, rules: [sail.night]}
""",
}


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / "harbour" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "harbour" / name).write_text(text, encoding="utf-8")
    return tmp_path / "harbour"


def spoil(harbour: Path, name: str, one: str, other: str) -> None:
    text = (harbour / name).read_text("utf-8")
    assert one in text
    (harbour / name).write_text(text.replace(one, other), encoding="utf-8")


def faults(harbour: Path) -> list[tuple[str, str, int, str]]:
    told = json.loads(rulewright("check", harbour, "--no-lint", "--format", "json").stdout)["diagnostics"]
    return [(each["code"], each["file"], each["line"], each["message"].partition(" (with ")[2]) for each in told]


def test_a_ruleset_of_many_choices_has_no_problem(harbour: Path) -> None:
    assert faults(harbour) == []


def test_a_fault_of_another_choice_is_told_once_with_its_modules(harbour: Path) -> None:
    spoil(harbour, "ships/night.yaml", "gain 1 light", "gain 1 ligth")
    assert faults(harbour) == [("unknown-name", "harbour/ships/night.yaml", 6, "the modules base, night, ships)")]


def test_a_fault_of_the_default_choice_names_no_modules(harbour: Path) -> None:
    spoil(harbour, "base/content.yaml", "gain 1 coin", "gain 1 cion")
    assert faults(harbour) == [("unknown-name", "harbour/base/content.yaml", 7, "")]


def test_a_file_that_does_not_apply_is_checked_for_its_shape(harbour: Path) -> None:
    spoil(harbour, "ships/night.yaml", "procedures:", "procedure:")
    assert [fault[:3] for fault in faults(harbour)] == [("unknown-key", "harbour/ships/night.yaml", 5)]


def test_a_module_that_lacks_a_need_is_told(harbour: Path) -> None:
    (harbour / "ships" / "more.yaml").write_text(
        "kind: content\nprocedures:\n  - {id: dive, does: deepen}\n", encoding="utf-8"
    )
    (harbour / "depths").mkdir()
    (harbour / "depths/module.yaml").write_text("kind: module\nid: depths\ntitle: {en: Depths}\n", encoding="utf-8")
    (harbour / "depths/content.yaml").write_text(
        "kind: content\nprocedures:\n  - {id: deepen, does: gain 1 coin}\n", encoding="utf-8"
    )
    assert [fault[:3] for fault in faults(harbour)] == [("unknown-procedure", "harbour/ships/more.yaml", 3)]
    spoil(harbour, "ships/module.yaml", "id: ships\n", "id: ships\nneeds: [depths]\n")
    assert faults(harbour) == []


def test_rules_and_sources_tell_of_every_file(harbour: Path) -> None:
    rules = json.loads(rulewright("rules", harbour, "--format", "json").stdout)["rules"]
    assert {each["id"]: each["entries"] for each in rules} == {
        "sail.day": ["harbour/ships/day.yaml:6"],
        "sail.night": ["harbour/ships/night.yaml:6"],
    }
    values = json.loads(rulewright("sources", harbour, "--format", "json").stdout)["values"]
    assert [(each["entry"], each["field"], each["where"]) for each in values] == [
        ("yawl", "cost", "a"),
        ("yawl", "cost", "b"),
    ]


def test_a_change_of_a_waiting_file_is_no_old_game_from_the_cache(
    harbour: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright.native.loading import load_game

    def longest() -> int:
        game = load_game(harbour, modules=("night", "ships"))
        return next(family.high for family in game.blueprint.families if family.id == "deep")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (harbour / "ships/more/far").mkdir(parents=True)
    place = "ships/more/far/night.yaml"
    text = "kind: content\nwith: [night]\ncounters:\n  - {id: deep, min: 0, max: 5}\n"
    (harbour / place).write_text(text, encoding="utf-8")
    assert longest() == 5
    spoil(harbour, place, "max: 5", "max: 6")
    assert longest() == 6
