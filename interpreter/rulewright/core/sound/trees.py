"""Bound trees with something put in place of a local, and tests of candidates that read the same whatever they name.

A candidate's local has a number of its own in each text; as keys of what is known its number says how deep it stands,
so that two tests that ask the same are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar

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
    """A tree with values in place of locals, by their numbers. What stands in them is never taken for a candidate."""
    if not given:
        return tree
    within = frozenset().union(*map(locals_in, given.values()))
    found: _Tree = _changed(tree, given, within)
    return found


def _changed(tree: Any, given: Mapping[int, Bound], within: frozenset[int]) -> Any:
    if isinstance(tree, bv.Local):
        return given.get(tree.number, tree)
    if tree.__class__ is tuple:
        found = tuple(_changed(each, given, within) for each in tree)
        return found if any(one is not other for one, other in zip(found, tree, strict=True)) else tree
    if not isinstance(tree, bv.BoundNode):
        return tree
    if isinstance(tree, bv.Quantify):
        return _changed_within(tree, given, within)
    changed = {}
    for name in _parts_of(tree):
        old = getattr(tree, name)
        new = _changed(old, given, within)
        if new is not old:
            changed[name] = new
    if not changed:
        return tree
    made = replace(tree, **changed)
    return made.value if isinstance(made, bv.Inside) and _is_needless(made) else made


def _changed_within(tree: bv.Quantify, given: Mapping[int, Bound], within: frozenset[int]) -> bv.Quantify:
    """A function of a set with values in place of locals: its candidate stays one, under another number if need be."""
    own = tree.variable.number
    variable, inner = tree.variable, given
    if own in within and given.keys() & (locals_in((tree.where, tree.value, tree.order)) - {own}):
        variable = bv.Local(_free_number((tree, *given.values())), tree.variable.type)
        inner, within = {**given, own: variable}, within | {variable.number}
    elif own in given:
        inner = {number: value for number, value in given.items() if number != own}
    source = _changed(tree.source, given, within)
    where, value, order = (_changed(each, inner, within) for each in (tree.where, tree.value, tree.order))
    if source is tree.source and where is tree.where and value is tree.value and order is tree.order:
        return tree
    return replace(tree, variable=variable, source=source, where=where, value=value, order=order)


def _free_number(trees: object, own: int = -1) -> int:
    """Return the number of a candidate that no local in some trees has but its `own`."""
    taken = {each.number for each in nodes_of(trees) if isinstance(each, bv.Local)} - {own}
    return max([CANDIDATE, *(each + 1 for each in taken if each >= CANDIDATE)])


def with_candidates(tree: _Tree, renamed: Mapping[int, bv.Local]) -> _Tree:
    """A tree whose candidates are other locals, by the numbers of what they were."""
    found: _Tree = _with_candidates(tree, renamed)
    return found


def _with_candidates(tree: Any, renamed: Mapping[int, bv.Local]) -> Any:
    if tree.__class__ is tuple:
        return tuple(_with_candidates(each, renamed) for each in tree)
    if isinstance(tree, bv.Local):
        return renamed.get(tree.number, tree)
    if not isinstance(tree, bv.BoundNode) or not _parts_of(tree):
        return tree
    return replace(tree, **{name: _with_candidates(getattr(tree, name), renamed) for name in _parts_of(tree)})


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
    variable = bv.Local(_free_number((source, where), node.variable.number), node.variable.type)
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
        new = {old: bv.Local(_free_number((tree.source, tree.where, tree.value, tree.order)), tree.variable.type)}
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
