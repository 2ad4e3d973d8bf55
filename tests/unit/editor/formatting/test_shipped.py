"""The shipped rulesets are in canonical layout: `rulewright fmt rulesets` mends what is not."""

from __future__ import annotations

import pytest

from rulewright.cli import run
from rulewright.pipeline import shipped_names, shipped_root


@pytest.mark.parametrize("ruleset", shipped_names())
def test_a_shipped_ruleset_is_in_canonical_layout(ruleset: str) -> None:
    assert run(["fmt", "--check", str(shipped_root() / ruleset)]) == 0
