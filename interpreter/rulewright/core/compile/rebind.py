"""Binds one unit of a compiled ruleset again, with other trees in place of what its texts say.

Everything keeps its number, so that what has been bound against the ruleset holds for the changed one as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright.core.bind.binding import TextToBind, Unit, bind_one
from rulewright.core.bind.typed_expressions import binder_of
from rulewright.core.bind.world import Family
from rulewright.core.compile.compiling import Compiled
from rulewright.core.diagnostics import Diagnostic, Span
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.program import Program


def rebind(
    compiled: Compiled, unit: Unit, replacements: dict[Span, object]
) -> tuple[Program, tuple[int, ...], tuple[Diagnostic, ...]]:
    """The program with the unit changed, the numbers of the procedures changed, and what is wrong with the trees.

    What is known about a changed procedure must be worked out again: see `settle_again`. The trees may ask at no more
    places than the texts did; the program must not be used if something is wrong.
    """
    old, program = compiled.program, compiled.program.copy()
    world = replace(compiled.world, diagnostics=[], replacements=replacements)
    own: tuple[int, ...] = ()
    if isinstance(unit.bindable, TextToBind) and unit.bindable.effect:
        own = (unit.number,)
        program.procedures[unit.number] = replace(old.procedures[unit.number])
    bind_one(binder_of(world, compiled.layout, compiled.tables.extending(world, program), program), unit.bindable)
    if world.diagnostics:
        return program, (), tuple(world.diagnostics)
    if isinstance(unit.bindable, Family):
        program.quantities[unit.number] = replace(program.quantities.pop(), number=unit.number)
    program.free = old.free
    renumbered = _same_numbers(old, program, unit)
    for number in (*own, *renumbered):
        new, before = program.procedures[number], old.procedures[number]
        new.n_locals = max(new.n_locals, before.n_locals)
        new.pauses, new.needs, new.ends_game = before.pauses, before.needs, before.ends_game
        new.picks_sets = before.picks_sets
    return program, (*own, *renumbered), ()


def _same_numbers(old: Program, program: Program, unit: Unit) -> tuple[int, ...]:
    """Give new parts at the end of the program their old numbers, and return the numbers of the procedures."""
    made = program.procedures[len(old.procedures) :]
    sites = program.sites[len(old.sites) :]
    del program.procedures[len(old.procedures) :], program.sites[len(old.sites) :]
    procedure_numbers = {each.number: number for each, number in zip(made, unit.procedures, strict=False)}
    site_numbers = {each.number: number for each, number in zip(sites, unit.sites, strict=False)}
    assert len(procedure_numbers) == len(made)
    assert len(site_numbers) == len(sites)
    for each in made:
        program.procedures[procedure_numbers[each.number]] = replace(each, number=procedure_numbers[each.number])
    for site in sites:
        program.sites[site_numbers[site.number]] = replace(site, number=site_numbers[site.number])
    if made or sites:
        first = () if not isinstance(unit.bindable, TextToBind) or not unit.bindable.effect else (unit.number,)
        for number in (*first, *procedure_numbers.values()):
            procedure = program.procedures[number]
            procedure.body = _renumbered(procedure.body, procedure_numbers, site_numbers)
    return tuple(procedure_numbers.values())


def _renumbered(node: Any, procedures: Mapping[int, int], sites: Mapping[int, int]) -> Any:
    """A bound tree with other numbers for the procedures it runs and the sites it asks at."""
    if isinstance(node, tuple) and not hasattr(node, "_fields"):
        return tuple(_renumbered(each, procedures, sites) for each in node)
    if not is_dataclass(node) or isinstance(node, type | Span):
        return node
    changed: dict[str, Any] = {}
    for each in fields(node):
        value = getattr(node, each.name)
        new = _renumbered(value, procedures, sites)
        if new != value:
            changed[each.name] = new
    if isinstance(node, b.PickOne | b.ChooseOption):
        changed["site"] = sites.get(node.site, node.site)
    if isinstance(node, bv.CallProcedure | b.AskAll | b.PutOff):
        changed["procedure"] = procedures.get(node.procedure, node.procedure)
    return replace(node, **changed) if changed else node
