"""Settings as a ruleset declares them, and the values that a variant or a scenario picks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rulewright.core.bind.world import Domain, World, unknown
from rulewright.core.diagnostics import Diagnostic, did_you_mean, error
from rulewright.core.load.entries import Entry
from rulewright.core.model.document import Scalar, Sequence, is_true, number_of, text_of, title_of
from rulewright.core.model.settings import SettingInfo, setting_value, values_of, wrong_value

HIGHEST = 10_000


def declare_setting(world: World, entry: Entry) -> None:
    """A setting with named values, which are a domain of their own, or with numbers between bounds."""
    values = entry.node.get("values")
    if isinstance(values, Sequence):
        setting = _named(world, entry, values)
    else:
        setting = _numbered(world, entry)
    world.settings[entry.id] = replace(setting, ruled_seats=_counts_ruled_seats(world, entry, setting))


def _named(world: World, entry: Entry, values: Sequence) -> SettingInfo:
    names = [name for item in values.items if (name := text_of(item)) is not None]
    world.domains[entry.id] = Domain(entry.id, names, [{} for _ in names])
    default = entry.node.get("default")
    chosen = str(default.value if isinstance(default, Scalar) else None)
    if chosen not in names:
        unknown(world, "unknown-value", f"value of '{entry.id}'", chosen, entry.node.span_of("default"), set(names))
    place = names.index(chosen) if chosen in names else 0
    return SettingInfo(entry.id, title_of(entry.node), tuple(names), 0, max(0, len(names) - 1), place)


def _numbered(world: World, entry: Entry) -> SettingInfo:
    written = entry.node.text_at("values")
    low, _, high = written.partition("..")
    bounds = (int(low), int(high)) if _is_number(low) and _is_number(high) else (1, 0)
    if not bounds[0] <= bounds[1] <= HIGHEST:
        hint = f"write the lowest and the highest, as in 0..8; the limit is {HIGHEST}"
        world.error("wrong-type", entry.node.span_of("values"), f"'{written}' is not a range of numbers", hint)
        return SettingInfo(entry.id, title_of(entry.node), (), 0, 0, 0)
    setting = SettingInfo(entry.id, title_of(entry.node), (), *bounds, bounds[0])
    default = entry.node.get("default")
    number = number_of(default, -1)
    if not setting.low <= number <= setting.high:
        shown = default.value if isinstance(default, Scalar) else ""
        message = f"the default of '{entry.id}' must be {values_of(setting)}, not '{shown}'"
        world.error("out-of-bounds", entry.node.span_of("default"), message)
        return setting
    return replace(setting, default=number)


def _counts_ruled_seats(world: World, entry: Entry, setting: SettingInfo) -> bool:
    """Return whether a setting counts the seats that the rules play, reporting all but the first."""
    flag = entry.node.get("ruled_seats")
    if flag is None or not is_true(flag):
        return False
    other = next((each.id for each in world.settings.values() if each.ruled_seats), None)
    if setting.values:
        message = f"'{entry.id}' has named values; only a number can count the seats that the rules play"
        world.error("misplaced-key", flag.span, message, "write a range, as in values: 0..3")
    elif other is not None:
        message = f"'{other}' counts the seats that the rules play already"
        world.error("duplicate-value", flag.span, message, "keep only one such setting")
    elif setting.high >= world.max_seats:
        message = f"the rules can play at most {world.max_seats - 1} of {world.max_seats} seats, not {setting.high}"
        world.error("out-of-bounds", entry.node.span_of("values"), message, "leave at least one seat for a person")
    else:
        return True
    return False


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST))


def preset(world: World, picked: Iterable[tuple[Scalar, Scalar]]) -> None:
    """A variant's settings become the defaults of its game."""
    for name, value in picked:
        fault = picked_fault(world.settings, name, value)
        if fault is not None:
            world.diagnostics.append(fault)
            continue
        setting = world.settings[name.text]
        number = setting_value(setting, value.value)
        assert number is not None
        world.settings[name.text] = replace(setting, default=number)


def picked_fault(settings: Mapping[str, SettingInfo], name: Scalar, value: Scalar) -> Diagnostic | None:
    """Return the fault of a value picked for a setting in a file, or None."""
    setting = settings.get(name.text)
    if setting is None:
        hint = did_you_mean(name.text, settings) or f"choose {', '.join(settings)}"
        if not settings:
            hint = "this ruleset has no settings; 'settings:' in a content file declares them"
        return error("unknown-setting", name.span, f"there is no setting '{name.text}'", hint)
    if setting_value(setting, value.value) is not None:
        return None
    if setting.values:
        hint = did_you_mean(str(value.value), setting.values) or values_of(setting)
        return error("unknown-value", value.span, f"'{name.text}' has no value '{value.value}'", hint)
    hint = f"choose {values_of(setting)}"
    return error("out-of-bounds", value.span, wrong_value(setting, value.value), hint)
