"""The ledger of a ruleset as it is written, and the rules that entries, scenarios and others cite of it."""

from __future__ import annotations

from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.document import Mapping, Node, Scalar, entries_of, items_of, part_of, text_of


def rules_in(source: RulesetSource) -> tuple[tuple[Scalar, Node], ...]:
    """Each rule of the ledger: its id, and what is written about it; none if there is no ledger."""
    return entries_of(part_of(source.ledger.node, "rules")) if source.ledger is not None else ()


def rule_text(rule: Node) -> str:
    """What is written about a rule, in a sentence: all of it, or its `text`."""
    return text_of(part_of(rule, "text") or rule) or ""


def cited(node: Mapping) -> tuple[str, ...]:
    """The rules that an entry implements, or that a scenario proves."""
    return tuple(rule for item in items_of(node.get("rules")) if (rule := text_of(item)))
