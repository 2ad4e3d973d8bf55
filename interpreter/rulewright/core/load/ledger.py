"""The ledger of a ruleset as it is written, and the rules that entries, scenarios and others cite of it."""

from __future__ import annotations

from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.own_rules import with_owner
from rulewright.core.model.document import Mapping, Node, Scalar, entries_of, items_of, part_of, text_of


def rules_in(source: RulesetSource) -> tuple[tuple[Scalar, Node], ...]:
    """Return (id, text or mapping) of each rule in the ledger, or () if there is no ledger.

    The rules of a package's own ledger have the module's id before their own, as in `tower:build`.
    """
    own = entries_of(part_of(source.ledger.node, "rules")) if source.ledger is not None else ()
    ledgers = [(module.id, package.ledger.node) for module, package in source.packages() if package.ledger is not None]
    listed = [(owner, entries_of(part_of(ledger, "rules"))) for owner, ledger in ledgers]
    of_packages = [(with_owner(key, owner), node) for owner, entries in listed for key, node in entries]
    return (*own, *of_packages)


def rule_text(rule: Node) -> str:
    """Return the text of a rule: the whole node if it is a text, or its `text`."""
    return text_of(part_of(rule, "text") or rule) or ""


def cited(node: Mapping) -> tuple[str, ...]:
    """The rules that an entry implements, or that a scenario proves."""
    return tuple(rule for item in items_of(node.get("rules")) if (rule := text_of(item)))
