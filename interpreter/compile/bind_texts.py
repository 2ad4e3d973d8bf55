"""One text of an entry, parsed and bound; a mistake in it becomes a diagnostic at its place."""

from __future__ import annotations

from interpreter.compile.bind_expressions import Binder
from interpreter.compile.scope import Scope
from interpreter.compile.world import World
from interpreter.language.mistakes import Mistake
from interpreter.language.parse import parse_expression
from interpreter.model import bound as b
from interpreter.model.bound import Type
from interpreter.model.document import Scalar
from interpreter.model.effects import Number, Place


def expression(binder: Binder, scope: Scope, type_: Type) -> b.Bound:
    """The scope's text, bound as a value of a type."""
    value = scope.text.value
    if isinstance(value, int) and not isinstance(value, bool):
        return binder.as_type(scope, Number(value, Place(1, 1, len(scope.text.text))), type_)
    parsed = parse_expression(scope.text.text)
    if isinstance(parsed, Mistake):
        report(binder.world, scope.text, parsed)
        return b.Const(0, type_)
    return binder.as_type(scope, parsed, type_)


def report(world: World, text: Scalar, mistake: Mistake) -> None:
    """A mistake in a text as a diagnostic."""
    span = text.span_at(mistake.at.line, mistake.at.column, mistake.at.length)
    world.error(mistake.code, span, mistake.message, mistake.hint)
