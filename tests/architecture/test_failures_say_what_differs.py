"""A failing test prints what differs: none asserts `all(...)` or `any(...)` of a generator, which only says False."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from _pytest.assertion.rewrite import AssertionRewritingHook

from tests.reference.checkout import ROOT, tree_of


def silent_asserts(tree: ast.AST) -> Iterator[int]:
    """Yield the line of each assert of `all` or `any` over a generator."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            test = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
            if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id in ("all", "any"):
                if isinstance(test.args[0], ast.GeneratorExp):
                    yield node.lineno


def test_a_failing_test_prints_what_differs() -> None:
    paths: list[Path] = sorted((ROOT / "tests").rglob("*.py"))
    found = {path.relative_to(ROOT).as_posix(): [*silent_asserts(tree_of(path))] for path in paths}
    hint = "compare values: assert [each for each in those if not TEST] == []"
    assert {path: lines for path, lines in found.items() if lines} == {}, hint


def test_asserts_of_what_tests_share_print_what_differs() -> None:
    shared = [each for name, each in sys.modules.items() if name.startswith("tests.") and each.__file__ is not None]
    silent = [each.__name__ for each in shared if not isinstance(each.__loader__, AssertionRewritingHook)]
    assert len(shared) > 1
    assert silent == []


def test_a_planted_one_is_found() -> None:
    text = "assert all(a for a in b)\nassert not any(a for a in b)\nassert all(b)\nassert any(a for a in b), b\n"
    assert [*silent_asserts(ast.parse(text))] == [1, 2, 4]
