"""Bound trees with something put in place of a local, and tests of candidates that read the same whatever they name.

A candidate's local has a number of its own in each text; as keys of what is known its number says how deep it stands,
so that two tests that ask the same are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

from rulewright.core.diagnostics import Span
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of

_Tree = TypeVar("_Tree")
CANDIDATE = 1_000_000
"""Locals from here on are candidates in tests that are keys."""
_LEFT_ALONE = frozenset({"type", "span", "origin", "mark"})


@cache
def _parts(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name not in _LEFT_ALONE)


def _parts_of(node: object) -> tuple[str, ...]:
    kind: Any = type(node)
    return _parts(kind)


def put_in(tree: _Tree, given: Mapping[int, Bound]) -> _Tree:
    """A tree with values in place of locals, by their numbers."""
    return _changed(tree, given) if given else tree


def _changed(tree: Any, given: Mapping[int, Bound]) -> Any:
    if isinstance(tree, bv.Local):
        return given.get(tree.number, tree)
    if tree.__class__ is tuple:
        found = tuple(_changed(each, given) for each in tree)
        return found if any(one is not other for one, other in zip(found, tree, strict=True)) else tree
    if tree.__class__ in (int, str, bool, Span) or not is_dataclass(tree) or isinstance(tree, type):
        return tree
    changed = {}
    for name in _parts_of(tree):
        old = getattr(tree, name)
        new = _changed(old, given)
        if new is not old:
            changed[name] = new
    if not changed:
        return tree
    made = replace(tree, **changed)
    return made.value if isinstance(made, bv.Inside) and _is_needless(made) else made


def _is_needless(check: bv.Inside) -> bool:
    """Whether the type of what has been put in says what is checked, so that nobody would have written the check."""
    type_ = check.value.type
    if type_.kind == "thing":
        return not type_.optional
    return type_.low is not None and type_.high is not None and check.low <= type_.low and type_.high <= check.high


def locals_in(tree: Any) -> frozenset[int]:
    """The numbers of the locals that a tree depends on, without the candidates of tests within it."""
    if isinstance(tree, bv.Local):
        return frozenset((tree.number,))
    if tree.__class__ is tuple:
        return frozenset().union(*map(locals_in, tree))
    if not isinstance(tree, bv.BoundNode):
        return frozenset()
    if isinstance(tree, bv.Quantify):
        return locals_in(tree.source) | (locals_in((tree.where, tree.value, tree.order)) - {tree.variable.number})
    return frozenset().union(*(locals_in(getattr(tree, name)) for name in _parts_of(tree)))


def candidates_key(node: bv.Quantify, source: Bound, where: Bound, domain: Any) -> bv.Quantify:
    """The set of those of a source that pass a test, so written that all that ask the same are equal."""
    source, where = _renamed_within(source), _renamed_within(where)
    taken = {each.number for each in nodes_of((source, where)) if isinstance(each, bv.Local)} - {node.variable.number}
    number = max([CANDIDATE, *(each + 1 for each in taken if each >= CANDIDATE)])
    variable = bv.Local(number, node.variable.type)
    test = put_in(where, {node.variable.number: variable})
    return bv.Quantify("those", variable, source, test, None, domain, ())


def _renamed_within(tree: Any) -> Any:
    """A tree in which the candidates of each test have numbers that say how deep they stand."""
    if tree.__class__ is tuple:
        return tuple(map(_renamed_within, tree))
    if not isinstance(tree, bv.BoundNode) or not any(isinstance(each, bv.Quantify) for each in nodes_of(tree)):
        return tree
    changed = {name: _renamed_within(getattr(tree, name)) for name in _parts_of(tree)}
    tree = replace(tree, **changed)
    if isinstance(tree, bv.Quantify) and tree.variable.number < CANDIDATE:
        old = tree.variable.number
        inside = (tree.source, tree.where, tree.value, tree.order)
        taken = [each.number for each in nodes_of(inside) if isinstance(each, bv.Local)]
        number = max([CANDIDATE, *(each + 1 for each in taken if each >= CANDIDATE)])
        new = {old: bv.Local(number, tree.variable.type)}
        return replace(
            tree, variable=new[old], where=put_in(tree.where, new), value=put_in(tree.value, new),
            order=put_in(tree.order, new),
        )  # fmt: skip
    return tree


def children_of(node: Any) -> tuple[Any, ...]:
    """Return what is directly in a node."""
    return tuple(getattr(node, name) for name in _parts_of(node)) if isinstance(node, bv.BoundNode) else ()


def locals_set_in(block: BoundBlock) -> frozenset[int]:
    """The locals that statements give another value."""
    found: set[int] = set()
    for node in nodes_of(block):
        if isinstance(node, b.SetLocal | b.PickOne | b.Loop | b.BoundOption) and node.local is not None:
            found.add(node.local.number)
        if isinstance(node, b.TakeUp):
            found |= {each.number for each in node.parameters}
    return frozenset(found)
