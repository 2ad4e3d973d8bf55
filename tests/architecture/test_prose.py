"""Docstrings open with a verb or a noun and say one thing in their first line; what does not is counted down."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.reference.checkout import ROOT, SOURCES, tree_of

MOST = {"opening": 0, "semicolon": 0}
"""The most docstrings of each fault, which may only fall: lower the number when you have mended some."""
HINT = "begin the first line of a docstring with a noun or a verb, as in 'Return ...', and make two sentences of a ';'"

_OPENING = re.compile(r"(?:What|Who|Which|Whose|Where|How|Why|That|Those|Of|As|When|Something)\b")


def summaries(tree: ast.Module) -> Iterator[str]:
    """Yield the first line of each docstring of a source."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield text.splitlines()[0]


def faults_in(tree: ast.Module) -> dict[str, list[str]]:
    """Return the first lines of the docstrings of a source that have each fault."""
    found = list(summaries(tree))
    return {
        "opening": [each for each in found if _OPENING.match(each) is not None],
        "semicolon": [each for each in found if ";" in each],
    }


def test_no_more_docstrings_riddle_than_before() -> None:
    found: dict[str, list[str]] = {fault: [] for fault in MOST}
    for path in SOURCES:
        for fault, lines in faults_in(tree_of(path)).items():
            found[fault] += [f"{path.relative_to(ROOT)}: {line}" for line in lines]
    assert {fault: lines for fault, lines in found.items() if len(lines) > MOST[fault]} == {}, HINT


def test_a_planted_riddle_is_counted() -> None:
    sums = 'def f():\n    """Return the sum."""\n'
    tree = ast.parse(f'"""What it is; and why."""\n\n{sums}\nclass A:\n    """Whatever."""\n')
    assert faults_in(tree) == {"opening": ["What it is; and why."], "semicolon": ["What it is; and why."]}


PRIVATE = re.compile(
    r"\b(?:named so|called so|put off|gone through|goes on|go on with|worked out|handed over|[Ww]hoever|said so"
    r"|foreseen|meanwhile|anew|(?<!here )is no (?:rule|ruleset|file|name|zone|value|option|verb|number|folder))\b"
)
"""Words and turns of our own, for which a reader of a message has to look twice."""
MOST_PRIVATE = 0


def messages(tree: ast.Module) -> Iterator[str]:
    """Yield the texts of a source that are no docstrings and have several words."""
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            if node.value.count(" ") >= 3:
                yield node.value


def test_no_more_messages_use_words_of_our_own_than_before() -> None:
    found = [
        f"{path.name}: {text[:90]}"
        for path in SOURCES if "native" not in path.parts  # texts of the module that it plays by
        for text in messages(tree_of(path)) if PRIVATE.search(text)
    ]  # fmt: skip
    found += [
        f"{path.name}: {line[:90]}"
        for path in (*(ROOT / "schemas").glob("*.json"), ROOT / "interpreter/rulewright/core/locales/en.toml")
        for line in path.read_text("utf-8").splitlines()
        if PRIVATE.search(line)
    ]
    assert len(found) <= MOST_PRIVATE, "\n".join(found)


def test_a_planted_message_is_found() -> None:
    tree = ast.parse('"""What goes on here is a docstring."""\n\nFAULT = "the game goes on for ever"\n')
    assert [text for text in messages(tree) if PRIVATE.search(text)] == ["the game goes on for ever"]
