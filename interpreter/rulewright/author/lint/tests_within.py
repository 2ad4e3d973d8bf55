"""The values inside values, each with the facts where it is computed, and the tests among them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.author.lint.written import own_parts
from rulewright.core.bind.stand_ins import is_or_else
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.nodes import nodes_of
from rulewright.core.sound.facts import Facts


def values_within(node: object, facts: Facts) -> Iterator[tuple[object, Facts]]:
    """Yield each node in the order in which it is written, with what is known there."""
    if isinstance(node, tuple):
        for each in node:
            yield from values_within(each, facts)
        return
    if not hasattr(type(node), "__dataclass_fields__"):
        return
    yield node, facts
    if isinstance(node, bv.Op) and node.op == "if":
        test, yes, no = node.arguments
        if not is_or_else(node):  # whose test nobody wrote
            yield from values_within(test, facts)
        yield from values_within(yes, facts.with_test(test, True) or facts)
        yield from values_within(no, facts.with_test(test, False) or facts)
    elif isinstance(node, bv.Op) and node.op in ("and", "or"):
        first, second = node.arguments
        yield from values_within(first, facts)
        yield from values_within(second, facts.with_test(first, node.op == "and") or facts)
    elif isinstance(node, bv.Quantify):
        inside = facts.without_locals({node.variable.number})
        known = inside if node.where is None else inside.with_test(node.where, True) or inside
        yield from values_within(node.value, known)
        yield from values_within((node.source, node.where), inside)
        yield from values_within(node.order, known)
    else:
        for each in own_parts(node):
            yield from values_within(each, facts)


def tests_within(
    values: tuple[object, ...], trees: tuple[object, ...], facts: Facts
) -> Iterator[tuple[bool, ast.Quantifier | ast.Conditional | ast.OrElse]]:
    """Yield each test inside values that is decided: of candidates, and of which of two values to take.

    With it comes what it was bound from. Where a built-in function has tests of its own, which test is whose is not
    known, and nothing is said.
    """
    found = [_decided(node, known) for node, known in values_within(values, facts) if _is_asking(node)]
    if all(decided is None for decided in found):
        return
    written = [
        node
        for node in nodes_of(trees)
        if isinstance(node, ast.Conditional | ast.OrElse)
        or (isinstance(node, ast.Quantifier) and node.over.where is not None)
    ]
    for place, decided in enumerate(found):
        if decided is not None:
            if len(written) == len(found):
                yield decided, written[place]


def _is_asking(node: object) -> bool:
    return (isinstance(node, bv.Op) and node.op == "if") or (isinstance(node, bv.Quantify) and node.where is not None)


def _decided(node: object, facts: Facts) -> bool | None:
    test = node.where if isinstance(node, bv.Quantify) else node.arguments[0] if isinstance(node, bv.Op) else None
    if test is None or isinstance(test, bv.Const):
        return True if isinstance(test, bv.Const) and is_or_else(node) else None
    return (facts.without_locals({node.variable.number}) if isinstance(node, bv.Quantify) else facts).decides(test)
