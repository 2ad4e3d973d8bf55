"""The sheets of a print as one HTML page: components in their places with cut marks, maps, score sheet and rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rulewright.author.printing.boards import Board, boards, is_written, round_boards
from rulewright.author.printing.box_contents import PrintedComponent, Since
from rulewright.author.printing.paper import MARGIN, Grid, Size
from rulewright.core.locales.catalogue import Phrases, phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Game
from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.still import bare, still_maps, style_apart, symbols_once
from rulewright.table.pages.html import Content, Markup, element, markup
from rulewright.table.pages.page import page, part
from rulewright.table.primer.gathered import Primer
from rulewright.table.primer.lessons import in_one_page

_ROOM: Final = "rulewright.author.printing"
_CUT: Final = 5.0
"""The length of a cut mark in millimetres."""
_BETWEEN: Final = 2 * (_CUT + 1)
"""The room between blocks of different sizes, for the cut marks of both."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The paper of a print, the grid for each form of component, and whether backs are printed."""

    paper: Size
    grids: dict[str, Grid]
    backs: bool


class Print(NamedTuple):
    """A print: the page, and how many sheets and components are on it."""

    html: str
    sheets: int
    components: int


def printed_page(
    primer: Primer, scene: Scene, printed: Sequence[PrintedComponent], layout: Layout, *, whole: bool,
    changes: Since | None = None,
) -> Print:  # fmt: skip
    """Return a print of components and, if it is a `whole` game, of its maps, its score sheet and its rules.

    `changes` are listed on a sheet of their own. `scene` is a table before its set-up.
    """
    say, title = phrases(primer.language, "handbook"), _title(primer)
    told = _changes_told(changes, say) if changes is not None else None
    sheets, laid, rules = list(_component_sheets(printed, layout, title)), None, Markup("")
    if whole:
        sizes = {form: grid.size for form, grid in layout.grids.items()}
        laid = _boards(boards(scene, sizes))
        sheets += [_whole_sheet(each.title, each.drawn) for each in round_boards(scene)]
        sheets += [_whole_sheet(each.title, bare(each.drawn)) for each in still_maps(scene)]
        sheets.append(_whole_sheet(say("print_score"), _score_sheet(scene, say)))
        rules = in_one_page(primer)
    taught = element("section", element("h1", title), rules, class_="flow") if rules else None
    body = markup(symbols_once(scene), told, sheets, laid, taught)
    html = page(
        title, body, style=_style(primer.game, layout.paper), script=part(_ROOM, "fit.js"), language=primer.language,
        pictured=primer.game.blueprint.look.has_pictures,
    )  # fmt: skip
    return Print(html, len(sheets), sum(each.copies for each in printed))


def sheet_page(primer: Primer, scene: Scene, grid: Grid, drawn: Sequence[Content]) -> str:
    """Return a page that is one sheet of components and nothing else, without cut marks, to be made a picture."""
    sheet = element("section", [_cell(grid, at, each) for at, each in enumerate(drawn)], class_="sheet")
    return _single(primer, scene, grid.paper, sheet)


def board_page(primer: Primer, scene: Scene, board: Board, size: Size) -> str:
    """Return a page of a size that is one board and nothing else, to be made a picture."""
    drawn = element("div", board.drawn, class_="scaled")
    return _single(primer, scene, size, element("section", drawn, class_="sheet whole"))


def _single(primer: Primer, scene: Scene, paper: Size, sheet: Markup) -> str:
    style = _style(primer.game, paper) + "\n:root { background: none } .sheet.sheet { margin: 0; padding: 0 }"
    body = markup(symbols_once(scene), sheet)
    return page(
        _title(primer), body, style=style, script=part(_ROOM, "fit.js"), language=primer.language,
        pictured=primer.game.blueprint.look.has_pictures,
    )  # fmt: skip


# ---- Sheets of components


def _component_sheets(printed: Sequence[PrintedComponent], layout: Layout, title: str) -> Iterator[Markup]:
    """Yield the sheets of all components, each before that of its backs. Sizes that do not fill a sheet share one."""
    filled: list[list[SheetPart]] = []
    rests: list[SheetPart] = []
    for grid in dict.fromkeys(layout.grids.values()):
        single = [each for each in printed if layout.grids[each.form] == grid for _ in range(each.copies)]
        full = len(single) - len(single) % grid.places
        filled += [[SheetPart(grid, single[at : at + grid.places])] for at in range(0, full, grid.places)]
        rests += [SheetPart(grid, single[full:])] if single[full:] else []
    filled += _together(rests)
    for number, blocks in enumerate(filled, 1):
        told = f"{title}  {number}/{len(filled)}"
        yield _sheet([(each.grid, [one.face for one in each.components]) for each in blocks], told)
        if layout.backs:
            backs = ((each.grid, [one.back for one in each.components]) for each in blocks)
            yield _sheet([(grid, _mirrored(drawn, grid.columns)) for grid, drawn in backs], told)


class SheetPart(NamedTuple):
    """Components of one size on a sheet."""

    grid: Grid
    components: Sequence[PrintedComponent]


