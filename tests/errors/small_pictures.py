"""The smallest right pictures of each sort, by bytes, for tests that spoil them."""

from __future__ import annotations

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(name: bytes, body: bytes = b"") -> bytes:
    """Return a part of a PNG."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def header(width: int, height: int, *rest: int) -> bytes:
    """Return the header of a PNG. `rest` are depth, colours, packing, filter and interlacing."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *(rest or (8, 2, 0, 0, 0))))


def png(width: int, height: int, *between: bytes, colour: tuple[int, int, int] = (0x40, 0x80, 0xC0)) -> bytes:
    """Return a right PNG of one colour with more parts before its data."""
    rows = (b"\0" + bytes(colour) * width) * height
    return b"".join((SIGNATURE, header(width, height), *between, chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND")))


def segment(marker: int, body: bytes) -> bytes:
    """Return a part of a JPEG."""
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def frame(width: int, height: int, marker: int = 0xC0) -> bytes:
    """Return the header of a grey JPEG."""
    return segment(marker, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")


def jpg(width: int, height: int, *between: bytes, scan: bytes = b"\x12\xff\0\x34") -> bytes:
    """Return a JPEG with a right structure, whose data is not looked at."""
    end = segment(0xDA, b"\1\1\0\0\x3f\0") + scan + b"\xff\xd9"
    return b"".join((b"\xff\xd8", segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"), *between, frame(width, height), end))


def webp(*chunks: tuple[bytes, bytes]) -> bytes:
    """Return a WebP of these parts."""
    body = b"".join(name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2) for name, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def lossless(width: int, height: int) -> tuple[bytes, bytes]:
    """Return the part of a lossless WebP."""
    return b"VP8L", b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + b"\0\0\0"


def lossy(width: int, height: int) -> tuple[bytes, bytes]:
    """Return the part of a lossy WebP."""
    return b"VP8 ", b"\x10\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"\0\0"


def extended(width: int, height: int, flags: int = 0) -> tuple[bytes, bytes]:
    """Return the header of a WebP with several parts."""
    return b"VP8X", struct.pack("<I", flags) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
