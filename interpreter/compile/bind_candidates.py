"""Binds what ranges over a set: `x in SET where TEST`, and the functions that go through one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compile.scope import Scope, unsure
from interpreter.diagnostics import did_you_mean
from interpreter.model import bound as b
from interpreter.model import effects as ast
from interpreter.model.bound import NUMBER, TRUTH, UNKNOWN, Bound, Local

if TYPE_CHECKING:
    from interpreter.compile.bind_expressions import Binder

QUANTIFIERS = ("count", "sum", "any", "every", "none", "first", "highest", "lowest")


def candidates(binder: Binder, scope: Scope, over: ast.Candidates) -> tuple[Local, Bound, Bound | None, Scope]:
    """The local, the set and the test of `x in SET where TEST`, and the scope that knows x."""
    source = binder.set_of(scope, over.source)
    inner = scope.inner()
    if binder.is_taken(over.variable):
        binder.error(scope, "name-taken", over.at, f"'{over.variable}' has a meaning already", "choose another name")
    local = inner.new(binder.element(source), over.variable)
    where = binder.test(inner, over.where) if over.where is not None else None
    return local, source, where, inner


def quantifier(binder: Binder, scope: Scope, node: ast.Quantifier) -> Bound:
    """`count(x in ...)`, `sum(value for x in ...)`, `first(x in ...)` and the like."""
    name = node.function
    if name not in QUANTIFIERS:
        hint = did_you_mean(name, QUANTIFIERS)
        binder.error(scope, "unknown-function", node.at, f"no function is named '{name}'", hint)
        return UNKNOWN
    local, source, where, inner = candidates(binder, scope, node.over)
    value = None
    if name in ("sum", "highest", "lowest"):
        if node.value is None:
            message = f"'{name}' needs what to add or compare: {name}(x.cost for x in ...)"
            binder.error(scope, "wrong-arguments", node.at, message)
            return UNKNOWN
        value = binder.number(inner, node.value)
    elif node.value is not None:
        binder.error(scope, "wrong-arguments", node.at, f"'{name}' goes straight over a set: {name}(x in ...)")
    type_ = NUMBER if name in ("count", "sum", "highest", "lowest") else TRUTH
    if name == "first":
        type_ = unsure(local.type)
    return b.Quantify(name, local, source, where, value, type_)
