"""A file of JSON read fast: what the strict reader would surely find in it, or nothing.

Places are not kept and no fault is told. What is not understood here, or wrong, is left to `read_yaml`, which takes ten
times as long. So a file is accepted if `read_yaml` accepts it, and says what that finds.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from rulewright.core.load.scalars import is_number
from rulewright.core.load.text import LARGEST_FILE, decode
from rulewright.core.load.tree import DEEPEST, LONGEST_TEXT, MOST_VALUES

_ESCAPES = ("\\\\", '\\"', "\\n")
"""What both read alike and what gives nothing invisible; in this order, so that no half of a pair is taken."""
_BEFORE_COLON = re.compile(r'"[ \n]+:')
"""YAML finds a key's colon on the key's line only, and only near: within five times as much as is read here."""
_LONGEST_KEY = 200


class _NotSure(ValueError):  # noqa: N818 - nothing is wrong yet
    """The strict reader may refuse this, or read something else."""


def sure_json(name: str, data: bytes, most: int = MOST_VALUES, largest: int = LARGEST_FILE) -> dict[str, Any] | None:
    """Return the plain values of a JSON mapping, or None if reading it this fast way is not safe.

    They are the same as those of `read_yaml` and `as_plain`.
    """
    text, _ = decode(name, data, largest)
    if text is None or not text.lstrip(" \n").startswith("{") or _BEFORE_COLON.search(text):
        return None
    if "\\" in text:
        rest = text
        for escape in _ESCAPES:
            rest = rest.replace(escape, "")
        if "\\" in rest:
            return None
    try:
        found = json.loads(
            text, object_pairs_hook=_mapping, parse_int=_number, parse_float=_not_sure, parse_constant=_not_sure
        )
    except (ValueError, RecursionError):
        return None
    return found if _has_bounds(found, most) else None


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs) or not all(0 < len(key) <= _LONGEST_KEY for key in entries):
        raise _NotSure
    return entries


def _number(text: str) -> int:
    if not is_number(text):
        raise _NotSure
    return int(text)


def _not_sure(text: str) -> NoReturn:
    raise _NotSure(text)


def _has_bounds(found: dict[str, Any], most: int) -> bool:
    """Whether there are not too many values, none too long or too deep, and no null, which says nothing."""
    level: list[Any] = [found]
    most -= 1
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for each in level:
            most -= len(each)
            for value in each.values() if isinstance(each, dict) else each:
                if isinstance(value, dict | list):
                    inner.append(value)
                elif value is None or (isinstance(value, str) and len(value) > LONGEST_TEXT):
                    return False
        if most < 0 or not inner:
            return most >= 0
        level = inner
    return False
