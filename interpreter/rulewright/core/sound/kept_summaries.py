"""Summaries of effects and quantities kept from an earlier flow, of those that read the same, and all they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import repeat
from typing import Any, NamedTuple

from rulewright.core.diagnostics import Span
from rulewright.core.model.bound_values import BoundNode
from rulewright.core.model.document import text_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Program
from rulewright.core.sound.changes import StateChange
from rulewright.core.sound.contracts import HandedOver
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.open_place import OpenPlace
from rulewright.core.sound.overruns import Overruns
from rulewright.core.sound.program_links import ProgramLinks
from rulewright.core.sound.whole import WholeProgram

LimitNumbers = dict[int, int]
"""The new numbers of limits by the old ones, without those that are as they were."""
_WITH_LIMITS = (BoundNode, tuple)


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
    overruns: Overruns = field(default_factory=dict)

    def holds_in(self, tree: object, before: object) -> bool:
        """Return whether it is one of a tree that reads as before: places that it tells must be where they were."""
        if self.overruns:
            return False
        return not self.open_given or [*_places_in(tree)] == [*_places_in(before)]

    def moved_to(self, whole: WholeProgram, numbers: LimitNumbers) -> FlowSummary:
        """Return the same summary as one of another program, in which limits have other numbers."""
        ends = self.ends.moved_to(whole) if self.ends is not None else None
        if all(numbers.get(each, each) == each for each in (*self.proven, *self.open)):
            return replace(self, ends=ends)
        proven = {numbers.get(each, each) for each in self.proven}
        places = (replace(each, limit=numbers.get(each.limit, each.limit)) for each in self.open.values())
        return replace(self, ends=ends, proven=proven, open={each.limit: each for each in places})

    def tells_the_same(self, other: FlowSummary) -> bool:
        """Return whether callers are told the same by another summary."""
        return self.changes == other.changes and self.ends == other.ends


class Unchanged(NamedTuple):
    """The numbers of the effects whose own texts read the same as before, and of quantities whose texts all do.

    Each comes with the numbers that limits in it have now, by those that they had.
    """

    effects: dict[int, LimitNumbers]
    quantities: dict[int, LimitNumbers]


def unchanged_since(
    old: WholeProgram, old_links: ProgramLinks, new: WholeProgram, new_links: ProgramLinks
) -> Unchanged:
    """Return what reads the same in two programs, nothing if they differ in what all texts depend on."""
    if _surroundings(old) != _surroundings(new):
        return Unchanged({}, {})
    before, now = old.program, new.program
    amounts = [
        _numbers_in(one.amount, other.amount) for one, other in zip(before.quantities, now.quantities, strict=True)
    ]
    waiting = [number for number, each in enumerate(amounts) if each is None]
    changed = {*waiting}
    while waiting:
        asking = {each for is_effect, each in new_links.asked_by.get(waiting.pop(), ()) if not is_effect} - changed
        changed |= asking
        waiting += asking
    effects: dict[int, LimitNumbers] = {}
    for number, (ours, theirs) in enumerate(zip(before.procedures, now.procedures, strict=True)):
        links = new_links.effects[number]
        if changed.isdisjoint(links.quantities) and old_links.effects[number].runs == links.runs:
            if (numbers := _numbers_in(ours.body, theirs.body)) is not None:
                effects[number] = numbers
    quantities = {number: each for number, each in enumerate(amounts) if each is not None and number not in changed}
    return Unchanged(effects, quantities)


def are_alike(one: WholeProgram, other: WholeProgram) -> bool:
    """Return whether two programs read the same wherever it matters to what may stop a game."""
    if _surroundings(one) != _surroundings(other):
        return False
    effects = zip(one.program.procedures, other.program.procedures, strict=True)
    quantities = zip(one.program.quantities, other.program.quantities, strict=True)
    same_amounts = all(_numbers_in(ours.amount, theirs.amount) is not None for ours, theirs in quantities)
    return same_amounts and all(_numbers_in(ours.body, theirs.body) is not None for ours, theirs in effects)


def _numbers_in(one: object, other: object) -> LimitNumbers | None:
    """Return the numbers of the limits in one of two trees by those in the other, None if they read differently.

    They are equal, wherever they are written, and what is one limit in the first is one in the second.
    """
    numbers: LimitNumbers = {}
    return numbers if one is other or _read_alike(one, other, numbers) else None


def _read_alike(one: Any, other: Any, numbers: LimitNumbers) -> bool:
    if one.__class__ is not other.__class__:
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_read_alike, one, other, repeat(numbers)))
    if not isinstance(one, BoundNode):
        return one is other or one.__class__ is Span or bool(one == other)
    names, limit = _compared(type(one))  # type: ignore[arg-type]  # mypy doubts that a class can be hashed
    if limit and numbers.setdefault(*(now := (getattr(one, limit), getattr(other, limit)))) != now[1]:
        return False
    for name in names:
        ours, theirs = getattr(one, name), getattr(other, name)
        if (ours is not theirs or isinstance(ours, _WITH_LIMITS)) and not _read_alike(ours, theirs, numbers):
            return False
    return True


def _places_in(tree: object) -> Iterator[object]:
    """Yield the places in a text of all that a tree was made from."""
    for node in nodes_of(tree):
        if isinstance(node, BoundNode):
            origin = node.origin
            yield getattr(node, "span", None), origin and (origin.text.span, origin.tree.at)


@cache
def _compared(kind: Any) -> tuple[tuple[str, ...], str]:
    """Return the fields of a node that matter, and that of the number of its limit, empty if it has none."""
    names = [each.name for each in fields(kind)]
    return tuple(each.name for each in fields(kind) if each.compare), "limit" if "limit" in names else ""


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
        layout.settings, layout.piece_zone, whole.spaces, whole.places,
    )  # fmt: skip


def _signatures(program: Program) -> tuple[object, ...]:
    effects = [(each.id, each.parameters, each.takes, each.until, each.own_text_of) for each in program.procedures]
    quantities = [(each.id, each.parameters, each.takes, each.type) for each in program.quantities]
    return effects, quantities, program.results, program.free.procedure, program.free.sites
