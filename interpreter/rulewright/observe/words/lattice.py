"""A board of text with edges between its points, things on points and edges, and fields inside.

·─●─·   ·
|   ○
·   ·   ·
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rulewright.core.locales.cells import cells, on_the_right, put, widest
from rulewright.core.model.look import MapInfo, rounded
from rulewright.observe.naming import thing_title
from rulewright.observe.words.board_rows import ends, is_ring, rows_of, shared
from rulewright.observe.words.signs import EMPTY, IN_BACKGROUND, Ink, Sign, Signs, inked, text_of

ALONG: Final = "─"
DOWN: Final = "│"


def has_lattice(info: MapInfo) -> bool:
    """Return whether a map is drawn with the places that its borders are."""
    return info.made and bool(info.edge_places) and not is_ring(info)


def lattice_rows(signs: Signs, info: MapInfo, corners: MapInfo | None, ink: Ink) -> list[str]:
    """Return the rows of a board, with what its fields are called at their ends."""
    canvas = _Canvas.of(signs, info, corners)
    canvas.draw(ink)
    blueprint, language = signs.sight.blueprint, signs.sight.language
    titles = [thing_title(blueprint, info.kind, place, language) for place in range(len(info.points))]
    rows, shifted = rows_of(info)
    labels = [shared([titles[place] for place in row if place >= 0]) for row in rows]
    wide = widest(labels)
    left, right = {}, {}
    for row, label in zip(rows, labels, strict=True):
        last = [place for place in row if place >= 0][-1]
        line = canvas.at(info.points[last])[1]
        left[line], right[line] = label, titles[last] if shifted else label

    def faint(text: str) -> str:
        return ink(text, "", IN_BACKGROUND) if text else ""

    def header(names: list[str]) -> list[str]:
        line = [" "] * (canvas.width + widest(names))
        for name, column in zip(names, sorted({canvas.at(point)[0] for point in info.points}), strict=False):
            put(line, max(0, column - (cells(name) - 1) // 2), name)
        return [faint(" " * (wide + 2) + "".join(line).rstrip())] if names else []

    above, below = ([], []) if shifted else ends([*zip(*rows, strict=True)], titles)
    drawn = []
    for number, drawn_line in enumerate(canvas.lines):
        label = on_the_right(left.get(number, ""), wide)
        drawn.append((faint(label) + "  " + "".join(drawn_line) + "  " + faint(right.get(number, ""))).rstrip())
    return [*header(above), *drawn, *header(below)]


@dataclass(slots=True)
class _Canvas:
    """The characters of a board, a painted sign in its first cell, with nothing in the sign's others."""

    signs: Signs
    fields: MapInfo | None
    spots: MapInfo
    columns: dict[float, int]
    rows: dict[float, int]
    step: int
    lines: list[list[str]]

    @classmethod
    def of(cls, signs: Signs, info: MapInfo, corners: MapInfo | None) -> _Canvas:
        """Return an empty canvas with room for everything on the board."""
        fields, spots = (info, corners) if corners is not None else (None, info)
        points = [rounded(point) for each in (fields, spots) if each is not None for point in each.points]
        across, down = (sorted({point[axis] for point in points}) for axis in (0, 1))
        most = widest([text_of(signs.on(info.kind, place)) for place in range(len(info.points))])
        step = max(2, most // 2 + 1) if fields is not None else max(1, most) + 3
        heights = [{rounded(spots.points[end])[1] for end in border[:2]} for border in spots.borders]
        rows, line = {down[0]: 0}, 0
        for one, other in pairwise(down):
            line += 2 if {one, other} in heights else 1
            rows[other] = line
        columns = {x: number * step for number, x in enumerate(across)}
        lines = [[" "] * (max(columns.values()) + 1) for _ in range(line + 1)]
        return cls(signs, fields, spots, columns, rows, step, lines)

    @property
    def width(self) -> int:
        return len(self.lines[0])

    def at(self, point: tuple[float, float]) -> tuple[int, int]:
        """Return the column and line of a point of the map."""
        x, y = rounded(point)
        return self.columns[x], self.rows[y]

    def draw(self, ink: Ink) -> None:
        """Edges first, what is on places over their ends."""
        spots, fields = self.spots, self.fields
        for (one, other, _), place in zip(spots.borders, spots.edge_places, strict=False):
            self._edge(spots.points[one], spots.points[other], self.signs.on(spots.edges, place), ink)
        for place, point in enumerate(spots.points):
            self._put(self.at(point), self.signs.on(spots.kind, place) or [(EMPTY, "", IN_BACKGROUND)], ink)
        if fields is not None:
            for place, point in enumerate(fields.points):
                self._put(self.at(point), self.signs.on(fields.kind, place), ink)

    def _edge(self, one: tuple[float, float], other: tuple[float, float], on: list[Sign], ink: Ink) -> None:
        """Draw the things on an edge in its middle.

        The line itself is drawn if something is on it or if there are no fields.
        """
        (left, top), (right, bottom) = sorted((self.at(one), self.at(other)))
        if on or self.fields is None:
            if top == bottom:
                self.lines[top][left + 1 : right] = [ALONG] * (right - left - 1)
            elif left == right:
                for line in range(min(top, bottom) + 1, max(top, bottom)):
                    self.lines[line][left] = DOWN
        self._put(((left + right) // 2, (top + bottom) // 2), on, ink)

    def _put(self, at: tuple[int, int], on: list[Sign], ink: Ink) -> None:
        text = text_of(on)
        put(self.lines[at[1]], max(0, at[0] - (cells(text) - 1) // 2), text, inked(on, ink))
