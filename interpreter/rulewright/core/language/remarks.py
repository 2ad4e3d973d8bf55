"""Remarks at the ends of lines: those that an author has aligned stay aligned.

Used for effect texts and for the files that hold them; how a line itself is laid out is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

GAP = 2


@dataclass(frozen=True, slots=True)
class LaidLine:
    """A line laid out, and the remark at its end: its column, and how far the line has moved since.

    Columns count from 0. A remark on a line of its own is the line's `code`.
    """

    code: str
    remark: str = ""
    column: int = 0
    moved: int = 0


def with_remarks(lines: Iterable[LaidLine]) -> Iterator[str]:
    """The lines as text. Remarks that were in one column are so again, two spaces or more after the longest line."""
    lines = tuple(lines)
    columns = {}
    remarked = [number for number, line in enumerate(lines) if line.remark and line.code]
    for _, run in groupby(remarked, key=lambda number: lines[number].column):
        together = list(run)
        longest = max((lines[number] for number in together), key=lambda line: len(line.code))
        column = max(longest.column + longest.moved, len(longest.code) + GAP)
        columns.update(dict.fromkeys(together, column))
    for number, line in enumerate(lines):
        if number in columns:
            yield f"{line.code:<{columns[number]}}{line.remark}"
        else:
            yield line.code or line.remark
