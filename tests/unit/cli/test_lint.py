"""`rulewright lint` and the warnings of `check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.verbs import check, lint
from tests.errors.lints.skeleton import FILES

IDLE = "kind: content\ncounters:\n  - {id: wind, min: 0, max: 3}\n"
WEAK = "kind: scenarios\nscenarios:\n  - {scenario: a boat, rules: [one], given: {play: turn}, when: []}\n"


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    root = tmp_path / "harbour"
    for name, text in (FILES | {"base/idle.yaml": IDLE, "scenarios/weak.yaml": WEAK}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def run(*arguments: str) -> tuple[int, str]:
    verb = {"lint": lint.verb, "check": check.verb}[arguments[0]]
    result = CliRunner().invoke(verb, list(arguments[1:]))
    return result.exit_code, result.output


def test_lint_shows_findings_with_their_lines_and_leaves_with_0(harbour: Path) -> None:
    code, output = run("lint", str(harbour))
    assert code == 0
    assert "harbour/base/idle.yaml:3:10: warning[never-used]: no rule names the counter 'wind'" in output
    assert "  |   - {id: wind, min: 0, max: 3}" in output
    assert "accept: {never-used: ...}" in output
    assert "warning[scenario-expects-nothing]" in output


def test_check_warns_of_the_same_and_strict_makes_it_a_problem(harbour: Path) -> None:
    assert run("check", str(harbour)) == run("lint", str(harbour))
    assert run("check", str(harbour), "--strict")[0] == 1
    assert run("lint", str(harbour), "--strict")[0] == 1
    assert run("check", str(harbour), "--strict", "--no-lint") == (0, f"{harbour}: no problems\n")


def test_lint_of_a_scenario_file_and_as_data(harbour: Path) -> None:
    code, output = run("lint", str(harbour / "scenarios/weak.yaml"), "--format", "json")
    assert code == 0
    assert [each["code"] for each in json.loads(output)["diagnostics"]] == ["scenario-expects-nothing"]


def test_errors_come_first(harbour: Path) -> None:
    (harbour / "base/wrong.yaml").write_text("kind: content\nprocedures: [{id: a, does: gan 1 coin}]\n", "utf-8")
    code, output = run("lint", str(harbour))
    assert code == 1
    assert "error[" in output
    assert "warning" not in output


def test_lint_of_nothing_known_is_wrong_usage(tmp_path: Path) -> None:
    code, output = run("lint", "tutoriel")
    assert code == 2
    assert "did you mean 'tutorial'?" in output
