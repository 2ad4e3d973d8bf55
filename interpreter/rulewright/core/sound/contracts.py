"""The contracts of effects and quantities, by their `takes`: proven where they are run, believed within."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.core.diagnostics import Span
from rulewright.core.language.requirements import extent
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.effects import Expression
from rulewright.core.model.kinds import PIECE, PieceOf
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Procedure, Quantity
from rulewright.core.model.ranges import ANY, Interval, of_type
from rulewright.core.model.type import Type
from rulewright.core.sound.facts import Facts


class HandedOver(NamedTuple):
    """A value that is handed over: where, to which effect or quantity, under which name and as what."""

    span: Span
    to: str
    name: str
    type: Type

    @property
    def how(self) -> str:
        """The fault that the value may have: "none", or "outside" its range."""
        return "none" if self.type.kind == "thing" else "outside"


def type_word(type_: Type) -> str:
    """Return a type as `takes` says it."""
    if type_.kind == "number":
        return f"{type_.low}..{type_.high}"
    return f"{type_.domain.kind}{PIECE}" if isinstance(type_.domain, PieceOf) else type_.domain


def believing(facts: Facts, begun: Procedure | Quantity) -> Facts:
    """Return what is known where an effect or a quantity begins that is given what it takes."""
    for parameter, (_, type_) in zip(begun.parameters, begun.takes, strict=False):
        promised = _promised(type_)
        if promised == ANY:
            continue
        found = facts.with_range(parameter, promised)
        if found is None:
            found = facts.without_locals({parameter.number}).with_range(parameter, promised)
        facts = found or facts
    return facts


def unproven(
    facts: Facts, begun: Procedure | Quantity, arguments: tuple[Bound, ...], span: Span
) -> Iterator[tuple[HandedOver, Bound]]:
    """Yield what is handed over without a proof that it is what is taken."""
    for (name, type_), value in zip(begun.takes, arguments, strict=False):
        if _may_not_be(facts, value, type_):
            yield HandedOver(place_of(value, span), begun.id, name, type_), value


def _may_not_be(facts: Facts, value: Bound, type_: Type) -> bool:
    promised = _promised(type_)
    if promised == ANY:
        return False
    known = facts.range_of(value)
    return known.meets(promised) != known


def _promised(type_: Type) -> Interval:
    return ANY if type_.kind not in ("thing", "number") or type_.optional else of_type(type_)


def place_of(value: Bound, span: Span) -> Span:
    """Return the span of a value, or of what it is given to if nobody wrote it."""
    for node in nodes_of(value):
        origin = node.origin if isinstance(node, bv.BoundNode) else None
        if origin is not None and isinstance(origin.tree, Expression):
            return origin.text.span_at(*extent(origin.text.text, origin.tree))
    return span
