"""What the analysis takes grows slowly with what is nested: counted in expressions looked at, not in seconds."""

from __future__ import annotations

import pytest

from rulewright.core.model.bound_values import Bound
from rulewright.core.model.ranges import Interval
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.open_places import doubts_of
from tests.properties.growth.forms import FORMS
from tests.reference.games import build_small

NESTED = ("conditions in conditions, nested", "conditions as values, nested", "first of first, nested")
SHORT, LONG = 6, 12


def looked_at(name: str, length: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many expressions the analysis looks at in a ruleset of a form."""
    made = build_small(FORMS[name](length))
    assert made.compiled is not None
    count, usual = [0], Facts._by_its_form

    def counted(facts: Facts, node: Bound) -> Interval:
        count[0] += 1
        return usual(facts, node)

    with monkeypatch.context() as patched:
        patched.setattr(Facts, "_by_its_form", counted)
        doubts_of(made.compiled.bound)
    return count[0]


@pytest.mark.parametrize("name", NESTED)
def test_twice_as_deep_takes_no_power_of_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = (looked_at(name, each, monkeypatch) for each in (SHORT, LONG))
    assert long < 12 * short, (short, long)
