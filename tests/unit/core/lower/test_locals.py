"""Which locals operations may read before they set them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.lower.locals import open_locals
from rulewright.core.lower.walk import blocks_in
from tests.unit.core.lower.written import lowered

CASES = {
    "what is set first is not read": ("let n = coin\nlose n tide", {0}),
    "what only one way sets": ("let n = 1\nif coin > 2: set n to 2\ngain n tide", {0}),
    "a candidate is known within its test alone": ("gain count(c in hand where c.cost > 1) coin", {0}),
    "what a loop goes through": ("for each s in others: gain 1 s.coin", {0}),
    "what is picked is known from there on": ("pick c from hand\nmove c to deck", {0}),
}
INNER = {
    "the body of a loop": ("let n = 1\nfor each s in others: gain n s.coin", {1, 2}),
    "one way": ("let n = 1\nif coin > 2:\n  gain n tide\n  gain n coin", {0, 1}),
    "an option": ("let n = 1\nchoose:\n  a for c in hand: gain (n + c.cost) tide\n  b: nothing", {1, 2}),
}


@pytest.mark.parametrize(("does", "expected"), CASES.values(), ids=CASES)
def test_a_whole_effect_reads_its_seat_alone(tmp_path: Path, does: str, expected: set[int]) -> None:
    program, number = lowered(tmp_path, does)
    assert {local.number for local in open_locals(program.effect(number).body)} == expected


@pytest.mark.parametrize(("does", "expected"), INNER.values(), ids=INNER)
def test_a_part_of_it_reads_what_stands_before(tmp_path: Path, does: str, expected: set[int]) -> None:
    program, number = lowered(tmp_path, does)
    inner = blocks_in(program.effect(number).body[1])[0]
    assert {local.number for local in open_locals(inner)} == expected
