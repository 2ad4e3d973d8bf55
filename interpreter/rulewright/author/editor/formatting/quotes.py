"""Quoting of one value: none if every reader understands it without, else double quotes if possible.

The position and the meaning of the value do not matter here.
"""

from __future__ import annotations

from functools import lru_cache

from rulewright.core.language.old_words import OLD_KEYS
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.written import WrittenScalar
from rulewright.core.model.document import Mapping, Scalar, Way

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def written_key(key: WrittenScalar, in_flow: bool, path: Way = ()) -> str:
    """Return a key as it is written: below `path`, the one that has taken its place."""
    text = OLD_KEYS.get(key.text, key.text) if {"icons", "shapes"} <= {*path} else key.text
    if not key.style:
        return text
    is_bare = is_plain(text, in_flow) and _is_plain_key(text, in_flow)
    return text if is_bare else quoted(text)


def written_value(text: str, in_flow: bool, keeps_quotes: bool) -> str:
    """Return a text on one line, in quotes if it needs them or if its neighbours keep theirs."""
    return text if not keeps_quotes and is_plain(text, in_flow) else quoted(text)


def written_rows(scalar: WrittenScalar) -> list[str]:
    """Return the rows of a plain or quoted value, with its quotes and without their indentation."""
    rows = [_stripped(row, number > 0, scalar.style) for number, row in enumerate(scalar.rows[:-1])]
    last = scalar.rows[-1].lstrip(" ")
    rows.append(last if scalar.style else last.rstrip(" "))
    rows[0] = scalar.style + rows[0]
    rows[-1] += scalar.style
    return rows


def quoted(text: str) -> str:
    """Return a text in double quotes, or in single ones if that spares escapes."""
    if ('"' in text or "\\" in text) and "\n" not in text and "\t" not in text:
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in text) + '"'


@lru_cache(maxsize=10_000)
def is_plain(text: str, in_flow: bool) -> bool:
    """Whether a text is read as itself without quotes, by people too: they do not see adjacent spaces there."""
    if not text or "\n" in text or "  " in text:
        return False
    root, faults = read_yaml("", (f"{{k: {text}}}" if in_flow else f"k: {text}").encode())
    value = root.get("k") if isinstance(root, Mapping) and len(root.entries) == 1 and not faults else None
    return isinstance(value, Scalar) and value.value == text and isinstance(value.value, str)


@lru_cache(maxsize=1_000)
def _is_plain_key(text: str, in_flow: bool) -> bool:
    root, faults = read_yaml("", (f"{{{text}: 1}}" if in_flow else f"{text}: 1").encode())
    return isinstance(root, Mapping) and root.keys() == (text,) and not faults and ":" not in text


def _stripped(row: str, is_inner: bool, style: str) -> str:
    """Return a row without the spaces that readers drop at its ends. A space after `\\` is not dropped."""
    row = row.lstrip(" ") if is_inner else row
    bare = row.rstrip(" ")
    if style == '"' and bare != row and (len(bare) - len(bare.rstrip("\\"))) % 2:
        bare += " "
    return bare
