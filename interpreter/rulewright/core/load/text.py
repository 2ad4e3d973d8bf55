"""Lines of text from the bytes of a file, fit for YAML, or the reasons why not.

Nothing here knows YAML, except that parsers differ about where in it a tab may be: here, nowhere.
"""

from __future__ import annotations

import re
from errno import ENOENT
from itertools import islice
from os import strerror
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, Span, error

LARGEST_FILE = 2_000_000
_MOST_REPORTED = 20

# Everything that cannot be seen, or that reorders what is seen, except tab and line feed: C0 and C1 controls, line and
# paragraph separators, bidirectional controls, a byte order mark inside the text, non-characters.
_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]")
_TABS = re.compile(r"\t+")


def bytes_in(path: Path, most: int = LARGEST_FILE) -> bytes:
    """Return the bytes of an ordinary file, but at most `most` and one more. Raises OSError."""
    if not path.is_file():
        raise FileNotFoundError(ENOENT, strerror(ENOENT), str(path))
    with path.open("rb") as file:
        return file.read(most + 1)


def decode(name: str, data: bytes, largest: int = LARGEST_FILE) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of a file with line feeds only, or None and what forbids reading it."""
    if len(data) > largest:
        message = f"the file has {len(data)} bytes; at most {largest} are read"
        return None, (error("too-large", Span(name, 1, 1), message, "split it into several files"),)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = data[: fault.start].decode("utf-8")
        message = f"byte 0x{data[fault.start]:02x} is not UTF-8 text"
        return None, (error("not-utf8", _place(name, before, len(before)), message, "save the file as UTF-8"),)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    faults = [
        error(
            "control-character",
            _place(name, text, found.start()),
            f"the invisible character U+{ord(found[0]):04X} is not allowed",
            "remove it",
        )
        for found in islice(_HIDDEN.finditer(text), _MOST_REPORTED)
    ]
    faults += [
        error("tab", _place(name, text, found.start()), "a tab is not allowed", "use spaces")
        for found in islice(_TABS.finditer(text), _MOST_REPORTED)
    ]
    return (None if faults else text), tuple(faults)


def hidden_character(text: str) -> str | None:
    """The first invisible character of a value (one written as an escape, that is), or None."""
    found = _HIDDEN.search(text)
    return found[0] if found else None


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """The line and the column of an index in a text, both from 1."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _place(name: str, text: str, index: int) -> Span:
    return Span(name, *line_and_column(text, index))
