"""The bytes of pictures, judged without decoding: PNG, JPEG and WebP, one still picture a file and nothing behind it.

A file is walked from its first byte to its last. What a decoder of a browser is to be spared is refused: sizes above
the limits, truncated or wrong parts, animations, bytes behind the end, compressed notes that unpack to much.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

LARGEST = 1_000_000
MOST_PIXELS = 4_096
"""The most bytes of a picture, and the most pixels of a side."""
_LARGEST_NOTES: Final = 1_000_000
_MOST_SCANS: Final = 24
"""A progressive JPEG of an editor has about ten; a browser works through all of its pixels for each of them."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_DEPTHS: Final = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_CRITICAL: Final = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND"})
_MOVING: Final = frozenset({b"acTL", b"fcTL", b"fdAT"})
_FRAMES: Final = frozenset({0xC0, 0xC1, 0xC2})
_NEW_HEIGHT: Final = 0xDC
_OTHER_FRAMES: Final = frozenset({0xC3, *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)})
_OF_WEBP: Final = frozenset({b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP", b"EXIF", b"XMP "})
_OTHERS: Final = (
    (b"GIF8", "a GIF"), (b"BM", "a BMP"), (b"II*\0", "a TIFF"), (b"MM\0*", "a TIFF"), (b"\0\0\1\0", "an icon file"),
    (b"%PDF", "a PDF"), (b"PK", "a zip"), (b"<svg", "an SVG"), (b"<?xml", "an SVG or other XML"), (b"<", "a web page"),
)  # fmt: skip
_SAVE: Final = "open it in a picture editor and save it again"


class PictureHead(NamedTuple):
    """The suffix that the bytes of a picture say, and its size in pixels."""

    sort: str
    width: int
    height: int


class PictureRefused(ValueError):  # noqa: N818 - the fault of who made the file
    """Bytes that are not taken for a picture: the reason, which follows "the picture", and what helps."""

    def __init__(self, reason: str, hint: str = _SAVE) -> None:
        super().__init__(reason)
        self.reason, self.hint = reason, hint


def head_of(data: bytes) -> PictureHead:
    """Return what the bytes of a picture say about it. Raises PictureRefused."""
    if len(data) > LARGEST:
        raise PictureRefused(f"has more than {LARGEST // 1_000_000} MB", "save it smaller, or as WebP")
    if data.startswith(_PNG):
        head = _png(data)
    elif data.startswith(b"\xff\xd8"):
        head = _jpeg(data)
    elif data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        head = _webp(data)
    else:
        found = next((name for begin, name in _OTHERS if data.lstrip().lower().startswith(begin.lower())), "")
        told = f"is {found}" if found else "is empty" if not data else "begins as none of these does"
        raise PictureRefused(f"{told}, not a PNG, JPEG or WebP", "save it as one of these")
    for side in (head.width, head.height):
        if not 1 <= side <= MOST_PIXELS:
            hint = f"make it at most {MOST_PIXELS} pixels wide and high"
            raise PictureRefused(f"says that it is {head.width} x {head.height} pixels", hint)
    return head


# ---- PNG


def _png(data: bytes) -> PictureHead:
    chunks = list(_png_chunks(data))
    names = [name for name, _ in chunks]
    if names[0] != b"IHDR" or len(chunks[0][1]) != 13 or names.count(b"IHDR") != 1:
        raise PictureRefused("does not begin with the header of a PNG")
    header = chunks[0][1]
    depth, colours, *methods = header[8:13]
    if depth not in _DEPTHS.get(colours, ()) or methods[:2] != [0, 0] or methods[2] > 1:
        raise PictureRefused("has a header that no PNG has")
    strange = next((each for each in names if not each[0] & 0x20 and each not in _CRITICAL), b"")
    if strange:
        raise PictureRefused(f"has a part '{_shown(strange)}' that no PNG has")
    if _MOVING & set(names):
        raise PictureRefused("moves", "save one still picture")
    _png_order(names, colours, dict(chunks).get(b"PLTE", b""), depth)
    if chunks[-1][1]:
        raise PictureRefused("has bytes in its end")
    left = _LARGEST_NOTES
    for name, body in chunks:
        left -= _note_size(name, body, left)
    return PictureHead("png", int.from_bytes(header[:4], "big"), int.from_bytes(header[4:8], "big"))


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield (name, bytes) of each chunk up to the end, which must be that of the file."""
    at = len(_PNG)
    while True:
        length, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        body, end = data[at + 8 : at + 8 + length], at + 12 + length
        if end > len(data):
            raise PictureRefused("is cut off")
        if not (name.isalpha() and name.isascii()):
            raise PictureRefused("has a part without a name")
        if zlib.crc32(name + body) != int.from_bytes(data[end - 4 : end], "big"):
            raise PictureRefused(f"has a damaged part '{_shown(name)}'")
        yield name, body
        if name == b"IEND":
            _nothing_behind(data, end)
            return
        at = end


def _png_order(names: list[bytes], colours: int, palette: bytes, depth: int) -> None:
    places = [at for at, name in enumerate(names) if name == b"IDAT"]
    if not places or places[-1] - places[0] + 1 != len(places):
        raise PictureRefused("has no picture data, or has it in several places")
    is_needed, fits = colours == 3, len(palette) % 3 == 0 and 3 <= len(palette) <= 3 * 2 ** min(depth, 8)
    counted = names.count(b"PLTE")
    if counted > 1 or (is_needed and not counted) or (counted and (not fits or names.index(b"PLTE") > places[0])):
        raise PictureRefused("has a wrong palette")


def _note_size(name: bytes, body: bytes, most: int) -> int:
    """Return how much a compressed note, such as a colour profile, unpacks to. Refuses more than the most."""
    _, _, rest = body.partition(b"\0")
    if name in (b"iCCP", b"zTXt"):
        packed = rest[1:]
    elif name == b"iTXt" and rest[:1] == b"\1":
        packed = rest[2:].split(b"\0", 2)[-1]
    else:
        return 0
    try:
        size = len(zlib.decompressobj().decompress(packed, most + 1))
    except zlib.error:
        raise PictureRefused(f"has a damaged part '{_shown(name)}'") from None
    if size > most:
        raise PictureRefused("has notes that unpack to more than 1 MB together")
    return size


# ---- JPEG


def _jpeg(data: bytes) -> PictureHead:
    head: PictureHead | None = None
    at, scans = 2, 0
    while True:
        marker, at = _marker(data, at)
        if marker == 0xD9:
            _nothing_behind(data, at)
            break
        if marker in (0x00, 0x01, 0xD8, *range(0xD0, 0xD8)):
            raise PictureRefused("has a part where none may be")
        length = int.from_bytes(data[at : at + 2], "big")
        if length < 2 or at + length > len(data):
            raise PictureRefused("is cut off")
        body, at = data[at + 2 : at + length], at + length
        if marker == _NEW_HEIGHT:
            raise PictureRefused("changes its height behind its header")
        if marker in _OTHER_FRAMES:
            raise PictureRefused("is packed in a way that browsers do not know")
        if marker in _FRAMES:
            if head is not None:
                raise PictureRefused("has two headers")
            head = _jpeg_frame(body)
        if marker == 0xDA:
            if head is None:
                raise PictureRefused("has no header before its data")
            at, scans = _after_scan(data, at), scans + 1
            if scans > _MOST_SCANS:
                raise PictureRefused(f"has more than {_MOST_SCANS} passes over its pixels")
    if head is None or not scans:
        raise PictureRefused("has no picture data")
    return head


def _marker(data: bytes, at: int) -> tuple[int, int]:
    """Return (marker, where it ends). Fill bytes may be in front of it."""
    if data[at : at + 1] != b"\xff":
        raise PictureRefused("is cut off" if at >= len(data) else "has bytes between its parts")
    while data[at : at + 1] == b"\xff":
        at += 1
    if at >= len(data):
        raise PictureRefused("is cut off")
    return data[at], at + 1


def _jpeg_frame(body: bytes) -> PictureHead:
    if len(body) < 6 or body[0] != 8 or body[5] not in (1, 3, 4) or len(body) != 6 + 3 * body[5]:
        raise PictureRefused("has a header that no picture has")
    return PictureHead("jpg", int.from_bytes(body[3:5], "big"), int.from_bytes(body[1:3], "big"))


def _after_scan(data: bytes, at: int) -> int:
    """Return where the data of a scan ends: before the first marker that is none of its own."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            raise PictureRefused("is cut off")
        if data[at + 1] == 0xFF:
            at += 1
        elif data[at + 1] == 0 or 0xD0 <= data[at + 1] <= 0xD7:
            at += 2
        else:
            return at


# ---- WebP


def _webp(data: bytes) -> PictureHead:
    size = 8 + int.from_bytes(data[4:8], "little")
    if size > len(data):
        raise PictureRefused("is cut off")
    _nothing_behind(data, size)
    chunks = list(_webp_chunks(data))
    names = [name for name, _ in chunks]
    if {b"ANIM", b"ANMF"} & set(names):
        raise PictureRefused("moves", "save one still picture")
    strange = next((each for each in names if each not in _OF_WEBP), b"")
    if strange:
        raise PictureRefused(f"has a part '{_shown(strange)}' that no WebP has")
    images = [_SIZES[name](body) for name, body in chunks if name in _SIZES]
    if len(images) != 1:
        raise PictureRefused("has no picture data, or has it several times")
    if names[0] != b"VP8X":
        if len(names) > 1:
            raise PictureRefused("has more parts than its header allows")
        return images[0]
    if names.count(b"VP8X") > 1 or len(chunks[0][1]) != 10:
        raise PictureRefused("has a header that no WebP has")
    if chunks[0][1][0] & 0x02:
        raise PictureRefused("moves", "save one still picture")
    width, height = (1 + int.from_bytes(chunks[0][1][at : at + 3], "little") for at in (4, 7))
    if (width, height) != images[0][1:]:
        raise PictureRefused("has two sizes")
    return images[0]


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at < len(data):
        name, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + length
        if at + 8 > len(data) or end + length % 2 > len(data):
            raise PictureRefused("is cut off")
        yield name, data[at + 8 : end]
        at = end + length % 2
    if at == 12:
        raise PictureRefused("is cut off")


def _lossy(body: bytes) -> PictureHead:
    if len(body) < 10 or body[0] & 1 or body[3:6] != b"\x9d\x01\x2a":
        raise PictureRefused("has a header that no WebP has")
    first = int.from_bytes(body[:3], "little") >> 5
    if first + 10 > len(body):
        raise PictureRefused("is cut off")
    width, height = (int.from_bytes(body[at : at + 2], "little") & 0x3FFF for at in (6, 8))
    return PictureHead("webp", width, height)


def _lossless(body: bytes) -> PictureHead:
    bits = int.from_bytes(body[1:5], "little")
    if len(body) < 6 or body[0] != 0x2F or bits >> 29:
        raise PictureRefused("has a header that no WebP has")
    return PictureHead("webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))


_SIZES: Final[dict[bytes, Callable[[bytes], PictureHead]]] = {b"VP8 ": _lossy, b"VP8L": _lossless}


def _nothing_behind(data: bytes, end: int) -> None:
    if len(data) != end:
        raise PictureRefused(f"has {len(data) - end} bytes behind its end")


def _shown(name: bytes) -> str:
    return name.decode("ascii", "replace").strip()
