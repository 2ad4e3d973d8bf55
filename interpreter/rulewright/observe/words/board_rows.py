"""The rows of a generated map on a board of text, with letters and figures at their ends."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from re import fullmatch

from rulewright.core.model.look import MapInfo


def rows_of(info: MapInfo) -> tuple[list[list[int]], bool]:
    """Return (spaces of each row, whether rows are half a field to the side of one another).

    A missing space is -1. A ring goes along above and comes back below.
    """
    count = len(info.points)
    if is_ring(info):
        half = (count + 1) // 2
        return [[*range(half)], [*([-1] * (count % 2)), *range(count - 1, half - 1, -1)]], False
    down, across = (sorted({round(point[axis], 1) for point in info.points}) for axis in (1, 0))
    rows = [[-1] * len(across) for _ in down]
    for place, (x, y) in enumerate(info.points):
        rows[down.index(round(y, 1))][across.index(round(x, 1))] = place
    taken = [[column for column, place in enumerate(row) if place >= 0] for row in rows]
    steps = {other - one for row in taken for one, other in pairwise(row)}
    return rows, steps <= {2} and len({row[0] % 2 for row in taken}) == 2


def around(rows: list[list[int]], seen: Container[int]) -> list[list[int]]:
    """Return the part of some rows in which all places that are seen lie."""
    down = [at for at, row in enumerate(rows) if any(place in seen for place in row)]
    across = [at for row in rows for at, place in enumerate(row) if place in seen]
    return [row[min(across) : max(across) + 1] for row in rows[down[0] : down[-1] + 1]] if down else rows


def is_ring(info: MapInfo) -> bool:
    """Return whether each place of a map has two neighbours, as on a ring."""
    ends = [place for one, other, _ in info.borders for place in (one, other)]
    count = len(info.points)
    return not info.outlines and count > 2 and sorted(ends) == sorted([*range(count)] * 2)


def shared(titles: Sequence[str]) -> str:
    """Return the letters or figures that all titles of a row share, empty if there are none."""
    parts = [fullmatch(r"([^\d]*)(\d*)", title) for title in titles]
    if not all(parts) or len(titles) < 2:
        return ""
    for group in (1, 2):
        found = {part[group] for part in parts if part is not None}
        if len(found) == 1 and "" not in found:
            return found.pop()
    return ""


def ends(columns: Sequence[Sequence[int]], titles: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return (texts above the columns, texts below them).

    A text is what the titles of a column have in common, or else its first and last title.
    """
    names = [[titles[place] for place in column if place >= 0] for column in columns]
    common = [shared(column) for column in names]
    if all(common):
        return common, common
    below = [column[-1] if len(column) > 1 else "" for column in names]
    return [column[0] for column in names], below if any(below) else []
