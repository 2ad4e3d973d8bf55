"""The sections of files stand in their table: nobody else enumerates them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from rulewright.core.model.sections import SECTIONS
from tests.reference.checkout import PACKAGE, SOURCES, syntax_of

NAMES = {each.id for each in SECTIONS}
MOST_NAMED = 4
"""So many sections may be named side by side where only these are meant."""


def enumerated(nodes: Iterable[ast.AST]) -> int:
    """How many sections a list or a mapping anywhere in a module names at most; pairs with a field are no list."""
    most = 0
    for node in nodes:
        items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
        if not isinstance(node, ast.Dict):
            items = [each.elts[0] if isinstance(each, ast.Tuple) and each.elts else each for each in items]
        most = max(most, len({each.value for each in items if isinstance(each, ast.Constant)} & NAMES))
    return most


def test_nobody_else_enumerates_sections() -> None:
    others = [path for path in SOURCES if path != PACKAGE / "core" / "model" / "sections.py"]
    found = {path.relative_to(PACKAGE).as_posix(): enumerated(syntax_of(path)) for path in others}
    assert {path: count for path, count in found.items() if count > MOST_NAMED} == {}
    planted = ("A = {'zones': 1, 'maps': 2, 'kinds': 3, 'looks': 4, 'icons': 5, 'areas': 6}",
               "A = (('zones', 1), ('maps', 1), ('kinds', 1), ('looks', 1), ('icons', 1), ('areas', 1))")  # fmt: skip
    assert [enumerated(ast.walk(ast.parse(each))) for each in planted] == [6, 6]
