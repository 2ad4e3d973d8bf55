"""A file as it was written: every value with the places of its first and last character, its style, and all remarks.

For whatever rewrites a file. What values mean is in model/document.py; only what reader.py accepts is given here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import yaml

from rulewright.core.load.syntax import events, places_of
from rulewright.core.load.text_positions import LineColumn

_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*")


@dataclass(frozen=True, slots=True)
class WrittenScalar:
    """A value as written. `style` is its quote, `|` or `>`, or "". `end` is after its last character.

    `rows` are the lines it is on: of a block the lines below its header, else its parts without quotes.
    """

    text: str
    style: str
    start: LineColumn
    end: LineColumn
    rows: tuple[str, ...]
    header: str = ""


@dataclass(frozen=True, slots=True)
class WrittenSequence:
    items: tuple[Written, ...]
    is_flow: bool
    start: LineColumn
    end: LineColumn


@dataclass(frozen=True, slots=True)
class WrittenMapping:
    entries: tuple[tuple[WrittenScalar, Written], ...]
    is_flow: bool
    start: LineColumn
    end: LineColumn


Written: TypeAlias = WrittenScalar | WrittenSequence | WrittenMapping


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, from its `#` on. `is_alone` if it has a line to itself."""

    text: str
    place: LineColumn
    is_alone: bool


def written_form(text: str) -> tuple[Written, tuple[Remark, ...]]:
    """The root of a text that is a document, and its remarks in their order."""
    lines = text.split("\n")
    stream = (event for event in events(text) if isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent))
    root = _node(next(stream), stream, lines)
    return root, tuple(_remarks(root, lines))


def _node(event: yaml.Event, stream: Iterator[yaml.Event], lines: list[str]) -> Written:
    start = places_of(event)[0]
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event, start, lines)
    is_flow = bool(getattr(event, "flow_style", False))
    inner: list[Written] = []
    end = start
    for each in stream:
        if isinstance(each, yaml.CollectionEndEvent):
            end = places_of(each)[1] if is_flow else inner[-1].end
            break
        inner.append(_node(each, stream, lines))
    if isinstance(event, yaml.SequenceStartEvent):
        return WrittenSequence(tuple(inner), is_flow, start, end)
    keys = (key for key in inner[::2] if isinstance(key, WrittenScalar))
    return WrittenMapping(tuple(zip(keys, inner[1::2], strict=True)), is_flow, start, end)


def _scalar(event: yaml.ScalarEvent, start: LineColumn, lines: list[str]) -> WrittenScalar:
    style = event.style or ""
    if style in ("|", ">"):
        return _block(event.value, style, start, lines)
    end = places_of(event)[1]
    inside = 1 if style else 0
    rows = []
    for number in range(start[0], end[0] + 1):
        first = start[1] + inside if number == start[0] else 0
        last = end[1] - inside if number == end[0] else len(lines[number])
        rows.append(lines[number][first:last])
    return WrittenScalar(event.value, style, start, end, tuple(rows))


def _block(text: str, style: str, start: LineColumn, lines: list[str]) -> WrittenScalar:
    """A text below `|` or `>`: it continues to the first line that is indented less than its own first one."""
    header = _BLOCK_HEADER.match(lines[start[0]], start[1])
    written = next((row for row in text.split("\n") if row.strip(" ")), None)
    first = next((n for n in range(start[0] + 1, len(lines)) if lines[n].strip(" ")), len(lines))
    rows: list[str] = []
    if written is not None:
        indent = indent_of(lines[first]) - indent_of(written)
        for line in lines[start[0] + 1 :]:
            if line.strip(" ") and indent_of(line) < indent:
                break
            rows.append(line[indent:])
    while rows and not rows[-1]:
        rows.pop()
    last = start[0] + len(rows)
    end = (last, len(lines[last])) if rows else (start[0], header.end() if header else start[1])
    return WrittenScalar(text, style, start, end, tuple(rows), header[0] if header else style)


def indent_of(line: str) -> int:
    """Return the number of spaces that a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _remarks(root: Written, lines: list[str]) -> Iterator[Remark]:
    """Yield the comments outside all values."""
    at: LineColumn = (0, 0)
    ends: LineColumn = (len(lines) - 1, len(lines[-1]))
    for scalar in (*_scalars(root), None):
        yield from _between(at, scalar.start if scalar is not None else ends, lines)
        if scalar is not None:
            at = scalar.end
            if scalar.header and scalar.rows:
                behind = (scalar.start[0], scalar.start[1] + len(scalar.header))
                yield from _between(behind, (scalar.start[0], len(lines[scalar.start[0]])), lines)


def _scalars(node: Written) -> Iterator[WrittenScalar]:
    if isinstance(node, WrittenScalar):
        yield node
    elif isinstance(node, WrittenSequence):
        for item in node.items:
            yield from _scalars(item)
    else:
        for key, value in node.entries:
            yield key
            yield from _scalars(value)


def _between(start: LineColumn, end: LineColumn, lines: list[str]) -> Iterator[Remark]:
    for number in range(start[0], end[0] + 1):
        first = start[1] if number == start[0] else 0
        last = end[1] if number == end[0] else len(lines[number])
        found = lines[number].find("#", first, last)
        if found >= 0:
            yield Remark(lines[number][found:].rstrip(), (number, found), not lines[number][:found].strip())
