"""Words for lowered nodes: their author's text, and its place."""

from __future__ import annotations

from rulewright.core.language.requirements import extent, reason_at
from rulewright.core.language.unparse import first_line, unparse_expression
from rulewright.core.model import effects as ast
from rulewright.core.model.effects import Expression
from rulewright.core.model.origins import Origin
from rulewright.core.model.type import Reason


def written_as(origin: Origin | None) -> Reason | None:
    """Return a node's text as its author wrote it, with its place, or None if it was not written."""
    if origin is None:
        return None
    tree = origin.tree
    if isinstance(tree, Expression):
        return reason_at(origin.text, extent(origin.text.text, tree))
    return Reason(first_line(tree).removesuffix(":"), origin.text.span_at(tree.at.line, tree.at.column, tree.at.length))


def read_as(origin: Origin | None) -> str:
    """Return an expression in the words of the language, '' for a number or one that was not written."""
    if origin is None or isinstance(origin.tree, ast.Number | ast.Truth) or not isinstance(origin.tree, Expression):
        return ""
    return unparse_expression(origin.tree)
