"""Sheets of pictures for programs in which people play on a virtual table, with a table of contents.

Tabletop Simulator and its like cut a picture into equal parts, row by row: at most 10 columns and 7 rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rulewright.author.printing.box_contents import PrintedComponent
from rulewright.author.printing.by_browser import pictures_of
from rulewright.author.printing.paper import Grid, Size
from rulewright.author.printing.sheets import sheet_page
from rulewright.author.sharing.packing import zip_of
from rulewright.table.drawing.scene import Scene
from rulewright.table.primer.gathered import Primer

CONTENTS: Final = "contents.json"
_COLUMNS: Final = 10
_ROWS: Final = 7
_SCALE: Final = 2
_PIXELS: Final = 96 / 25.4
"""CSS pixels in a millimetre."""


class Pictured(NamedTuple):
    """A zip of pictures, and how many sheets and components are in it."""

    data: bytes
    sheets: int
    components: int


def pictured(primer: Primer, scene: Scene, printed: Sequence[PrintedComponent], sizes: dict[str, Size]) -> Pictured:
    """Return a zip of pictures: sheets of faces and of backs, each component once, with `contents.json`.

    Raises BrowserError if there is no browser.
    """
    pages: dict[str, tuple[str, int, int]] = {}
    contents: list[dict[str, Any]] = []
    for name, grid, on_it in _sheets(printed, sizes):
        for ending, drawn in (("", [each.face for each in on_it]), ("-back", [each.back for each in on_it])):
            width, height = (round(each * _PIXELS) for each in grid.paper)
            html = sheet_page(primer, scene, grid, drawn)
            pages[f"{name}{ending}.png"] = html, width, height
        rows = [
            {"place": place, "id": each.key.design, "kind": each.key.kind, "title": each.title, "copies": each.copies}
            for place, each in enumerate(on_it)
        ]
        contents.append({
            "faces": f"{name}.png", "backs": f"{name}-back.png", "columns": grid.columns, "rows": grid.rows,
            "width_mm": grid.size.width, "height_mm": grid.size.height, "components": rows,
        })  # fmt: skip
    told = {"format_version": 1, "ruleset": primer.game.blueprint.ruleset, "sheets": contents}
    files = dict(zip(pages, pictures_of(list(pages.values()), _SCALE), strict=True))
    files[CONTENTS] = (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode()
    return Pictured(zip_of(files), len(contents), sum(each.copies for each in printed))


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
