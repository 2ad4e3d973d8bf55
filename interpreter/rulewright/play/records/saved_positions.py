"""The positions that counters of positions have counted, in a saved game."""

from __future__ import annotations

from typing import Any

from rulewright.core.model.game import Blueprint, PositionsInfo, State
from rulewright.play.records.saved_values import SaveRefused, keys_of, list_of, number_of

_MOST = 10**15


def slots_of_positions(info: PositionsInfo) -> range:
    """Return the slots of a position counter: the number counted, then the last positions, then their counts."""
    return range(info.base, info.base + 1 + 2 * info.most)


def positions_to_json(blueprint: Blueprint, state: Any) -> dict[str, Any]:
    """Map each position counter to {"met": positions met, "last": (number, count) of those it remembers}."""
    found: dict[str, Any] = {}
    for info in blueprint.positions:
        first, kept = info.base + 1, min(int(state[info.base]), info.most)
        rows = [[int(state[at]), int(state[at + info.most])] for at in range(first, first + kept)]
        found[info.id] = {"met": int(state[info.base]), "last": rows}
    return found


def positions_from_json(blueprint: Blueprint, data: Any, state: State, where: str) -> None:
    """Fill the slots of counters of positions."""
    for name, value in keys_of(data, where, tuple(each.id for each in blueprint.positions)).items():
        info = next(each for each in blueprint.positions if each.id == name)
        at = f"{where}.{name}"
        parts = keys_of(value, at, ("met", "last"))
        state[info.base] = number_of(parts["met"], f"{at}.met", 0, _MOST)
        rows = list_of(parts["last"], f"{at}.last", info.most)
        if len(rows) != min(state[info.base], info.most):
            raise SaveRefused(f"{at}.last: {len(rows)} positions of {state[info.base]}")
        for slot, row in enumerate(rows, info.base + 1):
            pair = list_of(row, f"{at}.last", 2)
            if len(pair) != 2:
                raise SaveRefused(f"{at}.last: a position must be a pair: its number and its count")
            state[slot], state[slot + info.most] = (number_of(each, f"{at}.last", 0, _MOST) for each in pair)
