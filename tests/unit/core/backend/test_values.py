"""How values are written in Python: what a table tells is looked up, what costs less than a call is written out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.backend.module import emit_module
from rulewright.core.diagnostics import render
from rulewright.core.model.game import Game
from tests.unit.core.compile.small_games import begun, built, value

VALUES = """\
quantities:
  - {id: like, takes: {n: number}, amount: count(c in card where c.cost = n and not exists(c.pays_in))}
  - {id: unlike, takes: {n: number}, amount: count(c in card where c.cost != n)}
  - {id: dear, takes: {n: number}, amount: count(c in quay where c.cost > n)}
  - {id: dear_in_hand, takes: {n: number}, amount: count(c in hand where c.cost > n)}
  - {id: missing, takes: {g: good}, amount: "count(k in 1..coin where k > stock[g])"}
  - {id: between, amount: count(k in 1..6 where k > tide and k < coin)}
  - {id: nth, takes: {n: number}, amount: "boat.steps[n]"}
  - {id: shifted, takes: {n: number}, amount: nth(coin)}
  - {id: steps_of, takes: {n: number}, amount: "sum(boat.steps[k - 1] for k in 1..n)"}
"""


def source_of(folder: Path, name: str) -> str:
    """The lines of a value and of the loops in it."""
    made = built(folder, "gain 1 coin", VALUES)
    assert made.compiled is not None, "\n".join(render(each) for each in made.diagnostics)
    program = made.compiled.lowered.program
    number = next(each.number for each in program.quantities if each.id == name)
    parts = [each.split("def ", 1)[-1] for each in emit_module(made.compiled.lowered, 3, traced=False).split("\n\n")]
    return "\n".join(each for each in parts if each.startswith((f"q{number}(", f"tq{number}_")))


def game(folder: Path, does: str) -> Game:
    made = built(folder, does, VALUES)
    assert made.compiled is not None, "\n".join(render(each) for each in made.diagnostics)
    return made.game()


def test_candidates_that_a_table_tells_are_looked_up(tmp_path: Path) -> None:
    assert ".get(v1, ())" in source_of(tmp_path, "like")
    assert ".get(" not in source_of(tmp_path, "unlike")


@pytest.mark.parametrize(("cost", "found"), [(4, 1), (2, 1), (3, 0), (-1, 0)])
def test_what_is_looked_up_is_what_is_found(tmp_path: Path, cost: int, found: int) -> None:
    state = begun(game(tmp_path, f"set tide to 0\ngain like({cost}) tide\nmay: nothing"))
    assert value(game(tmp_path, "may: nothing"), state, "tide") == found


def test_a_small_value_is_written_out_for_what_costs_little(tmp_path: Path) -> None:
    body = source_of(tmp_path, "shifted").split(":", 1)[1]
    assert "[S[12 + v0]]" in body
    assert "q" not in body


def test_what_cannot_be_outside_is_not_looked_at(tmp_path: Path) -> None:
    assert "if (v2 - 1) < len(" in source_of(tmp_path, "steps_of")
    assert "if 0 <= v1 < len(" in source_of(tmp_path, "nth")


def test_the_few_spaces_of_a_zone_are_looked_at_one_by_one(tmp_path: Path) -> None:
    assert "for " not in source_of(tmp_path, "dear")
    assert "for " in source_of(tmp_path, "dear_in_hand")


@pytest.mark.parametrize(("moved", "found"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_what_is_looked_at_one_by_one_is_what_is_found(tmp_path: Path, moved: int, found: int) -> None:
    """The top three cards cost 2, 4 and 4."""
    moves = "".join(f"move top(deck) to quay[{space}]\n" for space in range(1, moved + 1))
    state = begun(game(tmp_path, f"{moves}gain dear(3) tide\nmay: nothing"))
    assert value(game(tmp_path, "may: nothing"), state, "tide") == found


def test_what_stays_the_same_in_a_loop_is_worked_out_before_it(tmp_path: Path) -> None:
    before, loop = source_of(tmp_path, "missing").split("for ")
    assert "h1 = 15 + v0 * 3" in before
    assert "S[h1 + " in loop


def test_what_a_loop_may_never_ask_is_not_worked_out_before_it(tmp_path: Path) -> None:
    before, loop = source_of(tmp_path, "between").split("for ")
    assert "h1 = S[24]" in before
    assert "h2" not in before
    assert "(v1 > h1) and (v1 < S[12 + v0])" in loop


def test_what_is_worked_out_before_a_loop_changes_nothing(tmp_path: Path) -> None:
    state = begun(game(tmp_path, "gain (missing(wood) + 10 * between) tide\nmay: nothing"))
    assert value(game(tmp_path, "may: nothing"), state, "tide") == 4 + 10 * 5
