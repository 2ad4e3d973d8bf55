"""Positions in the file of a scalar's text: through quotes, escapes, folds and stripped indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.core.diagnostics import Span
from rulewright.core.load.text import line_and_column
from rulewright.core.model.document import Run, Style

LineColumn = tuple[int, int]

_ESCAPE = re.compile(r"\\(x..|u.{4}|U.{8}|.)")


def runs_of(
    text: str, style: Style, lines: list[str], start: LineColumn, end: LineColumn, file: str
) -> tuple[Run, ...]:
    """Return the runs of a scalar's text, or () if the text is on one line as it reads.

    `start` and `end` are line and column from 0, as YAML's marks are.
    """
    if style in ("literal", "folded"):
        return tuple(_block_runs(text, style, lines, start[0] + 1, file))
    inside = 1 if style == "quoted" else 0
    if start[0] == end[0] and lines[start[0]][start[1] + inside : end[1] - inside] == text:
        return ()
    places = list(_flow_places(style, lines, (start[0], start[1] + inside), (end[0], end[1] - inside)))
    if len(places) != len(text):
        return (Run(1, 1, Span(file, start[0] + 1, start[1] + inside + 1)),)
    return tuple(_joined(text, places, file))


def _block_runs(text: str, style: Style, lines: list[str], first: int, file: str) -> Iterator[Run]:
    """A run for each line of a block: of the text in `|`, of the file in `>`, where lines are joined."""
    if style == "literal":
        for number, content in enumerate(text.split("\n")):
            written = lines[first + number] if first + number < len(lines) else ""
            indent = max(0, len(written) - len(content)) if content else len(written)
            yield Run(number + 1, 1, Span(file, first + number + 1, indent + 1))
        return
    at = 0
    for number in range(first, len(lines)):
        content = lines[number].strip()
        found = text.find(content, at) if content else -1
        if found < 0:
            if content:
                break
            continue
        at = found + len(content)
        indent = lines[number].find(content)
        yield Run(*line_and_column(text, found), Span(file, number + 1, indent + 1))


def _flow_places(style: Style, lines: list[str], start: LineColumn, end: LineColumn) -> Iterator[LineColumn]:
    """The file place of every character of a plain or quoted text, joined from one or more lines."""
    quote = lines[start[0]][start[1] - 1] if style == "quoted" else ""
    joint: LineColumn | None = None
    blank = 0
    for number in range(start[0], end[0] + 1):
        first, last = number == start[0], number == end[0]
        written = lines[number][: end[1]] if last else lines[number].rstrip(" ")
        column = start[1] if first else len(written) - len(written.lstrip(" \t"))
        if not first:
            if column >= len(written) and not last:
                blank += 1
                continue
            if blank:
                yield from [(number - 1, 0)] * blank
            elif joint:
                yield joint
        blank = 0
        joint = (number, len(written))
        while column < len(written):
            if quote == '"' and written[column] == "\\":
                escape = _ESCAPE.match(written, column)
                if escape is None:
                    joint = None
                    break
                yield (number, column)
                column = escape.end()
            else:
                yield (number, column)
                column += 2 if quote == "'" and written[column] == "'" else 1


def _joined(text: str, places: list[LineColumn], file: str) -> Iterator[Run]:
    """Runs of characters that follow one another both in the text and in the file."""
    line, column = 1, 1
    expected: LineColumn | None = None
    for letter, place in zip(text, places, strict=True):
        if place != expected:
            yield Run(line, column, Span(file, place[0] + 1, place[1] + 1))
        expected = (place[0], place[1] + 1)
        column += 1
        if letter == "\n":
            line, column, expected = line + 1, 1, None
