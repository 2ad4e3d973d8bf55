"""Phrases for people: the trees of lowered nodes and texts, with the domains of the names they know."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core.model import effects as ast
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.packed_trees import PhraseTree, packed
from rulewright.core.model.phrases import NO_PHRASE, Phrase
from rulewright.core.model.type import Type


def phrase_of(node: lv.Expression | low.Operation) -> Phrase:
    """Return the phrase a node was written as, empty for a node that binding made."""
    if node.origin is None:
        return NO_PHRASE
    return Phrase(packed(node.origin.tree), _names_in(node))


def phrase_of_text(tree: PhraseTree, takes: Iterable[tuple[str, Type]]) -> Phrase:
    """Return the phrase of a whole text, with the names it is given."""
    return Phrase(packed(tree), tuple((name, domain_of(type_)) for name, type_ in takes))


def domain_of(type_: Type) -> DomainName:
    """The domain of what a name stands for: `number` for plain numbers, empty for what is no thing."""
    return type_.domain or (type_.kind if type_.kind == "number" else "")


def _names_in(node: object) -> tuple[tuple[str, DomainName], ...]:
    found: dict[str, DomainName] = {}
    for each in nodes_of(node):
        if isinstance(each, lv.Local) and each.origin is not None and isinstance(each.origin.tree, ast.Name):
            found.setdefault(each.origin.tree.name, domain_of(each.type))
    return tuple(found.items())
