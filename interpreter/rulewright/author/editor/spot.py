"""Cursor position in a file, judged from the text alone, so that half-written files can be asked about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.core.load.heads import HEAD_KEY, key_meant
from rulewright.core.model.texts import GIVEN, SCENARIO, TEXTS

_SORTS = {key: sort for fields in (*TEXTS.values(), GIVEN, SCENARIO) for key, sort in fields.items()}
EFFECT_KEYS = frozenset(key for key, sort in _SORTS.items() if sort == "effect")
EXPRESSION_KEYS = frozenset(_SORTS) - EFFECT_KEYS
_KEY = re.compile(r"""(?:^|[{,\s-])["']?([A-Za-z_][\w.-]*)["']?\s*:(?=\s|$)""")
_HEAD = re.compile(rf"""\s*(?:-\s+)?["']?({HEAD_KEY})["']?\s*:(?=\s|$)""")
_IN_HEAD = re.compile(r"\s*-\s+[A-Za-z_]\w*\((?:(before|after|change) +|[^()]*\)[\w. ]*\[)[^\[\]()]*$")
_OPENS_TEXT = re.compile(rf"""({HEAD_KEY}|[A-Za-z_][\w.-]*)["']?\s*:\s*[|>][-+0-9]*\s*(?:#.*)?$""")
_WORD = re.compile(r"[A-Za-z_][\w-]*(?:\.[\w-]+)*|[-+*/%<>=!.]+")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file: the key whose value it is part of, the section, what is before it, and the word it is on.

    `opens` says whether an effect's statement may begin here. `line` and `column` count from 1.
    """

    line: int
    column: int
    key: str
    section: str
    before: str
    word: str
    start: int
    opens: bool


def spot_at(text: str, line: int, column: int) -> Spot:
    """Return the spot at a line and column, both from 1, or the nearest one if they are beyond the text."""
    lines = text.split("\n")
    line = min(max(line, 1), len(lines))
    here = lines[line - 1]
    column = min(max(column, 1), len(here) + 1)
    before = here[: column - 1]
    key, value = _key_of(lines, line, before)
    section = _section_of(lines, line)
    word, start = _word_at(here, column)
    said = value.lstrip(" |>\"'")
    opens = re.fullmatch(r"(?:.*(?:;|:|\belse)\s+|\s*)[A-Za-z_]*", said) is not None
    return Spot(line, column, key_meant(section, key), section, before, word, start, opens)


def _key_of(lines: list[str], line: int, before: str) -> tuple[str, str]:
    """Return (key, value so far): the key whose value the place is in, and the value before it on its line."""
    block = _block_key(lines, line)
    if block:
        return block, before
    keys = [found for found in _KEY.finditer(before) if not _inside_quotes(before[: found.start(1)])]
    listed = re.match(r"\s*-\s+(?![\w.\"'-]+\s*:(?:\s|$))", before)
    half = _IN_HEAD.match(before)
    if half is not None:
        return half[1] or "rules", before[half.end(1) :] if half[1] else before.rpartition("[")[2]
    head = _HEAD.match(before)
    if head is not None and (not keys or keys[-1].start(1) < head.end()):
        return head[1], before[head.end() :]
    if keys:
        return keys[-1][1], before[keys[-1].end() :]
    if listed is not None or before.strip() in ("", "-"):
        return _key_above(lines, line), before[listed.end() :] if listed is not None else before
    return _key_above(lines, line), before


def _block_key(lines: list[str], line: int) -> str:
    """Return the key of the literal text that a line is part of, or "" if it is in none."""
    here = lines[line - 1]
    least = len(here) - len(here.lstrip()) if here.strip() else None
    for number in range(line - 2, -1, -1):
        above = lines[number]
        if not above.strip():
            continue
        indent = len(above) - len(above.lstrip())
        opened = _OPENS_TEXT.search(above)
        if opened is not None:
            inside = least is None or least > len(above) - len(above.lstrip(" -"))
            return opened[1] if inside else ""
        if least is None or indent < least:
            least = indent if least is None else min(least, indent)
        if indent == 0:
            return ""
    return ""


def _key_above(lines: list[str], line: int) -> str:
    """Return the key that opens the list or mapping that a line is in."""
    here = lines[line - 1]
    indent = len(here) - len(here.lstrip())
    for number in range(line - 2, -1, -1):
        above = lines[number]
        if not above.strip() or above.lstrip().startswith("#"):
            continue
        opened = re.match(r"\s*(?:-\s+)?([A-Za-z_][\w.-]*)\s*:\s*(?:#.*)?$", above)
        if opened is not None and len(above) - len(above.lstrip()) <= indent:
            return opened[1]
    return ""


def _section_of(lines: list[str], line: int) -> str:
    for number in range(line - 1, -1, -1):
        found = re.match(r"([a-z_]+)\s*:", lines[number])
        if found is not None:
            return found[1]
    return ""


def _inside_quotes(text: str) -> bool:
    return text.count('"') % 2 == 1


def _word_at(here: str, column: int) -> tuple[str, int]:
    """Return (word, column): the word under a column, with its path up to there, and where it begins."""
    for found in _WORD.finditer(here):
        if found.start() < column <= found.end() + 1:
            if found.end() + 1 == column and here[column - 1 : column].isidentifier():
                continue
            end = found[0].find(".", column - 1 - found.start()) if found[0][0].isalpha() else -1
            return (found[0][:end] if end > 0 else found[0]), found.start() + 1
    return "", column
