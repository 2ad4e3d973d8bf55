"""Whether a translated text can be shown for the English one: it has the same placeholders, parts and icons."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator

from rulewright.core.locales.line_text import Hole, line_faults, parse_line
from rulewright.core.model.look import ICON_IN_TEXT

_SIGNS = "{}|[]"


def text_faults(english: str, text: str, language: str, longest: int) -> Iterator[str]:
    """Yield sentences on what is wrong with a translated text, none if it can be shown for the English."""
    if len(text) > longest:
        yield f"it has {len(text)} characters; at most {longest} fit there"
    if "\n" in text and "\n" not in english:
        yield "it has several lines, and the English text has one"
    for sign in text:
        alike = unicodedata.normalize("NFKC", sign)
        if alike != sign and alike in _SIGNS and sign not in english:
            yield f"'{sign}' (U+{ord(sign):04X}) only looks like '{alike}'"
    yield from line_faults(text, language)
    wrong = [
        *_different(_holes(english), _holes(text), "placeholder", "placeholders"),
        *_different(_icons(english), _icons(text), "icon", "icons"),
    ]
    yield from wrong
    if not wrong and _parts(english) != _parts(text):
        yield "the optional parts in [...] differ from those of the English text"


def _different(wanted: frozenset[str], found: frozenset[str], one: str, many: str) -> Iterator[str]:
    for each in sorted(wanted - found):
        yield f"the {one} {each} is missing"
    for each in sorted(found - wanted):
        known = f"; the {many} are {', '.join(sorted(wanted))}" if wanted else f"; the English text has no {many}"
        yield f"{each} is not a {one} of the English text{known}"


def _holes(text: str) -> frozenset[str]:
    return frozenset(_shown(each) for each in parse_line(text) if isinstance(each, Hole))


def _shown(hole: Hole) -> str:
    """Return a placeholder without its width and the forms of its word, which each language has of its own."""
    arguments = f"({', '.join(hole.arguments)})" if hole.arguments is not None else ""
    return f"{{{'#' if hole.count else ''}{hole.name}{'.' if hole.field else ''}{hole.field}{arguments}}}"


def _icons(text: str) -> frozenset[str]:
    return frozenset(found[0] for found in ICON_IN_TEXT.finditer(text))


def _parts(text: str) -> Counter[tuple[int, str]]:
    """Return how often each placeholder is how deep in brackets, and the brackets that are left open."""
    found: Counter[tuple[int, str]] = Counter()
    depth = 0
    for part in parse_line(text):
        if isinstance(part, Hole):
            found[depth, _shown(part)] = 1
            continue
        for sign in part:
            depth += {"[": 1, "]": -1}.get(sign, 0)
    found[depth, ""] = 1
    return found
