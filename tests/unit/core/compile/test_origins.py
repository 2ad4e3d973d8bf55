"""What bound nodes were written as."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Local
from rulewright.core.model.effects import Place
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Procedure
from tests.unit.core.compile.small_games import built


def begin(folder: Path, does: str) -> Procedure:
    compiled = built(folder, does).compiled
    assert compiled is not None
    return next(each for each in compiled.program.procedures if each.id == "begin")


def place_of(node: bv.BoundNode) -> Place:
    assert node.origin is not None
    return node.origin.tree.at


def test_statements_that_read_the_same_know_each_its_own_place(tmp_path: Path) -> None:
    one, other = begin(tmp_path, "gain 1 coin\ngain 1 coin").body
    assert isinstance(one, b.SetSlot)
    assert isinstance(other, b.SetSlot)
    assert (place_of(one).line, place_of(other).line) == (1, 2)
    assert -1 < one.mark < other.mark


def test_a_statement_in_a_block_keeps_its_own_place(tmp_path: Path) -> None:
    body = begin(tmp_path, "ask seat(1):\n  gain 1 coin\nlose 1 coin").body
    assert [place_of(each).line for each in body] == [1, 2, 3]


def test_each_mention_of_a_name_knows_its_own_place(tmp_path: Path) -> None:
    body = begin(tmp_path, "let n = coin\ngain n tide\nlose n tide").body
    mentions = [node for node in nodes_of(body[1:]) if isinstance(node, Local) and node.origin is not None]
    assert [place_of(each).line for each in mentions] == [2, 3]


def test_what_came_by_binding_was_written_as_nothing(tmp_path: Path) -> None:
    (statement,) = begin(tmp_path, "gain 1 coin").body
    assert isinstance(statement, b.SetSlot)
    seats = [node for node in nodes_of(statement.target) if isinstance(node, Local)]
    assert [each.origin for each in seats] == [None]
