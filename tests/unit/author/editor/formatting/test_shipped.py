"""The shipped rulesets are in canonical layout: `rulewright fmt rulesets` fixes what is not."""

from __future__ import annotations

import pytest

from rulewright.cli import run
from rulewright.core.pipeline import shipped_names, shipped_root


@pytest.mark.parametrize("ruleset", shipped_names())
def test_a_shipped_ruleset_is_in_canonical_layout(ruleset: str) -> None:
    parts = (each for each in (shipped_root() / ruleset).iterdir() if each.is_dir() or each.suffix == ".yaml")
    assert run(["fmt", "--check", *(str(each) for each in parts if each.name != "scenarios")]) == 0


@pytest.mark.parametrize(
    "ruleset", [pytest.param(each, marks=pytest.mark.slow) if each == "skymines" else each for each in shipped_names()]
)
def test_the_scenarios_of_a_shipped_ruleset_are_in_canonical_layout(ruleset: str) -> None:
    assert run(["fmt", "--check", str(shipped_root() / ruleset / "scenarios")]) == 0
