"""Is a state one that the rules could hold? Every piece in one place, every number within its bounds."""

from __future__ import annotations

from rulewright.core.model.game import Blueprint, Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEAT, SITE


def faults(game: Game, state: State) -> list[str]:
    """What is wrong with a state, as sentences; empty for every state a game can reach."""
    blueprint = game.blueprint
    if len(state) != len(blueprint.initial):
        return [f"a state of this game has {len(blueprint.initial)} values, not {len(state)}"]
    found = [*_piece_faults(blueprint, state), *_bound_faults(blueprint, state)]
    if state[FRAME] is not None and not (state[OPTIONS] and 0 <= state[SEAT] < state[N_SEATS]):
        found.append("a decision without a seat or an option")
    if state[FRAME] is not None and not 0 <= state[SITE] < len(blueprint.sites):
        found.append("a decision at no place in the rules")
    return found


def _piece_faults(blueprint: Blueprint, state: State) -> list[str]:
    found = []
    seen: dict[int, int] = {}
    slots = [
        blueprint.box,
        *(slot for family in blueprint.families if family.sort == "zone" for slot in family.slots),
    ]
    for slot in slots:
        held = state[slot] if isinstance(state[slot], tuple) else (state[slot],) if state[slot] != -1 else ()
        for piece in held:
            if piece in seen:
                found.append(f"piece {blueprint.pieces[piece].key} is in two places")
            elif not 0 <= piece < len(blueprint.pieces):
                found.append(f"there is no piece {piece}")
                continue
            seen[piece] = slot
    for piece, info in enumerate(blueprint.pieces):
        if seen.get(piece) != state[blueprint.piece_zone + piece]:
            found.append(f"piece {info.key} is not where it says it is")
    return found


def _bound_faults(blueprint: Blueprint, state: State) -> list[str]:
    found = []
    for family in blueprint.families:
        if family.sort == "zone":
            continue
        for slot in family.slots:
            if not isinstance(state[slot], int) or not family.low <= state[slot] <= family.high:
                found.append(f"{family.id} is {state[slot]}, outside {family.low} to {family.high}")
    for name, setting in blueprint.settings.items():
        if not setting.low <= state[setting.slot] <= setting.high:
            found.append(f"setting {name} has no value {state[setting.slot]}")
    return found
