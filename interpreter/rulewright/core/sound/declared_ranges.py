"""Ranges of values by their form and type alone."""

from __future__ import annotations

from rulewright.core.bind.world import World
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.ranges import ANY, THERE, Interval, checked, of_type
from rulewright.core.model.type import Type


def of_declared(world: World, type_: Type) -> Interval:
    """Return the range of a type, in which things are numbered and -1 is none."""
    known = of_type(type_)
    size = world.domains[type_.domain].size if type_.kind == "thing" and type_.domain in world.domains else 0
    return Interval(known.low, size - 1) if size else known


def inside(node: bv.Inside, value: Interval) -> Interval:
    """The range of a value that is read, from what it could be before."""
    return checked(value, THERE if node.type.kind == "thing" else Interval(node.low, node.high))


def without_facts(world: World, node: Bound) -> Interval:
    """The range of anything but an operator."""
    if isinstance(node, bv.Const):
        return Interval(node.value, node.value)
    if isinstance(node, bv.SetSize) or (isinstance(node, bv.Quantify) and node.function == "count"):
        return Interval(0)
    if isinstance(node, bv.Evaluate | bv.EvaluateField) and node.type.kind != "truth":
        return ANY
    if isinstance(node, bv.Quantify | bv.Element) and node.type.kind == "number":
        return ANY
    return of_declared(world, node.type)
