"""Versions of packages, and the ranges that others accept: three forms, and nothing else.

A version is three numbers with dots, such as 1.4.2. A range is `1.4` (at least 1.4, below 2), `>=1.4 <1.9` or `=1.4.2`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

Version: TypeAlias = tuple[int, int, int]

VERSION = r"(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})"
_PART = r"(?:0|[1-9][0-9]{0,5})(?:\.(?:0|[1-9][0-9]{0,5})){0,2}"
RANGE = rf"={VERSION}|{_PART}|>={_PART} <{_PART}"
_VERSION, _FROM_TO, _AT_LEAST = re.compile(VERSION), re.compile(rf">=({_PART}) <({_PART})"), re.compile(_PART)


@dataclass(frozen=True, slots=True)
class VersionRange:
    """The versions from `low` on and below `below`, as an author wrote them."""

    low: Version
    below: Version
    written: str

    def __contains__(self, version: Version) -> bool:
        return self.low <= version < self.below


def version_of(text: str) -> Version | None:
    """Return the version that a text states, None if it is not three numbers with dots."""
    return _numbers(text) if _VERSION.fullmatch(text) else None


def version_text(version: Version) -> str:
    """Return a version as it is written."""
    return ".".join(map(str, version))


def range_of(text: str) -> VersionRange | None:
    """Return the range that a text states, None if it has none of the three forms."""
    if text.startswith("=") and (exact := version_of(text[1:])) is not None:
        return VersionRange(exact, (exact[0], exact[1], exact[2] + 1), text)
    if between := _FROM_TO.fullmatch(text):
        return VersionRange(_numbers(between[1]), _numbers(between[2]), text)
    if _AT_LEAST.fullmatch(text):
        low = _numbers(text)
        return VersionRange(low, (low[0] + 1, 0, 0), text)
    return None


def _numbers(text: str) -> Version:
    first, second, third = [*map(int, text.split(".")), 0, 0][:3]
    return first, second, third
