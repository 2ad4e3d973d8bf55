"""Keys that are not read as keys: a ':' or the space after it is missing, or they are too far left or right."""

from __future__ import annotations

import re
from typing import NamedTuple

from rulewright.core.diagnostics import counted, cut

_LONGEST_ROW = 1_000
_LONGEST_SHOWN = 60
_KEY = re.compile(r"(?P<before>\s*(?:- +)*)(?P<key>[a-z_]\w*):(?=\s|$)")
_GLUED = re.compile(r"([a-z_]\w*):(\S.*)")
_BARE = re.compile(r"([a-z_]\w*)(?:\s+(\S.*))?")


class KeyFault(NamedTuple):
    """A fault of a key: its line and column (from 0), its length, a message and a hint."""

    line: int
    column: int
    length: int
    message: str
    hint: str


def glued(written: str) -> tuple[str, str] | None:
    """A key and its value with no space after the ':', taken apart."""
    found = _GLUED.fullmatch(written)
    return (found[1], found[2].strip()) if found is not None else None


def space_missing(key: str, value: str) -> tuple[str, str]:
    """Return (message, hint) on a key that has no space after its ':'."""
    return f"a space is missing behind '{key}:'", f"write {key}: {cut(value, _LONGEST_SHOWN)}"


def without_colon(rows: list[str], line: int, column: int) -> KeyFault | None:
    """Return the fault of what begins at a place and should be a key, or None."""
    row = row_at(rows, line)
    written = row[column:].partition(" #")[0].rstrip()
    if (parts := glued(written)) is not None:
        return KeyFault(line, column, len(parts[0]) + 1, *space_missing(*parts))
    found = _BARE.fullmatch(written)
    if found is None:
        return None
    key, value = found[1], found[2] or ""
    hint = f"write {key}: {cut(value, _LONGEST_SHOWN)}".rstrip()
    return KeyFault(line, column, len(key), f"a ':' is missing behind '{key}'", hint)


def out_of_line(rows: list[str], line: int) -> KeyFault | None:
    """Return the fault of a key indented unlike the key above and the keys of the entries around, or None."""
    found = _KEY.match(row_at(rows, line))
    above = next((each for at in range(line - 1, -1, -1) if (each := _KEY.match(row_at(rows, at))) is not None), None)
    if found is None or above is None:
        return None
    here, there = len(found["before"]), len(above["before"])
    key, other = found["key"], above["key"]
    if here == there:
        return None
    side = "right" if here > there else "left"
    message = f"'{key}' is {counted(abs(here - there), 'space')} further {side} than '{other}' above it"
    hint = f"keys of one entry go below one another: {counted(there, 'space')} before '{key}'"
    return KeyFault(line, here, len(key), message, hint)


def row_at(rows: list[str], line: int) -> str:
    """Return a line, counted from 0, or "" if there is none or if it is too long to examine."""
    return rows[line] if 0 <= line < len(rows) and len(rows[line]) <= _LONGEST_ROW else ""
