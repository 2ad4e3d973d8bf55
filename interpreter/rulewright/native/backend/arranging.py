"""The layout of a game's states: the offset of everything, and the largest size."""

from __future__ import annotations

from rulewright.core.lower.bounds import Bounds, Depths
from rulewright.core.lower.flow import Flow
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.refusal import NotNative
from rulewright.core.lower.summary import suspends
from rulewright.core.lower.value_ranges import Ranges, is_small
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import operations as low
from rulewright.core.model.game import Blueprint
from rulewright.core.model.ranges import Interval
from rulewright.native.backend.areas import even
from rulewright.native.backend.layout import AT_SLOTS, ENTRY_FRAMES, FRAME_LOCALS, FrameLayout, StateLayout

_LARGEST_STATE = 1 << 20
_MOST_IN_HALF = (1 << 15) - 1
_LEAST, _MOST = -(1 << 31), (1 << 31) - 1


def lay_out(lowered: Lowered, blueprint: Blueprint, bounds: Bounds, flow: Flow) -> StateLayout:
    """Return the layout of a game's states.

    Raises NotNative if a state would be too large.
    """
    frames_of = tuple(_frame(lowered, bounds, number) for number in range(len(blueprint.procedures)))
    depths = Depths(lowered, tuple(each.size if each is not None else 0 for each in frames_of))
    n_slots, n_pieces = len(blueprint.initial), len(blueprint.pieces)
    width = 8 if lowered.program.positions or not _gives_small(lowered, bounds, flow) else _width(blueprint)
    links = even(AT_SLOTS + width * n_slots)
    fixed = even(links + width * n_pieces)
    most_options = bounds.most_options()
    frames = fixed + 8 * most_options
    parked = frames + max((depths.of(number) for number in range(len(frames_of))), default=0)
    of_parts = depths.of_parts()
    parked_entry = ENTRY_FRAMES + of_parts if of_parts else 0
    sealed = parked + parked_entry * blueprint.max_seats
    size = sealed + (fixed if of_parts else 0)
    if size > _LARGEST_STATE:
        raise NotNative(f"a state would take {size:,} bytes")
    return StateLayout(
        width, n_slots, n_pieces, links, fixed, fixed, most_options,
        frames, parked, parked_entry, sealed, size, frames_of,
    )  # fmt: skip


def _frame(lowered: Lowered, bounds: Bounds, number: int) -> FrameLayout | None:
    if not lowered.summary(number).suspends:
        return None
    effect = lowered.effect(number)
    sets = {
        each.items.number: bounds.of_set(each.source)
        for each in operations_in(effect.body)
        if isinstance(each, low.Each) and suspends(lowered, (each,))
    }
    kept = [*effect.parameters, *(each.sets for each in operations_in(effect.body) if each.sets is not None)]
    sets |= {each.number: bounds.of_set(each) for each in kept if each.type.kind == "set"}
    at, locals_ = FRAME_LOCALS, []
    for local in range(effect.n_locals):
        locals_.append(at)
        at += 8 + 8 * sets.get(local, 0)
    return FrameLayout(at, tuple(locals_), sets)


def _gives_small(lowered: Lowered, bounds: Bounds, flow: Flow) -> bool:
    """Whether the numbers that effects give fit into slots of 4 bytes.

    By induction over the stores of a game: as long as every slot holds 4 bytes, these are the ranges of what is stored.
    """
    ranges = Ranges(bounds, flow, Interval(_LEAST, _MOST))
    given = {each.slot for each in lowered.program.results.values() if each.type.kind == "number"}
    return all(
        is_small(ranges.of(each.value))
        for effect in lowered.effects()
        for each in operations_in(effect.body)
        if isinstance(each, low.Store) and each.address.base in given
    )


def _width(blueprint: Blueprint) -> int:
    """Return the number of bytes, 4 or 8, that the largest of all slots needs."""
    bounds = [(each.low, each.high) for each in blueprint.families]
    bounds += [(each.low, each.high) for each in blueprint.settings.values()]
    small = all(low_ >= _LEAST and high <= _MOST for low_, high in bounds)
    few = max(len(blueprint.initial), len(blueprint.pieces)) <= _MOST_IN_HALF
    return 4 if small and few else 8
