"""Soft hyphens in long words on cards, because many browsers cannot hyphenate most languages."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from rulewright.table.pages.html import Markup

_SHY: Final = "\N{SOFT HYPHEN}"
_LONG: Final = re.compile(r"(?<![&\w])[^\W\d_]{8,}(?![^<>]*>)")
"""A word of so many letters that is neither within a tag nor part of an entity."""
_VOWEL: Final = "aeiouyąęóáéèêëàâîïôöûùüœæ"
_BETWEEN: Final = re.compile(
    rf"(?<=[{_VOWEL}])(?:[^\W\d_{_VOWEL}]*?)(?=(?:[bcdfgkptv][lr]|[cst]h|ph|qu|[crs]z|[^\W\d_{_VOWEL}])[{_VOWEL}])",
    re.IGNORECASE,
)
"""What is between two vowels, up to the last consonant, or two that are said as one."""
_LEFT: Final = 2
_RIGHT: Final = 3


def breakable(shown: Markup) -> Markup:
    """Return the markup with soft hyphens in its long words, where a syllable is likely to end."""
    return Markup(_LONG.sub(lambda found: _broken(found[0]), shown))


def _broken(word: str) -> str:
    ends = [found.end() for found in _BETWEEN.finditer(word)]
    parts = [0, *(each for each in ends if _LEFT <= each <= len(word) - _RIGHT), len(word)]
    return _SHY.join(word[begin:end] for begin, end in pairwise(parts))
