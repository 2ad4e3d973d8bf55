"""The pieces that lay in places until all were taken away, such as a trick, shown until the next begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.core.model.events import Moved
from rulewright.core.model.game import Blueprint, State
from rulewright.core.model.look import TRICK
from rulewright.play.session.moments import Moment


def left_last(blueprint: Blueprint, state: State, moments: Sequence[Moment]) -> Mapping[int, tuple[int, ...]]:
    """Map each slot of such zones to the pieces that were last taken from it.

    That is while all members of the zone are empty. Only what everybody saw there counts.
    """
    found: dict[int, tuple[int, ...]] = {}
    for family in blueprint.families:
        manner = blueprint.look.manners.get(family.id)
        if manner is None or manner.form != TRICK or family.visible != "all" or family.sight >= 0 or family.spaces:
            continue
        if not any(state[slot] for slot in family.slots):
            found |= _last_taken(family.slots, moments)
    return found


def _last_taken(slots: range, moments: Sequence[Moment]) -> dict[int, tuple[int, ...]]:
    """Return the pieces that the last choice after which anything was taken from there took, by slot."""
    for moment in reversed(moments):
        found: dict[int, tuple[int, ...]] = {}
        for event in moment.events:
            if isinstance(event, Moved) and event.source in slots:
                found[event.source] = (*found.get(event.source, ()), event.piece)
        if found:
            return found
    return {}
