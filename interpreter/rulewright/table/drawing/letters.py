"""Letters and figures around a generated board, in place of a title on each of its fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.core.model.look import MapInfo
from rulewright.observe.words.board_rows import rows_of, shared
from rulewright.table.drawing.ground import along
from rulewright.table.pages.html import Markup, element

_AWAY: Final = 20.0
"""How far a letter is from the field beside it."""
_BESIDE_CORNERS: Final = 20.0
"""How much farther away it is where pieces stand on the outermost lines."""
_BELOW: Final = 52.0
"""How far it is from the points of a line, which pieces lie on."""
_LOW: Final = 7.0
"""How much lower a text begins than its middle."""


def letters_around(info: MapInfo, titles: Sequence[str], *, has_corners: bool = False) -> list[Markup]:
    """Return what the fields of each row and each column share of their titles, at the ends of these.

    Empty if they share nothing: then each field has its title. Rows of hexes are named at their left, and the fields of
    the first row above. Of a board of points, those that stand in a line are named at its end.
    """
    if not info.outlines:
        return _at_the_sides(info, titles)
    rows, shifted = rows_of(info)
    taken = [[place for place in row if place >= 0] for row in rows]
    columns = [[place for place in column if place >= 0] for column in zip(*rows, strict=True)]
    if shifted:
        columns = [[row[at] for row in taken if at < len(row)] for at in range(len(taken[0]))]
    left, ends = ([shared([titles[place] for place in each]) for each in lines] for lines in (taken, columns))
    if not all((*left, *ends)) or len({*left}) < len(left) or len({*ends}) < len(ends):
        return []
    found, beyond = [], _BESIDE_CORNERS if has_corners else 0.0
    for row, told in zip(taken, left, strict=True):
        x, y = min(info.outlines[row[0]])[0], info.points[row[0]][1]
        found.append(_letter(told, along(x) - _AWAY - beyond, along(y) + _LOW))
    for column, told in zip(columns, ends, strict=True):
        place = column[0] if shifted else column[-1]
        edge = (min if shifted else max)(y for _, y in info.outlines[place])
        away = -_AWAY / 2 - beyond if shifted else 2 * _AWAY + beyond
        found.append(_letter(told, along(info.points[place][0]), along(edge) + away))
    return found


def _at_the_sides(info: MapInfo, titles: Sequence[str]) -> list[Markup]:
    """Return what the points of each line across and down share of their titles, at the left and below."""
    found = []
    for axis in (1, 0):
        ends = sorted({point[axis] for point in info.points})
        told = [shared([titles[at] for at, point in enumerate(info.points) if point[axis] == end]) for end in ends]
        if not all(told) or len({*told}) < len(told):
            return []
        low = along(max(y for _, y in info.points)) + _BELOW
        found += [
            _letter(each, along(0) - _BELOW + _LOW, along(end) + _LOW)
            if axis
            else _letter(each, along(end), low + _LOW)
            for each, end in zip(told, ends, strict=True)
        ]
    return found


def _letter(told: str, x: float, y: float) -> Markup:
    return element("text", told, x=round(x, 1), y=round(y, 1), class_="letter")
