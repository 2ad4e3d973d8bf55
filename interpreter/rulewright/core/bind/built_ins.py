"""Binds the built-in functions of numbers and truths, and types what operators give, by the table of primitives."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any, get_args

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import computed
from rulewright.core.bind.scope import Scope
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_expression
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.effects import Expression, Place
from rulewright.core.model.primitives import COMPOSITIONS, PRIMITIVES
from rulewright.core.model.type import NUMBER, TRUTH

_MEANT = "the built-in "
"""Begins the name of a function in what a composition means, unless an entry of a ruleset takes its place."""


def built_in(binder: Binder, scope: Scope, node: ast.FunctionCall) -> Bound | None:
    """Return the value of a built-in function, or None if it takes another number of arguments."""
    name, arguments = node.function.removeprefix(_MEANT), node.arguments
    if name in COMPOSITIONS:
        word, means, _ = COMPOSITIONS[name]
        if len(arguments) != len(word.parameters):
            return None
        given = dict(zip((each.name.lower() for each in word.parameters), arguments, strict=True))
        return binder.bind(scope, _put_in(_meaning(means), given, node.at))
    row = PRIMITIVES[name]
    assert row.word is not None
    if len(arguments) < row.least or (row.most is not None and len(arguments) > row.most):
        return None
    parameters = (*row.word.parameters, *(row.word.parameters[-1:] * (len(arguments) - len(row.word.parameters))))
    wanted = (TRUTH if each.type == "truth" else NUMBER for each in parameters)
    values = (binder.as_type(scope, each, type_) for each, type_ in zip(arguments, wanted, strict=False))
    return computed(name, *values)


@cache
def _meaning(text: str) -> Expression:
    found = parse_expression(text)
    assert not isinstance(found, Mistake), text
    return found


def _put_in(node: Expression, given: dict[str, Expression], at: Place) -> Expression:
    """Put arguments for the names in a tree, with the place of the call for everything else in it."""
    if isinstance(node, ast.Name) and node.name in given:
        return given[node.name]
    changed: dict[str, Any] = {"at": at}
    for field in fields(node):
        part = getattr(node, field.name)
        if isinstance(part, get_args(Expression)):
            changed[field.name] = _put_in(part, given, at)
        elif isinstance(part, tuple) and field.name != "at":
            changed[field.name] = tuple(_put_in(each, given, at) for each in part)
    if isinstance(node, ast.FunctionCall):
        changed["function"] = _MEANT + node.function
    return replace(node, **changed)
