"""Every shipped variant against the ruleset that it extends: what is told, without line numbers and what it reaches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.core.pipeline import shipped_root
from tests.unit.author.difference.market import compared, told

EXPECTED = Path(__file__).parent / "shipped"
VARIANTS = sorted(shipped_root().glob("*/variants/*.yaml"))
_REACH = re.compile(r"(rules|read by|rules of what reads it|[0-9]+ scenarios?): |reaches ")


def steady(text: str) -> str:
    """What does not change when lines and scenarios are added elsewhere."""
    kept = [line for line in text.split("\n") if not _REACH.match(line.strip())]
    return re.sub(r"(\.yaml):[0-9]+", r"\1", "\n".join(kept)) + "\n"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda path: str(path.stem))
def test_a_shipped_variant_is_told_as_expected(variant: Path) -> None:
    expected = EXPECTED / f"{variant.parents[1].name}.{variant.stem}.txt"
    found = compared(variant.parents[1].name, variant)
    assert steady(told(found)) == expected.read_text("utf-8")


@pytest.mark.parametrize(
    "ruleset", sorted(path.parent for path in shipped_root().glob("*/ruleset.yaml")), ids=lambda path: str(path.name)
)
def test_a_shipped_ruleset_does_not_differ_from_itself(ruleset: Path) -> None:
    assert compared(ruleset.name, ruleset).is_empty
