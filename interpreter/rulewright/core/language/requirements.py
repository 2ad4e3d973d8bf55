"""Requirements in their author's words: how a failing one is quoted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rulewright.core.model import effects as ast
from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Expression, Place
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import Reason


def reasons_of(text: Scalar, test: Expression | None) -> tuple[Reason, ...]:
    """The parts of a test joined by `and`, each as it is written."""
    if test is None:
        return ()
    if isinstance(test, ast.Operation) and test.op == "and" and test.left is not None:
        return (*reasons_of(text, test.left), *reasons_of(text, test.right))
    return (reason_at(text, extent(text.text, test)),)


def extent(text: str, node: Expression) -> Place:
    """The stretch of the line an expression begins on that holds all of it that is there."""
    nodes = cast("Iterator[Expression]", nodes_of(node))
    places = [each.at for each in nodes if each.at.line == node.at.line]
    first = min(place.column for place in places)
    last = max(place.column + place.length for place in places)
    line = text.split("\n")[node.at.line - 1] if node.at.line <= text.count("\n") + 1 else ""
    while last <= len(line) and line[first - 1 : last - 1].count("(") > line[first - 1 : last - 1].count(")"):
        last += 1
    return Place(node.at.line, first, last - first)


def reason_at(text: Scalar, at: Place) -> Reason:
    """The words at a place of a text."""
    lines = text.text.split("\n")
    line = lines[at.line - 1] if at.line <= len(lines) else ""
    words = line[at.column - 1 : at.column - 1 + at.length] if at.length > 1 else line[at.column - 1 :]
    return Reason(words.strip(), text.span_at(*at))
