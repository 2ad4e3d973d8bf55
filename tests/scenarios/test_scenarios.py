"""Collects the scenarios of all shipped rulesets as test items; the scenarios themselves live with the rulesets."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.diagnostics import render
from rulewright.load.folder import read_ruleset
from rulewright.pipeline import shipped_names
from rulewright.scenarios.files import files_of_scenarios, ruleset_of
from rulewright.scenarios.runner import ScenarioResult, ScenarioRunner
from rulewright.testing.ledgers.rules import read_rules
from tests.reference.checkout import data_of

ROOT = Path(__file__).parents[2] / "rulesets"
FILES = files_of_scenarios(ROOT)


OWN_GAMES = ("variants.yaml", "modules_together.yaml", "campaign.yaml")
"""Files of Skymines in which nearly every scenario is of another choice of modules and variants."""


@cache
def runner_of(ruleset: str) -> ScenarioRunner:
    return ScenarioRunner(ruleset)


def results_of(file: Path) -> tuple[ScenarioResult, ...]:
    results, diagnostics = runner_of(ruleset_of(file)).results(file)
    assert not diagnostics, "\n".join(render(each) for each in diagnostics)
    return results


@pytest.mark.parametrize(
    "file",
    [pytest.param(each, marks=pytest.mark.slow) if each.name in OWN_GAMES else each for each in FILES],
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_scenarios_of_a_file_hold(file: Path) -> None:
    failures = [
        f"{result.failure.span.file}:{result.failure.span.line}: {result.sentence}: {result.failure.message}"
        for result in results_of(file)
        if result.failure is not None
    ]
    assert not failures, "\n".join(failures)


def test_no_two_scenarios_of_a_ruleset_have_the_same_sentence() -> None:
    sentences = [(ruleset_of(file), each["scenario"]) for file in FILES for each in data_of(file)["scenarios"]]
    assert len(sentences) == len(set(sentences)) > 1_000


@pytest.mark.parametrize("name", shipped_names())
def test_every_rule_has_an_entry_and_a_scenario(name: str) -> None:
    rules, unknown = read_rules(read_ruleset(ROOT / name))
    assert not unknown
    assert rules
    assert [f"{rule.id}: no {' and no '.join(rule.lacks)}" for rule in rules if rule.lacks] == []
