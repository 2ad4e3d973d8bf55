"""Trees of the effect language as texts in the plain data of a blueprint, so that thousands of them load at no cost.

Positions are left out. `observe/words/phrasing.py` puts the trees into words.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, get_args

from rulewright.core.model import effects as ast
from rulewright.core.model.nodes import annotations_of, places_of

PhraseTree = ast.Expression | ast.Block
_NODES = {
    each.__name__: each
    for each in (
        *get_args(ast.Statement), *get_args(ast.Expression),
        ast.Candidates, ast.Going, ast.Option, ast.OrderKey, ast.HowMany,
    )
}  # fmt: skip
_NUMBERS = {name: number for number, name in enumerate(sorted(_NODES))}
_BY_NUMBER = tuple(_NODES[name] for name in sorted(_NODES))
_SEVERAL = -1


def packed(tree: PhraseTree | ast.Statement) -> str:
    """Return a tree as a text, with a statement as a block of one."""
    return json.dumps(_packed((tree,) if type(tree).__name__ in _STATEMENTS else tree), separators=(",", ":"))


@lru_cache(maxsize=4096)
def unpacked(text: str) -> PhraseTree:
    """Return the tree that was packed, without its places."""
    tree: PhraseTree = _unpacked(json.loads(text))
    return tree


_STATEMENTS = frozenset(each.__name__ for each in get_args(ast.Statement))


def _packed(node: Any) -> Any:
    if isinstance(node, tuple):
        return [_SEVERAL, *map(_packed, node)]
    number = _NUMBERS.get(type(node).__name__)
    if number is None:
        return node
    return [number, *(_packed(getattr(node, name)) for name in annotations_of(type(node)))]  # type: ignore[arg-type]  # mypy doubts that a class can be hashed


def _unpacked(data: Any) -> Any:
    if not isinstance(data, list):
        return data
    number, *parts = data
    values = map(_unpacked, parts)
    if number == _SEVERAL:
        return tuple(values)
    kind = _BY_NUMBER[number]
    lost = dict.fromkeys(places_of(kind), ast.START)
    return kind(**dict(zip(annotations_of(kind), values, strict=True)), **lost)
