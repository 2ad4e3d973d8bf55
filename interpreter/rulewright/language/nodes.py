"""Walks the trees of parsed texts. Bound trees are walked by `compile/analysis.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from rulewright.model.effects import Place

_NOT_NODES = (Place, str, int, type(None))


def nodes_in(tree: object) -> Iterator[object]:
    """All nodes of a block, an expression or candidates, each before what is in it, in the order they are written."""
    waiting = [tree]
    while waiting:
        each = waiting.pop()
        if type(each) is tuple:
            waiting += reversed(each)
        elif not isinstance(each, _NOT_NODES):
            yield each
            waiting += [getattr(each, name) for name in reversed(_parts(type(each)))]  # type: ignore[arg-type]  # mypy doubts that a class can be hashed


@cache
def _parts(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
