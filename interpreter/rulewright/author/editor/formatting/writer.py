"""Rewrites a document, line by line, in the order it was written, with its remarks between.

An author's line breaks inside `{ }` and `[ ]` stay, and one blank line where there were some. What single values look
like is in values.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulewright.author.editor.formatting.quotes import written_key
from rulewright.author.editor.formatting.value_layout import keeps_all_quotes, value_of
from rulewright.core.language.remarks import LaidLine
from rulewright.core.load.heads import key_meant
from rulewright.core.load.text_positions import LineColumn
from rulewright.core.load.written import Remark, Written, WrittenMapping, WrittenScalar, WrittenSequence, indent_of
from rulewright.core.model.document import Way
from rulewright.core.model.sections import TextSort

STEP = 2


@dataclass(slots=True)
class Writer:
    """The lines so far. `row` is the row of the source that was written last, from 0.

    `blocks` are the lists and mappings around the last line, from outside: their column in the source and now.
    """

    source: list[str]
    remarks: deque[Remark]
    sorts: dict[Way, TextSort]
    lines: list[LaidLine] = field(default_factory=list)
    row: int = -1
    blocks: list[tuple[int, int]] = field(default_factory=list)

    def document(self, root: Written) -> list[LaidLine]:
        """All lines of the document."""
        if isinstance(root, WrittenScalar) or root.is_flow:
            self._before(root.start, 0)
            self._inline("", root, STEP, (), keeps_quotes=False)
        else:
            self._block(root, 0, "", ())
        self._before((len(self.source), 0), 0)
        return self.lines

    # ---- Lists and mappings in lines

    def _block(self, node: Written, indent: int, lead: str, path: Way) -> None:
        """Write a list or mapping, with lines of its own for each part. The first one follows `lead`, a dash."""
        self._enter(node.start[1], indent)
        if isinstance(node, WrittenSequence):
            keeps = self._keeps_quotes(node, path, in_flow=False)
            for index, item in enumerate(node.items):
                if not lead:
                    first = _first_place(item)
                    self._before(first, indent, (first[0], node.start[1]))
                head = (lead or " " * indent) + "- "
                lead = ""
                if _is_inline(item):
                    self._inline(head, item, indent + STEP, (*path, index), keeps)
                else:
                    self._block(item, indent + STEP, head, (*path, index))
        elif isinstance(node, WrittenMapping):
            keeps = self._keeps_quotes(node, path, in_flow=False)
            widths = _widths(node)
            for (key, value), width in zip(node.entries, widths, strict=True):
                is_inline = _is_inline(value)
                if not lead:
                    self._before(value.start if is_inline else key.start, indent, key.start)
                name = written_key(key, False, path)
                head = (lead or " " * indent) + name + ":"
                width -= max(0, len(key.text) - len(name))
                lead = ""
                if is_inline:
                    self._inline(f"{head:<{indent + width}} ", value, indent + STEP, (*path, _step(path, key)), keeps)
                else:
                    self.lines.append(LaidLine(head))
                    self.row = key.start[0]
                    self._block(value, indent + STEP, "", (*path, _step(path, key)))

    def _inline(self, head: str, node: Written, indent: int, path: Way, keeps_quotes: bool) -> None:
        """Write a value after its key or dash, with its further rows below it, at `indent`."""
        self.lines.append(LaidLine(head))
        if not isinstance(node, WrittenScalar):
            self._flow(node, path, keeps_quotes)
            return
        value = value_of(node, self.sorts.get(path), in_flow=False, keeps_quotes=keeps_quotes)
        if value.header:
            self._extend(value.header)
            self.row = node.start[0]
            while self.remarks and self.remarks[0].place[0] == self.row:
                self._attach(self.remarks.popleft())
            self._rows(value.rows, indent)
        else:
            self._extend(value.rows[0])
            self._rows(value.rows[1:], indent)
        self.row = node.end[0] + value.blanks
        self.lines += [LaidLine("")] * value.blanks

    def _keeps_quotes(self, node: WrittenMapping | WrittenSequence, path: Way, *, in_flow: bool) -> bool:
        scalars = ((part, step) for _, part, step in _parts(node, path) if isinstance(part, WrittenScalar))
        return keeps_all_quotes(((part, self.sorts.get((*path, step))) for part, step in scalars), in_flow)

    # ---- Lists and mappings in brackets

    def _flow(self, node: WrittenMapping | WrittenSequence, path: Way, keeps_quotes: bool) -> None:
        """Write a list or mapping in brackets after the last line. Further rows are below its first part."""
        is_list = isinstance(node, WrittenSequence)
        self._extend("[" if is_list else "{")
        self.row = node.start[0]
        column = len(self.lines[-1].code)
        parts = tuple(_parts(node, path))
        keeps = keeps_quotes or self._keeps_quotes(node, path, in_flow=True)
        for number, (key, part, step) in enumerate(parts):
            self._extend("," * (number > 0))
            start = key.start if key is not None else part.start
            is_broken = number > 0 and start[0] > self.row
            if self._flow_remarks(start, column) or is_broken:
                self.lines.append(LaidLine(" " * column))
            elif number > 0:
                self._extend(" ")
            self._extend(f"{written_key(key, True, path)}: " if key is not None else "")
            if isinstance(part, WrittenScalar):
                value = value_of(part, self.sorts.get((*path, step)), in_flow=True, keeps_quotes=keeps)
                self._extend(value.rows[0])
                self._rows(value.rows[1:], column + STEP)
            else:
                self._flow(part, (*path, step), keeps)
            self.row = part.end[0]
        if self._flow_remarks(node.end, column):
            self.lines.append(LaidLine(" " * column))
        self._extend("]" if is_list else "}")
        self.row = node.end[0]

    def _flow_remarks(self, end: LineColumn, column: int) -> bool:
        """Write the remarks before a place inside brackets, and return whether there were any."""
        found = False
        while self.remarks and self.remarks[0].place < end:
            remark = self.remarks.popleft()
            if not self._is_behind(remark):
                self.lines.append(LaidLine(" " * column + remark.text))
            else:
                self._attach(remark)
            found = True
        return found

    # ---- Lines, remarks, blank lines

    def _before(self, end: LineColumn, indent: int, start: LineColumn | None = None) -> None:
        """Write the remarks before `end`, and a blank line if there was one. The place `start` is put at `indent`."""
        start = start or end
        while self.remarks and self.remarks[0].place < end:
            remark = self.remarks.popleft()
            if self._is_behind(remark):
                self._attach(remark)
            else:
                self._blank(remark.place[0])
                self.lines.append(LaidLine(" " * self._indent_of(remark, indent, start[1]) + remark.text))
                self.row = max(self.row, remark.place[0])
        self._blank(start[0])
        while self.blocks and self.blocks[-1][1] > indent:
            self.blocks.pop()

    def _indent_of(self, remark: Remark, indent: int, column: int) -> int:
        """Return the indentation of a remark.

        A remark before something further out may belong to a block that ends there, if its column says so.
        """
        inside = [now for before, now in self.blocks if column < before <= remark.place[1] and now > indent]
        return max(inside, default=indent)

    def _enter(self, column: int, indent: int) -> None:
        while self.blocks and self.blocks[-1][1] >= indent:
            self.blocks.pop()
        self.blocks.append((column, indent))

    def _blank(self, row: int) -> None:
        between = self.source[self.row + 1 : row]
        if self.lines and row < len(self.source) and not all(each.strip(" ") for each in between):
            self.lines.append(LaidLine(""))

    def _rows(self, rows: tuple[str, ...], indent: int) -> None:
        self.lines += (LaidLine(" " * indent + row if row else "") for row in rows)

    def _extend(self, text: str) -> None:
        last = self.lines[-1]
        self.lines[-1] = replace(last, code=last.code + text)

    def _is_behind(self, remark: Remark) -> bool:
        """Whether a comment is at the end of what was written last."""
        return not remark.is_alone and remark.place[0] == self.row and bool(self.lines) and not self.lines[-1].remark

    def _attach(self, remark: Remark) -> None:
        last = self.lines[-1]
        moved = indent_of(last.code) - indent_of(self.source[remark.place[0]])
        self.lines[-1] = replace(last, remark=remark.text, column=remark.place[1], moved=moved)


def _is_inline(node: Written) -> bool:
    """Whether a value begins on the line of its key or dash."""
    return isinstance(node, WrittenScalar) or node.is_flow


def _first_place(node: Written) -> LineColumn:
    """Return the place where what follows a dash begins. Block lists and mappings begin on the dash's line."""
    if isinstance(node, WrittenScalar) or node.is_flow:
        return node.start
    if isinstance(node, WrittenSequence):
        return _first_place(node.items[0])
    key, value = node.entries[0]
    return value.start if _is_inline(value) else key.start


