"""Pieces of the examples that lints explain themselves by."""

from __future__ import annotations

KEEP = " If it is intended, write in the entry: `accept: {%s: REASON}`."
WIND = "counters:\n  - {id: wind, min: 0, max: 3}\ntriggers:\n  - {id: gust, after: turn, %sdoes: %s}"
EFFECT = "triggers:\n  - id: gust\n    after: turn\n    does: |\n      "
WHEN = "triggers:\n  - {id: gust, after: turn, when: %s, does: lose 1 coin}"


def does(*lines: str) -> str:
    """Return a trigger with an effect of these lines."""
    return EFFECT + "\n      ".join(lines)
