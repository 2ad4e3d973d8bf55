"""Collects the scenarios of all shipped rulesets as test items; the scenarios themselves live with the rulesets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.author.testing.ledgers.rules_ledger import read_rules
from rulewright.core.diagnostics import render
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import read_ruleset
from rulewright.core.model.document import Mapping, items_of
from rulewright.core.pipeline import shipped_names
from rulewright.play.scenarios.files import files_of_scenarios, ruleset_of
from rulewright.play.scenarios.runner import ScenarioResult, ScenarioRunner
from tests.reference.checkout import data_of

ROOT = Path(__file__).parents[2] / "rulesets"
FILES = files_of_scenarios(ROOT)


OWN_GAMES = ("variants.yaml", "modules_together.yaml", "campaign.yaml", "matches.yaml")
"""Files of Skymines in which nearly every scenario is of another choice of modules and variants."""
SHARED = 10
"""A game of a large ruleset that fewer scenarios play is built longer than they run: by default none of these run."""


@cache
def runner_of(ruleset: str) -> ScenarioRunner:
    return ScenarioRunner(ruleset)


def results_of(file: Path) -> tuple[ScenarioResult, ...]:
    results, diagnostics = runner_of(ruleset_of(file)).results(file)
    assert not diagnostics, "\n".join(render(each) for each in diagnostics)
    return results


def game_of(file: Path, scenario: dict[str, Any]) -> str:
    """The game that a scenario plays, as it is written."""
    given = scenario.get("given") or {}
    names = ("modules", "variant", "patches", *(("match", "game") if "game" in given else ()))
    return repr([ruleset_of(file), *(given.get(name) for name in names)])


@cache
def games_of_few() -> frozenset[str]:
    """The games of large rulesets that hardly any scenario plays."""
    files = [each for each in FILES if Path(str(ruleset_of(each))).name in shipped_names()]
    games = Counter(game_of(file, each) for file in files for each in data_of(file)["scenarios"])
    return frozenset(game for game, played in games.items() if played < SHARED)


def shared_results_of(file: Path) -> list[ScenarioResult]:
    """Those of the scenarios whose games many others play as well."""
    own = [game_of(file, each) in games_of_few() for each in data_of(file)["scenarios"]]
    if not any(own):
        return list(results_of(file))
    document, results = read_file(file)[0].node, list[ScenarioResult]()
    assert isinstance(document, Mapping)
    for node, is_own in zip(items_of(document.get("scenarios")), own, strict=True):
        if not is_own:
            assert isinstance(node, Mapping)
            result, diagnostics = runner_of(ruleset_of(file)).result(node, file.parent)
            assert result is not None, "\n".join(render(each) for each in diagnostics)
            results.append(result)
    return results


def assert_all_hold(results: Iterable[ScenarioResult]) -> None:
    failures = [
        f"{result.failure.span.file}:{result.failure.span.line}: {result.sentence}: {result.failure.message}"
        for result in results
        if result.failure is not None
    ]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize(
    "file", [each for each in FILES if each.name not in OWN_GAMES], ids=lambda file: str(file.relative_to(ROOT))
)
def test_scenarios_of_a_file_hold(file: Path) -> None:
    assert_all_hold(shared_results_of(file))


def test_hardly_any_scenario_has_a_game_of_few() -> None:
    own = [game_of(file, each) in games_of_few() for file in FILES for each in data_of(file)["scenarios"]]
    assert 0 < sum(own) < len(own) / 20


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_all_scenarios_of_a_file_hold(file: Path) -> None:
    assert_all_hold(results_of(file))


def test_no_two_scenarios_of_a_ruleset_have_the_same_sentence() -> None:
    sentences = [(ruleset_of(file), each["scenario"]) for file in FILES for each in data_of(file)["scenarios"]]
    assert len(sentences) == len(set(sentences)) > 1_000


@pytest.mark.parametrize("name", shipped_names())
def test_every_rule_has_an_entry_and_a_scenario(name: str) -> None:
    rules, unknown = read_rules(read_ruleset(ROOT / name))
    assert not unknown
    assert rules
    assert [f"{rule.id}: no {' and no '.join(rule.lacks)}" for rule in rules if rule.lacks] == []
