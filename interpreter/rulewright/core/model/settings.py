"""The settings of a game: what a table picks before it begins, and how a value is written.

A value is one of a list of names, or a number between bounds. In the state it is a whole number: the place of the name
in the list, or the number itself. What a setting means is in the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.core.diagnostics import cut

Chosen = Mapping[str, str | int]
"""The values picked, by the settings' ids: names as text, numbers as text or whole numbers."""

_MOST_DIGITS = 15
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """One setting: its names or, if `values` is empty, its bounds, with its default and its slot.

    The number in the slot is between `low` and `high` either way. A number with `ruled_seats` counts the seats that the
    rules play.
    """

    id: str
    title: dict[str, str]
    values: tuple[str, ...]
    low: int
    high: int
    default: int
    slot: int = -1
    ruled_seats: bool = False


def setting_value(setting: SettingInfo, written: object) -> int | None:
    """Return the slot's number for a written value, None if the setting has no such value."""
    if setting.values:
        name = str(written).lower() if isinstance(written, bool) else str(written)
        return setting.values.index(name) if name in setting.values else None
    if isinstance(written, str):
        digits = written.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS and str(int(digits)) == digits):
            return None
        written = int(written)
    if isinstance(written, bool) or not isinstance(written, int) or not setting.low <= written <= setting.high:
        return None
    return written


def setting_text(setting: SettingInfo, value: int) -> str | int:
    """Return the written form of the slot's number: a name, or the number."""
    return setting.values[value] if setting.values else value


def values_of(setting: SettingInfo) -> str:
    """Its values in words: `one of short, long` or `a whole number from 0 to 8`."""
    if setting.values:
        return f"one of {', '.join(setting.values)}"
    return f"a whole number from {setting.low} to {setting.high}"


def wrong_value(setting: SettingInfo, written: object) -> str:
    """Return why a value is refused, as a sentence without a full stop."""
    return f"'{setting.id}' must be {values_of(setting)}, not '{cut(str(written), _SHOWN)}'"
