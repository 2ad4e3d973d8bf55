"""What lowered nodes are called: in their author's words, and where they are."""

from __future__ import annotations

from rulewright.core.language.requirements import extent, reason_at
from rulewright.core.language.unparse import first_line, unparse_expression
from rulewright.core.model import effects as ast
from rulewright.core.model.effects import Expression
from rulewright.core.model.origins import Origin
from rulewright.core.model.type import Reason


def written_as(origin: Origin | None) -> Reason | None:
    """A node in its author's words, and where; None for one that stands for nothing written."""
    if origin is None:
        return None
    tree = origin.tree
    if isinstance(tree, Expression):
        return reason_at(origin.text, extent(origin.text.text, tree))
    return Reason(first_line(tree).removesuffix(":"), origin.text.span_at(tree.at.line, tree.at.column, tree.at.length))


def read_as(origin: Origin | None) -> str:
    """An expression in the words of the language; nothing for a number or one that stands for nothing written."""
    if origin is None or isinstance(origin.tree, ast.Number | ast.Truth) or not isinstance(origin.tree, Expression):
        return ""
    return unparse_expression(origin.tree)
