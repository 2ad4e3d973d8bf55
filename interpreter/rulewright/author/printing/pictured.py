"""Sheets of pictures for programs in which people play on a virtual table, with a table of contents.

Tabletop Simulator and its like cut a picture into equal parts, row by row: at most 10 columns and 7 rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rulewright.author.printing.boards import Board, round_boards
from rulewright.author.printing.box_contents import PrintedComponent
from rulewright.author.printing.by_browser import pictures_of
from rulewright.author.printing.paper import SIDE, Grid, Size
from rulewright.author.printing.sheets import board_page, sheet_page
from rulewright.author.sharing.packing import zip_of
from rulewright.table.drawing.ground import SIZE, height_of
from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.still import bare, still_maps
from rulewright.table.primer.gathered import Primer

CONTENTS: Final = "contents.json"
_COLUMNS: Final = 10
_ROWS: Final = 7
_SCALE: Final = 2
_BY_HAND: Final = 1.2
"""How high a map is whose regions its author has placed, as a part of its width."""
_PIXELS: Final = 96 / 25.4
"""CSS pixels in a millimetre."""


class Pictured(NamedTuple):
    """A zip of pictures, and how many sheets and components are in it. A board is a sheet of its own."""

    data: bytes
    sheets: int
    components: int


def pictured(
    primer: Primer, scene: Scene, printed: Sequence[PrintedComponent], sizes: dict[str, Size], *, whole: bool
) -> Pictured:
    """Return a zip of pictures: sheets of faces and of backs, each component once, with `contents.json`.

    With a `whole` game come the boards with places for pieces. Raises BrowserError if there is no browser.
    """
    pages: dict[str, tuple[str, int, int]] = {}
    contents: list[dict[str, Any]] = []
    for name, grid, on_it in _sheets(printed, sizes):
        for ending, drawn in (("", [each.face for each in on_it]), ("-back", [each.back for each in on_it])):
            pages[f"{name}{ending}.png"] = sheet_page(primer, scene, grid, drawn), *_pixels(grid.paper)
        rows = [
            {"place": place, "id": each.key.design, "kind": each.key.kind, "title": each.title, "copies": each.copies}
            for place, each in enumerate(on_it)
        ]
        contents.append({
            "faces": f"{name}.png", "backs": f"{name}-back.png", "columns": grid.columns, "rows": grid.rows,
            "width_mm": grid.size.width, "height_mm": grid.size.height, "components": rows,
        })  # fmt: skip
    boards: list[dict[str, Any]] = []
    for number, (board, size) in enumerate(_boards(scene) if whole else (), 1):
        name = f"board-{number}.png"
        pages[name] = board_page(primer, scene, board, size), *_pixels(size)
        boards.append({"picture": name, "title": board.title, "width_mm": size.width, "height_mm": size.height})
    told = {"format_version": 1, "ruleset": primer.game.blueprint.ruleset, "sheets": contents, "boards": boards}
    files = dict(zip(pages, pictures_of(list(pages.values()), _SCALE), strict=True))
    files[CONTENTS] = (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode()
    return Pictured(zip_of(files), len(contents) + len(boards), sum(each.copies for each in printed))


def _pixels(size: Size) -> tuple[int, int]:
    return round(size.width * _PIXELS), round(size.height * _PIXELS)


def _boards(scene: Scene) -> Iterator[tuple[Board, Size]]:
    """Yield each circle and map with its size."""
    yield from ((each, Size(SIDE, SIDE)) for each in round_boards(scene))
    for info, each in zip(scene.look.whole_maps, still_maps(scene), strict=True):
        high = SIDE * height_of(info) / SIZE * (1 if info.made else _BY_HAND)
        yield Board(each.title, bare(each.drawn)), Size(SIDE, round(high, 1))


def _sheets(
    printed: Sequence[PrintedComponent], sizes: dict[str, Size]
) -> Iterator[tuple[str, Grid, Sequence[PrintedComponent]]]:
    """Yield (name, grid, components) of each sheet. Components of one form are together."""
    for form, size in sizes.items():
        here = [each for each in printed if each.form == form]
        for number, at in enumerate(range(0, len(here), _COLUMNS * _ROWS), 1):
            on_it = here[at : at + _COLUMNS * _ROWS]
            columns = min(_COLUMNS, max(2, len(on_it)))
            rows = max(2, -(-len(on_it) // columns))
            paper = Size(columns * size.width, rows * size.height)
            yield f"{form}-{number}", Grid(paper, size, 0, columns, rows), on_it
