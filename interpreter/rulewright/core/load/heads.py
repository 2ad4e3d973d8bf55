"""Heads of procedures and quantities, written out: a head is a key that says the id, what is taken and what is given.

    - may_put(p in point) gives truth: not exists(stone[p])

is read as the entry with an `id`, `takes`, `gives` and `amount` that says the same, so nothing else knows of heads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from rulewright.core.diagnostics import Diagnostic, Span, error
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, written_at
from rulewright.core.model.sections import COMMON_KEYS

TEXT_BEHIND: Final = MappingProxyType({"procedures": "does", "quantities": "amount"})
"""The sections whose entries may begin with a head, with the key that the text behind it stands under."""
_ADDED = "adds"
_HEAD = re.compile(r"(?P<id>[a-z][a-z0-9_]*)\((?P<takes>[^()]*)\)(?: +gives +(?P<gives>[a-z0-9_. ]*[a-z0-9_]))? *")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NO_HEADS = COMMON_KEYS | {"takes", "gives"}
"""Keys that are none of a head without its parentheses, wherever they come first."""
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


def heads_written_out(root: Node | None, faults: list[Diagnostic]) -> Node | None:
    """Return a document with each head in it as the keys that it stands for, adding what is wrong with heads."""
    if not isinstance(root, Mapping):
        return root
    entries: list[tuple[Scalar, Node]] = []
    for key, node in root.entries:
        if key.text == _ADDED:
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
    found = _HEAD.fullmatch(head.text)
    taken = list(_parameters(found, head)) if found is not None else []
    if found is None or None in taken:
        hint = "write name(parameter in type, another in type) gives type, or name() where it takes nothing"
        faults.append(error("bad-key", head.span, f"'{head.text}' is not the head of an entry", hint))
        return item
    written: list[tuple[Scalar, Node]] = [_under("id", found["id"], _part(head, found.start("id"), found["id"]))]
    named = tuple(each for each in taken if each is not None)
    if named:
        written.append((written_at("takes", head.span), Mapping(named, head.span)))
    if found["gives"]:
        written.append(_under("gives", found["gives"], _part(head, found.start("gives"), found["gives"])))
    said = {key.text for key, _ in written} | {TEXT_BEHIND[section]}
    for key, node in item.entries:
        if key is head:
            written.append((written_at(TEXT_BEHIND[section], head.span), node))
        elif key.text in said:
            hint = f"'{head.text}' says it already; keep one of them"
            faults.append(error("duplicate-key", key.span, f"'{key.text}' is written twice", hint))
    at = next(index for index, (key, _) in enumerate(item.entries) if key is head)
    before = [each for each in item.entries[:at] if each[0].text not in said]
    after = [each for each in item.entries[at + 1 :] if each[0].text not in said]
    return Mapping((*before, *written, *after), item.span)


def _without_parentheses(section: str, item: Mapping, faults: list[Diagnostic]) -> Node:
    """Return an entry whose head lacks its parentheses as it is meant, with a fault, and any other as it is."""
    key, node = item.entries[0] if item.entries else (None, None)
    is_told = item.get(TEXT_BEHIND[section]) is not None or not isinstance(node, Scalar)
    if key is None or is_told or key.text in _NO_HEADS or _NAME.fullmatch(key.text) is None:
        return item
    faults.append(error("bad-key", key.span, f"'{key.text}' is not the head of an entry", f"write {key.text}(): ..."))
    meant = (written_at(f"{key.text}()", key.span), item.entries[0][1])
    return _without_head(section, Mapping((meant, *item.entries[1:]), item.span), faults)


def _parameters(found: re.Match[str], head: Scalar) -> Iterator[tuple[Scalar, Node] | None]:
    """Yield each parameter of a head with its type, None in place of one that cannot be read."""
    at = found.start("takes")
    for each in found["takes"].split(",") if found["takes"].strip() else ():
        taken = _TAKEN.fullmatch(each)
        if taken is None:
            yield None
            return
        name = written_at(taken["name"], _part(head, at + taken.start("name"), taken["name"]))
        yield name, written_at(taken["type"], _part(head, at + taken.start("type"), taken["type"]))
        at += len(each) + 1


def _under(key: str, value: str, span: Span) -> tuple[Scalar, Node]:
    return written_at(key, span), written_at(value, span)


def _part(head: Scalar, start: int, text: str) -> Span:
    """Return the position of a part of a head, which begins at an index of its text."""
    return head.span_at(1, start + 1, len(text))
