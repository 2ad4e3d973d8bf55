"""What a frame keeps while its effect waits: what is read from there on, what is told, what it was called with."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.diagnostics import render
from rulewright.core.lower.resuming import resumable
from tests.unit.core.compile.small_games import built

TURN = "procedures:\n  - id: turn\n    takes: {k: number}\n    does: |\n"
ASKING = "  - {id: ask_me, does: 'may: gain 1 coin'}\n"
CASES = {
    "what is read after a call": ("let n = coin\nlet m = coin\nask_me\ngain n tide", [0, 1, 2]),
    "what is read on one way only": ("let n = coin\nask_me\nif coin > 3: gain n tide", [0, 1, 2]),
    "not what is set again before": ("let n = coin\nask_me\nset n to 2\ngain n tide", [0, 1]),
    "what a loop reads when it comes round": (
        "let n = coin\nrepeat while tide < 9:\n  gain n tide\n  ask_me", [0, 1, 2]),
    "not what is but given": ("let n = coin\nhand_on n", [0, 1]),
    "what follows a choice": ("let n = coin\nchoose:\n  a: ask_me\n  b: nothing\ngain n tide", [0, 1, 2]),
}  # fmt: skip


def kept(folder: Path, does: str) -> list[list[int]]:
    """The locals kept at each suspension point of an effect that takes a number."""
    lines = "".join(f"      {line}\n" for line in does.split("\n"))
    giving = "  - {id: hand_on, takes: {n: number}, does: 'may: gain n coin'}\n"
    made = built(folder, "turn 1", TURN + lines + ASKING + giving)
    assert made.compiled is not None, "\n".join(render(each) for each in made.diagnostics)
    lowered = made.compiled.lowered
    number = next(each.number for each in lowered.program.procedures if each.id == "turn")
    return [[local.number for local in each.known] for each in resumable(lowered, number).suspensions]


@pytest.mark.parametrize(("does", "expected"), CASES.values(), ids=CASES)
def test_a_call_keeps(tmp_path: Path, does: str, expected: list[int]) -> None:
    assert kept(tmp_path, does)[-1] == expected


def test_a_decision_keeps_the_names_it_tells(tmp_path: Path) -> None:
    assert kept(tmp_path, "let n = coin\nmay: gain 1 tide") == [[0, 1, 2]]
