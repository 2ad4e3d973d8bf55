"""Each rule of a ruleset's ledger with the places that implement it and those that prove it.

Of all modules together, by `file:line`; the handbook covers one table, by titles.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.load.entries import gather
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.ledger import cited, rule_text, rules_in
from rulewright.core.load.patches import patches_in
from rulewright.core.load.scenarios import scenarios_of
from rulewright.core.model.document import Mapping, text_of


@dataclass(slots=True)
class Rule:
    """A rule of the ledger, and the places (`file:line`) that cite it."""

    id: str
    text: str
    kind: str
    entries: list[str] = field(default_factory=list)
    scenarios: list[str] = field(default_factory=list)

    @property
    def group(self) -> str:
        return self.id.partition(".")[0]

    @property
    def lacks(self) -> tuple[str, ...]:
        return tuple(what for what, places in (("entry", self.entries), ("scenario", self.scenarios)) if not places)


def read_rules(source: RulesetSource) -> tuple[list[Rule], list[tuple[str, str]]]:
    """Return (rules of a ruleset's ledger with who cites them, citations of rules that the ledger lacks)."""
    rules = {}
    for key, node in rules_in(source):
        kind = (text_of(node.get("kind")) if isinstance(node, Mapping) else None) or "rule"
        rules[key.text] = Rule(key.text, rule_text(node), kind)
    unknown: list[tuple[str, str]] = []

    def cite(rule: str, place: str, *, proves: bool = False) -> None:
        if rule not in rules:
            unknown.append((rule, place))
        elif proves:
            rules[rule].scenarios.append(place)
        else:
            rules[rule].entries.append(place)

    for module, content in source.contents():
        for entry in gather([(module, content.node)])[0]:
            for rule in cited(entry.node):
                cite(rule, entry.id_span().place)
        for patch in patches_in(module, content.node):
            for each in patch.rules():
                cite(each.text, patch.node.span.place)
    for _, match in source.documents(source.matches):
        for rule in cited(match):
            cite(rule, match.span.place)
    for scenario in scenarios_of(source):
        for rule in cited(scenario):
            cite(rule, scenario.span.place, proves=True)
    return list(rules.values()), unknown
