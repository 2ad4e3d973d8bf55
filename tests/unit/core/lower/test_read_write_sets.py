"""What may change what a guard looks at: told by families and kinds, and never too little."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.core.lower.written import lowered

APART = {
    "another counter": ("gain 1 tide", "pay 1 coin"),
    "a counter, and pieces": ("gain 1 coin", "require size(hand) > 0"),
    "pieces, and a counter": ("draw 1 from deck to hand", "pay 1 coin"),
    "faces, and where pieces are": ("flip top(deck) down", "require size(hand) > 0"),
    "both ways": ("if tide > 1: gain 1 tide\nelse: gain 2 tide", "pay 1 coin"),
    "a loop over others": ("for each g in good: gain 1 stock[g]", "pay 1 coin"),
}
TOGETHER = {
    "the same counter": ("gain 1 coin", "pay 1 coin"),
    "another seat's": ("for each s in others: gain 1 s.coin", "pay 1 coin"),
    "another member of a family": ("gain 1 stock[wood]", "require stock[iron] > 0"),
    "a zone of the same kind": ("draw 1 from deck to hand", "require exists(docks[north])"),
    "faces": ("flip top(deck) down", "require count(c in hand where c.up) > 0"),
    "what a value looks at": ("gain 1 coin", "require riches > 1"),
    "one of two ways": ("if tide > 1: gain 1 coin\nelse: gain 1 tide", "pay 1 coin"),
    "what is called": ("pay_toll 1", "require tide > 0"),
    "what may go on for long": ("repeat while tide < 3: gain 1 tide", "pay 1 coin"),
    "leaving": ("if coin > 3: stop", "pay 1 coin"),
}
RICHES = "quantities:\n  - {id: riches, amount: coin * 2}\n"


@pytest.mark.parametrize(
    ("first", "then", "apart"),
    [(*pair, True) for pair in APART.values()] + [(*pair, False) for pair in TOGETHER.values()],
    ids=[*APART, *TOGETHER],
)
def test_one_may_touch_the_other(tmp_path: Path, first: str, then: str, apart: bool) -> None:
    program, number = lowered(tmp_path, f"{first}\n{then}", RICHES)
    operation, *rest = program.effect(number).body
    assert program.interference.writes_none_read_by(operation, tuple(rest)) is apart
