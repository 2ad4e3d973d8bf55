"""The pictures of shipped games, drawn: `python -m tests.reference.drawn.drawings` writes them into their folders."""

from __future__ import annotations

from math import hypot, sin
from pathlib import Path

from tests.reference.checkout import ROOT
from tests.reference.drawn.pixels import Canvas, Colour, Inside, disc, either, mixed, polygon, ramp

CLASSICS = ROOT / "rulesets" / "classics"
WIDE, HIGH = 196, 274
PAPER: Colour = (255, 253, 246)
RED: Colour = (190, 30, 45)
BLACK: Colour = (30, 38, 52)
GOLD: Colour = (226, 172, 60)
BLUE: Colour = (46, 92, 150)
SKIN: Colour = (246, 214, 184)
_SUITS: dict[str, tuple[Inside, Colour]] = {
    "clubs": (either(disc(0.5, 0.27, 0.22, 0.22), disc(0.26, 0.58, 0.22, 0.22), disc(0.74, 0.58, 0.22, 0.22),
                     polygon((0.46, 0.4), (0.54, 0.4), (0.66, 0.97), (0.34, 0.97))), BLACK),
    "diamonds": (polygon((0.5, 0.0), (0.86, 0.5), (0.5, 1.0), (0.14, 0.5)), RED),
    "hearts": (lambda x, y: _heart(x, y), RED),
    "spades": (either(lambda x, y: _heart(x, 0.92 - y),
                      polygon((0.46, 0.5), (0.54, 0.5), (0.68, 1.0), (0.32, 1.0))), BLACK),
}  # fmt: skip
_LEFT, _MIDDLE, _RIGHT = 0.3, 0.5, 0.7
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MIDDLE, 0.5),),
    2: ((_MIDDLE, 0.2), (_MIDDLE, 0.8)),
    3: ((_MIDDLE, 0.2), (_MIDDLE, 0.5), (_MIDDLE, 0.8)),
    4: tuple((x, y) for y in (0.2, 0.8) for x in (_LEFT, _RIGHT)),
    5: (*((x, y) for y in (0.2, 0.8) for x in (_LEFT, _RIGHT)), (_MIDDLE, 0.5)),
    6: tuple((x, y) for y in (0.2, 0.5, 0.8) for x in (_LEFT, _RIGHT)),
    7: (*((x, y) for y in (0.2, 0.5, 0.8) for x in (_LEFT, _RIGHT)), (_MIDDLE, 0.35)),
    8: (*((x, y) for y in (0.2, 0.5, 0.8) for x in (_LEFT, _RIGHT)), (_MIDDLE, 0.35), (_MIDDLE, 0.65)),
    9: (*((x, y) for y in (0.2, 0.4, 0.6, 0.8) for x in (_LEFT, _RIGHT)), (_MIDDLE, 0.5)),
    10: (*((x, y) for y in (0.2, 0.4, 0.6, 0.8) for x in (_LEFT, _RIGHT)), (_MIDDLE, 0.3), (_MIDDLE, 0.7)),
}
_COURT = (11, 12, 13)


def drawings() -> dict[Path, bytes]:
    """Return all pictures by the files that they are in."""
    found = {CLASSICS / "klondike/pictures" / f"{suit}_{rank}.png": card(suit, rank)
             for suit in _SUITS for rank in range(1, 14)}  # fmt: skip
    found[CLASSICS / "klondike/pictures/back.png"] = back()
    found[CLASSICS / "klondike/pictures/cloth.png"] = cloth()
    found[CLASSICS / "nine_mens_morris/pictures/board.png"] = board()
    return found


def card(suit: str, rank: int) -> bytes:
    """Return the face of a card. What it is called is no part of it."""
    sign, colour = _SUITS[suit]
    canvas = Canvas(WIDE, HIGH, PAPER)
    if rank in _COURT:
        _court(canvas, sign, colour, rank)
        palette = (*ramp(PAPER, colour, 5), *ramp(PAPER, GOLD, 4)[1:], *ramp(PAPER, BLUE, 4)[1:], SKIN,
                   mixed(SKIN, colour, 0.5), mixed(GOLD, colour, 0.5), mixed(BLUE, GOLD, 0.5))  # fmt: skip
        return canvas.png(palette)
    size = 84.0 if rank == 1 else 37.0
    for x, y in _PIPS[rank]:
        down = y if rank == 1 else 0.14 + 0.86 * y  # the name of a card is above
        canvas.paint(sign, colour, (x * WIDE - size / 2, down * HIGH - size / 2, size, size), turned=y > 0.5)
    return canvas.png(ramp(PAPER, colour, 9))


