"""The seats of a table that the rules play: always the last ones, as many as one setting says.

The rules decide everything for such a seat.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.core.model.game import Blueprint, State
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.settings import SettingInfo


def ruled_setting(blueprint: Blueprint) -> SettingInfo | None:
    """Return the setting that counts the seats the rules play, None in a game without one."""
    return next((each for each in blueprint.settings.values() if each.ruled_seats), None)


def ruled_count(blueprint: Blueprint, values: Mapping[str, int]) -> int:
    """Return the number of seats that the rules play with these values of settings."""
    setting = ruled_setting(blueprint)
    return values[setting.id] if setting is not None else 0


def usual_seats(blueprint: Blueprint, values: Mapping[str, int]) -> int:
    """Return the largest of two, the fewest seats, and one more than the rules play.

    `values` are the values of settings.
    """
    return max(2, blueprint.min_seats, ruled_count(blueprint, values) + 1)


def ruled_seats(blueprint: Blueprint, state: State) -> range:
    """Return the seats (from 0) that the rules play in a state, none in most games."""
    setting = ruled_setting(blueprint)
    seats: int = state[N_SEATS]
    return range(seats - (state[setting.slot] if setting is not None else 0), seats)
