"""The whole table as lines of text for one seat, by the ruleset's `table:` section or by family.

The view decides what may be shown; quantities are computed on a table without anything hidden from the seat.
`table_text.py` reads the format of a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Any

from rulewright.core.locales.cells import on_the_left, widest
from rulewright.core.locales.line_text import Hole, LineText, filled, parse_line, text_in
from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.game import FamilyInfo, Game, State
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.core.model.layout import N_SEATS
from rulewright.observe.naming import index_titles, is_on_board, seat_title
from rulewright.observe.sight.places import place_of
from rulewright.observe.sight.waiting import waiting_lines
from rulewright.observe.words.board import board_lines, boards, families_shown
from rulewright.observe.words.seats import seat_shown
from rulewright.observe.words.signs import Ink, plain_ink
from rulewright.observe.words.table_rows import (
    design_details,
    family_text,
    holds,
    line_value,
    named_counters,
    rows_of,
)
from rulewright.observe.words.table_values import Row, Sight, last_in

_GAP = "   "
"""What is between two columns."""


def table_lines(
    game: Game, state: State, seat: int | None, language: str = "en", width: int = 100, ink: Ink = plain_ink
) -> list[str]:
    """Return the table as a seat sees it, everything for None.

    Lines are at most about `width` cells wide, boards are in the colours of `ink`. Generated maps are drawn above all
    else, unless a line of the table section runs through their spaces.
    """
    sight = Sight.of(game, state, seat, language)
    entries = [entry for entry in game.blueprint.table_layout if "of" not in entry]
    listed = {str(domain) for entry in entries for domain in entry.get("per", ())}
    maps = [info for info in boards(game.blueprint) if info.kind not in listed]
    blocks: dict[str, list[str]] = {"": [line for info in maps for line in [*board_lines(sight, info, ink), ""]]}
    if entries:
        for entry in entries:
            block = _block(sight, entry, width if "beside" not in entry else width // 2)
            _place(blocks, entry, block)
    else:
        drawn = {family.id for family in families_shown(game.blueprint)} if maps else set()
        blocks["all"] = list(_family_lines(sight, width, drawn))
    waiting = waiting_lines(game.blueprint, state, seat, language)
    return [line.rstrip() for block in (*blocks.values(), waiting) for line in block]


def details(game: Game, state: State, seat: int | None, domain: DomainName, value: int, language: str = "en") -> str:
    """Return what a list of options adds to a title: the place of a piece on a board, the `details` of its kind."""
    blueprint = game.blueprint
    kind = kind_of(domain)
    if value < 0 or kind not in blueprint.domains:
        return ""
    design = blueprint.pieces[value].design if domain != kind else blueprint.domains[kind].names[value]
    told = design_details(Sight.of(game, state, seat, language), kind, design, value if domain != kind else -1)
    place = place_of(blueprint, state[blueprint.piece_zone + value]) if domain != kind else None
    if place is None or not is_on_board(blueprint, place.family):
        return told
    return ", ".join(filter(None, (*index_titles(blueprint, place.family, place.indexes, language), told)))


# ---- Blocks


def _place(blocks: dict[str, list[str]], entry: dict[str, Any], block: list[str]) -> None:
    """Put a block under the others, or to the right of one of them."""
    left = blocks.get(str(entry["beside"])) if "beside" in entry else None
    if left is None:
        blocks[str(entry["id"])] = block
        return
    wide = widest(left) + 3
    for at, line in enumerate(block):
        if at < len(left):
            left[at] = on_the_left(left[at], wide) + line
        else:
            left.append(" " * wide + line)


def _block(sight: Sight, entry: dict[str, Any], width: int) -> list[str]:
    lines = []
    title = entry.get("title")
    if isinstance(title, dict) and title:
        lines.append(title_in(title, sight.language, ""))
    written = text_in(entry, "line", sight.language)
    texts = [parse_line(line, written.language) for line in written.text.rstrip("\n").split("\n")]
    domains = [str(each) for each in entry.get("per", ())]
    cells = [
        _text(sight, text, row)
        for row in rows_of(sight, domains)
        if "when" not in entry or holds(sight, str(entry["when"]), row)
        for text in texts
    ]
    inset, columns = "  " if domains else "", int(entry.get("columns", 1))
    widths = _widths(cells, columns)
    while columns > 1 and len(inset) + sum(widths) + len(_GAP) * (columns - 1) > width:
        columns -= 1
        widths = _widths(cells, columns)
    rows = -(-len(cells) // columns)
    for at in range(rows):
        parts = [on_the_left(cell, wide) for cell, wide in zip(cells[at::rows], widths, strict=False)]
        lines += _wrapped(inset + _GAP.join(parts).rstrip(), width)
    return lines


def _widths(cells: list[str], columns: int) -> list[int]:
    """Return the width of each of N columns, which are filled one after the other."""
    rows = -(-len(cells) // columns)
    return [widest(cells[at * rows : (at + 1) * rows]) for at in range(columns)]


def _wrapped(line: str, width: int) -> list[str]:
    lines = []
    while len(line) > width:
        cut = line.rfind("  ", width // 2, width + 1)
        cut = cut if cut > 0 else line.rfind(" ", width // 2, width + 1)
        cut = cut if cut > 0 else width
        lines.append(line[:cut])
        line = "      " + line[cut:].lstrip()
    return [*lines, line]


# ---- Lines


def _text(sight: Sight, text: LineText, row: Row) -> str:
    shown = []
    met: Counter[str] = Counter()
    for part in text:
        if isinstance(part, Hole):
            met[part.name] += 1
            value = line_value(sight, part, last_in(row, part.name, met[part.name]))
            shown.append(filled(replace(part, right=part.right or value.isdigit()), value, sight.language))
        else:
            shown.append(part)
    return "".join(shown)


# ---- Without a table section


def _family_lines(sight: Sight, width: int, drawn: Container[str]) -> Iterator[str]:
    """Yield every titled family that is not drawn: common ones, then seat by seat.

    Empty zones are left out, and a seat that has nothing and is in the game.
    """
    shown = [family for family in sight.blueprint.families if family.title and family.id not in drawn]
    common = [family for family in shown if "seat" not in family.per]
    yield from _joined(sight, [each for each in common if each.sort != "zone" and not each.per], {}, width, "")
    for family in common:
        if family.sort == "zone" or family.per:
            yield from _joined(sight, [family], {}, width, "")
    own = [family for family in shown if family.of_seats]
    for seat in range(sight.state[N_SEATS]):
        title = seat_shown(sight.blueprint, sight.state, seat, sight.language)
        lines = list(_joined(sight, [each for each in own if each.sort != "zone"], {"seat": seat}, width, "  "))
        lines += _joined(sight, [each for each in own if each.sort == "zone"], {"seat": seat}, width, "  ")
        if lines or title != seat_title(sight.blueprint, seat, sight.language):
            yield from ("", title.upper(), *lines)


def _joined(sight: Sight, families: list[FamilyInfo], row: Row, width: int, before: str) -> Iterator[str]:
    parts = []
    for family in families:
        counters = family.sort == "counter"
        value = named_counters(sight, family, row) if counters else family_text(sight, family, Hole(family.id), row)
        title = title_in(family.title, sight.language, family.id)
        if value != "-" or family.sort != "zone":
            parts.append(said_of(sight.language, title, value))
    if parts:
        yield from _wrapped(before + "   ".join(parts), width)
