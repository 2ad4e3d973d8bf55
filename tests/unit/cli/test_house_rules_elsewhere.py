"""A variant or a ruleset of one's own, in any folder, is found beside the file that means it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.cli.commands import PEBBLES, rulewright

VARIANT = """\
kind: variant
variant: more_fish
title: {en: More fish}
extends: tutorial
patches:
  - {change: salmon, relative: {worth: +3}, because: they are heavy}
"""
SCENARIO = """\
kind: scenarios
ruleset: tutorial
scenarios:
  - scenario: a salmon is worth more
    rules: [end]
    given: {variant: more_fish, arrange: move salmon to nest}
    then: [seat(1).fish = 7]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a house rule and a scenario of it, where the program runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more_fish.yaml").write_text(VARIANT, encoding="utf-8")
    (tmp_path / "proof.yaml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


def test_a_scenario_finds_the_variant_beside_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rulewright("test", "proof.yaml").stdout == "1 scenario: 1 passed, 0 failed\n"
    assert rulewright("check", "proof.yaml").returncode == 0
    monkeypatch.chdir(folder.parent)
    assert rulewright("test", folder / "proof.yaml").returncode == 0


def test_a_variant_that_is_nowhere_is_told(folder: Path) -> None:
    (folder / "more_fish.yaml").unlink()
    for verb in ("test", "check"):
        done = rulewright(verb, "proof.yaml")
        assert done.returncode == 1
        assert "proof.yaml:6:22: error[unknown-value]: there is no variant 'more_fish'" in done.stdout
        assert "write more_fish.yaml next to this file" in done.stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "1:1: error[missing-key]: the file does not name the ruleset of its scenarios"),
        ("ruleset: tutorail\n", "2:10: error[unknown-ruleset]: no ruleset is named 'tutorail'"),
    ],
)
def test_a_scenario_of_no_ruleset_is_told(folder: Path, line: str, told: str) -> None:
    (folder / "proof.yaml").write_text(SCENARIO.replace("ruleset: tutorial\n", line), encoding="utf-8")
    for command in (("test",), ("check",), ("test", "--mutate")):
        done = rulewright(*command, "proof.yaml")
        assert done.returncode == 1
        assert f"proof.yaml:{told}" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_a_game_by_a_house_rule_becomes_a_scenario_of_it(folder: Path) -> None:
    played = rulewright(
        "play", "tutorial", "--variant", "more_fish.yaml", "--seats", "first,first", "--seed", "1", "--save", "g.json"
    )
    again = "rulewright replay g.json --variant more_fish.yaml"
    assert f"replay it: {again}" in played.stderr
    command = again.split()[1:]
    assert rulewright(*command).returncode == 0
    told = rulewright(*command, "--to-scenario", "told.yaml", "--at", "2")
    assert told.returncode == 0
    assert "variant: more_fish" in (folder / "told.yaml").read_text("utf-8")
    assert rulewright("test", "told.yaml").returncode == 0


def test_a_scenario_that_does_not_prove_the_house_rule_says_so(folder: Path) -> None:
    rulewright(
        "play", "tutorial", "--variant", "more_fish.yaml", "--seats", "first,first", "--seed", "1", "--save", "g.json"
    )
    told = rulewright("replay", "g.json", "--variant", "more_fish.yaml", "--to-scenario", "told.yaml", "--at", "2")
    assert "It also passes without the variant" in told.stderr
    assert "# It also passes without the variant" in (folder / "told.yaml").read_text("utf-8")


def test_a_scenario_far_from_its_variant_says_where_to_keep_it(folder: Path) -> None:
    rulewright(
        "play", "tutorial", "--variant", "more_fish.yaml", "--seats", "first,first", "--seed", "1", "--save", "g.json"
    )
    (folder / "far").mkdir()
    told = rulewright("replay", "g.json", "--variant", "more_fish.yaml", "--to-scenario", "far/told.yaml", "--at", "2")
    assert told.returncode == 0
    assert "Save it next to more_fish.yaml" in told.stderr


def test_a_ruleset_beside_its_variant_and_scenario_is_found(folder: Path) -> None:
    shutil.copytree(PEBBLES, folder / "pebbles")
    variant = VARIANT.replace("tutorial", "pebbles").replace("salmon", "heap").replace("worth: +3", "start: +1")
    (folder / "more.yaml").write_text(variant.replace("more_fish", "more"), encoding="utf-8")
    assert rulewright("check", "more.yaml").returncode == 0
    assert rulewright("diff", "more.yaml").returncode == 0
    played = rulewright("play", "pebbles", "--variant", "more.yaml", "--seats", "first,first", "--save", "g.json")
    again = "rulewright replay g.json --ruleset pebbles --variant more.yaml"
    assert f"replay it: {again}" in played.stderr
    told = rulewright(*again.split()[1:], "--to-scenario", "told.yaml", "--at", "1")
    assert told.returncode == 0
    assert rulewright("test", "told.yaml").returncode == 0


