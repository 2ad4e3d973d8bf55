"""Heads of procedures, quantities and triggers, written out.

A head is a key that says the id, what is taken or what wakes it, what is given, and in brackets the rules:

    - may_put(p in point) gives truth [turn, ko]: not exists(stone[p])
    - sink(change at) [whirl]: set at to none

is read as entries with an `id`, `takes`, `gives`, `amount` and `rules`, or `change` and `does`, that say the same, so
nothing else knows of heads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from rulewright.core.diagnostics import Diagnostic, error
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, written_at
from rulewright.core.model.sections import ADDS, COMMON_KEYS

TEXT_BEHIND: Final = MappingProxyType({"procedures": "does", "quantities": "amount", "triggers": "does"})
"""The sections whose entries may begin with a head, with the key that the text behind it stands under."""
HEAD_KEY: Final = r"[A-Za-z_]\w*\([^()]*\)[\w. ]*(?:\[[^\[\]]*\] *)?"
"""What a key that is a head looks like, with mistakes in it or without."""
_CITED = r" *(?:\[(?P<rules>[^\[\]]*)\])? *"
_HEAD = re.compile(
    r"(?P<id>[a-z][a-z0-9_]*)\((?P<takes>[^()]*)\)(?: +gives +(?P<gives>[a-z0-9_. ]*[a-z0-9_]))?" + _CITED
)
_WOKEN = re.compile(r"(?P<id>[a-z][a-z0-9_]*)\( *(?P<by>before|after|change) +(?P<what>[a-z][a-z0-9_]*) *\)" + _CITED)
_RULE = re.compile(r" *(?P<rule>[^ ]+) *")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NO_HEADS = COMMON_KEYS | {"takes", "gives"}
"""Keys that are none of a head without its parentheses, wherever they come first."""
_ABOVE_TEXT = frozenset({"order", "when"})
"""Keys of triggers that are read before the text of the entry."""
_OF_WHAT_TAKES = "write name(parameter in type, another in type) gives type, or name() where it takes nothing"
_HINTS: Final = MappingProxyType(
    {
        "procedures": _OF_WHAT_TAKES,
        "quantities": _OF_WHAT_TAKES,
        "triggers": "write name(before procedure), name(after procedure) or name(change counter)",
    }
)
_HINT_ON_RULES = ", with the rules in brackets at the end: [turn, end]"
_TAKEN = re.compile(r" *(?P<name>[a-z][a-z0-9_]*) +in +(?P<type>[a-z0-9_. ]*[a-z0-9_]) *")


def key_meant(section: str, key: str) -> str:
    """Return the key that a written one stands for in the entries of a section: a head stands for that of its text."""
    return TEXT_BEHIND[section] if section in TEXT_BEHIND and "(" in key else key


def head_of(name: str, takes: dict[str, str], gives: str = "") -> str | None:
    """Return the head that says an id, what is taken by name and what is given, or None if no head can."""
    head = f"{name}({', '.join(f'{each} in {type_}' for each, type_ in takes.items())})"
    head += f" gives {gives}" if gives else ""
    found = _HEAD.fullmatch(head)
    if found is None or found["id"] != name or (found["gives"] or "") != gives:
        return None
    taken = [_TAKEN.fullmatch(each) for each in found["takes"].split(",")] if takes else []
    return head if [each and (each["name"], each["type"]) for each in taken] == list(takes.items()) else None


def head_of_trigger(name: str, by: str, what: str) -> str | None:
    """Return the head of a trigger that is woken `before`, `after` or by a `change`, or None if none says it."""
    head = f"{name}({by} {what})"
    found = _WOKEN.fullmatch(head)
    return head if found is not None and (found["id"], found["by"], found["what"]) == (name, by, what) else None


def heads_written_out(root: Node | None, faults: list[Diagnostic]) -> Node | None:
    """Return a document with each head in it as the keys that it stands for, adding what is wrong with heads."""
    if not isinstance(root, Mapping):
        return root
    entries: list[tuple[Scalar, Node]] = []
    for key, node in root.entries:
        if key.text == ADDS:
            entries.append((key, heads_written_out(node, faults) or node))
        elif key.text in TEXT_BEHIND and isinstance(node, Sequence):
            items = tuple(_without_head(key.text, each, faults) for each in node.items)
            entries.append((key, Sequence(items, node.span)))
        else:
            entries.append((key, node))
    return Mapping(tuple(entries), root.span)


def _without_head(section: str, item: Node, faults: list[Diagnostic]) -> Node:
    if not isinstance(item, Mapping):
        return item
    head = next((key for key, _ in item.entries if "(" in key.text), None)
    if head is None:
        return item if item.get("id") is not None else _without_parentheses(section, item, faults)
    told = _told_in(section, head)
    if told is None:
        hint = _HINTS[section] + _HINT_ON_RULES * ("[" in head.text)
        faults.append(error("bad-key", head.span, f"'{head.text}' is not the head of an entry", hint))
        return item
    said = {key.text for key, _ in told} | {TEXT_BEHIND[section]}
    for key, _ in item.entries:
        if key is not head and key.text in said:
            hint = f"'{head.text}' says it already; keep one of them"
            faults.append(error("duplicate-key", key.span, f"'{key.text}' is written twice", hint))
    at = next(index for index, (key, _) in enumerate(item.entries) if key is head)
    text = (written_at(TEXT_BEHIND[section], head.span), item.entries[at][1])
    before = [each for each in item.entries[:at] if each[0].text not in said]
    after = [each for each in item.entries[at + 1 :] if each[0].text not in said]
    first = [each for each in after if each[0].text in _ABOVE_TEXT]
    return Mapping((*before, *told, *first, text, *(each for each in after if each not in first)), item.span)


def _told_in(section: str, head: Scalar) -> list[tuple[Scalar, Node]] | None:
    """Return the keys that a head stands for, without that of the text behind it, None if it cannot be read."""
    found = (_WOKEN if section == "triggers" else _HEAD).fullmatch(head.text)
    if found is None:
        return None
    told = [_told(head, found, "id", "id")]
    if section == "triggers":
        told.append(_told(head, found, found["by"], "what"))
    else:
        taken = list(_listed(head, found, "takes"))
        parameters = [(_TAKEN.fullmatch(each), at) for each, at in taken]
        if taken:
            named = [(_part(head, each, "name", at), _part(head, each, "type", at)) for each, at in parameters if each]
            if len(named) < len(taken):
                return None
            told.append((written_at("takes", head.span), Mapping(tuple(named), head.span)))
        if found["gives"]:
            told.append(_told(head, found, "gives", "gives"))
    if found["rules"] is not None:
        cited = [(_RULE.fullmatch(each), at) for each, at in _listed(head, found, "rules")]
        rules = tuple(_part(head, each, "rule", at) for each, at in cited if each)
        if len(rules) < max(1, len(cited)):
            return None
        told.append((written_at("rules", head.span), Sequence(rules, head.span)))
    return told


def _listed(head: Scalar, found: re.Match[str], group: str) -> Iterator[tuple[str, int]]:
    """Yield each item of a list in a head with the index of the head at which it begins."""
    at = found.start(group)
    for each in found[group].split(",") if found[group].strip() else ():
        yield each, at
        at += len(each) + 1


def _told(head: Scalar, found: re.Match[str], key: str, group: str) -> tuple[Scalar, Node]:
    value = _part(head, found, group)
    return written_at(key, value.span), value


def _part(head: Scalar, found: re.Match[str], group: str, at: int = 0) -> Scalar:
    """Return a part of a head as a value, found in what begins at an index of the head."""
    return written_at(found[group], head.span_at(1, at + found.start(group) + 1, len(found[group])))


def _without_parentheses(section: str, item: Mapping, faults: list[Diagnostic]) -> Node:
    """Return an entry whose head lacks its parentheses as it is meant, with a fault, and any other as it is."""
    key, node = item.entries[0] if item.entries else (None, None)
    is_told = section == "triggers" or item.get(TEXT_BEHIND[section]) is not None or not isinstance(node, Scalar)
    if key is None or is_told or key.text in _NO_HEADS or _NAME.fullmatch(key.text) is None:
        return item
    faults.append(error("bad-key", key.span, f"'{key.text}' is not the head of an entry", f"write {key.text}(): ..."))
    meant = (written_at(f"{key.text}()", key.span), item.entries[0][1])
    return _without_head(section, Mapping((meant, *item.entries[1:]), item.span), faults)
