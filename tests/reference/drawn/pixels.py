"""Small pictures in pure Python: shapes with soft edges, written as an indexed PNG; and the colours of a screenshot."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Callable, Sequence

Colour = tuple[int, int, int]
Inside = Callable[[float, float], bool]
"""Whether a point, in units of the shape, is in it."""
_FINE = 3
_POINTS = tuple(((across + 0.5) / _FINE, (down + 0.5) / _FINE) for across in range(_FINE) for down in range(_FINE))


class Canvas:
    """Pixels of three colour values each, painted one shape over another."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height = width, height
        self.rows = [[ground] * width for _ in range(height)]

    def paint(
        self, inside: Inside, colour: Colour, box: tuple[float, float, float, float], *, turned: bool = False
    ) -> None:
        """Paint a shape whose unit square lies in a box (left, top, width, height), perhaps upside down."""
        left, top, wide, high = box
        for y in range(max(0, int(top)), min(self.height, int(top + high) + 1)):
            for x in range(max(0, int(left)), min(self.width, int(left + wide) + 1)):
                share = _share(inside, (x - left) / wide, (y - top) / high, 1 / wide, 1 / high, turned)
                if share:
                    self.rows[y][x] = mixed(self.rows[y][x], colour, share)

    def turn_lower_half(self) -> None:
        """Make the lower half the upper one upside down, as on the cards of kings."""
        for y in range(self.height // 2):
            self.rows[self.height - 1 - y] = self.rows[y][::-1]

    def png(self, palette: Sequence[Colour]) -> bytes:
        """Return the pixels as a PNG, each in the nearest colour of at most 16."""
        nearest: dict[Colour, int] = {}
        lines = bytearray()
        for row in self.rows:
            lines.append(0)
            places = [nearest.setdefault(each, _nearest(each, palette)) if each not in nearest else nearest[each]
                      for each in row]  # fmt: skip
            places += [0] * (len(places) % 2)
            lines += bytes(one << 4 | other for one, other in zip(places[::2], places[1::2], strict=True))
        head = struct.pack(">IIBBBBB", self.width, self.height, 4, 3, 0, 0, 0)
        colours = b"".join(bytes(each) for each in palette)
        parts = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(bytes(lines), 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_part(*each) for each in parts)


def _part(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def colours_of(png: bytes) -> Counter[Colour]:
    """Return how many pixels of each colour a PNG has that a browser made: of 8 bits, in one piece, without a palette.

    The filters of its rows are those of https://www.w3.org/TR/png-3/#9Filters
    """
    parts, at = dict[bytes, bytes](), 8
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at : at + 8])
        parts[name] = parts.get(name, b"") + png[at + 8 : at + 8 + size]
        at += 12 + size
    width, height, depth, kind, *rest = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    assert (depth, kind in (2, 6), rest) == (8, True, [0, 0, 0])
    each, data = {2: 3, 6: 4}[kind], zlib.decompress(parts[b"IDAT"])
    found, above = Counter[Colour](), bytes(width * each)
    for row in range(height):
        start = row * (width * each + 1)
        above = _unfiltered(data[start], data[start + 1 : start + 1 + width * each], above, each)
        found.update(zip(above[0::each], above[1::each], above[2::each], strict=True))
    return found


def _unfiltered(way: int, line: bytes, above: bytes, each: int) -> bytes:
    made = bytearray(line)
    if way == 2:
        return bytes((one + other) & 255 for one, other in zip(line, above, strict=True))
    for at in range(len(made) if way else 0):
        left, corner = (made[at - each], above[at - each]) if at >= each else (0, 0)
        upper = above[at]
        guess = left + upper - corner
        nearest = min((left, upper, corner), key=lambda one: abs(guess - one))
        made[at] = made[at] + (left, 0, (left + upper) // 2, nearest)[way - 1] & 255
    return bytes(made)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def ramp(one: Colour, other: Colour, steps: int) -> tuple[Colour, ...]:
    """Return the colours from one to another."""
    return tuple(mixed(one, other, step / (steps - 1)) for step in range(steps))


def polygon(*points: tuple[float, float]) -> Inside:
    """Return the inside of a polygon."""
    edges = list(zip(points, (*points[1:], points[0]), strict=True))

    def inside(x: float, y: float) -> bool:
        crossed = False
        for (x1, y1), (x2, y2) in edges:
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                crossed = not crossed
        return crossed

    return inside


def disc(across: float, down: float, wide: float, high: float) -> Inside:
    """Return the inside of an ellipse."""
    return lambda x, y: ((x - across) / wide) ** 2 + ((y - down) / high) ** 2 <= 1


def either(*shapes: Inside) -> Inside:
    """Return the inside of several shapes together."""
    return lambda x, y: any(each(x, y) for each in shapes)


def _share(inside: Inside, x: float, y: float, wide: float, high: float, turned: bool) -> float:
    if turned:
        x, y, wide, high = 1 - x, 1 - y, -wide, -high
    found = sum(inside(x + across * wide, y + down * high) for across, down in _POINTS)
    return found / len(_POINTS)


def _nearest(colour: Colour, palette: Sequence[Colour]) -> int:
    return min(range(len(palette)), key=lambda at: sum((a - b) ** 2 for a, b in zip(colour, palette[at], strict=True)))
