"""Names that look alike though their letters differ, in the manner of Unicode's security mechanisms (UTS #39).

A skeleton is a name in which letters that look the same are the same. Scripts must not be mixed within a name, and
only those are taken that Unicode recommends for identifiers (UAX #31): of others whole names look like Latin ones.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LETTERS: Final = str.maketrans(
    "АВЕЗКМНОРСТУХЅІЈԚԜԌԀҮҺЬӀГИПавезкмнорстухѕіјԛԝԍԁүһьӏгипΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεζηικμνορτυχγσςωՏՍՕհոսօցզա",
    "ABE3KMHOPCTYXSIJQWGdYhblrunabe3kmhopctyxsijqwgdyhblrunABEZHIKMNOPTYXabeznikuvoptuxyocwSUOhnuogqw",
)
"""Cyrillic, then Greek, then Armenian letters, and the Latin ones that each looks like."""
_LATIN: Final = re.compile(
    r"LATIN (?:SMALL LETTER|CAPITAL LETTER|LETTER SMALL CAPITAL) (?:DOTLESS |SCRIPT |LONG )?"
    r"([A-Z]|ALPHA|IOTA)(?: WITH [A-Z ]+)?"
)
_STROKES: Final = (("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))
_TOGETHER: Final = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Scripts that are written together, and have no letters in common."""
_OTHERS: Final = frozenset({
    "ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI",
    "HEBREW", "KANNADA", "KHMER", "LAO", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA",
    "THAI", "TIBETAN",
})  # fmt: skip
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters of Hangul that fill a place and show nothing."""


def is_of_one_script(name: str) -> bool:
    """Whether all letters of a name belong together, and each of them shows."""
    scripts = {_script(each) for each in name if each.isalpha()}
    return not _BLANK & set(name) and (scripts <= _TOGETHER or (len(scripts) == 1 and scripts <= _OTHERS))


def skeletons(name: str) -> frozenset[str]:
    """A name as it looks, as it is written and in small and in capital letters: alike if one of them is the same."""
    return frozenset(_skeleton(each) for each in (name, name.casefold(), name.upper()))


def by_code_point(text: str) -> str:
    """Describe the first letter or space of a text that ids cannot contain, '' if there is none."""
    for each in text:
        if not each.isascii():
            name = unicodedata.name(each, "a letter without a name")
            shown = f"the letter '{each}'" if each.isalnum() else "a sign"
            return f"{shown if not each.isspace() else 'a space'} in it is U+{ord(each):04X} ({name})"
    return ""


def in_usual_letters(text: str) -> str:
    """Return a text with usual letters for those that look like them, without spaces and signs around it."""
    parts = unicodedata.normalize("NFKD", text).translate(_LETTERS)
    return "".join(_plain(each) for each in parts if not unicodedata.combining(each) and each.isprintable()).strip()


def _skeleton(name: str) -> str:
    parts = unicodedata.normalize("NFKD", name).translate(_LETTERS)
    shown = "".join(_plain(each) for each in parts if each.isalnum() and unicodedata.category(each) != "Lm").casefold()
    for many, one in _STROKES:
        shown = shown.replace(many, one)
    return shown


def _plain(letter: str) -> str:
    """Return the usual letter that a letter resembles, for a digit of any script our own."""
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    found = None if letter.isascii() else _LATIN.fullmatch(unicodedata.name(letter, ""))
    return found[1][0] if found is not None else letter


def _script(letter: str) -> str:
    """Return the script that a letter's name begins with, LATIN for a letter that modifies others."""
    script = unicodedata.name(letter, "").partition(" ")[0]
    return "LATIN" if script == "MODIFIER" else script
