"""Parse and bind one text of an entry, with a diagnostic for a mistake in it."""

from __future__ import annotations

from typing import cast

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.scope import Scope
from rulewright.core.bind.world import World
from rulewright.core.language.mistakes import Mistake, diagnostic_of
from rulewright.core.language.parse import parse_candidates, parse_effect, parse_expression
from rulewright.core.model import bound_values as bv
from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Block, Candidates, Expression, Number, Place
from rulewright.core.model.type import Type


def expression(binder: Binder, scope: Scope, type_: Type) -> bv.Bound:
    """The scope's text, bound as a value of a type."""
    parsed = expression_tree(binder.world, scope.text)
    if isinstance(parsed, Mistake):
        report(binder.world, scope.text, parsed)
        return bv.Const(0, type_)
    return binder.as_type(scope, parsed, type_)


def effect_tree(world: World, text: Scalar) -> Block | Mistake:
    """The statements of an effect text, or those that replace it."""
    given = world.replacements.get(text.span)
    return parse_effect(text.text) if given is None else cast("Block", given)


def expression_tree(world: World, text: Scalar) -> Expression | Mistake:
    """Return the tree of a test or an amount, which may be a plain number, or the tree that replaces it."""
    given = world.replacements.get(text.span)
    if given is not None:
        return cast("Expression", given)
    if isinstance(text.value, int) and not isinstance(text.value, bool):
        return Number(text.value, Place(1, 1, len(text.text)))
    return parse_expression(text.text)


def candidates_tree(world: World, text: Scalar) -> Candidates | Mistake:
    """The tree of `NAME in SET where TEST`, or the one that replaces it."""
    given = world.replacements.get(text.span)
    return parse_candidates(text.text) if given is None else cast("Candidates", given)


def report(world: World, text: Scalar, mistake: Mistake) -> None:
    """Keeps a mistake in a text as a diagnostic."""
    world.diagnostics.append(diagnostic_of(text, mistake))
