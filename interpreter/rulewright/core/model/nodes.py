"""Traversal of trees of nodes: effects, bound trees or lowered operations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from rulewright.core.diagnostics import Span

_PLACE = "Place"
_PLAIN = frozenset({int, bool, str, type(None)})
_LEAVES = frozenset({"type", "span", "reason", "origin", "mark", "number", "base", "table", "label", "family"})


def nodes_of(node: object) -> Iterator[object]:
    """Yield all nodes in a tree or a tuple of trees, each before what is in it."""
    waiting: list[object] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple | list):
            waiting += reversed(each)
            continue
        names = _parts(type(each))  # type: ignore[arg-type]  # mypy doubts that a class can be hashed
        if names is not None:
            yield each
            waiting += [value for name in names if (value := getattr(each, name)).__class__ not in _PLAIN]


def parts_of(node: object) -> tuple[object, ...]:
    """Return what is directly in a node and may be a node, or several, in the order of its fields."""
    names = _parts(type(node))  # type: ignore[arg-type]  # mypy doubts that a class can be hashed
    return tuple(getattr(node, name) for name in reversed(names or ()))


@cache
def _parts(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a node that may hold nodes, the last first, None for anything but a node."""
    if not is_dataclass(kind) or kind is Span:
        return None
    return tuple(name for name in reversed(annotations_of(kind)) if name not in _LEAVES)


@cache
def annotations_of(kind: type) -> dict[str, str]:
    """Return the fields of a node without its places in a text, each with its annotation."""
    return {field.name: str(field.type) for field in fields(kind) if field.type != _PLACE}


@cache
def places_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a node that are places in a text."""
    return tuple(field.name for field in fields(kind) if field.type == _PLACE)
