"""What a new author meets who writes a first package in an empty folder: each message says what to do, and it works."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli import run
from tests.unit.cli.commands import rulewright


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert run(["new", "module", "pond", "--extends", "tutorial"]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("new module lake", "or begin a package: rulewright new module lake --extends RULESET"),
        ("play pond", "'pond' is a module for 'tutorial'; name the ruleset: tutorial --modules base,./pond"),
        ("doc ./pond --out x", "'pond' is a module for 'tutorial'; name the ruleset: tutorial --modules base,./pond"),
        ("play tutorial --modules base,pond", "tutorial has no module 'pond'; for the folder, write ./pond"),
        ("pack", "'.' is not a package: it has no module.yaml, ruleset.yaml or translation.yaml"),
        ("list pound", "there is no ruleset or package 'pound'; choose ceres"),
    ],
)
def test_a_mistake_is_told_with_what_to_do(words: str, said: str) -> None:
    done = rulewright(*words.split())
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_a_package_is_a_side_of_a_comparison() -> None:
    told = rulewright("diff", "pond").stdout
    assert told.startswith("- tutorial (base)\n+ tutorial:base,pond (base, pond)\n")
    assert "pond is switched on" in told


def test_what_a_package_in_the_folder_defines_is_explained() -> None:
    assert "pond_points: score in tutorial, module pond" in rulewright("explain", "pond_points").stdout


def test_the_file_of_a_house_rule_is_packed_and_added() -> None:
    Path("quick.yaml").write_text(
        "kind: variant\nvariant: quick\npackage: me/quick\nversion: 1.0.0\ntitle: {en: Quick}\nextends: tutorial\n"
        "patches: [{change: sprat, set: {copies: 3}, because: it is over sooner}]\n"
    )
    assert "quick.yaml:1:7: warning[missing-licence]" in rulewright("pack", "quick.yaml").stderr
    added = rulewright("add", "quick.yaml")
    assert added.stdout.startswith("added me/quick 1.0.0 ")
    assert rulewright("add", "quick-1.0.0.zip").returncode == 0
    assert rulewright("list", "quick").stdout.splitlines()[2].startswith("  me/quick 1.0.0: variant for tutorial")
    assert "with quick.yaml" in rulewright("simulate", "tutorial", "--variant", "quick", "--games", "1").stdout


@pytest.mark.parametrize("inside", [".", "pond", "./pond/scenarios"])
def test_a_scenario_is_begun_in_a_package(inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if inside == ".":
        monkeypatch.chdir("pond")
    made = rulewright("new", "scenario", "more", "--in", inside)
    assert made.returncode == 0, made.stderr
    place = Path("scenarios/more.yaml") if inside == "." else Path("pond/scenarios/more.yaml")
    assert made.stdout.startswith(f"made {place}")
    assert "rules: [pond:points]" not in place.read_text("utf-8")
    tested = rulewright("test", str(place))
    assert (tested.returncode, tested.stderr) == (0, ""), tested.stdout
    assert rulewright("check", "." if inside == "." else "pond").stdout.endswith("no problems\n")
