"""House rules that are packages, or come with a module in one: found by name wherever a variant is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.commands import rulewright
from tests.unit.cli.test_packages_anywhere import LOOSE, write_tower

FAST = """\
kind: variant
variant: fast
package: ada/fast
version: {version}
licence: CC0-1.0
title: {{en: Fast}}
extends: tutorial
patches:
  - {{change: sprat, set: {{copies: {copies}}}, because: it is over sooner}}
"""
SLOW = """\
kind: variant
variant: slow
title: {en: Slow}
extends: tutorial
patches:
  - {change: herring, set: {copies: 9}, because: it takes longer}
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    write_fast()
    assert rulewright("add", "../fast").returncode == 0
    Path("slow.yaml").write_text(SLOW, encoding="utf-8")


def write_fast(version: str = "1.0.0", copies: int = 3, owner: str = "ada") -> None:
    text = FAST.format(version=version, copies=copies).replace("ada/", f"{owner}/")
    Path("../fast").mkdir(exist_ok=True)
    Path("../fast/fast.yaml").write_text(text, encoding="utf-8")


def variant(extends: str) -> Path:
    Path("more.yaml").write_text(f"kind: variant\nvariant: more\ntitle: {{en: More}}\nextends: {extends}\n")
    return Path("more.yaml")


@pytest.mark.parametrize("name", ["fast", "ada/fast", "ada/fast@1.0", "ada/fast@=1.0.0"])
def test_an_installed_house_rule_is_played_by_name(name: str) -> None:
    done = rulewright("simulate", "tutorial", "--variant", name, "--games", "1")
    assert "Gulls (base) with fast.yaml: 1 game" in done.stdout, done.stderr


@pytest.mark.parametrize("extends", ["[tutorial, fast]", "[tutorial, ada/fast 1.0]", "[tutorial, ada/fast >=1 <2]"])
def test_a_house_rule_extends_an_installed_one(extends: str) -> None:
    path = str(variant(extends))
    assert rulewright("check", path).stdout == "more.yaml: no problems\n"
    told = rulewright("explain", "sprat", "--variant", path).stdout
    assert "copies: 3  (fast.yaml:9)" in told


@pytest.mark.parametrize(
    ("extends", "said"),
    [
        ("[tutorial, fsat]", "there is no variant 'fsat'"),
        ("[tutorial, ada/fast 2.0]", "there is no variant 'ada/fast 2.0'"),
        ("[tutorial, ben/fast]", "there is no variant 'ben/fast'"),
    ],
)
def test_one_that_is_not_there_is_told(extends: str, said: str) -> None:
    assert said in rulewright("check", str(variant(extends))).stdout


def test_two_packages_of_one_name_are_told_apart() -> None:
    write_fast(owner="ben", copies=5)
    assert rulewright("add", "../fast").returncode == 0
    done = rulewright("simulate", "tutorial", "--variant", "fast", "--games", "1")
    assert "the variant 'fast' could be of ada/fast or ben/fast; name it by its package" in done.stderr
    told = rulewright("explain", "sprat", "--ruleset", "tutorial", "--variant", "ben/fast").stdout
    assert "copies: 5" in told


def test_several_go_together_in_every_verb_that_takes_one() -> None:
    two = ("--variant", "fast", "--variant", "slow.yaml")
    for name, change in (("sprat", "copies: 3  (fast.yaml:9)"), ("herring", "copies: 9  (slow.yaml:6)")):
        assert change in rulewright("explain", name, "--ruleset", "tutorial", *two).stdout
    assert "2 changes" in rulewright("doc", "tutorial", *two, "--out", "page.html").stdout
    compared = rulewright("compare", "tutorial", *two, "--games", "2", "--seats", "2")
    assert "against Gulls (base)" in compared.stdout, compared.stderr
    saved = rulewright("play", "tutorial", *two, "--seats", "random,random", "--seed", "1", "--save", "game.json")
    assert saved.returncode == 0
    for verb in ("replay", "resume"):
        assert (verb, rulewright(verb, "game.json", *two).returncode) == (verb, 0)
        assert (verb, rulewright(verb, "game.json").returncode) == (verb, 0)


@pytest.mark.parametrize("sides", [("tutorial", "fast"), ("fast",), ("ada/fast",)])
def test_a_side_of_a_comparison_is_an_installed_house_rule(sides: tuple[str, ...]) -> None:
    assert "Sprat (sprat): copies: 8 -> 3" in rulewright("diff", *sides).stdout


def test_a_scenario_is_played_with_an_installed_house_rule() -> None:
    text = "kind: scenarios\nruleset: tutorial\nscenarios:\n  - scenario: few\n    rules: [cat]\n"
    text += "    given: {variant: fast, seats: 2, arrange: nothing}\n"
    Path("few.yaml").write_text(text + '    then: ["sum(1 for c in pier where c.design is sprat) = 3"]\n')
    assert rulewright("check", "few.yaml").stdout == "few.yaml: no problems\n"
    assert rulewright("test", "few.yaml").stdout == "1 scenario: 1 passed, 0 failed\n"


def test_a_saved_game_goes_on_by_the_version_that_it_was_begun_with() -> None:
    words = ("--seats", "random,random", "--seed", "1", "--save", "game.json")
    assert rulewright("play", "tutorial", "--variant", "fast", *words).returncode == 0
    (used,) = json.loads(Path("game.json").read_text("utf-8"))["packages"]
    assert (used["package"], used["version"]) == ("ada/fast", "1.0.0")
    write_fast("1.1.0", 4)
    assert rulewright("add", "../fast").returncode == 0
    assert rulewright("replay", "game.json").returncode == 0
    assert rulewright("resume", "game.json").returncode == 0
    refused = rulewright("remove", "ada/fast@=1.0.0", "--data", ".").stderr
    assert "ada/fast 1.0.0 is needed by" in refused


def test_a_house_rule_in_a_folder_of_packages_is_kept_for_a_saved_game() -> None:
    Path("rulewright_packages").mkdir()
    write_fast("2.0.0", 5)
    Path("../fast").rename("rulewright_packages/fast")
    words = ("--seats", "random,random", "--seed", "1", "--save", "game.json")
    assert rulewright("play", "tutorial", "--variant", "fast", *words).returncode == 0
    text = Path("rulewright_packages/fast/fast.yaml").read_text("utf-8")
    Path("rulewright_packages/fast/fast.yaml").write_text(text.replace("copies: 5", "copies: 6"), encoding="utf-8")
    assert rulewright("replay", "game.json").returncode == 0


def test_the_house_rules_of_a_module_in_a_package_are_found_by_name() -> None:
    write_tower(Path("../tower"), module=LOOSE["module.yaml"] + "documents: [{id: TW, title: Rules}]\nversion: 1.0.0\n")
    assert rulewright("add", "../tower").returncode == 0
    done = rulewright("simulate", "tutorial", "--variant", "tall", "--games", "1")
    assert "Gulls (base, tower) with tall.yaml: 1 game" in done.stdout, done.stderr
    assert "did you mean 'tall'" in rulewright("simulate", "tutorial", "--variant", "tal", "--games", "1").stderr
