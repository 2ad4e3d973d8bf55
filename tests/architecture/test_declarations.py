"""Operations declare what they do, completely, and no match over operations or statements falls through silently."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, get_args

import pytest

from rulewright.core.lower.printed import operation_lines
from rulewright.core.model import bound, derived
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Declared
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import NUMBER, TRUTH
from tests.reference.checkout import SOURCES, syntax_of

OPERATIONS: tuple[Any, ...] = get_args(low.Operation)
FAMILIES = {
    "operations": {each.__name__ for each in OPERATIONS},
    "statements": {each.__name__ for each in get_args(bound.BoundStatement)},
    "parts": {each.__name__ for each in get_args(derived.Part)} - {each.__name__ for each in OPERATIONS},
    "steps": {each.__name__ for each in get_args(derived.LookAheadStep)} - {each.__name__ for each in OPERATIONS},
}
ALIASES = {"low", "lv", "b", "bound", "bv", "der", "derived"}
TYPED = {"assert_never", "assert_simple", "assert_simple_statement", "operation", "operation_lines", "_open"}
"""What may get what is left over: the type checker sees that nothing else comes there."""


def written_out(made: str, field: str) -> Any:
    """Something of the type that a field of an operation has."""
    local, number = lv.Local(7, NUMBER), lv.Const(3, NUMBER)
    zone = lv.Zone(lv.Address(5, (), "row"), 0, NUMBER)
    block = (low.Count(9),)
    match made:
        case "Local" | "Local | None":
            return local
        case "Expression" | "Expression | None":
            return lv.Const(1, TRUTH) if field in ("test", "where") else number
        case "tuple[Expression, ...]":
            return (number, local)
        case "Block":
            return block
        case "tuple[Option, ...]":
            return (low.Option("a", local, number, lv.Const(1, TRUTH), None, block, None),)  # type: ignore[arg-type]
        case "Zone":
            return zone
        case "Address":
            return zone.address
        case "tuple[int, ...]":
            return (4, 5)
        case "int":
            return 4
        case "bool":
            return False
        case "Literal['set', 'add', 'take']":
            return "set"
        case _:
            return None


def example(kind: Any) -> Any:
    return kind(**{each.name: written_out(str(each.type).replace('"', "'"), each.name) for each in fields(kind)})


@pytest.mark.parametrize("kind", OPERATIONS)
def test_an_operation_declares_its_blocks_and_what_it_runs_and_reads(kind: Any) -> None:
    made = example(kind)
    assert isinstance(made, Declared)
    blocks = [each for each in nodes_of(made) if isinstance(each, low.Count) and each is not made]
    assert len(blocks) == sum(map(len, (*made.ways, *made.loops)))
    assert not (made.ways and made.loops)
    assert [*made.ways, *made.loops] == [part.block for part in made.parts if part.block]
    named = {each.name for each in fields(kind)}
    assert bool(made.runs) == bool(named & {"function", "functions"} and kind is not low.Tell)
    whole = {id(each) for each in nodes_of(made) if isinstance(each, lv.Const)}
    read = {id(each) for part in made.parts for each in nodes_of(part.reads) if isinstance(each, lv.Const)}
    assert whole == read, "each expression of it is in one of its parts"
    assert made.sets is None or made.sets.number == 7


@pytest.mark.parametrize("kind", OPERATIONS)
def test_an_operation_is_printed(kind: Any) -> None:
    assert all(operation_lines(example(kind)))


def _classes(case: ast.match_case) -> set[str]:
    """The classes that a case is about, not what is inside them."""
    patterns = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
    classes = [each.cls for each in patterns if isinstance(each, ast.MatchClass)]
    return {each.attr for each in classes if isinstance(each, ast.Attribute) and ast.unparse(each.value) in ALIASES}


def _is_silent(case: ast.match_case) -> bool:
    """Whether whatever is left over comes there, and goes nowhere that is typed."""
    if not (isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None):
        return False
    called = [each.func for part in case.body for each in ast.walk(part) if isinstance(each, ast.Call)]
    names = {each.attr if isinstance(each, ast.Attribute) else each.id for each in called
             if isinstance(each, ast.Attribute | ast.Name)}  # fmt: skip
    return not names & TYPED


def silent_in(nodes: Iterable[ast.AST], name: str) -> list[str]:
    found = []
    for match in nodes:
        if not isinstance(match, ast.Match):
            continue
        named = set[str]().union(*map(_classes, match.cases))
        if any(len(named & family) > 1 for family in FAMILIES.values()) and _is_silent(match.cases[-1]):
            found.append(f"{name}:{match.cases[-1].pattern.lineno}")
    return found


def test_no_match_over_operations_or_statements_falls_through_silently() -> None:
    assert [place for path in SOURCES for place in silent_in(syntax_of(path), path.name)] == []


def test_a_silent_wildcard_is_seen() -> None:
    text = "match each:\n    case low.If() | low.Each():\n        pass\n    case _:\n        {}\n"
    silent, typed = (ast.walk(ast.parse(text.format(ending))) for ending in ("pass", "assert_never(each)"))
    assert silent_in(silent, "wrong.py") == ["wrong.py:4"]
    assert silent_in(typed, "wrong.py") == []
