"""Texts with parts in `[...]`, which are left out if a value in them is missing.

A part may have parts in it, as `[ gives[ {stone} stone][ {wood} wood]]`: it is left out if all of those are. Where it
has nothing but parts, it is a list: the comma that begins the first one shown is left out, so that
`[ gives[[ {stone} stone][, {wood} wood]]]` never says `gives, 2 wood`. What the values are is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

Shown = TypeVar("Shown")
Showing = Callable[[str], tuple[list[Shown], bool]]
"""What a stretch of text without brackets shows, and whether a value in it is missing."""

OptionalPart = str | list["OptionalPart"]


def shown_parts(written: str, show: Showing[Shown]) -> list[Shown]:
    """Return the parts of a text that are shown."""
    return _shown(_read(written), show, optional=False) or []


@lru_cache(maxsize=2048)
def _read(written: str) -> list[OptionalPart]:
    """Return all parts of a text, cached and never changed."""
    return _parts(written, 0, inside=False)[0]


def _parts(written: str, at: int, *, inside: bool) -> tuple[list[OptionalPart], int]:
    """Return (parts, end) from a position up to the bracket that closes them.

    A bracket that closes nothing is text.
    """
    parts: list[OptionalPart] = []
    text = ""
    while at < len(written):
        sign = written[at]
        at += 1
        if sign == "[":
            inner, at = _parts(written, at, inside=True)
            parts += [text, inner]
            text = ""
        elif sign == "]" and inside:
            break
        else:
            text += sign
    return [*parts, text], at


def _shown(parts: list[OptionalPart], show: Showing[Shown], *, optional: bool) -> list[Shown] | None:
    """Return what parts show together, None if they are left out."""
    found: list[Shown] = []
    is_missing = False
    within: list[list[Shown] | None] = []
    is_list = optional and not any(parts[::2])
    for part in parts:
        if isinstance(part, str):
            values, lacks = show(part)
            is_missing |= lacks
        else:
            opens_list = is_list and all(each is None for each in within)
            within.append(_shown(_without_comma(part) if opens_list else part, show, optional=True))
            values = within[-1] or []
        found += values
    if optional and (is_missing or (within and all(each is None for each in within))):
        return None
    return found


def _without_comma(parts: list[OptionalPart]) -> list[OptionalPart]:
    first, *others = parts
    return [first.removeprefix(","), *others] if isinstance(first, str) else parts