def _together(rests: Iterable[SheetPart]) -> list[list[SheetPart]]:
    """Return sheets of blocks that do not fill one, the highest first, each on the first sheet with room below."""
    sheets: list[list[SheetPart]] = []
    needed = [
        each._replace(grid=each.grid._replace(rows=-(-len(each.components) // each.grid.columns))) for each in rests
    ]
    for each in sorted(needed, key=lambda block: -block.grid.rows * block.grid.step.height):
        high, most = each.grid.rows * each.grid.step.height, each.grid.paper.height - MARGIN
        sheet = next((one for one in sheets if one[-1].grid.bottom + _BETWEEN + high <= most), None)
        if sheet is None:
            sheets.append([each._replace(grid=each.grid._replace(below=MARGIN))])
        else:
            sheet.append(each._replace(grid=each.grid._replace(below=sheet[-1].grid.bottom + _BETWEEN)))
    return sheets


def _mirrored(backs: Sequence[Markup], columns: int) -> list[Content]:
    """Return backs in such an order that each is behind its face when the sheet is turned over its long edge."""
    found: list[Content] = []
    for at in range(0, len(backs), columns):
        row = backs[at : at + columns]
        found += [*[None] * (columns - len(row)), *reversed(row)]
    return found


def _sheet(blocks: Sequence[tuple[Grid, Sequence[Content]]], told: str) -> Markup:
    marks = [_cut_marks(grid) for grid, _ in blocks]
    cells = [_cell(grid, at, each) for grid, drawn in blocks for at, each in enumerate(drawn) if each is not None]
    return element("section", marks, cells, element("small", told), class_="sheet")


def _cell(grid: Grid, at: int, drawn: Content) -> Markup:
    row, column = divmod(at, grid.columns)
    left, top = grid.left + column * grid.step.width, grid.top + row * grid.step.height
    style = f"left:{left:.2f}mm;top:{top:.2f}mm;width:{grid.step.width:.2f}mm;height:{grid.step.height:.2f}mm"
    return element("div", drawn, class_="cell", style=f"{style};--bleed:{grid.bleed:g}mm")


def _cut_marks(grid: Grid) -> Markup:
    """Return short lines around places, at which a sheet is cut."""
    wide, high = grid.paper
    across, down = grid.cuts()
    lines = [(x, y, x, y + _CUT) for x in across for y in (grid.top - _CUT - 1, grid.bottom + 1)]
    lines += [(x, y, x + _CUT, y) for y in down for x in (grid.left - _CUT - 1, wide - grid.left + 1)]
    drawn = [element("line", x1=x1, y1=y1, x2=x2, y2=y2) for x1, y1, x2, y2 in lines]
    return element("svg", drawn, class_="cuts", viewBox=f"0 0 {wide:g} {high:g}", aria_hidden="true")


# ---- Other sheets


def _whole_sheet(title: str, drawn: Content) -> Markup:
    return element("section", element("h2", title), element("div", drawn, class_="scaled"), class_="sheet whole")


def _boards(found: Iterable[Board]) -> Markup | None:
    """Return boards one below another, on as many sheets as they need."""
    drawn = [element("article", element("h3", each.title), each.drawn, class_="board") for each in found]
    return element("section", drawn, class_="flow boards") if drawn else None


def _score_sheet(scene: Scene, say: Phrases) -> Markup:
    """Return a table with a column for each seat.

    It has a line for each number that is written down in the game, and for each line of the scoring.
    """
    blueprint, language = scene.blueprint, scene.language
    written = [each for each in blueprint.families if is_written(scene, each)]
    titles = [scene.title(each.per[1], value) for each in written
              for value in range(each.lows[1], each.lows[1] + each.sizes[1])]  # fmt: skip
    titles += [title_in(blueprint.scoring[each].title, language, "") for each in blueprint.scoring_as_read]
    lines = [*filter(None, titles), phrases(language, "table")("total")]
    empty = [element("td") for _ in range(blueprint.max_seats)]
    rows = [element("tr", element("th", each, scope="row"), empty) for each in (say("print_player"), *lines)]
    return element("table", rows, class_="scores")


def _changes_told(changes: Since, say: Phrases) -> Markup:
    """Return lists of what is new and changed, and of what is taken out of an earlier print."""
    parts = (("print_new", changes.new), ("print_changed", changes.changed), ("print_gone", changes.gone))
    lists = [
        (element("h2", say(key)), element("ul", [element("li", each) for each in titles]))
        for key, titles in parts
        if titles
    ]
    return element("section", lists or element("p", say("print_same")), class_="flow")


def _title(primer: Primer) -> str:
    return title_in(primer.game.blueprint.title, primer.language, primer.game.blueprint.ruleset)


def _style(game: Game, paper: Size) -> str:
    size = f"@page {{ size: {paper.width:g}mm {paper.height:g}mm; margin: 0 }}"
    sheet = f":root {{ --paper-width: {paper.width:g}mm; --paper-height: {paper.height:g}mm }}"
    return "\n".join((style_apart(game, ""), size, sheet, part(_ROOM, "print.css")))
