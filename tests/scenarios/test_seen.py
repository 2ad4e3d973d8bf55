"""What a scenario says that a seat sees: a game of lanterns held the wrong way round, and what fails in others."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.diagnostics import render
from rulewright.play.scenarios.runner import ScenarioResult, ScenarioRunner

LANTERNS = Path(__file__).parents[1] / "reference" / "rulesets" / "lanterns"
_ONE = """\
kind: scenarios
scenarios:
  - scenario: one
    rules: [hand]
    given:
      seats: 2
      arrange: move first(c in pile where c.design is amber_1) to seat(1).hand[1]
      play: "ask seat(1): take_turn"
    when: [{seat: %s}]
"""


def _results(file: Path) -> tuple[ScenarioResult, ...]:
    results, diagnostics = ScenarioRunner(str(LANTERNS)).results(file)
    assert not diagnostics, "\n".join(render(each) for each in diagnostics)
    return results


def test_the_scenarios_of_the_lanterns_hold() -> None:
    results = _results(LANTERNS / "scenarios" / "seen.yaml")
    assert len(results) == 4
    assert [each.failure.message for each in results if each.failure is not None] == []


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("1, sees: [amber_1]", "seat 1 does not see 'amber_1'"),
        ("2, not: [amber_1.1]", "seat 2 sees 'amber_1.1'"),
        ("2, sees: [amber_2]", "seat 2 does not see 'amber_2'"),
        ("2, not: ['seat(1).hand']", "seat 2 sees 'seat(1).hand'"),
        ("2, sees: ['purse[seat(1)]']", "seat 2 does not see 'purse[seat(1)]'"),
        ("1, sees: [ambr_1]", "no piece, counter, marker or zone is named 'ambr_1'; did you mean 'amber_1'?"),
        ("1, not: ['told[seat(3)]']", "no piece, counter, marker or zone is named 'told[seat(3)]'"),
        ("4, sees: [wire]", "seat 4 is not at this table of 2"),
    ],
)
def test_what_is_not_so_is_told(tmp_path: Path, said: str, message: str) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(_ONE % said, encoding="utf-8")
    (result,) = _results(file)
    assert result.failure is not None
    assert result.failure.message == message


def test_what_is_so_holds(tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(_ONE % "2, sees: [amber_1, 'lit[amber]', told], not: [hand, pile]", encoding="utf-8")
    assert [each.failure for each in _results(file)] == [None]
