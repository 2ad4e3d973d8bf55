"""People click anything: every option is taken, every step back and confirmation too, to the end of the game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.unit.table.serve.visitors import Visitor, hidden, keys_offered, state_line, visiting

TABLES: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("tutorial", ("human", "human", "random"), {}),
    ("skymines", ("human", "human"), {}),
    ("ceres", ("human", "human", "random"), {}),
    ("skymines", ("human", "greedy"), {"module": ["belt", "missions", "threats"]}),
    ("skymines", ("human",), {"module": ["moon", "luna"], "setting-luna": "1"}),
)


def click(visitor: Visitor, path: str, rng: random.Random) -> bool:
    """Do anything that the page of a seat offers; whether there was something."""
    page = visitor.part(path)
    offered = keys_offered(page)
    does = [{"typed": rng.choice(offered), "do": "typed"}] * 4 if offered else []
    does += [{"do": "undo"}] if 'id="undo"' in page else []
    does += [{"do": "confirm"}] * 4 if 'id="confirm"' in page else []
    if not does:
        return False
    answer = visitor.post(f"{path}act", **{"at": hidden(page, "at"), **rng.choice(does)})
    assert answer.status_code == 200, answer.text
    if rng.random() < 0.1:
        assert visitor.get(f"{path}{rng.choice(['why', 'log', 'replay'])}").status_code == 200
    return True


def click_often(ruleset: str, seats: tuple[str, ...], more: dict[str, object], clicks: int) -> None:
    rng = random.Random(f"{ruleset} {seats} {more}")
    with visiting(names=(ruleset,)) as visitor:
        made = visitor.new_table(ruleset, seats, **more)
        people = [number for number, each in enumerate(seats, 1) if each == "human"]
        paths = [visitor.seat_path(made, each) for each in people] if made.endswith("seats") else [made]
        for _ in range(clicks):
            done = [click(visitor, path, rng) for path in paths]
            if not any(done):
                break
        states = [state_line(visitor.part(path)) for path in paths]
        assert any(done) or states == ["The game is over."] * len(paths), states


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("ruleset", "seats", "more"), TABLES)
def test_random_clicks_meet_no_error(ruleset: str, seats: tuple[str, ...], more: dict[str, object]) -> None:
    click_often(ruleset, seats, more, 8)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats", "more"), TABLES)
def test_300_random_clicks_meet_no_error(ruleset: str, seats: tuple[str, ...], more: dict[str, object]) -> None:
    click_often(ruleset, seats, more, 300)
