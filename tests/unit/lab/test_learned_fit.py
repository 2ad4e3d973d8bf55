"""What is fitted to tables begins with what is known, by rounds too."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rulewright.core.model.weighing import UNIT
from rulewright.lab.training.table_rows import GameRows, RowMark
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.standing import Scale

pytest.importorskip("numpy")
PARTS = 5
TREND = UNIT // 4


def test_what_is_known_by_rounds_needs_no_more_weights() -> None:
    """Tables are worth just what a trend says: who knows it adds nothing, who does not finds no weight that fits."""
    from rulewright.lab.training.fitting import fitted

    chance, games = random.Random(7), []
    for _ in range(40):
        rows = GameRows()
        for decision in range(60):
            part, holds = chance.randrange(PARTS), chance.random() < 0.5
            worth = 0.5 + holds * TREND / UNIT * (2 * part - PARTS + 1) / (PARTS - 1)
            rows.add(([0, 1] if holds else [0], []), worth, 1.0, "", RowMark(decision, 0, part))
        games.append(rows)
    names = ["always", "stone in hand[me]"]
    nothing = LearnedValues("", "", (), (1,), Scale(1, 0), {"always": UNIT // 2}, {}, {})
    knows, does_not = (
        fitted(names, games, replace(nothing, trends=trends), PARTS) for trends in ({"stone in hand[me]": TREND}, {})
    )
    assert knows.trends == {"stone in hand[me]": pytest.approx(TREND, rel=0.01)}
    assert abs(knows.weights.get("stone in hand[me]", 0)) < UNIT // 200
    assert knows.explained > 0.99 > 0.2 > does_not.explained
