"""Paths of statements: the same however a text is laid out."""

from __future__ import annotations

from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect
from rulewright.core.language.statement_paths import statements_of
from rulewright.core.model.effects import Call, Change

TEXT = """\
gain 1 coin
if coin > 2:
  lose 1 coin
else:
  repeat 2: gain 2 coin
choose:
  buy: pay 1 coin
  leave: nothing
may: pay 3 coin
"""
SAME = """\
# a comment

gain 1 coin   # one
if coin > 2: lose 1 coin
else:
    repeat 2:

        gain 2 coin   # more
choose:
    buy:
       pay 1 coin
    leave:
       nothing
may:
    pay 3 coin
"""


def paths(text: str) -> list[tuple[str, str]]:
    tree = parse_effect(text)
    assert not isinstance(tree, Mistake)
    return [(path, type(statement).__name__) for path, statement in statements_of(tree)]


def test_every_statement_has_a_path() -> None:
    assert paths(TEXT) == [
        ("0", "Change"), ("1", "If"), ("1/then/0", "Change"), ("1/else/0", "Repeat"), ("1/else/0/do/0", "Change"),
        ("2", "Choose"), ("2/buy/0", "Change"), ("2/leave/0", "Leave"), ("3", "May"), ("3/yes/0", "Change"),
    ]  # fmt: skip


def test_layout_changes_no_path() -> None:
    assert paths(SAME) == paths(TEXT)


def test_a_path_leads_to_its_statement() -> None:
    tree = parse_effect("ask each: for each c in row:\n  take c\n  gain 4 coin")
    assert not isinstance(tree, Mistake)
    found = dict(statements_of(tree))
    assert isinstance(found["0/do/0/do/0"], Call)
    last = found["0/do/0/do/1"]
    assert isinstance(last, Change)
    assert last.verb == "gain"
