"""Procedures, quantities and triggers in lines of their own begin with their head: it says what `id` and others did.

An entry with a remark or a blank line between its keys stays as its author wrote it, as what they belong to is not
known.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.load.heads import TEXT_BEHIND, head_of, head_of_trigger
from rulewright.core.load.written import Written, WrittenMapping, WrittenScalar, WrittenSequence, written_form
from rulewright.core.model.sections import ADDS

_IN_A_HEAD = frozenset({"id", "takes", "gives"})
_WAKES = frozenset({"before", "after", "change"})
_RULES = "rules"

_LONGEST = 120
"""The length of a head that has room for its rules."""


def with_heads_first(text: str) -> str:
    """Return the text of a file whose entries begin with their heads, where a head can say what they say."""
    root, remarks = written_form(text)
    rows, remarked = text.split("\n"), {each.place[0] for each in remarks}
    for section, entry in reversed(list(_entries(root))):
        first, last = entry.entries[0][0].start[0], entry.entries[-1][1].end[0] + 1
        if remarked.isdisjoint(range(first, last)) and _is_without_gaps(entry, first, last):
            rows[first:last] = _headed(section, entry, rows[first:last], first)
    return "\n".join(rows)


def _entries(root: Written) -> Iterator[tuple[str, WrittenMapping]]:
    """Yield the entries in lines that may have heads, with their sections, in the order written."""
    for key, value in root.entries if isinstance(root, WrittenMapping) else ():
        if key.text == ADDS:
            yield from _entries(value)
        elif key.text in TEXT_BEHIND and isinstance(value, WrittenSequence) and not value.is_flow:
            for item in value.items:
                if isinstance(item, WrittenMapping) and not item.is_flow:
                    yield key.text, item


def _is_without_gaps(entry: WrittenMapping, first: int, last: int) -> bool:
    """Whether each key begins on the row after the value before it ended, from row `first` to before `last`."""
    starts = [key.start[0] for key, _ in entry.entries] + [last]
    return starts == [first, *(value.end[0] + 1 for _, value in entry.entries)]


def _headed(section: str, entry: WrittenMapping, rows: list[str], first: int) -> list[str]:
    """Return the rows of an entry, which begin in row `first` of the file, with its head and its rules in that."""
    keys = {key.text: (key, value) for key, value in entry.entries}
    key = next((each for each in keys.values() if "(" in each[0].text and not each[0].style), None)
    head, said = (key[0].text, frozenset[str]()) if key is not None else _head_of(section, keys)
    key = key or keys.get(TEXT_BEHIND[section])
    if head is None or key is None or not isinstance(key[1], WrittenScalar):
        return rows
    rules = _in_brackets(keys[_RULES][1]) if _RULES in keys and "[" not in head else ""
    if rules and len(head) + len(rules) < _LONGEST:
        head, said = f"{head.rstrip()} {rules}", said | {_RULES}
    column = key[0].start[1]
    text = rows[key[0].start[0] - first : key[1].end[0] + 1 - first]
    now = [rows[0][:column] + head + text[0][key[0].end[1] :], *text[1:]]
    for name, (other, value) in keys.items():
        if other is not key[0] and name not in said:
            kept = rows[other.start[0] - first : value.end[0] + 1 - first]
            now += [" " * column + kept[0][column:], *kept[1:]]
    return now


def _in_brackets(rules: Written) -> str:
    """Return a list of rules on a line, "" if it is written in another way."""
    if not isinstance(rules, WrittenSequence) or not rules.is_flow:
        return ""
    named = [each.text for each in rules.items if isinstance(each, WrittenScalar) and len(each.text.split()) == 1]
    return f"[{', '.join(named)}]" if len(named) == len(rules.items) else ""


def _head_of(section: str, keys: dict[str, tuple[WrittenScalar, Written]]) -> tuple[str | None, frozenset[str]]:
    """Return the head for an entry that has none, None if none can say it, and the keys that it says."""
    if section != "triggers":
        return _head(keys), _IN_A_HEAD
    woken = _WAKES & keys.keys()
    return _head_of_trigger(keys, *woken) if len(woken) == 1 else None, woken | {"id"}


def _head_of_trigger(keys: dict[str, tuple[WrittenScalar, Written]], by: str) -> str | None:
    name, what = keys["id"][1] if "id" in keys else None, keys[by][1]
    if not isinstance(name, WrittenScalar) or not isinstance(what, WrittenScalar):
        return None
    return head_of_trigger(name.text, by, what.text)


def _head(keys: dict[str, tuple[WrittenScalar, Written]]) -> str | None:
    """Return the head of an entry by its keys, or None if a head cannot say it."""
    said: dict[str, str] = {}
    taken: dict[str, str] = {}
    for name in _IN_A_HEAD & keys.keys():
        value = keys[name][1]
        if name == "takes" and isinstance(value, WrittenMapping):
            taken = {key.text: each.text for key, each in value.entries if isinstance(each, WrittenScalar)}
            if not taken or len(taken) < len(value.entries):  # an empty one counts in digests, and a head has none
                return None
        elif name != "takes" and isinstance(value, WrittenScalar):
            said[name] = value.text
        else:
            return None
    return head_of(said["id"], taken, said.get("gives", "")) if "id" in said else None