def _step(path: Way, key: WrittenScalar) -> str:
    """Return the key that a written one stands for, below the path of its mapping."""
    return key_meant(str(path[-2]), key.text) if len(path) > 1 else key.text


def _parts(
    node: WrittenMapping | WrittenSequence, path: Way
) -> Iterator[tuple[WrittenScalar | None, Written, str | int]]:
    if isinstance(node, WrittenSequence):
        yield from ((None, item, index) for index, item in enumerate(node.items))
    else:
        yield from ((key, value, _step(path, key)) for key, value in node.entries)


def _widths(node: WrittenMapping) -> list[int]:
    """Return the columns that each key and its ':' take. Values that were aligned with spaces remain aligned."""

    def column(entry: tuple[WrittenScalar, Written]) -> int | None:
        key, value = entry
        return value.start[1] if value.start[0] == key.start[0] and _is_inline(value) else None

    own = [len(written_key(key, False)) + 1 for key, _ in node.entries]
    columns = [column(entry) for entry in node.entries]
    widths = list(own)
    for place in set(columns):
        together = [number for number, each in enumerate(columns) if each == place]
        if place is not None and any(place - node.entries[number][0].end[1] > 2 for number in together):
            longest = max(own[number] for number in together)
            for number in together:
                widths[number] = longest if len(together) > 1 else own[number]
    return widths
