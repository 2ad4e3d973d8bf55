"""The walk of docs/how-to/prove.md: its house rule has no mistake, and comes to the verdicts that the page tells."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from tests.unit.cli.commands import rulewright

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "prove.md").read_text(encoding="utf-8")
HARMLESS = "  - {change: snatch, set: {does: move top(pier) to beak}, because: the cat was too harsh}\n"


@pytest.fixture
def house_rule(tmp_path: Path) -> Path:
    block = re.search(r"(?m)^    kind: variant\n(?:    .*\n)+", PAGE)
    assert block is not None
    file = tmp_path / "small_pier.yaml"
    file.write_text(dedent(block.group()), encoding="utf-8")
    return file


def verdicts_told() -> list[str]:
    return [line.strip() for line in PAGE.splitlines() if re.match(r"      \w+ +(holds|broken)", line)]


def test_its_house_rule_has_no_mistake(house_rule: Path) -> None:
    assert rulewright("check", house_rule).returncode == 0


def test_its_verdicts_are_those_of_the_command(house_rule: Path) -> None:
    told = rulewright("prove", "tutorial", "--variant", house_rule, "--seats", "2")
    assert told.returncode == 0
    assert [line for line in verdicts_told()[:3] if line not in told.stdout] == []


def test_the_patch_it_adds_breaks_what_it_says_by_the_scenario_it_shows(house_rule: Path) -> None:
    assert f"    {HARMLESS}" in PAGE
    text = house_rule.read_text("utf-8")
    house_rule.write_text(text.replace("adds:\n", f"{HARMLESS}adds:\n"), "utf-8")
    told = rulewright("prove", "tutorial", "--variant", house_rule, "--seats", "2")
    assert told.returncode == 1
    assert verdicts_told()[3] in told.stdout
    steps = re.findall(r"(?m)^        (- \{seat: .*\})$", PAGE)
    assert len(steps) == 1
    assert re.findall(r"(?m)^      (- \{seat: .*\})$", told.stdout) == steps


def test_it_tells_every_key_that_an_invariant_can_say() -> None:
    from rulewright.core.model.invariants import SORTS

    assert [
        key for key in (*SORTS, "for_each", "when", "within") if f"`{key}" not in PAGE and f" `{key}" not in PAGE
    ] == []
