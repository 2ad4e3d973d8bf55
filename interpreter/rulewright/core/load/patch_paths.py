"""Paths of patches: `tiers.2.reward` into an entry, and a new entry with one place of it changed.

A step is a key; in a list it is the name of an item, or a number that counts from 1. `tiers[2]` is `tiers.2`.
Documents are never edited in place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.core.diagnostics import did_you_mean
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, Way, written_items

_STEPS = re.compile(r"\.|\[([0-9]+)\]")
_OTHER_SIGNS = re.compile(r"\s*(?:/|\\|->|:|>)\s*")

NamedPath = tuple[str, ...]
"""Keys, and the names of items; or, for one that has none, its number, from 1."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A path that leads nowhere: the step that fails, and what could be there instead."""

    message: str
    hint: str


def steps_of(path: str) -> tuple[str, ...]:
    """The steps of a path as it is written."""
    return tuple(step for step in _STEPS.split(path) if step)


def resolve(entry: Mapping, path: str) -> Way | Missing:
    """Keys and list indexes (from 0) that a path stands for. Its last key need not be written yet."""
    node: Node = entry
    way: list[str | int] = []
    steps = steps_of(path)
    if not steps:
        return Missing("the path is empty", "write the name of a field")
    if entry.get(path) is None and (signs := _OTHER_SIGNS.search(path.strip("/"))):
        dotted = _OTHER_SIGNS.sub(".", path.strip("/"))
        return Missing(
            f"'{path}' is not a path: its steps are separated by '.', not by '{signs[0].strip()}'", f"write {dotted}"
        )
    for number, step in enumerate(steps, start=1):
        before = ".".join(steps[: number - 1])
        if isinstance(node, Mapping):
            inner = node.get(step)
            if inner is None:
                if number < len(steps):
                    return Missing(_no_field(step, before), did_you_mean(step, node.keys()))
                return (*way, step)
            way.append(step)
            node = inner
        elif isinstance(node, Sequence):
            index = _item_index(node, step)
            if index is None:
                return Missing(_no_item(step, before), _item_hint(node, step))
            way.append(index)
            node = node.items[index]
        else:
            return Missing(f"'{before}' is a single value, '{step}' cannot be in it", "")
    return tuple(way)


def value_at(node: Node, way: Way) -> Node | None:
    """The node a resolved path leads to, or None if its last key is not written."""
    for step in way:
        if isinstance(step, int):
            assert isinstance(node, Sequence)
            node = node.items[step]
        else:
            assert isinstance(node, Mapping)
            inner = node.get(step)
            if inner is None:
                return None
            node = inner
    return node


def named(node: Node, way: Way) -> NamedPath:
    """A resolved path with its items by their names."""
    return tuple(_called(value_at(node, way[:depth]), step) for depth, step in enumerate(way))


def inside(node: Node | None, step: str) -> Node | None:
    """The value of a key, or the item of a name or number, None if there is none."""
    if isinstance(node, Mapping):
        return node.get(step)
    index = _item_index(node, step) if isinstance(node, Sequence) else None
    return node.items[index] if isinstance(node, Sequence) and index is not None else None


def overlap(one: NamedPath, other: NamedPath) -> bool:
    """Whether what is at one path is within what is at the other."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def with_value(node: Node, way: Way, key: Scalar, value: Node) -> Node:
    """Return the document with another value at a resolved path. A missing last key is added as `key`."""
    if not way:
        return value
    step, rest = way[0], way[1:]
    if isinstance(step, int):
        assert isinstance(node, Sequence)
        items = list(node.items)
        items[step] = with_value(items[step], rest, key, value)
        return Sequence(tuple(items), node.span)
    assert isinstance(node, Mapping)
    if node.get(step) is None:
        name = Scalar(step, step, "plain", key.span, key.runs)
        return Mapping((*node.entries, (name, value)), node.span)
    entries = ((name, with_value(old, rest, key, value) if name.text == step else old) for name, old in node.entries)
    return Mapping(tuple(entries), node.span)


def name_of(item: Node) -> str | None:
    """Return the name of a list item: its `id`, `at` or two ends, or a single value itself.

    Return None if it has no name.
    """
    if isinstance(item, Mapping):
        for key in ("id", "at"):
            written = item.get(key)
            if isinstance(written, Scalar):
                return written.text
        return " - ".join(sorted(written_items(item.get("between")))) or None
    return item.text if isinstance(item, Scalar) and isinstance(item.value, str) else None


def _called(holder: Node | None, step: str | int) -> str:
    if isinstance(step, str):
        return step
    assert isinstance(holder, Sequence)
    name = name_of(holder.items[step])
    return name if name is not None and _item_index(holder, name) == step else str(step + 1)


def _item_index(node: Sequence, step: str) -> int | None:
    names = [name_of(item) for item in node.items]
    if step in names:
        return names.index(step)
    if not step.isdecimal() or any(name is not None and name.isdecimal() for name in names):
        return None
    return int(step) - 1 if 0 < int(step) <= len(names) else None


def _no_field(step: str, before: str) -> str:
    return f"'{before}' has no field '{step}'" if before else f"the entry has no field '{step}'"


def _no_item(step: str, before: str) -> str:
    return f"the list '{before}' has no item '{step}'"


def _item_hint(node: Sequence, step: str) -> str:
    names = [name for name in map(name_of, node.items) if name is not None]
    return did_you_mean(step, names) or f"it has {len(node.items)} items" + (
        f": {', '.join(names[:8])}" if names else ""
    )