def back() -> bytes:
    """Return the back of all cards: a lattice of diamonds in a frame."""
    deep, light = (24, 70, 92), (222, 234, 232)
    canvas = Canvas(WIDE, HIGH, PAPER)
    step = 17
    for y in range(9, HIGH - 9):
        for x in range(9, WIDE - 9):
            across, down = abs((x - WIDE / 2) % step - step / 2), abs((y - HIGH / 2) % step - step / 2)
            near, edge = across + down, min(x - 9, y - 9, WIDE - 10 - x, HIGH - 10 - y)
            share = max(0.0, 1 - abs(near - step / 2) / 1.4) + max(0.0, 1 - near / 2.6)
            canvas.rows[y][x] = light if edge in (4, 5) else deep if edge < 9 else mixed(deep, light, min(1.0, share))
    canvas.paint(disc(0.5, 0.5, 0.5, 0.5), light, (WIDE / 2 - 31, HIGH / 2 - 31, 62, 62))
    canvas.paint(disc(0.5, 0.5, 0.5, 0.5), deep, (WIDE / 2 - 28, HIGH / 2 - 28, 56, 56))
    star = polygon(*((0.5 + r * sx, 0.5 + r * sy) for sx, sy, r in (
        (0, -1, 0.5), (0.7, -0.7, 0.22), (1, 0, 0.5), (0.7, 0.7, 0.22), (0, 1, 0.5), (-0.7, 0.7, 0.22), (-1, 0, 0.5),
        (-0.7, -0.7, 0.22))))  # fmt: skip
    canvas.paint(star, GOLD, (WIDE / 2 - 23, HIGH / 2 - 23, 46, 46))
    return canvas.png((*ramp(deep, light, 8), PAPER, *ramp(deep, GOLD, 5)[1:], mixed(PAPER, deep, 0.5)))


