"""A made map as a board of text: its fields in rows, letters and figures at the edges, what stands on each place.

Colours are not known here: an `Ink` puts them on, for a thing by its domain and number, and for what is empty. Which
maps a table of text draws, and where, is decided in `table.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from re import fullmatch
from typing import Final

from rulewright.model.game import Blueprint, FamilyInfo
from rulewright.model.kinds import DomainName, PieceOf, kind_of
from rulewright.model.layout import N_SEATS
from rulewright.model.look import MapInfo
from rulewright.observe.naming import seat_title, thing_title
from rulewright.observe.sight import HIDDEN, may_see, members
from rulewright.observe.table_values import Sight
from rulewright.observe.wording import title_in

Ink = Callable[[str, DomainName, int], str]
"""Puts the colour of a thing on a text; of no thing (an empty domain) faint or plain."""

IN_BACKGROUND: Final = -1
IN_SIGHT: Final = -2
"""What an ink is told of a text that stands for no thing."""

_SEATS: Final = "●○◆◇■□▲△▼▽"
_EMPTY: Final = "·"
_ALONG: Final = "─"
_DOWN: Final = "│"
_TURNED: Final = "'"
_LONGEST: Final = 3


def plain_ink(text: str, domain: DomainName, value: int) -> str:
    """No colour at all."""
    return text


def is_drawn(info: MapInfo) -> bool:
    """Whether a map is drawn as a board: one that is made, but for points at the corners of another."""
    return info.made and (bool(info.outlines) or info.lined or _is_ring(info) or len({y for _, y in info.points}) == 1)


def has_board(blueprint: Blueprint) -> bool:
    """Whether a game is played on a map that is drawn as a board."""
    return any(map(is_drawn, blueprint.look.maps))


def families_on(blueprint: Blueprint, info: MapInfo) -> list[FamilyInfo]:
    """What can stand on the places of a map."""
    return [each for each in blueprint.families if each.per == (info.kind,) and each.title and each.spaces <= 1]


def board_lines(sight: Sight, info: MapInfo, ink: Ink = plain_ink) -> list[str]:
    """A board and below it what the signs on it mean."""
    board = _Board(sight, info)
    on = [board.cell(place) for place in range(len(info.points))]
    rows, shifted = _rows_of(info)
    titles = [thing_title(sight.blueprint, info.kind, place, sight.language) for place in range(len(on))]
    labels = [_shared([titles[place] for place in row if place >= 0]) for row in rows]
    above, below = ([], []) if shifted else _ends([*zip(*rows, strict=True)], titles)
    widest = max(len(_text(cell)) for cell in on)
    wide = max(widest, *map(len, above), *map(len, below), 1) + 2 - (widest > 1)
    step = (wide + 1) // 2 if shifted else wide
    margin = " " * (max(map(len, labels)) + 2)

    def faint(text: str) -> str:
        return ink(text, "", IN_BACKGROUND)

    def header(names: Sequence[str]) -> list[str]:
        return [faint(margin + "".join(name.center(wide) for name in names).rstrip())] if names else []

    lines = [title_in(info.title, sight.language, info.id), *header(above)]
    if info.lined:
        signs = [_text(cell) for cell in on]
        joined = _lined(info, rows, [_cell(cell, len(_text(cell)), ink) for cell in on], signs, wide)
        sides = [label for each in labels for label in (each, "")]
        for label, line in zip(sides, joined, strict=False):
            lines.append((faint(label.rjust(len(margin) - 2)) + "  " + line + "  " + faint(label)).rstrip())
        return [*lines, *header(below), *board.key()]
    for row, label in zip(rows, labels, strict=True):
        taken = [place for place in row if place >= 0]
        end = titles[taken[-1]] if shifted else label
        shown = [_cell(on[place], 2 * step if shifted else step, ink) if place >= 0 else "" for place in row]
        cells = _joined(shown, step, shifted=shifted)
        lines.append((faint(label.rjust(len(margin) - 2)) + "  " + cells + "  " + faint(end)).rstrip())
    return [*lines, *header(below), *board.key()]


# ---- What stands on a place


Sign = tuple[str, DomainName, int]
"""A sign with the thing it stands for."""


@dataclass(slots=True)
class _Board:
    """What stands on the places of a map, and the signs met while it was drawn."""

    sight: Sight
    info: MapInfo
    met: dict[tuple[str, str], None] = field(default_factory=dict)

    def cell(self, place: int) -> list[Sign]:
        """The signs on a place, those of seats first."""
        found = [sign for family in families_on(self.sight.blueprint, self.info) for sign in self._of(family, place)]
        return sorted(found, key=lambda sign: sign[1] != "seat") or [(_EMPTY, "", IN_BACKGROUND)]

    def key(self) -> list[str]:
        """What the signs mean that were met."""
        told = [f"{sign} {meaning}" for meaning, sign in sorted(self.met)]
        return ["  " + "   ".join(told)] if told else []

    def _of(self, family: FamilyInfo, place: int) -> Iterator[Sign]:
        sight = self.sight
        slot = next(at for (index,), at in members(sight.blueprint, family, sight.state[N_SEATS]) if index == place)
        value = sight.state[slot]
        seen = may_see(sight.game, sight.known, family, (place,), sight.seat)
        if family.sort != "zone" and not seen:
            yield from [(HIDDEN, "", IN_SIGHT)] * (family.sort == "counter" or value >= 0)
        elif family.sort == "marker":
            if value >= 0:
                yield self._thing(family.domain, value)
        elif family.sort == "counter":
            if value != family.low:
                is_mark = family.high - family.low == 1
                title = title_in(family.title, sight.language, family.id)
                yield self._sign(title[:1].upper(), title, "", IN_SIGHT) if is_mark else (str(value), "", IN_SIGHT)
        else:
            held = (value,) if family.spaces else value
            there = [piece for piece in held if piece >= 0]
            if not seen:
                yield from [(f"{len(there)}?", "", IN_SIGHT)] * bool(there)
                return
            for piece in there:
                yield from self._piece(piece)

    def _piece(self, piece: int) -> Iterator[Sign]:
        blueprint, info = self.sight.blueprint, self.sight.blueprint.pieces[piece]
        if info.owner >= 0:
            yield self._thing("seat", info.owner)
        face = self.sight.state[blueprint.faces + piece] if info.kind in blueprint.face_names else 0
        yield self._thing(PieceOf(info.kind), piece, face)

    def _thing(self, domain: DomainName, value: int, face: int = 0) -> Sign:
        sight = self.sight
        if domain == "seat":
            name = seat_title(sight.blueprint, value, sight.language)
            return self._sign(_SEATS[value % len(_SEATS)], name, domain, value)
        turned = ""
        if isinstance(domain, PieceOf):
            if face:
                turned = f", {sight.blueprint.face_names[domain.kind][face].replace('_', ' ')}"
            info = sight.blueprint.pieces[value]
            domain, value = info.kind, sight.blueprint.domains[info.kind].names.index(info.design)
        titles = [
            thing_title(sight.blueprint, domain, each, sight.language)
            for each in range(len(sight.blueprint.domains[kind_of(domain)].names))
        ]
        return self._sign(_short(titles, value) + _TURNED * face, titles[value] + turned, domain, value)

    def _sign(self, sign: str, meaning: str, domain: DomainName, value: int) -> Sign:
        if sign != meaning:
            self.met[meaning, sign] = None
        return sign, domain, value


def _short(titles: Sequence[str], value: int) -> str:
    """The first letters of a title, as many as tell it from the others of its domain; its number if three do not."""
    title = titles[value]
    others = [each.casefold() for at, each in enumerate(titles) if at != value]
    for size in range(1, min(_LONGEST, len(title)) + 1):
        if not any(each.startswith(title[:size].casefold()) for each in others):
            return title[:size]
    return str(value + 1)


# ---- Where it stands


def _rows_of(info: MapInfo) -> tuple[list[list[int]], bool]:
    """The places of each row, -1 where there is none; and whether rows lie half a field to the side of one another.

    A ring goes along above and comes back below, all others are where they are.
    """
    count = len(info.points)
    if _is_ring(info):
        half = (count + 1) // 2
        return [[*range(half)], [*([-1] * (count % 2)), *range(count - 1, half - 1, -1)]], False
    down, across = (sorted({round(point[axis], 1) for point in info.points}) for axis in (1, 0))
    rows = [[-1] * len(across) for _ in down]
    for place, (x, y) in enumerate(info.points):
        rows[down.index(round(y, 1))][across.index(round(x, 1))] = place
    taken = [[column for column, place in enumerate(row) if place >= 0] for row in rows]
    steps = {other - one for row in taken for one, other in pairwise(row)}
    return rows, steps <= {2} and len({row[0] % 2 for row in taken}) == 2


def _is_ring(info: MapInfo) -> bool:
    ends = [place for one, other, _ in info.borders for place in (one, other)]
    count = len(info.points)
    return not info.outlines and count > 2 and sorted(ends) == sorted([*range(count)] * 2)


def _shared(titles: Sequence[str]) -> str:
    """The letters or the figures that all titles of a row have in common, nothing if there are none."""
    parts = [fullmatch(r"([^\d]*)(\d*)", title) for title in titles]
    if not all(parts) or len(titles) < 2:
        return ""
    for group in (1, 2):
        found = {part[group] for part in parts if part is not None}
        if len(found) == 1 and "" not in found:
            return found.pop()
    return ""


def _ends(columns: Sequence[Sequence[int]], titles: Sequence[str]) -> tuple[list[str], list[str]]:
    """What is above and below each column: what its places have in common, else the first and the last of them."""
    names = [[titles[place] for place in column if place >= 0] for column in columns]
    shared = [_shared(column) for column in names]
    if all(shared):
        return shared, shared
    below = [column[-1] if len(column) > 1 else "" for column in names]
    return [column[0] for column in names], below if any(below) else []


def _lined(
    info: MapInfo, rows: Sequence[Sequence[int]], shown: Sequence[str], signs: Sequence[str], wide: int
) -> list[str]:
    """Rows of places with the ways between them, one line further apart than others."""
    at = {place: (row, column) for row, each in enumerate(rows) for column, place in enumerate(each) if place >= 0}
    canvas = [[" "] * (wide * len(rows[0])) for _ in range(2 * len(rows) - 1)]
    for one, other, _ in info.borders:
        (top, left), (bottom, right) = sorted((at[one], at[other]))
        if top == bottom:
            for x in range(_middle(left, wide), _middle(right, wide)):
                canvas[2 * top][x] = _ALONG
        elif left == right:
            for y in range(2 * top + 1, 2 * bottom):
                canvas[y][_middle(left, wide)] = _DOWN
    for place, (row, column) in at.items():
        first = _middle(column, wide) - (len(signs[place]) - 1) // 2
        canvas[2 * row][first : first + len(signs[place])] = [shown[place], *[""] * (len(signs[place]) - 1)]
    return ["".join(line).rstrip() for line in canvas]


def _middle(column: int, wide: int) -> int:
    return column * wide + (wide - 1) // 2


def _cell(signs: list[Sign], wide: int, ink: Ink) -> str:
    """The signs of a place in the middle of its cell, all in the colour of the seat among them."""
    text = _text(signs)
    left = (wide - len(text)) // 2
    seat = next((sign for sign in signs if sign[1] == "seat"), None)
    shown = "".join(ink(sign, *(seat[1:] if seat is not None else (domain, value))) for sign, domain, value in signs)
    return " " * left + shown + " " * (wide - len(text) - left)


def _joined(cells: Sequence[str], step: int, *, shifted: bool) -> str:
    """The cells of a row, each as wide as it is; where there is none, a step is left free unless a cell covers it."""
    line, covered = "", False
    for cell in cells:
        line += cell or ("" if covered else " " * step)
        covered = bool(cell) and shifted
    return line.rstrip()


def _text(signs: list[Sign]) -> str:
    return "".join(sign for sign, _, _ in signs)
