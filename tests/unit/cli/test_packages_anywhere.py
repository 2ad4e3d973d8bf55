"""A module in a folder of its own, anywhere: written, checked, tested and played with the ruleset it extends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.core.pipeline import Choice, build_ruleset, shipped_root
from tests.unit.cli.commands import rulewright

LOOSE = {
    "module.yaml": """\
kind: module
id: tower
title: {en: Tower}
extends: tutorial 1.0
needs: [base]
languages: [en]
""",
    "build.yaml": """\
kind: content
scoring:
  - {id: tower_points, title: {en: Tower}, amount: 2, rules: [build], source: {doc: TW, place: page 1}}
""",
    "rules.yaml": "kind: ledger\nruleset: tutorial\nrules:\n  build: Each seat gets two points.\n",
    "scenarios/tower.yaml": """\
kind: scenarios
scenarios:
  - scenario: each seat gets two points
    rules: [build]
    given: {modules: [base, tower], arrange: nothing}
    then: [seat(1).tower_points = 2]
""",
    "variants/tall.yaml": """\
kind: variant
variant: tall
title: {en: Tall}
extends: tutorial
modules: [base, tower]
patches:
  - {change: tower_points, set: {amount: 5}, because: it is tall}
""",
}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def write_tower(folder: Path, **changed: str) -> Path:
    documents = "documents: [{id: TW, title: Tower rules}]\n"
    for name, text in LOOSE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text + documents * (name == "module.yaml"), encoding="utf-8")
    for name, text in changed.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_new_module_anywhere_passes_check_and_test_and_plays() -> None:
    assert run(["new", "module", "spire", "--extends", "tutorial"]) == 0
    assert rulewright("check", "./spire").stdout == "spire: no problems\n"
    assert rulewright("test", "./spire").stdout == "1 scenario: 1 passed, 0 failed\n"
    played = rulewright("play", "tutorial", "--modules", "base,./spire", "--seats", "random,random", "--seed", "1")
    assert (played.returncode, "Spire" in played.stdout) == (0, True)


def test_a_package_is_right_with_its_own_rules_documents_scenarios_and_variants(tmp_path: Path) -> None:
    write_tower(tmp_path / "tower")
    assert rulewright("check", "tower").stdout == "tower: no problems\n"
    assert rulewright("test", "tower").stdout == "1 scenario: 1 passed, 0 failed\n"
    rules = rulewright("rules", "tower").stdout
    assert "tower:build" in rules
    assert "tower/build.yaml:3" in rules
    assert "tower/scenarios/tower.yaml:3" in rules
    assert "TW  Tower rules" in rulewright("sources", "tower").stdout


@pytest.mark.parametrize("place", ["./tower", "tower.zip", "tower"])
def test_it_is_played_by_its_folder_its_zip_and_its_name(tmp_path: Path, place: str) -> None:
    write_tower(tmp_path / "tower")
    shutil.make_archive("tower", "zip", tmp_path, "tower")
    if place == "tower":
        (tmp_path / "rulewright_packages").mkdir()
        shutil.move(tmp_path / "tower", tmp_path / "rulewright_packages")
    (tmp_path / "below").mkdir()
    built = build_ruleset(Choice("tutorial", ("base", place)))
    assert built.diagnostics == ()
    assert built.compiled is not None
    assert built.compiled.blueprint.modules == ("base", "tower")
    assert [(each.package, each.version) for each in built.compiled.blueprint.packages] == [("local/tower", "0.0.0")]
    simulated = rulewright("simulate", "tutorial", "--modules", f"base,{place}", "--games", "2")
    assert (simulated.returncode, "(base, tower)" in simulated.stdout) == (0, True)


def test_a_folder_and_its_zip_in_a_top_folder_with_junk_have_one_hash(tmp_path: Path) -> None:
    write_tower(tmp_path / "tower")
    (tmp_path / "tower/.DS_Store").write_bytes(b"junk")
    shutil.make_archive("other", "zip", tmp_path, "tower")
    trees = []
    for place in ("./tower", "./other.zip"):
        built = build_ruleset(Choice("tutorial", ("base", place)))
        assert built.compiled is not None
        trees.append(built.compiled.blueprint.packages)
    assert trees[0] == trees[1]


def test_a_variant_finds_a_package_beside_it(tmp_path: Path) -> None:
    write_tower(tmp_path / "group/rulewright_packages/tower")
    variant = tmp_path / "group/rules/ours.yaml"
    variant.parent.mkdir()
    variant.write_text(
        "kind: variant\nvariant: ours\ntitle: {en: Ours}\nextends: tutorial\nmodules: [base, tower]\n", encoding="utf-8"
    )
    built = build_ruleset(Choice("tutorial", None, variant))
    assert built.diagnostics == ()
    assert built.compiled is not None
    assert built.compiled.blueprint.modules == ("base", "tower")


def test_explain_diff_and_doc_know_it(tmp_path: Path) -> None:
    write_tower(tmp_path / "tower")
    explained = rulewright("explain", "tower_points", "--ruleset", "tutorial", "--modules", "base,./tower")
    assert "tower/build.yaml:3" in explained.stdout
    assert "rule tower:build: Each seat gets two points." in explained.stdout
    assert "tower is switched on" in rulewright("diff", "tutorial:base", "tutorial:base,./tower").stdout
    assert rulewright("doc", "tutorial", "--modules", "base,./tower", "--out", "page.html").returncode == 0
    assert "tower:build" in Path("page.html").read_text("utf-8")


def test_what_is_wrong_in_it_is_told_in_its_file(tmp_path: Path) -> None:
    write_tower(tmp_path / "tower", build=LOOSE["build.yaml"].replace("amount: 2", "amount: 2 coinz"))
    found = rulewright("check", "tower")
    assert found.returncode == 1
    assert "tower/build.yaml:3:" in found.stdout


def test_a_scenario_of_it_that_fails_is_told(tmp_path: Path) -> None:
    write_tower(tmp_path / "tower", build=LOOSE["build.yaml"].replace("amount: 2", "amount: 3"))
    found = rulewright("check", "tower")
    assert found.returncode == 1
    assert "tower/scenarios/tower.yaml:6:12: error[failing-scenario]" in found.stdout


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("kind: module\nid: tower\ntitle: {en: Tower}\n", "does not say which ruleset it extends"),
        ("kind: module\nid: tower\ntitle: {en: Tower}\nextends: nosuch\n", "extends 'nosuch', and there is no ruleset"),
        ("kind: module\nid: tower\ntitle: {en: Tower}\nextends: tutorial 7\n", "error[package-version]"),
        ("kind: module\nid: tower\ntitle: {en: Tower}\nextends: tutorial\nneeds: [nosuch]\n", "error[unknown-module]"),
        ("kind: module\nid: base\ntitle: {en: Base}\nextends: tutorial\n", "which is a module of 'tutorial' already"),
    ],
)
def test_it_is_never_without_problems_unless_it_was_bound(tmp_path: Path, manifest: str, said: str) -> None:
    write_tower(tmp_path / "tower", module=manifest)
    found = rulewright("check", "tower")
    assert found.returncode == 1
    assert "no problems" not in found.stdout
    assert said in found.stdout + found.stderr


def test_a_content_file_by_itself_is_not_without_problems(tmp_path: Path) -> None:
    (tmp_path / "alone.yaml").write_text("kind: content\ncounters: []\n", encoding="utf-8")
    found = rulewright("check", "alone.yaml")
    assert (found.returncode, "error[unbound-package]" in found.stdout) == (1, True)


def test_it_is_bound_with_each_other_module(tmp_path: Path) -> None:
    shutil.copytree(shipped_root() / "tutorial", tmp_path / "game")
    manifest = (tmp_path / "game/ruleset.yaml").read_text("utf-8").replace("id: tutorial", "id: game")
    (tmp_path / "game/ruleset.yaml").write_text(manifest, encoding="utf-8")
    for kept in ("scenarios", "variants", "matches", "players", "ladders"):
        shutil.rmtree(tmp_path / "game" / kept, ignore_errors=True)
    (tmp_path / "game/night").mkdir()
    (tmp_path / "game/night/module.yaml").write_text("kind: module\nid: night\ntitle: {en: Night}\n", encoding="utf-8")
    (tmp_path / "game/night/night.yaml").write_text(
        "kind: content\nscoring:\n  - {id: tower_points, title: {en: Night}, amount: 1}\n", encoding="utf-8"
    )
    write_tower(tmp_path / "tower", module=LOOSE["module.yaml"].replace("tutorial 1.0", "game")
                + "documents: [{id: TW, title: Tower rules}]\n")  # fmt: skip
    for name in ("scenarios", "variants"):
        shutil.rmtree(tmp_path / "tower" / name)
    found = rulewright("check", "tower", "--no-lint")
    assert found.returncode == 1
    assert "duplicate-id" in found.stdout
    assert "(with the modules base, night, tower)" in found.stdout


def test_a_path_that_leads_nowhere_is_wrong_usage() -> None:
    found = rulewright("simulate", "tutorial", "--modules", "base,./nowhere", "--games", "1")
    assert (found.returncode, found.stderr.splitlines()[-1]) == (
        2,
        "Error: --modules base,./nowhere: there is no folder or zip 'nowhere'",
    )
