"""Docstrings open with a verb or a noun and say one thing in their first line; what does not is counted down."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.reference.checkout import SOURCES, tree_of

MOST = {"opening": 4, "semicolon": 15}
"""The most docstrings of each fault, which may only fall: lower the number when you have mended some."""

_OPENING = re.compile(r"(?:What|Who|Which|Whose|Where|How|Why|That|Those|Of|As|When|Something)\b")


def summaries(tree: ast.Module) -> Iterator[str]:
    """Yield the first line of each docstring of a source."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield text.splitlines()[0]


def faults_in(tree: ast.Module) -> dict[str, int]:
    """Return how many docstrings of a source have each fault."""
    found = list(summaries(tree))
    return {
        "opening": sum(_OPENING.match(each) is not None for each in found),
        "semicolon": sum(";" in each for each in found),
    }


def test_no_more_docstrings_riddle_than_before() -> None:
    counts = dict.fromkeys(MOST, 0)
    for path in SOURCES:
        for fault, count in faults_in(tree_of(path)).items():
            counts[fault] += count
    assert {fault: count for fault, count in counts.items() if count > MOST[fault]} == {}


def test_a_planted_riddle_is_counted() -> None:
    sums = 'def f():\n    """Return the sum."""\n'
    tree = ast.parse(f'"""What it is; and why."""\n\n{sums}\nclass A:\n    """Whatever."""\n')
    assert faults_in(tree) == {"opening": 1, "semicolon": 1}
