"""Values of plain YAML scalars: a number, true, false or a text, and the spellings that are refused.

YAML 1.1 guesses that `no` is false, `010` is eight and `1:30` is ninety; a reader who does not guess refuses them all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_DIGITS = 15

_NUMBER = re.compile(r"0|-?[1-9][0-9]*")
_SIGNED = re.compile(r"\+[1-9][0-9]*")
_TRUTHS = {"true": True, "false": False}
TRUTH_WORDS = frozenset({"yes", "no", "on", "off", "y", "n"})
_NOTHING_WORDS = frozenset({"null", "~"})

_GUESSES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[-+]?0[xXoObB][0-9a-fA-F_]+"), "a number in another base"),
    (re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?"), "a number in base 60"),
    (re.compile(r"[-+]?\.(inf|nan)", re.IGNORECASE), "a number without end"),
    (re.compile(r"[-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+]?[0-9]+)?"), "a number with a fraction"),
    (re.compile(r"[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+"), "a number with an exponent"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?"), "a date"),
    (re.compile(r"[-+]?0[0-9_]+"), "a number with a leading zero"),
    (re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*"), "a number with an underscore"),
    (re.compile(r"\+[0-9]+"), "a number with a plus sign"),
    (re.compile(r"-0"), "a negative zero"),
    (re.compile(r"="), "a default value"),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The value of a plain scalar. With a code, the value is a stand-in and the message says what is wrong."""

    value: str | int | bool
    code: str = ""
    message: str = ""
    hint: str = ""


def is_number(text: str) -> bool:
    """Whether an unquoted scalar is a whole number that is read, without a sign of plus."""
    return _NUMBER.fullmatch(text) is not None and len(text.lstrip("-")) <= MOST_DIGITS


def read_plain(text: str, *, signs: bool) -> Reading:
    """Return the value of an unquoted scalar. `signs` allows `+1`, as relative patches use."""
    if text in _TRUTHS:
        return Reading(_TRUTHS[text])
    if _NUMBER.fullmatch(text) or (signs and _SIGNED.fullmatch(text)):
        if len(text.lstrip("+-")) > MOST_DIGITS:
            return Reading(0, "big-number", f"a number has at most {MOST_DIGITS} digits", "quote it if it is a text")
        return Reading(int(text))
    return _guess(text) or Reading(text)


def _guess(text: str) -> Reading | None:
    lowered = text.lower()
    quoted = f'for text, write "{text}" in quotes'
    if lowered in _TRUTHS or lowered in TRUTH_WORDS:
        truth = "true" if lowered in ("true", "yes", "on", "y") else "false"
        return Reading(text, "yaml-guess", f"'{text}' is ambiguous: boolean or text?", f"write {truth}; {quoted}")
    if lowered in _NOTHING_WORDS:
        return Reading(text, "yaml-guess", f"'{text}' is not a value", f"omit the key; {quoted}")
    if not (text[0].isdigit() or text[0] in "+-.="):
        return None
    for pattern, kind in _GUESSES:
        if pattern.fullmatch(text):
            return Reading(text, "yaml-guess", f"'{text}' could be read as {kind}", _number_hint(text, quoted))
    return None


def _number_hint(text: str, quoted: str) -> str:
    digits = text.replace("_", "").lstrip("+")
    if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
        return f"write {int(digits)} if it is a number; {quoted}"
    return f"numbers must be integers; {quoted}"
