"""Effect trees as they are walked and changed: every node by its path, one node in the place of another, and in words.

A path leads from the root: names of fields and positions in lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright.core.language.unparse import unparse_effect, unparse_expression, unparse_text, write_going, write_many
from rulewright.core.model import effects as ast
from rulewright.core.model.effects import Place

TreePath = tuple[str | int, ...]
WIDEST = 64


def nodes(tree: Any, path: TreePath = ()) -> Iterator[tuple[TreePath, Any]]:
    """All nodes and blocks with their paths, each before what is in it."""
    if isinstance(tree, Place):
        return
    if isinstance(tree, tuple):
        yield path, tree
        for number, item in enumerate(tree):
            yield from nodes(item, (*path, number))
    elif is_dataclass(tree):
        yield path, tree
        for field in fields(tree):
            yield from nodes(getattr(tree, field.name), (*path, field.name))


def at(tree: Any, path: TreePath) -> Any:
    """Return the node at a path."""
    for step in path:
        tree = tree[step] if isinstance(step, int) else getattr(tree, step)
    return tree


def put(tree: Any, path: TreePath, new: Any) -> Any:
    """Return a tree with another node at a path. None in place of a list's item removes it."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    if isinstance(first, int):
        inner = put(tree[first], rest, new)
        return (*tree[:first], *([inner] if inner is not None else []), *tree[first + 1 :])
    return replace(tree, **{first: put(getattr(tree, first), rest, new)})


def in_words(before: Any, after: Any, path: TreePath) -> tuple[str, str]:
    """Return (before, after) texts around a changed path, as wide as is short and differs."""
    found = None
    for length in range(len(path), -1, -1):
        old, new = _text(at(before, path[:length])), _text(at(after, path[:length]))
        if old and new and old != new and (found is None or max(len(old), len(new)) <= WIDEST):
            found = old, new
        elif found is not None and old and (len(old) > WIDEST or old == new):
            break
    return found or ("", "")


def gone_in_words(before: Any, path: TreePath) -> tuple[str, str]:
    """Return (before, "(gone)") for what is taken out."""
    return _text(at(before, path)), "(gone)"


def place_of(tree: Any, path: TreePath) -> Place:
    """Return the position in its text of the node at a path, or of the nearest node around it that has one."""
    for length in range(len(path), -1, -1):
        place = getattr(at(tree, path[:length]), "at", None)
        if isinstance(place, Place):
            return place
    return Place(1, 1)


def _text(node: Any) -> str:
    if isinstance(node, ast.HowMany):
        return write_many(node)
    if isinstance(node, ast.OrderKey):
        return f"{node.first} {unparse_expression(node.value)}"
    if isinstance(node, ast.Going):
        return write_going(node)
    if isinstance(node, ast.Expression | ast.Candidates):
        return unparse_text(node)
    if isinstance(node, ast.Option):
        return _first(unparse_effect((ast.Choose((node,), node.at),)).split("\n", 1)[1].strip())
    if isinstance(node, tuple | str | int | Place) or node is None:
        return ""
    return _first(unparse_effect((node,)))


def _first(text: str) -> str:
    """Return the first line, with a mark if there are more."""
    line, _, more = text.partition("\n")
    return f"{line} ..." if more else line
