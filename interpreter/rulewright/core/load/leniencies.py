"""Texts that PyYAML reads although they are not YAML, or reads otherwise than YAML says: other readers would not.

A '#' glued to what is before it, a '-' alone in [ ], a '?' glued to a key in { }, and what goes on at the left edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from rulewright.core.diagnostics import Diagnostic, Span, cut, error

_CLOSING = re.compile(r"[]}]")
"""What closes a list may be at the left edge, as the key that opens it is: nobody takes it for an entry."""
_HEADER = re.compile(r"[|>][-+0-9]*(?=#)")
_LONGEST_SHOWN = 40
_SPACE = "a '#' begins a remark only after a space"


@dataclass(slots=True)
class StrictEvents:
    """The events of a text, with what is wrong in it as far as they have been taken."""

    file: str
    lines: list[str]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    _open: list[yaml.Event] = field(default_factory=list)

    def checked(self, events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
        """Yield the same events."""
        for event in events:
            self._look(event)
            yield event

    def _look(self, event: yaml.Event) -> None:
        match event:
            case yaml.ScalarEvent():
                self._scalar(event)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._open.append(event)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                begun = self._open.pop()
                if _flows(begun):
                    self._glued(event)
                    is_list = isinstance(event, yaml.SequenceEndEvent)
                    self._at_the_edge(begun, event, "a list in [ ]" if is_list else "a mapping in { }")
            case _:
                pass

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        start = event.start_mark
        assert start is not None
        row = self.lines[start.line]
        if event.style in ("'", '"'):
            self._glued(event)
            self._at_the_edge(event, event, "a text in quotes")
        elif event.style in ("|", ">"):
            header = _HEADER.match(row, start.column)
            if header is not None:
                self._refuse(start.line, header.end(), 1, _SPACE, f"write {header[0]} {row[header.end() :].strip()}")
        elif event.value == "-":
            self._refuse(start.line, start.column, 1, "a '-' alone is not a value", 'write it in quotes: "-"')
        elif self._open and _flows(self._open[-1]) and row[max(0, start.column - 1) : start.column] == "?":
            message = f"a '?' is glued to '{cut(event.value, _LONGEST_SHOWN)}'"
            hint = f'put it in quotes: "?{cut(event.value, _LONGEST_SHOWN)}"'
            self._refuse(start.line, start.column - 1, 1 + len(event.value), message, hint)

    def _glued(self, event: yaml.Event) -> None:
        """Refuse a '#' right behind something that has an end of its own."""
        end = event.end_mark
        assert end is not None
        row = self.lines[end.line]
        if row[end.column : end.column + 1] == "#":
            before = row[: end.column].split()[-1]
            self._refuse(end.line, end.column, 1, _SPACE, f"write {before} {cut(row[end.column :], _LONGEST_SHOWN)}")

    def _at_the_edge(self, begun: yaml.Event, ended: yaml.Event, what: str) -> None:
        """Refuse a line at the left edge of what began within an entry or an item."""
        first, last = begun.start_mark, ended.end_mark
        assert first is not None
        assert last is not None
        if not any(not _flows(each) for each in self._open) or any(_flows(each) for each in self._open):
            return
        for number in range(first.line + 1, last.line + 1):
            row = self.lines[number]
            if row[:1].strip() and not row.startswith("#") and not _CLOSING.match(row):
                message = f"{what} continues at the left edge, as if it were an entry"
                self._refuse(number, 0, 1, message, "indent each of its lines further than the key, or write it on one")
                return

    def _refuse(self, line: int, column: int, length: int, message: str, hint: str) -> None:
        self.diagnostics.append(error("yaml-syntax", Span(self.file, line + 1, column + 1, length), message, hint))


def _flows(event: yaml.Event) -> bool:
    """Whether a list or mapping is written in brackets."""
    return bool(getattr(event, "flow_style", False))
