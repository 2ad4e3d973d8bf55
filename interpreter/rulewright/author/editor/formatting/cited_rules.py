"""Rules that an entry cites, in its head: `- go(d in direction) [orders]: ...` for `rules: [orders]` below the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.core.load.heads import TEXT_BEHIND
from rulewright.core.load.written import Remark, Written, WrittenMapping, WrittenScalar, WrittenSequence

_ADDED = "adds"
_RULES = "rules"
_LONGEST = 120
"""The length of a head that has room for its rules."""


def with_rules_in_heads(root: Written, remarks: Iterable[Remark]) -> Written:
    """Return a document with the rules of each entry in its head, if it has one and they have no remark."""
    return _sections(root, frozenset(each.place[0] for each in remarks))


def _sections(node: Written, remarked: frozenset[int]) -> Written:
    if not isinstance(node, WrittenMapping):
        return node
    return replace(node, entries=tuple((key, _section(key.text, each, remarked)) for key, each in node.entries))


def _section(name: str, node: Written, remarked: frozenset[int]) -> Written:
    if name == _ADDED:
        return _sections(node, remarked)
    if name not in TEXT_BEHIND or not isinstance(node, WrittenSequence):
        return node
    return replace(node, items=tuple(_entry(each, remarked) for each in node.items))


def _entry(entry: Written, remarked: frozenset[int]) -> Written:
    if not isinstance(entry, WrittenMapping) or entry.is_flow:
        return entry
    head = next((key for key, _ in entry.entries if "(" in key.text and "[" not in key.text and not key.style), None)
    cited = next((each for each in entry.entries if each[0].text == _RULES), None)
    if head is None or cited is None:
        return entry
    rules = _on_a_line(cited[1], remarked)
    if not rules or len(head.text) + len(rules) + 1 > _LONGEST:
        return entry
    named = replace(head, text=f"{head.text.rstrip()} {rules}")
    kept = tuple((named if key is head else key, value) for key, value in entry.entries if key is not cited[0])
    return replace(entry, entries=kept)


def _on_a_line(rules: Written, remarked: frozenset[int]) -> str:
    """Return a list of rules in brackets, "" if it is written in another way."""
    if not isinstance(rules, WrittenSequence) or not rules.is_flow:
        return ""
    if not remarked.isdisjoint(range(rules.start[0] - 1, rules.end[0] + 1)):
        return ""
    named = [each.text for each in rules.items if isinstance(each, WrittenScalar) and len(each.text.split()) == 1]
    return f"[{', '.join(named)}]" if len(named) == len(rules.items) else ""
