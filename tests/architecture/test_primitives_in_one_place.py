"""What is known of primitives stands in their table: nobody else lists operators or names built-in functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from rulewright.core.model.primitives import BUILT_INS, PRIMITIVES
from tests.reference.checkout import PACKAGE, SOURCES, syntax_of

TABLE = PACKAGE / "core" / "model" / "primitives.py"
OTHERS = tuple(path for path in SOURCES if path != TABLE)
MOST_LISTED = 4
"""So many may stand side by side where only these are meant."""
NAMED_OTHERWISE = {"min", "max"}
"""Keys of counters and settings as well."""
ON_THE_WAY = ("core/language", "core/bind", "core/lower", "core/backend", "core/compile", "native/backend")
"""The rooms that a call of a function goes through; a word of its name may mean something else in others."""


def listed(nodes: Iterable[ast.AST]) -> int:
    """How many primitives a list, a tuple or a set names at most; what a mapping says of some is its own."""
    most = 0
    for node in nodes:
        items = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else []
        firsts = [each.elts[0] if isinstance(each, ast.Tuple) and each.elts else each for each in items]
        most = max(most, len({each.value for each in firsts if isinstance(each, ast.Constant)} & PRIMITIVES.keys()))
    return most


def test_nobody_else_lists_primitives() -> None:
    found = {path.relative_to(PACKAGE).as_posix(): listed(syntax_of(path)) for path in OTHERS}
    assert {path: count for path, count in found.items() if count > MOST_LISTED} == {}
    assert listed(ast.walk(ast.parse("A = ('+', '-', '*', '/', '%')"))) > MOST_LISTED


def test_nobody_else_names_a_built_in_function() -> None:
    names = BUILT_INS.keys() - NAMED_OTHERWISE
    found = {
        (path.relative_to(PACKAGE).as_posix(), node.value)
        for path in OTHERS
        for node in syntax_of(path)
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert {each for each in found if each[0].rpartition("/")[0] in ON_THE_WAY} == set()
    assert "abs" in names
