"""Rules that a package states in a ledger of its own: within it they have their short ids, elsewhere `tower:build`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, entries_of

_RULES = "rules"


def with_owner(rule: Scalar, owner: str) -> Scalar:
    """Return the id of a rule with the module whose ledger states it."""
    name = f"{owner}:{rule.text}"
    return replace(rule, value=name, text=name)


def with_owners(node: Node, owner: str, own: Collection[str]) -> Node:
    """Return a document in which every cited rule of the package's own ledger carries the module's id.

    It is the same object if the document cites none.
    """
    if not own or isinstance(node, Scalar):
        return node
    if isinstance(node, Sequence):
        items = tuple(with_owners(each, owner, own) for each in node.items)
        return node if all(a is b for a, b in zip(items, node.items, strict=True)) else replace(node, items=items)
    entries = tuple(
        (key, _cited(value, owner, own) if key.text == _RULES else with_owners(value, owner, own))
        for key, value in node.entries
    )
    same = all(a[1] is b[1] for a, b in zip(entries, node.entries, strict=True))
    return node if same else replace(node, entries=entries)


def _cited(listed: Node, owner: str, own: Collection[str]) -> Node:
    """Return a list of rules with the owner of each. Parts that are not lists of rules are treated like any part."""
    if isinstance(listed, Mapping):
        return with_owners(listed, owner, own)
    if isinstance(listed, Scalar):
        return listed
    items = tuple(
        with_owner(each, owner) if isinstance(each, Scalar) and each.text in own else with_owners(each, owner, own)
        for each in listed.items
    )
    return listed if all(a is b for a, b in zip(items, listed.items, strict=True)) else replace(listed, items=items)


def own_rules_of(variant: Mapping | None) -> frozenset[str]:
    """Return the short ids of the rules that a variant states itself."""
    return frozenset(key.text for key, _ in entries_of(variant.get(_RULES))) if variant is not None else frozenset()


def with_own_rules(variant: Mapping) -> Mapping:
    """Return a variant in which every cited rule of its own carries its id."""
    named = with_owners(variant, variant.text_at("variant"), own_rules_of(variant))
    assert isinstance(named, Mapping)
    return named
