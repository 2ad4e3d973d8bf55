"""Scoring with halves: where one line counts halves, each other one is worked out in halves as well."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import computed
from rulewright.core.bind.scope import ME
from rulewright.core.bind.world import NOWHERE, Named, World
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Const
from rulewright.core.model.document import Mapping, is_true
from rulewright.core.model.type import NUMBER


def lines_in_halves(world: World) -> list[str]:
    """The lines of the scoring whose amount is a number of halves."""
    return [each.id for each in _lines(world) if is_true(each.node.get("halves"))]


def bind_halves(binder: Binder) -> None:
    """The quantities that give each line of the scoring in halves, if any line counts them."""
    program, known = binder.program, lines_in_halves(binder.world)
    for each in _lines(binder.world) if known else ():
        program.in_halves[each.id] = each.number
        if each.id not in known:
            twice = computed("*", bv.Evaluate(each.number, ME, (), NUMBER), Const(2, NUMBER))
            program.in_halves[each.id] = program.add_quantity(f"{each.id} in halves", twice, NUMBER, NOWHERE)


def summed(binder: Binder) -> tuple[str, ...]:
    """The names of what is added up to the total of a seat."""
    world, halves = binder.world, binder.program.in_halves
    names = []
    for each in _lines(world):
        name = each.id
        if halves.get(name, each.number) != each.number:
            name = f"{name} in halves"
            world.named[name] = Named(name, "quantity", Mapping((), NOWHERE), type=NUMBER, number=halves[each.id])
        names.append(name)
    return tuple(names)


def _lines(world: World) -> list[Named]:
    return [each for each in world.named.values() if each.sort == "score"]
