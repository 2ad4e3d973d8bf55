"""Summaries of effects and quantities kept from an earlier flow, of those that read the same, and all they lead to."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple

from rulewright.core.diagnostics import Span
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.document import text_of
from rulewright.core.model.program import Program
from rulewright.core.sound.changes import StateChange
from rulewright.core.sound.contracts import HandedOver
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.open_place import OpenPlace
from rulewright.core.sound.program_links import ProgramLinks
from rulewright.core.sound.whole import WholeProgram


@dataclass(slots=True)
class FlowSummary:
    """The findings on one effect or quantity, whatever is known where it begins.

    For an effect: its changes, and what holds at each of its ends (None if it never ends), for effects that are called.
    """

    changes: list[StateChange] = field(default_factory=list)
    ends: Facts | None = None
    proven: set[int] = field(default_factory=set)
    open: dict[int, OpenPlace] = field(default_factory=dict)
    open_given: dict[HandedOver, OpenPlace] = field(default_factory=dict)
    endless: list[Bound] = field(default_factory=list)
    """The tests of loops that never end once they are true."""

    def moved_to(self, whole: WholeProgram) -> FlowSummary:
        """Return the same summary as one of another program."""
        ends = self.ends.moved_to(whole) if self.ends is not None else None
        return FlowSummary(self.changes, ends, self.proven, self.open, self.open_given, self.endless)

    def tells_the_same(self, other: FlowSummary) -> bool:
        """Return whether callers are told the same by another summary."""
        return self.changes == other.changes and self.ends == other.ends


class Unchanged(NamedTuple):
    """The numbers of the effects whose own texts read the same as before, and of quantities whose texts all do."""

    effects: frozenset[int]
    quantities: frozenset[int]


def unchanged_since(
    old: WholeProgram, old_links: ProgramLinks, new: WholeProgram, new_links: ProgramLinks
) -> Unchanged:
    """Return what reads the same in two programs, nothing if they differ in what all texts depend on."""
    if _surroundings(old) != _surroundings(new):
        return Unchanged(frozenset(), frozenset())
    before, now = old.program, new.program
    changed = {
        number for number, (one, other) in enumerate(zip(before.quantities, now.quantities, strict=True))
        if not _read_alike(one.amount, other.amount)
    }  # fmt: skip
    waiting = [*changed]
    while waiting:
        asking = {each for is_effect, each in new_links.asked_by.get(waiting.pop(), ()) if not is_effect} - changed
        changed |= asking
        waiting += asking
    effects = {
        number for number, (one, other) in enumerate(zip(before.procedures, now.procedures, strict=True))
        if _read_alike(one.body, other.body) and changed.isdisjoint(new_links.effects[number].quantities)
        and old_links.effects[number].runs == new_links.effects[number].runs
    }  # fmt: skip
    return Unchanged(frozenset(effects), frozenset(range(len(now.quantities))) - changed)


def are_alike(one: WholeProgram, other: WholeProgram) -> bool:
    """Return whether two programs read the same wherever it matters to what may stop a game."""
    if _surroundings(one) != _surroundings(other):
        return False
    effects = zip(one.program.procedures, other.program.procedures, strict=True)
    quantities = zip(one.program.quantities, other.program.quantities, strict=True)
    same_amounts = all(_read_alike(ours.amount, theirs.amount) for ours, theirs in quantities)
    return same_amounts and all(_read_alike(ours.body, theirs.body) for ours, theirs in effects)


def _read_alike(one: Any, other: Any) -> bool:
    """Return whether two trees are equal wherever they are written."""
    if one is other or one.__class__ is Span:
        return True
    if one.__class__ is not other.__class__:
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_read_alike, one, other))
    kind: Any = type(one)
    if not is_dataclass(kind):
        return bool(one == other)
    names = _compared(kind)  # type: ignore[arg-type]  # mypy doubts that a class can be hashed
    return all(_read_alike(getattr(one, name), getattr(other, name)) for name in names)


@cache
def _compared(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.compare)


def _surroundings(whole: WholeProgram) -> tuple[object, ...]:
    """Return what summaries depend on beside texts: the table, what is printed, and what is taken and given."""
    program, world, layout = whole.program, whole.world, whole.layout
    families = [
        (each.id, each.sort, each.per, each.type, each.low, each.high, each.start, each.spaces, each.base,
         each.strides, each.count, text_of(each.node.get("start")))
        for each in world.families.values()
    ]  # fmt: skip
    kinds = {each.id: [(design.id, design.pieces) for design in each.designs] for each in world.kinds.values()}
    domains = {name: each.size for name, each in world.domains.items()}
    return (
        program.tables, *_signatures(program), families, kinds, domains, world.min_seats, world.max_seats,
        layout.settings, layout.piece_zone, whole.spaces,
    )  # fmt: skip


def _signatures(program: Program) -> tuple[object, ...]:
    effects = [
        (each.id, each.parameters, each.takes, each.until, each.own_text_of) for each in program.procedures
    ]  # fmt: skip
    quantities = [(each.id, each.parameters, each.takes, each.type) for each in program.quantities]
    words = [each.words for each in program.limits]
    return effects, quantities, words, program.results, program.free.procedure, program.free.sites
