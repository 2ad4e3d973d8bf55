"""Columns as an editor counts them, in units of UTF-16 from 0, and as we do, in characters from 1."""

from __future__ import annotations


def editor_column(line: str, column: int) -> int:
    """The editor's column of ours; beyond the line it is its end."""
    return len(line[: max(column - 1, 0)].encode("utf-16-le", "surrogatepass")) // 2


def own_column(line: str, units: int) -> int:
    """Our column of the editor's."""
    before = line.encode("utf-16-le", "surrogatepass")[: max(units, 0) * 2]
    return len(before.decode("utf-16-le", "ignore")) + 1