def cloth() -> bytes:
    """Return a piece of green felt that goes on at all edges."""
    size, dark, light = 96, (30, 92, 66), (44, 112, 82)
    canvas = Canvas(size, size, dark)
    for y in range(size):
        for x in range(size):
            canvas.rows[y][x] = mixed(dark, light, _noise(x, y) * 0.6 + _noise((x // 2) + 99, (y // 2) + 7) * 0.4)
    return canvas.png(ramp(dark, light, 6))


def board() -> bytes:
    """Return a wooden board of planks, with a frame."""
    size, light, dark = 400, (224, 190, 140), (176, 132, 84)
    canvas = Canvas(size, size, light)
    planks = 5
    for y in range(size):
        plank, within = divmod(y * planks, size)
        for x in range(size):
            bent = within / size * 9 + sin(x / 61 + plank * 2.1) * 0.8 + sin(x / 23 + plank) * 0.15
            grain = 0.5 + 0.32 * sin(bent * 3.1 + plank) + 0.1 * sin(bent * 11)
            edge = min(x, y, size - 1 - x, size - 1 - y)
            shade = 0.95 if edge < 7 else 0.8 if within < planks * 2 and y > 4 else grain * 0.62 + 0.06 * (plank % 2)
            canvas.rows[y][x] = mixed(light, dark, max(0.0, min(1.0, shade)))
    return canvas.png(ramp(light, dark, 12))


def _court(canvas: Canvas, sign: Inside, colour: Colour, rank: int) -> None:
    """Draw a jack, queen or king: head, hair, crown and robe, the same upside down."""
    middle, half = WIDE / 2, HIGH / 2
    frame = (32.0, 30.0, WIDE - 64.0, HIGH - 60.0)
    left, top, wide, high = frame

    def rim(x: float, y: float) -> bool:
        return not (3 / wide < x < 1 - 3 / wide and 3 / high < y < 1 - 3 / high)

    canvas.paint(lambda x, y: True, mixed(PAPER, GOLD, 0.33), (left, top, wide, high))
    robe = polygon((0.08, 1.0), (0.2, 0.25), (0.5, 0.02), (0.8, 0.25), (0.92, 1.0))
    canvas.paint(robe, colour, (left + 4, half - 52, wide - 8, 60))
    canvas.paint(polygon((0.36, 0.0), (0.64, 0.0), (0.72, 1.0), (0.28, 1.0)), GOLD, (middle - 45, half - 46, 90, 50))
    collar = polygon((0.0, 0.0), (0.5, 0.9), (1.0, 0.0), (1.0, 0.25), (0.5, 1.2), (0.0, 0.25))
    canvas.paint(collar, BLUE, (middle - 30, half - 48, 60, 44))
    if rank == 12:
        canvas.paint(disc(0.5, 0.5, 0.5, 0.5), GOLD, (middle - 27, half - 95, 54, 58))
    else:
        canvas.paint(disc(0.5, 0.5, 0.5, 0.5), mixed(colour, GOLD, 0.5), (middle - 24, half - 92, 48, 48))
    canvas.paint(disc(0.5, 0.5, 0.5, 0.5), SKIN, (middle - 18, half - 89, 36, 46))
    if rank == 13:
        beard = polygon((0.0, 0.0), (0.3, 0.25), (0.7, 0.25), (1.0, 0.0), (0.85, 0.7), (0.5, 1.0), (0.15, 0.7))
        canvas.paint(beard, mixed(colour, GOLD, 0.5), (middle - 19, half - 66, 38, 34))
    for x in (-7, 7):
        canvas.paint(disc(0.5, 0.5, 0.5, 0.5), colour, (middle + x - 2.5, half - 71, 5, 5))
    canvas.paint(disc(0.5, 0.5, 0.5, 0.5), RED, (middle - 4.5, half - 57, 9, 4))
    if rank == 11:
        cap = polygon((0.0, 1.0), (0.1, 0.3), (0.5, 0.1), (1.0, 0.6), (1.0, 1.0))
        canvas.paint(cap, BLUE, (middle - 27, half - 98, 54, 22))
        canvas.paint(polygon((0.0, 1.0), (0.3, 0.2), (1.0, 0.0), (0.6, 0.6)), RED, (middle + 6, half - 104, 26, 18))
    else:
        points = ((0.0, 0.25), (0.25, 0.6), (0.5, 0.0), (0.75, 0.6), (1.0, 0.25)) if rank == 13 else (
            (0.0, 0.4), (0.18, 0.65), (0.34, 0.15), (0.5, 0.55), (0.66, 0.15), (0.82, 0.65), (1.0, 0.4))  # fmt: skip
        canvas.paint(polygon((0.06, 1.0), *points, (0.94, 1.0)), GOLD, (middle - 25, half - 103, 50, 26))
        canvas.paint(polygon((0.05, 0.0), (0.95, 0.0), (0.95, 1.0), (0.05, 1.0)), BLUE, (middle - 25, half - 82, 50, 5))
    canvas.paint(sign, colour, (left + 7, top + 8, 24, 24))
    canvas.turn_lower_half()
    canvas.paint(rim, BLUE, frame)


def _heart(x: float, y: float) -> bool:
    """Return whether a point is in a heart: two discs over a triangle with round sides."""
    if y <= 0.32:
        return min(hypot(x - 0.28, y - 0.28), hypot(x - 0.72, y - 0.28)) <= 0.245
    wide = 0.47 * (1 - ((y - 0.32) / 0.66) ** 1.35) if y < 0.98 else 0.0
    return abs(x - 0.5) <= wide


def _noise(x: int, y: int) -> float:
    """Return a number from 0 to 1 that looks like chance and is always the same for a point."""
    mixed_up = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    mixed_up = ((mixed_up ^ mixed_up >> 13) * 1274126177) & 0xFFFFFFFF
    return ((mixed_up ^ mixed_up >> 16) & 0xFF) / 255


if __name__ == "__main__":
    for path, data in drawings().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
