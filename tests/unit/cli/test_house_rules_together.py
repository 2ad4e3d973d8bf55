"""House rules together: several on the command line, or one that extends others; who contradicts whom is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.core.pipeline import Choice, build_ruleset
from tests.unit.cli.commands import rulewright

FEW = "  - {change: cat, set: {copies: 4}, because: there are few}\n"
MANY = "  - {change: cat, set: {copies: 9}, because: there are many}\n"
FISH = "  - {change: salmon, relative: {worth: +2}, because: it is rare}\n"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def house(name: str, patches: str, extends: str = "tutorial") -> Path:
    path = Path(f"{name}.yaml")
    head = f"kind: variant\nvariant: {name}\ntitle: {{en: {name}}}\nextends: {extends}\n"
    path.write_text(head + (f"patches:\n{patches}" if patches else ""), encoding="utf-8")
    return path


def cats_and_salmon(variant: Path) -> tuple[int, int]:
    built = build_ruleset(Choice("tutorial", None, variant))
    assert built.diagnostics == ()
    assert built.compiled is not None
    printed = built.compiled.blueprint.printed
    cats = sum(piece.key.startswith("cat") for piece in built.compiled.blueprint.pieces)
    return cats, printed["salmon"]["worth"]


def test_two_that_agree_are_played_together() -> None:
    house("few", FEW)
    house("fish", FISH)
    assert cats_and_salmon(house("both", "", "[tutorial, few, fish]")) == (4, 6)
    found = rulewright("simulate", "tutorial", "--variant", "few.yaml", "--variant", "fish.yaml", "--games", "2")
    assert found.returncode == 0, found.stderr
    assert "few_and_fish" in found.stdout


def test_two_that_contradict_are_told_and_a_third_settles_it() -> None:
    house("few", FEW)
    house("many", MANY)
    for words in (("--variant", "few.yaml", "--variant", "many.yaml"),):
        found = rulewright("simulate", "tutorial", *words, "--games", "1")
        assert (found.returncode, "'copies' of 'cat' is changed by 'few' and by 'many'" in found.stderr) == (1, True)
    house("seven", "  - {change: cat, set: {copies: 7}, because: seven is agreed}\n", "[tutorial, few, many]")
    assert cats_and_salmon(Path("seven.yaml"))[0] == 7
    assert rulewright("check", "seven.yaml").returncode == 0


def test_one_that_extends_another_builds_on_it() -> None:
    house("few", FEW)
    house("fewer", "  - {change: cat, relative: {copies: -1}, because: one less}\n", "[tutorial, few]")
    house("fewest", "  - {change: cat, relative: {copies: -1}, because: one less}\n", "[tutorial, fewer]")
    assert cats_and_salmon(Path("fewest.yaml"))[0] == 2


def test_a_change_of_one_that_is_extended_is_noticed() -> None:
    house("few", FEW)
    house("fewer", "  - {change: cat, relative: {copies: -1}, because: one less}\n", "[tutorial, few]")
    digests = []
    for patch in (FEW, MANY):
        house("few", patch)
        answer = rulewright("simulate", "tutorial", "--variant", "fewer.yaml", "--games", "1", "--format", "json")
        digests.append(json.loads(answer.stdout)["ruleset_digest"])
    assert digests[0] != digests[1]


@pytest.mark.parametrize(
    ("extends", "said"),
    [
        ("[tutorial, nosuch]", "there is no variant 'nosuch'"),
        ("[tutorial, itself]", "variants extend each other"),
        ("[nosuch, few]", "no ruleset"),
    ],
)
def test_what_cannot_be_extended_is_told(extends: str, said: str) -> None:
    house("few", FEW)
    house("itself", "", extends)
    found = rulewright("check", "itself.yaml")
    assert found.returncode == 1
    assert said in found.stdout


def test_a_game_of_two_is_saved_and_continued() -> None:
    house("few", FEW)
    house("fish", FISH)
    words = ("--variant", "few.yaml", "--variant", "fish.yaml", "--seats", "random,random", "--save", "game.json")
    assert rulewright("play", "tutorial", *words).returncode == 0
    assert json.loads(Path("game.json").read_text("utf-8"))["variant"].startswith("few_and_fish_")
    house("few", MANY)  # a game of two that are called the same is another one
    assert rulewright("simulate", "tutorial", *words[:4], "--games", "1").returncode == 0
    assert rulewright("replay", "game.json").returncode == 0
    Path("few.yaml").unlink()
    Path("fish.yaml").unlink()
    again = rulewright("resume", "game.json")
    assert again.returncode == 0, again.stderr


PROVED = """\
rules:
  four: The cat comes four times only.
scenarios:
  - scenario: there are four cats
    rules: [four]
    given: {seats: 2, arrange: nothing}
    then: ["sum(1 for c in pier where c.design is cat) = COUNT"]
"""


@pytest.mark.parametrize("rules", ["[four]", "[turn]"])
def test_a_variant_holds_its_own_rules_and_scenarios(rules: str) -> None:
    house("few", FEW)
    with Path("few.yaml").open("a", encoding="utf-8") as file:
        file.write(PROVED.replace("COUNT", "4").replace("[four]", rules))
    assert rulewright("check", "few.yaml", "--no-lint").stdout == "few.yaml: no problems\n"
    assert rulewright("test", "few.yaml").stdout == "1 scenario: 1 passed, 0 failed\n"


def test_a_scenario_of_a_variant_that_fails_is_told_by_test_and_check() -> None:
    house("few", FEW)
    with Path("few.yaml").open("a", encoding="utf-8") as file:
        file.write(PROVED.replace("COUNT", "5"))
    found = rulewright("test", "few.yaml")
    assert (found.returncode, "1 failed" in found.stdout) == (1, True)
    assert "few.yaml:13:12: error[failing-scenario]" in rulewright("check", "few.yaml").stdout


def test_a_scenario_of_a_variant_that_cites_no_rule_is_told() -> None:
    house("few", FEW)
    with Path("few.yaml").open("a", encoding="utf-8") as file:
        file.write(PROVED.replace("COUNT", "4").replace("[four]", "[five]"))
    assert "unknown-rule" in rulewright("check", "few.yaml").stdout


def test_a_variant_without_scenarios_has_none_to_run() -> None:
    house("few", FEW)
    found = rulewright("test", "few.yaml")
    assert (found.returncode, "holds no scenarios" in found.stdout) == (1, True)
