"""Candidates come in the order that `by` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.layout import OPTIONS
from rulewright.core.run.steps import step
from tests.unit.core.compile.small_games import begun, game_of, is_over, value

# In the stores of three seats; `worth` of each good: 3, 1, 3.
MORE = """\
counters:
  - {id: worth, per: [good], min: 0, max: 9}
  - {id: found, min: 0, max: 9999}
  - {id: most, min: 0, max: 9, start: 2}
  - {id: least, min: 0, max: 9, start: 1}
"""
SET = "set worth[wood] to 3\nset worth[clay] to 1\nset worth[iron] to 3\n"
NUMBER = "(1 if g is wood else 2 if g is clay else 3 if g is iron else 9)"


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ("first(x in good)", 1),
        ("first(x in good by least worth[x])", 2),
        ("first(x in good by most worth[x])", 1),
        ("first(x in good where x is not wood by most worth[x])", 3),
        ("first(x in good by most worth[x], most x is iron)", 3),
        ("first(x in good by most worth[x], least x is iron)", 1),
        ("first(x in good where worth[x] > 3 by most worth[x])", 9),
        ("first(x in good by most most if x is clay else least)", 2),
    ],
)
def test_first_is_the_one_that_is_most_or_least(tmp_path: Path, chosen: str, found: int) -> None:
    game = game_of(tmp_path, f"{SET}let g = {chosen}\nset found to {NUMBER}", MORE)
    assert value(game, begun(game), "found") == found


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("", 123),
        (" by least worth[g]", 213),
        (" by most worth[g]", 132),
        (" where g is not wood by most worth[g]", 32),
        (" by most worth[g], least 1 if g is iron else 2", 312),
    ],
)
def test_a_loop_goes_in_the_order_said(tmp_path: Path, order: str, found: int) -> None:
    game = game_of(tmp_path, f"{SET}for each g in good{order}: set found to found * 10 + {NUMBER}", MORE)
    assert value(game, begun(game), "found") == found


@pytest.mark.parametrize("asking", [False, True])
def test_the_order_is_that_at_the_beginning_of_the_loop(tmp_path: Path, asking: bool) -> None:
    body = "set worth[wood] to 0\n  set worth[iron] to 9\n" + "  may: gain 1 tide\n" * asking
    text = f"{SET}for each g in good by least worth[g]:\n  {body}  set found to found * 10 + {NUMBER}"
    game = game_of(tmp_path, text, MORE)
    state = begun(game)
    while not is_over(state):
        step(game, state, state[OPTIONS][0])
    assert value(game, state, "found") == 213
