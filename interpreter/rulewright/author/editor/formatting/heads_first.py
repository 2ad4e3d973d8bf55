"""Procedures, quantities and triggers in lines of their own begin with their head, which says what `id` and others did.

An entry with a remark or a blank line between its keys stays as its author wrote it, as what they belong to is not
known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.core.load.heads import TEXT_BEHIND, head_of, head_of_trigger
from rulewright.core.load.written import Written, WrittenMapping, WrittenScalar, WrittenSequence, written_form

_IN_A_HEAD = frozenset({"id", "takes", "gives"})
_WAKES = frozenset({"before", "after", "change"})


class _Rows(NamedTuple):
    """New rows in place of some of a file, from the first to before the last."""

    first: int
    last: int
    now: list[str]


def with_heads_first(text: str) -> str:
    """Return the text of a file whose entries begin with their heads, where a head can say what they say."""
    root, remarks = written_form(text)
    rows, remarked = text.split("\n"), {each.place[0] for each in remarks}
    for section, entry in reversed(list(_entries(root))):
        new = _headed(section, entry, rows)
        if new is not None and remarked.isdisjoint(range(new.first, new.last)):
            rows[new.first : new.last] = new.now
    return "\n".join(rows)


def _entries(root: Written) -> Iterator[tuple[str, WrittenMapping]]:
    """Yield the entries in lines that may have heads, with their sections, in the order written."""
    for key, value in root.entries if isinstance(root, WrittenMapping) else ():
        if key.text == "adds":
            yield from _entries(value)
        elif key.text in TEXT_BEHIND and isinstance(value, WrittenSequence) and not value.is_flow:
            for item in value.items:
                if isinstance(item, WrittenMapping) and not item.is_flow:
                    yield key.text, item


def _headed(section: str, entry: WrittenMapping, rows: list[str]) -> _Rows | None:
    """Return the rows of an entry with its head first, or None if it has none that says the same."""
    keys = {key.text: (key, value) for key, value in entry.entries}
    key, value = keys.get(TEXT_BEHIND[section], (None, None))
    woken = sorted(_WAKES & keys.keys()) if section == "triggers" else []
    head = _head(keys) if section != "triggers" else _head_of_trigger(keys, *woken) if len(woken) == 1 else None
    if head is None or key is None or not isinstance(value, WrittenScalar):
        return None
    first, last = entry.entries[0][0].start[0], entry.entries[-1][1].end[0] + 1
    column = key.start[1]
    starts = [each.start[0] for each, _ in entry.entries] + [last]
    ends = [first, *(each.end[0] + 1 for _, each in entry.entries)]
    if starts != ends:
        return None
    before = rows[first][:column]
    text_rows = rows[key.start[0] : value.end[0] + 1]
    now = [before + head + text_rows[0][key.end[1] :], *text_rows[1:]]
    for other, its_value in entry.entries:
        if other is not key and other.text not in _IN_A_HEAD and other.text not in woken:
            its_rows = rows[other.start[0] : its_value.end[0] + 1]
            now += [" " * column + its_rows[0][column:], *its_rows[1:]]
    return _Rows(first, last, now)


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
            if len(taken) < len(value.entries):
                return None
        elif name != "takes" and isinstance(value, WrittenScalar):
            said[name] = value.text
        else:
            return None
    return head_of(said["id"], taken, said.get("gives", "")) if "id" in said else None
