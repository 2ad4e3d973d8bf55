"""Old names: files that use them are read by the new ones with a hint, and carried over to these on request."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulewright.core.pipeline import shipped_root
from tests.unit.cli.commands import rulewright

RENAMED = "renamed: {fly_home: carry_home, nest: home, salmon: trout, snatch: grab}\n"
VARIANT = """\
kind: variant
variant: small
title: {en: "A smaller salmon"}
extends: gulls
patches:
  - {change: salmon, set: {worth: 3}, because: the salmon was too strong}
"""


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The tutorial with four new names, its scenarios as they were."""
    root = tmp_path / "gulls"
    shutil.copytree(shipped_root() / "tutorial", root, ignore=shutil.ignore_patterns("players", "ladders"))
    for path in (root / "base").glob("*.yaml"):
        text = path.read_text("utf-8")
        for old, name in (("fly_home", "carry_home"), ("nest", "home"), ("salmon", "trout"), ("snatch", "grab")):
            text = text.replace(old, name)
        path.write_text(text, "utf-8")
    manifest = root / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("id: tutorial", "id: gulls") + RENAMED, "utf-8")
    for path in root.rglob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("extends: tutorial", "extends: gulls"), "utf-8")
        path.write_text(path.read_text("utf-8").replace("ruleset: tutorial", "ruleset: gulls"), "utf-8")
    (root / "variants" / "small.yaml").write_text(VARIANT, "utf-8")
    return root


def test_old_names_are_read_by_the_new_ones_with_a_hint(new: Path) -> None:
    checked = rulewright("check", new)
    assert checked.returncode == 0, checked.stdout
    assert "'salmon' was renamed to 'trout'" in checked.stdout
    assert "'fly_home' was renamed to 'carry_home'" in checked.stdout
    of_variant = [line for line in checked.stdout.splitlines() if "small.yaml" in line and "[old-name]" in line]
    assert len(of_variant) == 1  # what people read stays as it is
    tested = rulewright("test", new)
    assert "4 passed, 0 failed" in tested.stdout, tested.stdout
    played = rulewright("simulate", new, "--variant", "small", "--games", "3")
    assert played.returncode == 0
    compared = rulewright("diff", new, new / "variants" / "small.yaml")
    assert "1 entry differs" in compared.stdout, compared.stderr
    page = new.parent / "page.html"
    assert rulewright("doc", new, "--variant", "small", "--out", page).returncode == 0


def test_files_are_carried_over_and_then_need_no_hint(new: Path) -> None:
    told = rulewright("diff", "tutorial", new, "--migrate", new / "scenarios", "--migrate", new / "variants")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "names changed" in told.stdout
    assert rulewright("translate", new, "--lang", "de").returncode == 0  # as the hint about translation files says
    checked = rulewright("check", new)
    assert "old-name" not in checked.stdout
    text = (new / "variants" / "small.yaml").read_text("utf-8")
    assert text == VARIANT.replace("change: salmon", "change: trout")
    assert "4 passed, 0 failed" in rulewright("test", new).stdout


def test_a_recorded_game_is_carried_over_and_fits_the_new_rules(new: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert rulewright("play", "tutorial", "--seats", "random,random", "--seed", "5", "--save", path).returncode == 0
    assert rulewright("replay", path, "--ruleset", new).returncode != 0
    before = json.loads(path.read_text("utf-8"))
    gave_up = {"after": 2, "seat": 1}
    path.write_text(json.dumps({**before, "quits": [gave_up]}), "utf-8")
    told = rulewright("diff", "tutorial", new, "--migrate", path)
    assert told.returncode == 0, told.stdout
    after = json.loads(path.read_text("utf-8"))
    assert len(after["choices"]) == len(before["choices"])
    assert after["quits"] == [gave_up]
    assert {each["choose"] for each in after["choices"]} <= {"grab", "carry_home"}
    assert rulewright("replay", path, "--ruleset", new).returncode == 0


def test_what_is_wrong_with_old_names_is_said(new: Path) -> None:
    manifest = new / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace(RENAMED, "renamed: {pier: beak, nest: homme}\n"), "utf-8")
    told = rulewright("check", new).stdout
    assert "'pier' is the name of an entry, and not an old one" in told
    assert "nothing in the ruleset is named 'homme'" in told
