"""Ranges of a counter or marker after it was set, or has risen or fallen."""

from __future__ import annotations

from rulewright.core.model.ranges import Interval


def new_value(mode: str, old: Interval, value: Interval, limits: Interval, *, is_thing: bool) -> Interval:
    """Return what a slot can be after it was set, or has risen or fallen by that much."""
    if mode == "set":
        return value if is_thing else _kept_between(value, limits)
    sign = 1 if mode == "gain" else -1
    if sign > 0:
        low = None if old.low is None else old.low + max(0, value.low or 0)
        high = None if old.high is None or value.high is None else old.high + max(0, value.high)
    else:
        low = None if old.low is None or value.high is None else old.low - max(0, value.high)
        high = None if old.high is None else old.high - max(0, value.low or 0)
    return _kept_between(Interval(low, high), limits)


def _kept_between(value: Interval, limits: Interval) -> Interval:
    low, high = limits
    assert low is not None
    assert high is not None
    least = low if value.low is None else min(max(value.low, low), high)
    most = high if value.high is None else max(min(value.high, high), low)
    return Interval(least, most)
