"""Each rule of a ruleset's ledger with the places that implement it and those that prove it.

Of all modules together, by `file:line`; the handbook tells of one table, by titles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.load.entries import gather
from interpreter.load.files import display_name, read_file
from interpreter.load.folder import RulesetSource
from interpreter.load.patches import patches_in
from interpreter.model.document import Mapping, items_of, text_of


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
    """The rules of a ruleset's ledger with who cites them, and citations of rules that are not in it."""
    ledger = source.ledger.node if source.ledger is not None else None
    listed = ledger.get("rules") if isinstance(ledger, Mapping) else None
    rules = {}
    for key, node in listed.entries if isinstance(listed, Mapping) else ():
        text = text_of(node.get("text") if isinstance(node, Mapping) else node) or ""
        kind = (text_of(node.get("kind")) if isinstance(node, Mapping) else None) or "rule"
        rules[key.text] = Rule(key.text, text, kind)
    unknown: list[tuple[str, str]] = []

    def cite(cited: str, place: str, *, proves: bool = False) -> None:
        if cited not in rules:
            unknown.append((cited, place))
        elif proves:
            rules[cited].scenarios.append(place)
        else:
            rules[cited].entries.append(place)

    for module in source.modules:
        for content in module.contents:
            entries, _ = gather([(module.id, content.node)])
            for entry in entries:
                for cited in _cited(entry.node):
                    cite(cited, f"{entry.id_span().file}:{entry.id_span().line}")
            for patch in patches_in(module.id, content.node):
                for rule in patch.rules():
                    cite(rule.text, f"{patch.node.span.file}:{patch.node.span.line}")
    for path in source.matches:
        file, _ = read_file(path, display_name(path, source.root.parent))
        if isinstance(file.node, Mapping):
            for cited in _cited(file.node):
                cite(cited, f"{file.name}:{file.node.span.line}")
    for path in source.scenarios:
        file, _ = read_file(path, display_name(path, source.root.parent))
        for node in items_of(file.node.get("scenarios") if isinstance(file.node, Mapping) else None):
            if isinstance(node, Mapping):
                for cited in _cited(node):
                    cite(cited, f"{node.span.file}:{node.span.line}", proves=True)
    return list(rules.values()), unknown


def _cited(node: Mapping) -> Iterator[str]:
    """The rules that an entry or a scenario names."""
    for item in items_of(node.get("rules")):
        cited = text_of(item)
        if cited is not None:
            yield cited
