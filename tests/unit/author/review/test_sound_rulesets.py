"""Rulesets that say they are sound: a place at which a game may stop is an error, told where what brings it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.results.checked import check_all

FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: quay
title: {en: Quay}
seats: {min: 2, max: 2}
languages: [en]
modules: {default: [base]}
begins: haul
sound: true
""",
    "rules.yaml": "kind: ledger\nruleset: quay\nrules: {rule: There is one.}\n",
    "base/module.yaml": "kind: module\nid: base\ntitle: {en: Base}\n",
    "base/rules.yaml": """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9}
markers:
  - {id: pilot, "on": seat}
procedures:
  - id: haul
    title: {en: Haul}
    does: |
      name_pilot
      pay_pilot
      ask pilot: again
  - id: again
    title: {en: Again}
    does: |
      choose:
        name: name_pilot
        rest: stop
  - id: name_pilot
    title: {en: Name}
    does: set pilot to me
  - id: pay_pilot
    title: {en: Pay}
    does: gain 1 pilot.coin
""",
}
STORM = {
    "storm/module.yaml": "kind: module\nid: storm\ntitle: {en: Storm}\n",
    "storm/changes.yaml": """\
kind: content
patches:
  - {change: name_pilot, set: {does: gain 1 coin}, because: nobody dares}
""",
}
OWN = {
    "storm/module.yaml": "kind: module\nid: storm\ntitle: {en: Storm}\n",
    "storm/more.yaml": """\
kind: content
markers:
  - {id: mate, "on": seat}
triggers:
  - {id: gust, after: pay_pilot, does: gain 1 mate.coin}
""",
}
CALM = {
    "variants/calm.yaml": """\
kind: variant
variant: calm
title: {en: Calm}
extends: quay
patches:
  - {change: name_pilot, set: {does: gain 1 coin}, because: nobody needs one}
"""
}
HARMLESS = {
    "variants/rich.yaml": """\
kind: variant
variant: rich
title: {en: Rich}
extends: quay
patches:
  - {change: pay_pilot, set: {does: gain 2 pilot.coin}, because: they are dear}
"""
}


def found_in(folder: Path, files: dict[str, str], *, lint: bool = True, at: str = "") -> list[str]:
    """Return the errors, and the warnings about places that may stop a game, each with its place."""
    root = folder / "quay"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    found = check_all((str(root / at),), lint=lint, scenarios=True, jobs=1).diagnostics
    told = [each for each in found if each.severity == "error" or each.code.startswith("may-be-")]
    where = [each.span.file.removeprefix(f"{root}/").removeprefix("quay/") for each in told]
    return [f"{file}:{each.span.line} {each.severity} {each.code}" for file, each in zip(where, told, strict=True)]


def unsound(key: str = "sound: true\n") -> dict[str, str]:
    """Return the ruleset with a place that may stop a game."""
    rules = FILES["base/rules.yaml"].replace("      name_pilot\n      pay", "      pay")
    return {**FILES, "ruleset.yaml": FILES["ruleset.yaml"].replace("sound: true\n", key), "base/rules.yaml": rules}


def test_a_sound_ruleset_has_nothing_to_tell(tmp_path: Path) -> None:
    assert found_in(tmp_path, FILES) == []


@pytest.mark.parametrize("lint", [True, False])
def test_a_place_that_may_stop_a_sound_ruleset_is_an_error_with_and_without_lints(tmp_path: Path, lint: bool) -> None:
    assert found_in(tmp_path, unsound(), lint=lint) == ["base/rules.yaml:23 error may-be-none"]


@pytest.mark.parametrize("key", ["", "sound: false\n"])
def test_a_ruleset_that_does_not_say_so_is_warned(tmp_path: Path, key: str) -> None:
    assert found_in(tmp_path, unsound(key)) == ["base/rules.yaml:23 warning may-be-none"]
    assert found_in(tmp_path, unsound(key), lint=False) == []


def test_what_is_told_is_told_again_from_what_was_kept(tmp_path: Path) -> None:
    assert found_in(tmp_path, unsound()) == found_in(tmp_path, unsound())


def test_a_module_that_breaks_what_others_rely_on_is_named_at_its_own_line(tmp_path: Path) -> None:
    assert set(found_in(tmp_path, FILES | STORM)) == {"storm/module.yaml:2 error may-be-none"}


def test_a_place_in_a_modules_own_text_is_told_there(tmp_path: Path) -> None:
    assert found_in(tmp_path, FILES | OWN) == ["storm/more.yaml:5 error may-be-none"]


@pytest.mark.parametrize("at", ["", "variants/calm.yaml"])
def test_a_variant_that_breaks_what_others_rely_on_is_named_at_its_patch(tmp_path: Path, at: str) -> None:
    assert set(found_in(tmp_path, FILES | CALM, at=at)) == {"variants/calm.yaml:6 error may-be-none"}


def test_a_variant_that_breaks_nothing_has_nothing_to_tell(tmp_path: Path) -> None:
    assert found_in(tmp_path, FILES | HARMLESS) == []


def package(changes: str) -> dict[str, str]:
    """Return a package for the ruleset, next to its folder, with the content of its module."""
    return {
        "../squall/module.yaml": "kind: module\nid: squall\ntitle: {en: Squall}\nextends: quay\nlanguages: [en]\n",
        "../squall/changes.yaml": f"kind: content\n{changes}",
    }


def told_of_package(folder: Path, changes: str) -> set[str]:
    """Return what is told of a package by itself, without the folder it is in."""
    told = found_in(folder, FILES | package(changes), at="../squall")
    return {each[each.index("squall/") :] for each in told}


def test_a_package_that_breaks_a_sound_game_is_named_at_its_own_line(tmp_path: Path) -> None:
    taken = "patches:\n  - {change: name_pilot, set: {does: gain 1 coin}, because: nobody dares}\n"
    assert told_of_package(tmp_path, taken) == {"squall/module.yaml:2 error may-be-none"}


def test_a_place_in_the_text_of_a_package_is_told_there(tmp_path: Path) -> None:
    own = OWN["storm/more.yaml"].removeprefix("kind: content\n")
    assert told_of_package(tmp_path, own) == {"squall/changes.yaml:5 error may-be-none"}
