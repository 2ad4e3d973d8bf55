"""What is left of an expression where something is known: nothing that can stop the game is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.core.lower.printed_expressions import expression_text
from rulewright.core.lower.simplify import Known, simplified_parts
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.ranges import Interval
from rulewright.core.model.type import NOTHING
from rulewright.core.model.type import NUMBER as NUMBER_TYPE
from tests.unit.core.lower.written import lowered

CARD, NUMBER = "let c = top(deck)\n", "let n = coin - tide\n"
CASES = {
    "a second look": (CARD + "if c.cost > c.cost: stop", "(table1[there(v1)] > table1[v1])"),
    "a look after a test": (CARD + "if exists(c) and c.cost > 1: stop", "(exists(v1) and (table1[v1] > 1))"),
    "no look is lost without one": (
        CARD + "if coin > 1 or c.cost > 1: stop",
        "((coin[12 + v0] > 1) or (table1[there(v1)] > 1))",
    ),
    "what one way looks at the next has not": (
        CARD + "if (coin > 1 or c.cost > 1) and c.cost > 2: stop",
        "(((coin[12 + v0] > 1) or (table1[there(v1)] > 1)) and (table1[there(v1)] > 2))",
    ),
    "what failed is not there": (
        CARD + "if not exists(c) and c.cost > 1: stop",
        "(not(exists(v1)) and (table1[there(v1)] > 1))",
    ),
    "where not none": (CARD + "if not exists(c) or c.cost > 1: stop", "(not(exists(v1)) or (table1[v1] > 1))"),
    "a way of an if": (
        CARD + "if (c.cost if exists(c) else 0) > 1: stop",
        "(if(exists(v1), table1[v1], 0) > 1)",
    ),
    "an index between": (
        NUMBER + "if n >= 1 and n <= 3 and exists(quay[n]): stop",
        "(((v1 >= 1) and (v1 <= 3)) and (size(zone card[29 + v1]) > 0))",
    ),
    "an index strictly between": (
        NUMBER + "if n > 0 and n < 4 and exists(quay[n]): stop",
        "(((v1 > 0) and (v1 < 4)) and (size(zone card[29 + v1]) > 0))",
    ),
    "an index that may be one too far": (
        NUMBER + "if n >= 1 and n <= 4 and exists(quay[n]): stop",
        "(((v1 >= 1) and (v1 <= 4)) and (size(zone card[29 + inside(v1, 1, 3)]) > 0))",
    ),
    "an index that may be one too low": (
        NUMBER + "if n >= 0 and n <= 3 and exists(quay[n]): stop",
        "(((v1 >= 0) and (v1 <= 3)) and (size(zone card[29 + inside(v1, 1, 3)]) > 0))",
    ),
    "an index on one side": (
        NUMBER + "if n >= 1 and exists(quay[n]): stop",
        "((v1 >= 1) and (size(zone card[29 + inside(v1, 1, 3)]) > 0))",
    ),
    "a settled test": ("if 1 = 2 or coin > 1: stop", "(coin[12 + v0] > 1)"),
    "a settled way": ("if (coin if 1 = 1 else tide) > 1: stop", "(coin[12 + v0] > 1)"),
}


def first_test(folder: Path, does: str) -> lv.Expression:
    """The test of the first `if` of an effect."""
    program, number = lowered(folder, does)
    return next(each for each in program.effect(number).body if isinstance(each, low.If)).test


@pytest.mark.parametrize(("does", "expected"), CASES.values(), ids=CASES)
def test_what_is_known_is_left_out(tmp_path: Path, does: str, expected: str) -> None:
    assert expression_text(Known({}).of(first_test(tmp_path, does))) == expected


def test_a_candidate_is_there_and_its_test_holds_for_its_value(tmp_path: Path) -> None:
    summed = "sum(c.cost + stock[c.pays_in] for c in quay where exists(c.pays_in))"
    test = first_test(tmp_path, f"if {summed} > 1: stop")
    assert isinstance(test, lv.Primitive)
    node = test.arguments[0]
    assert isinstance(node, lv.Reduce)
    assert expression_text(simplified_parts(node, Known({}))) == (
        "sum((table2[v1] + stock[15 + v0 * 3 + table1[v1]]) for v1 in zone card[30] x 3 where exists(table1[v1]))"
    )


def test_what_stands_in_tables_is_known(tmp_path: Path) -> None:
    test = first_test(tmp_path, CARD + "if exists(c) and exists(quay[c.cost + 1]): stop")
    known = Known({}, lambda table: Interval(0, 2))
    assert "inside" in expression_text(Known({}).of(test))
    assert "inside" not in expression_text(known.of(test))


def test_a_local_that_can_be_one_number_only_is_that_number(tmp_path: Path) -> None:
    test = first_test(tmp_path, NUMBER + "if n = 2: stop")
    assert expression_text(test) == "(v1 = 2)"
    assert expression_text(Known({lv.Local(1, NOTHING): Interval(2, 2)}).of(test)) == "1"
    assert expression_text(Known({lv.Local(1, NOTHING): Interval(3, 3)}).of(test)) == "0"


def test_that_something_exists_is_known_only_of_what_was_looked_at(tmp_path: Path) -> None:
    test = first_test(tmp_path, "if exists(leader) and exists(leader): stop")
    assert expression_text(Known({}).of(test)) == "exists(leader[25])"


def test_a_value_that_is_known_is_looked_at_where_that_can_stop_the_game(tmp_path: Path) -> None:
    test = first_test(tmp_path, CARD + "if c.cost > coin: stop")
    known = Known({}, lambda table: Interval(2, 2))
    assert expression_text(known.of(test)) == "(table1[there(v1)] > coin[12 + v0])"
    assert expression_text(known.of(test)) == "(2 > coin[12 + v0])"


def test_a_value_that_is_known_is_worked_out_where_steps_are_counted_for_it(tmp_path: Path) -> None:
    test = first_test(tmp_path, "if first(x in hand where x.cost > 1).cost > coin: stop")
    found = next(each for each in nodes_of(test) if isinstance(each, lv.Reduce))
    cell = lv.Table(1, found, NUMBER_TYPE)
    assert Known({}, lambda table: Interval(2, 2)).of(cell) == replace(cell, type=NUMBER_TYPE._replace(low=2, high=2))