def test_who_leaves_is_told_the_same_game_again(folder: Path) -> None:
    left = rulewright("play", "tutorial", "--variant", "more_fish.yaml", "--seats", "human,first", typed="q\n")
    assert "It was not saved. Type k before leaving, or play with --save FILE" in left.stderr


def test_a_variant_in_place_of_a_ruleset_is_told_how_to_name_it(folder: Path) -> None:
    played = rulewright("simulate", "more_fish.yaml")
    assert "name the ruleset, and the variant by an option: tutorial --variant more_fish.yaml" in played.stderr
    listed = rulewright("rules", "more_fish.yaml")
    assert "'more_fish.yaml' is a variant; name the ruleset: tutorial" in listed.stderr
    assert "--variant" not in listed.stderr


def test_two_variants_are_played_together_and_not_the_first_one_lost(folder: Path) -> None:
    done = rulewright("simulate", "tutorial", "--variant", "more_fish.yaml", "--variant=sleepy_cat", "--games", "1")
    assert done.returncode == 0
    assert "_and_sleepy_cat" in done.stdout


def test_a_page_of_two_variants_marks_the_changes_of_both(folder: Path) -> None:
    done = rulewright("doc", "tutorial", "--variant", "more_fish.yaml", "--variant=sleepy_cat", "--out", "page.html")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 changes" in done.stdout


def test_a_simulation_says_which_house_rule_it_is_of(folder: Path) -> None:
    done = rulewright("simulate", "tutorial", "--variant", "more_fish.yaml", "--games", "1")
    assert "(base) with more_fish.yaml: 1 game with 4 seats" in done.stdout


def test_a_scenario_of_a_ruleset_that_cites_no_rule_of_its_ledger_is_told(folder: Path) -> None:
    shutil.copytree(PEBBLES, folder / "pebbles")
    scenario = "  - {scenario: A, rules: [heap.more], given: {arrange: nothing}, then: [heap = 9]}\n"
    file = folder / "pebbles" / "scenarios" / "wrong.yaml"
    file.write_text(f"kind: scenarios\nscenarios:\n{scenario}", encoding="utf-8")
    done = rulewright("check", "pebbles")
    assert "wrong.yaml:3:27: error[unknown-rule]: the ledger has no rule 'heap.more'" in done.stdout


def test_a_variant_is_checked_with_the_modules_it_may_be_played_with(folder: Path) -> None:
    shutil.copytree(PEBBLES, folder / "pebbles")
    spare = "kind: content\ncounters:\n  - {id: spare, min: 0, max: 9}\n"
    (folder / "pebbles" / "base" / "spare.yaml").write_text(spare, encoding="utf-8")
    uses = "kind: content\nprocedures:\n  - {id: spend, does: lose 1 spare}\n"
    (folder / "pebbles" / "ghosts" / "uses.yaml").write_text(uses, encoding="utf-8")
    head = "kind: variant\nvariant: bare\ntitle: {en: Bare}\nextends: pebbles\n"
    patches = "patches:\n  - {delete: spare, because: nobody needs it}\n"
    variant = folder / "bare.yaml"
    variant.write_text(head + patches, encoding="utf-8")
    assert "(with the modules base, ghosts, lanterns)" in rulewright("check", "bare.yaml").stdout
    variant.write_text(f"{head}modules: [base]\n{patches}", encoding="utf-8")
    assert rulewright("check", "bare.yaml").returncode == 0


def test_explain_tells_what_a_house_rule_makes_of_an_entry(folder: Path) -> None:
    text = rulewright("explain", "salmon", "--variant", "more_fish.yaml").stdout
    assert "  with all changes applied:\n    worth: 7  (more_fish.yaml:6)\n" in text
    assert "as it is changed" not in rulewright("explain", "salmon", "--ruleset", "tutorial").stdout


def test_a_misspelt_variant_beside_the_program_is_met_with_its_file(folder: Path) -> None:
    assert (folder / "more_fish.yaml").is_file()
    for typed in ("more_fsih", "more_fsih.yaml"):
        done = rulewright("simulate", "tutorial", "--games", "1", "--variant", typed)
        assert done.returncode == 2
        assert "did you mean 'more_fish.yaml'?" in done.stderr
