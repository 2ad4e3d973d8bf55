"""What is known of an effect before it runs: what it may do, and how far it is foreseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.lower.foresight import foresight
from tests.unit.core.lower.written import lowered

CASES = {
    "a plain change": ("gain 1 coin", "", 0),
    "a price": ("pay 1 coin", "guards", 1),
    "a price in a loop is looked at in there alone": ("repeat 2: pay 1 coin", "", 1),
    "a decision": ("may: gain 1 coin", "suspends", 0),
    "a decision that needs a candidate": ("pick c from hand", "suspends guards", 1),
    "a choice of which one way is free": ("choose:\n  a: pay 1 coin\n  b: nothing", "suspends", 2),
    "a choice of which each way has its price": ("choose:\n  a: pay 1 coin\n  b: pay 1 tide", "suspends guards", 2),
    "a price after a loop that asks": ("repeat 2:\n  may: nothing\npay 1 coin", "suspends", 1),
    "an end on one way": ("if coin > 3: end game", "ends", 0),
    "stopping ends no game": ("if coin > 3: stop", "", 0),
    "what is called": ("pay_toll 2", "guards", 2),
    "a throw of chance": ("roll g from good where stock[g] > 0\npay 9 coin", "guards", 1),
    "two prices on two ways": ("if coin > 3: pay 1 tide\nelse: pay 2 tide", "guards", 2),
}


def test_an_end_in_what_is_called_is_an_end(tmp_path: Path) -> None:
    program, number = lowered(tmp_path, "give_up", "  - {id: give_up, does: end game}\n")
    assert program.summary(number).ends


@pytest.mark.parametrize(("does", "expected", "furthest"), CASES.values(), ids=CASES)
def test_an_effect_is_summed_up(tmp_path: Path, does: str, expected: str, furthest: int) -> None:
    program, number = lowered(tmp_path, does)
    summary = program.summary(number)
    assert [name for name in ("suspends", "guards", "ends") if getattr(summary, name)] == expected.split()
    assert foresight(program, program.effect(number).body).furthest == furthest
