"""The keys that lead to a place in a YAML file, judged from the text before it, which may be half-written.

A parser of YAML refuses such files. This one reads lines by their indentation and brackets by their nesting, and does
not care what is wrong elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from rulewright.core.load.heads import HEAD_KEY, key_meant

_KEY = re.compile(rf"""["']?({HEAD_KEY}|[\w/][\w./ -]*?)["']?\s*:(?=\s|$)""")
_HALF_KEY = re.compile(r"[A-Za-z_][\w-]*|")
_LITERAL = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?$")
_PLAIN = re.compile(r"[^,\[\]{}#\"']+")


@dataclass(slots=True)
class _Level:
    """A mapping, or an item of a list, that is open at a place: the key that leads to it and what is in it so far."""

    indent: int
    key: str = ""
    is_item: bool = False
    written: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Flow:
    """A bracket that is open, with the key of the value that is being written in it."""

    bracket: str
    key: str = ""
    written: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeyPath:
    """A place in a file: the keys that lead to it, from the top, and whether a key or a value is written there.

    `written` are the keys next to it with the texts of their values, those after it as far as its bracket or its lines
    go. Items of lists add nothing to the keys.
    """

    keys: tuple[str, ...]
    is_key: bool
    written: dict[str, str]


def key_path_at(text: str, line: int, column: int) -> KeyPath | None:
    """Return the keys that lead to a line and column, both from 1, or None inside a literal text or a comment."""
    lines = text.split("\n")
    line = min(max(line, 1), len(lines))
    levels: list[_Level] = [_Level(-1)]
    flows: list[_Flow] = []
    literal: int | None = None
    for number, whole in enumerate(lines[:line], 1):
        here = whole[: column - 1] if number == line else whole
        indent = len(whole) - len(whole.lstrip())
        if literal is not None:
            is_blank = not whole.strip() and (number < line or len(here) > literal)
            if is_blank or (whole.strip() and indent > literal):
                if number == line:
                    return None
                continue
            literal = None
        if flows:
            _scan(here, flows, levels[-1])
            continue
        if (not here.strip() and number < line) or here.lstrip().startswith("#"):
            if number == line:
                return None
            continue
        literal = _read_line(here, levels, flows, is_last=number == line)
    return _place(lines, line, column, levels, flows)


def _read_line(here: str, levels: list[_Level], flows: list[_Flow], *, is_last: bool) -> int | None:
    """Read a line of block style. Return the indentation of the literal text that begins in it, or None."""
    at = len(here) - len(here.lstrip())
    rest = here[at:]
    while rest == "-" or rest.startswith("- "):
        _close(levels, at, item=True)
        levels.append(_Level(at, is_item=True))
        inner = rest[1:]
        at += 1 + len(inner) - len(inner.lstrip())
        rest = inner.lstrip()
    found = _KEY.match(rest)
    if found is None:
        if is_last and _HALF_KEY.fullmatch(rest):
            _close(levels, at)
        else:
            _scan(rest, flows, levels[-1])
        return None
    _close(levels, at)
    value = rest[found.end() :].strip()
    levels[-1].written[found[1]] = value
    levels.append(_Level(at, found[1]))
    if _LITERAL.match(value):
        return at
    _scan(rest[found.end() :], flows, levels[-1])
    return None


def _close(levels: list[_Level], indent: int, *, item: bool = False) -> None:
    """Close what ends where something begins at an indentation. A list may stand right under its key."""
    while len(levels) > 1 and (
        levels[-1].indent > indent or (levels[-1].indent == indent and not (item and not levels[-1].is_item))
    ):
        levels.pop()


def _scan(text: str, flows: list[_Flow], level: _Level) -> None:
    """Follow the brackets in a text, and the keys in them."""
    at = 0
    while at < len(text):
        sign = text[at]
        if sign in "{[":
            flows.append(_Flow(sign))
        elif sign in "}]" and flows:
            flows.pop()
        elif sign == "," and flows:
            flows[-1].key = ""
        elif sign in "\"'" and text[:at].rstrip()[-1:] in ("", ",", "{", "[", ":"):
            end = text.find(sign, at + 1)
            if end < 0:
                return
            at = end
        elif sign == "#" and text[at - 1 : at] in ("", " "):
            return
        elif flows and flows[-1].bracket == "{" and not flows[-1].key and (found := _KEY.match(text, at)):
            flows[-1].key = found[1]
            flows[-1].written[found[1]] = _plain_value(text[found.end() :])
            at = found.end() - 1
        at += 1


def _plain_value(text: str) -> str:
    found = _PLAIN.match(text)
    return found[0].strip() if found is not None else ""


def _place(lines: list[str], line: int, column: int, levels: list[_Level], flows: list[_Flow]) -> KeyPath:
    written = [each.key for each in levels if each.key] + [each.key for each in flows if each.key]
    keys = [*written[:1], *(key_meant(above, key) for above, key in pairwise(written))]
    after = lines[line - 1][column - 1 :]
    if flows:
        inner = flows[-1]
        is_key = inner.bracket == "{" and not inner.key
        return KeyPath(tuple(keys), is_key, inner.written | _in_rest_of_bracket(after))
    before = lines[line - 1][: column - 1]
    half = re.fullmatch(r"\s*(?:-\s+)*([A-Za-z_][\w-]*)?", before)
    is_key = half is not None and _KEY.match(before.lstrip(" -")) is None
    own = levels[-1].written | (_further_lines(lines, line, len(before) - len(half[1] or "")) if half else {})
    return KeyPath(tuple(keys), is_key, own)


def _in_rest_of_bracket(after: str) -> dict[str, str]:
    """Return the keys that follow in the same bracket, as far as they are on the line."""
    depth, at, found = 0, 0, dict[str, str]()
    while at < len(after):
        if after[at] in "{[":
            depth += 1
        elif after[at] in "}]":
            depth -= 1
            if depth < 0:
                break
        elif not depth and after[at - 1 : at] in (",", " ") and (key := _KEY.match(after, at)):
            found[key[1]] = _plain_value(after[key.end() :])
            at = key.end()
            continue
        at += 1
    return found


def _further_lines(lines: list[str], line: int, indent: int) -> dict[str, str]:
    """Return the keys of the lines below that belong to the same mapping."""
    found: dict[str, str] = {}
    for whole in lines[line:]:
        begins = len(whole) - len(whole.lstrip())
        if not whole.strip() or begins > indent:
            continue
        key = _KEY.match(whole.strip())
        if begins < indent or key is None:
            break
        found[key[1]] = whole.strip()[key.end() :].strip()
    return found
