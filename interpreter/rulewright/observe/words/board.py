"""A generated map as a board of text: rows of spaces, with letters and figures at the ends.

One with edges that are spaces of their own is drawn as in `lattice.py`. `table.py` decides which maps are drawn, and
where.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core.locales.cells import cells, in_the_middle, on_the_right, put, widest
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.look import MapInfo
from rulewright.observe.naming import thing_title
from rulewright.observe.words.board_rows import around, ends, is_ring, rows_of, shared
from rulewright.observe.words.growing import grown
from rulewright.observe.words.lattice import ALONG, DOWN, has_lattice, lattice_rows
from rulewright.observe.words.signs import (
    EMPTY,
    IN_BACKGROUND,
    Ink,
    Sign,
    Signs,
    families_on,
    inked,
    plain_ink,
    text_of,
)
from rulewright.observe.words.table_values import Sight


def boards(blueprint: Blueprint) -> list[MapInfo]:
    """Return the maps drawn as boards: generated ones, with the corners of another around its fields."""
    return list(filter(_has_form, blueprint.look.whole_maps))


def _has_form(info: MapInfo) -> bool:
    along = len({y for _, y in info.points}) == 1
    return info.made and (bool(info.outlines) or info.lined or is_ring(info) or along or has_lattice(info))


def kinds_shown(blueprint: Blueprint) -> set[str]:
    """Return the kinds of the places that boards show: fields, the corners around them, edges."""
    maps = boards(blueprint)
    maps += [corners for each in maps if (corners := blueprint.look.corners_around(each)) is not None]
    return {each.kind for each in maps} | {each.edges for each in maps if has_lattice(each)}


def families_shown(blueprint: Blueprint) -> list[FamilyInfo]:
    """Return the families that boards show on their spaces."""
    return [family for kind in kinds_shown(blueprint) for family in families_on(blueprint, kind)]


def board_lines(sight: Sight, info: MapInfo, ink: Ink = plain_ink) -> list[str]:
    """Return a board and below it what the signs on it mean."""
    signs = Signs(sight)
    corners = sight.blueprint.look.corners_around(info)
    if corners is not None or has_lattice(info):
        rows = lattice_rows(signs, info, corners, ink)
    else:
        rows = _rows(signs, info, ink)
    return [title_in(info.title, sight.language, info.id), *rows, *signs.key()]


def _rows(signs: Signs, info: MapInfo, ink: Ink) -> list[str]:
    """Return the rows of a board whose fields lie close to each other, or on ways."""
    sight = signs.sight
    on = [signs.on(info.kind, place) or [(EMPTY, "", IN_BACKGROUND)] for place in range(len(info.points))]
    rows, shifted = rows_of(info)
    rows = around(rows, grown(sight, info))
    titles = [thing_title(sight.blueprint, info.kind, place, sight.language) for place in range(len(on))]
    labels = [shared([titles[place] for place in row if place >= 0]) for row in rows]
    above, below = ([], []) if shifted else ends([*zip(*rows, strict=True)], titles)
    most = widest([text_of(cell) for cell in on])
    wide = max(most, widest(above), widest(below), 1) + 2 - (most > 1)
    step = (wide + 1) // 2 if shifted else wide
    margin = " " * (widest(labels) + 2)

    def faint(text: str) -> str:
        return ink(text, "", IN_BACKGROUND)

    def header(names: Sequence[str]) -> list[str]:
        return [faint(margin + "".join(in_the_middle(name, wide) for name in names).rstrip())] if names else []

    lines = header(above)
    if info.lined:
        texts = [text_of(cell) for cell in on]
        canvas = _lined(info, rows, [inked(cell, ink) for cell in on], texts, wide)
        sides = [label for each in labels for label in (each, "")]
        for label, line in zip(sides, canvas, strict=False):
            lines.append((faint(on_the_right(label, len(margin) - 2)) + "  " + line + "  " + faint(label)).rstrip())
        return [*lines, *header(below)]
    for row, label in zip(rows, labels, strict=True):
        taken = [place for place in row if place >= 0]
        end = titles[taken[-1]] if shifted else label
        shown = [_cell(on[place], 2 * step if shifted else step, ink) if place >= 0 else "" for place in row]
        joined = _joined(shown, step, shifted=shifted)
        lines.append((faint(on_the_right(label, len(margin) - 2)) + "  " + joined + "  " + faint(end)).rstrip())
    return [*lines, *header(below)]


def _lined(
    info: MapInfo, rows: Sequence[Sequence[int]], shown: Sequence[str], texts: Sequence[str], wide: int
) -> list[str]:
    """Rows of places with the ways between them, one line further apart than others."""
    at = {place: (row, column) for row, each in enumerate(rows) for column, place in enumerate(each) if place >= 0}
    canvas = [[" "] * (wide * len(rows[0])) for _ in range(2 * len(rows) - 1)]
    for one, other, _ in info.borders:
        (top, left), (bottom, right) = sorted((at[one], at[other]))
        if top == bottom:
            for x in range(_middle(left, wide), _middle(right, wide)):
                canvas[2 * top][x] = ALONG
        elif left == right:
            for y in range(2 * top + 1, 2 * bottom):
                canvas[y][_middle(left, wide)] = DOWN
    for place, (row, column) in at.items():
        put(canvas[2 * row], _middle(column, wide) - (cells(texts[place]) - 1) // 2, texts[place], shown[place])
    return ["".join(line).rstrip() for line in canvas]


def _middle(column: int, wide: int) -> int:
    return column * wide + (wide - 1) // 2


def _cell(signs: list[Sign], wide: int, ink: Ink) -> str:
    """Return the signs of a place in the middle of its cell."""
    text = text_of(signs)
    left = (wide - cells(text)) // 2
    return " " * left + inked(signs, ink) + " " * (wide - cells(text) - left)


def _joined(shown: Sequence[str], step: int, *, shifted: bool) -> str:
    """Return the cells of a row in a line.

    A missing cell leaves a step free, unless a wider cell covers it.
    """
    line, covered = "", False
    for cell in shown:
        line += cell or ("" if covered else " " * step)
        covered = bool(cell) and shifted
    return line.rstrip()
