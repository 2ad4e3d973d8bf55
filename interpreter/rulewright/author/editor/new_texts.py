"""Edits of files: names replaced where they stand, with all else left as it is written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rulewright.core.diagnostics import Span


@dataclass(frozen=True, slots=True)
class NewText:
    """One edit of a file: the text in a span becomes another one. A span of length 0 is a place."""

    path: Path
    span: Span
    text: str


def name_within(text: str, span: Span, name: str, ending: str = "") -> Span | None:
    """Return the place of a name that begins within a span or right after it, or None. An `ending` may follow it."""
    line = text.split("\n")[span.line - 1]
    more = f"(?:{ending})?" if ending else ""
    found = re.compile(rf"(?<![\w-]){re.escape(name)}{more}(?![\w-])").search(line, span.column - 1)
    if found is None or found.start() > span.column + span.length:
        return None
    return Span(span.file, span.line, found.start() + 1, len(name))


def edited_files(read: Callable[[Path], str], edits: Iterable[NewText]) -> dict[Path, str]:
    """Map each file that has edits to its edited text. `read` returns the text of a file."""
    by_path: dict[Path, list[NewText]] = defaultdict(list)
    for each in edits:
        by_path[each.path].append(each)
    return {path: edited(read(path), found) for path, found in by_path.items()}


def edited(text: str, edits: Iterable[NewText]) -> str:
    """Return a text with edits that do not overlap."""
    lines = text.split("\n")
    for each in sorted(edits, key=lambda one: (one.span.line, one.span.column), reverse=True):
        line, at = lines[each.span.line - 1], each.span.column - 1
        lines[each.span.line - 1] = line[:at] + each.text + line[at + each.span.length :]
    return "\n".join(lines)
