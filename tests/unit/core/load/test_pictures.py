"""Pictures are judged by their bytes: right ones have a size, and 200 hostile ones are refused with a reason."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from rulewright.core.load.picture_bytes import LARGEST, PictureRefused, head_of
from rulewright.core.load.picture_files import MOST_FILES, picture_folder, stamps_of
from tests.errors.small_pictures import (
    SIGNATURE,
    chunk,
    extended,
    frame,
    header,
    jpg,
    lossless,
    lossy,
    png,
    segment,
    webp,
)

RIGHT = {
    "png": png(5, 7),
    "png with a note": png(5, 7, chunk(b"tEXt", b"Title\0a card")),
    "jpg": jpg(5, 7),
    "progressive jpg": b"\xff\xd8" + frame(5, 7, 0xC2) + segment(0xDA, b"\1\1\0\0\x3f\0") + b"\1\xff\xd0\2\xff\xd9",
    "webp": webp(lossy(5, 7)),
    "webp without loss": webp(lossless(5, 7)),
    "webp with parts": webp(extended(5, 7), (b"ICCP", b"abc"), lossless(5, 7)),
}
_DATA = chunk(b"IDAT", zlib.compress(b"\0\0\0\0"))
_END = chunk(b"IEND")
_NOTE = zlib.compress(bytes(100_000), 9)
_BOMB = zlib.compress(bytes(4_000_000), 9)
_SCAN = segment(0xDA, b"\1\1\0\0\x3f\0")
_TAILS = {
    "zip": b"PK\x03\x04" + bytes(30), "page": b"<html><script>alert(1)</script></html>", "a byte": b"\0",
    "script": b"*/alert(1)//", "another png": png(1, 1), "another jpg": jpg(1, 1), "pdf": b"%PDF-1.7\n", "line": b"\n",
}  # fmt: skip
_SIZES = ((0, 4), (4, 0), (4097, 4), (4, 4097), (65_535, 65_535))
_FOREIGN = {
    "gif": b"GIF89a" + bytes(20), "bmp": b"BM" + bytes(50), "tiff": b"II*\0" + bytes(20),
    "icon": b"\0\0\1\0" + bytes(9),
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "xml": b"<?xml version='1.0'?><svg/>",
    "page": b"<!doctype html><script>alert(1)</script>", "pdf": b"%PDF-1.7", "zip": b"PK\x03\x04" + bytes(30),
    "empty": b"", "zeros": bytes(100), "text": b"a picture of a boat", "elf": b"\x7fELF" + bytes(60),
    "late svg": b"\n\n  <SVG/>", "half a signature": SIGNATURE[:5], "riff sound": b"RIFF\x04\0\0\0WAVE",
    "large": bytes(LARGEST + 1),
}  # fmt: skip


def hostile() -> dict[str, bytes]:
    """Return hostile pictures by their kind: at least 200."""
    sorts = ("png", "jpg", "webp")
    found = {f"{name} glued to a {sort}": RIGHT[sort] + tail for name, tail in _TAILS.items() for sort in sorts}
    found |= {f"{name} as it is": data for name, data in _FOREIGN.items()}
    for sort in ("png", "jpg", "webp", "webp with parts"):
        data = RIGHT[sort]
        found |= {f"{sort} cut after {at}": data[:at] for at in range(2, len(data), max(1, len(data) // 16))}
    for wide, high in _SIZES:
        found[f"png of {wide} x {high}"] = SIGNATURE + header(wide, high) + _DATA + _END
        found[f"jpg of {wide} x {high}"] = jpg(wide, high)
        if max(wide, high) <= 0x3FFF:
            found[f"webp of {wide} x {high}"] = webp(lossy(wide, high))
        if min(wide, high):
            found[f"wide webp of {wide} x {high}"] = webp(extended(wide, high), lossless(4, 4))
    for place in range(len(RIGHT["png"])):  # each byte matters: the signature, the lengths, the names, the sums
        spoilt = bytearray(RIGHT["png"])
        spoilt[place] ^= 0x55
        found[f"png with byte {place} spoilt"] = bytes(spoilt)
    for depth, colours in ((3, 2), (16, 3), (8, 1), (8, 5), (4, 6), (0, 0)):
        begin = SIGNATURE + header(4, 4, depth, colours, 0, 0, 0)
        found[f"png of depth {depth} and colours {colours}"] = begin + _DATA + _END
    for number, rest in enumerate(((8, 2, 1, 0, 0), (8, 2, 0, 1, 0), (8, 2, 0, 0, 2))):
        found[f"png with method {number}"] = SIGNATURE + header(4, 4, *rest) + _DATA + _END
    start = SIGNATURE + header(4, 4)
    moving = chunk(b"acTL", struct.pack(">II", 2, 0))
    found |= {
        "png that moves": start + moving + _DATA + _END,
        "png with frames": start + _DATA + chunk(b"fdAT", b"\0\0\0\1") + _END,
        "png without data": start + _END,
        "png with data twice": start + _DATA + chunk(b"tIME", bytes(7)) + _DATA + _END,
        "png with two headers": start + header(4, 4) + _DATA + _END,
        "png whose header is late": SIGNATURE + chunk(b"tIME", bytes(7)) + header(4, 4) + _DATA + _END,
        "png with an unknown part": start + chunk(b"EVIL", b"") + _DATA + _END,
        "png without its palette": SIGNATURE + header(4, 4, 8, 3, 0, 0, 0) + _DATA + _END,
        "png with a broken palette": SIGNATURE + header(4, 4, 8, 3, 0, 0, 0) + chunk(b"PLTE", b"ab") + _DATA + _END,
        "png with a long palette": SIGNATURE + header(4, 4, 1, 3, 0, 0, 0) + chunk(b"PLTE", bytes(9)) + _DATA + _END,
        "png with a late palette": SIGNATURE + header(4, 4, 8, 3, 0, 0, 0) + _DATA + chunk(b"PLTE", bytes(3)) + _END,
        "png with a profile bomb": start + chunk(b"iCCP", b"a\0\0" + _BOMB) + _DATA + _END,
        "png with a note bomb": start + chunk(b"zTXt", b"a\0\0" + _BOMB) + _DATA + _END,
        "png with a text bomb": start + chunk(b"iTXt", b"a\0\1\0en\0a\0" + _BOMB) + _DATA + _END,
        "png with many notes": start + chunk(b"zTXt", b"a\0\0" + _NOTE) * 12 + _DATA + _END,
        "png with a page in its end": start + _DATA + chunk(b"IEND", b"<script>alert(1)</script>"),
        "png with a broken note": start + chunk(b"zTXt", b"a\0\0junk") + _DATA + _END,
        "jpg without a header": b"\xff\xd8" + segment(0xDA, b"\1\1\0\0\x3f\0") + b"\1\xff\xd9",
        "jpg of many passes": b"\xff\xd8" + frame(4, 4, 0xC2) + (_SCAN + b"\1") * 30 + b"\xff\xd9",
        "jpg that grows": b"\xff\xd8" + frame(4, 4) + _SCAN + b"\1" + segment(0xDC, b"\x0f\xff") + b"\xff\xd9",
        "jpg without data": b"\xff\xd8" + frame(4, 4) + b"\xff\xd9",
        "jpg with two headers": jpg(4, 4, frame(4, 4)),
        "jpg in a jpg": jpg(4, 4, b"\xff\xd8"),
        "jpg with a loose restart": jpg(4, 4, b"\xff\xd0"),
        "jpg with bytes between": jpg(4, 4, b"abc"),
        "jpg with a wrong length": jpg(4, 4, b"\xff\xe1\0\1"),
        "jpg with two colours": b"\xff\xd8" + segment(0xC0, b"\x08\0\4\0\4\2" + bytes(6)) + b"\xff\xd9",
        "jpg with a deep header": b"\xff\xd8" + segment(0xC0, b"\x0c\0\4\0\4\1" + bytes(3)) + b"\xff\xd9",
        "jpg with a short header": b"\xff\xd8" + segment(0xC0, b"\x08\0\4") + b"\xff\xd9",
        **{f"jpg of way {way:x}": b"\xff\xd8" + frame(4, 4, way) + b"\xff\xd9" for way in (0xC3, 0xC5, 0xC9, 0xCF)},
        "webp that moves": webp(extended(4, 4, 2), lossless(4, 4)),
        "webp with frames": webp(extended(4, 4), (b"ANMF", bytes(16)), lossless(4, 4)),
        "webp with two pictures": webp(extended(4, 4), lossless(4, 4), lossy(4, 4)),
        "webp with two sizes": webp(extended(4, 4), lossless(8, 8)),
        "webp with an unknown part": webp(extended(4, 4), lossless(4, 4), (b"EVIL", b"ab")),
        "webp with a loose part": webp(lossless(4, 4), (b"EXIF", b"ab")),
        "webp without a picture": webp(extended(4, 4)),
        "webp with a short header": webp((b"VP8X", b"ab"), lossless(4, 4)),
        "webp with two headers": webp(extended(4, 4), extended(4, 4), lossless(4, 4)),
        "webp of nothing": webp(),
        "webp with a wrong start": webp((b"VP8 ", b"\x10\0\0\x9d\x01\x2b\4\0\4\0\0\0")),
        "webp between pictures": webp((b"VP8 ", b"\x11\0\0\x9d\x01\x2a\4\0\4\0\0\0")),
        "webp with a long first part": webp((b"VP8 ", b"\x10\xff\xff\x9d\x01\x2a\4\0\4\0\0\0")),
        "webp of another version": webp((b"VP8L", b"\x2f\0\0\0\xe0\0\0\0")),
        "webp with a wrong sign": webp((b"VP8L", b"\x2e\0\0\0\0\0\0\0")),
    }
    return found


HOSTILE = hostile()


def test_right_pictures_have_a_sort_and_a_size() -> None:
    expected = {name: (next(sort for sort in ("png", "jpg", "webp") if sort in name), 5, 7) for name in RIGHT}
    assert {name: tuple(head_of(data)) for name, data in RIGHT.items()} == expected


def test_200_hostile_pictures_are_refused_with_a_reason() -> None:
    taken, silent = {}, []
    for name, data in HOSTILE.items():
        try:
            taken[name] = head_of(data)
        except PictureRefused as fault:
            silent += [] if fault.reason and fault.hint else [name]
    assert len(HOSTILE) >= 200
    assert taken == {}
    assert silent == []


@pytest.mark.parametrize(("name", "told"), [
    ("zip glued to a png", "behind its end"), ("png that moves", "moves"), ("svg as it is", "an SVG"),
    ("jpg of 65535 x 65535", "65535"), ("png with a profile bomb", "unpack"), ("large as it is", "1 MB"),
])  # fmt: skip
def test_the_reason_says_what_is_wrong(name: str, told: str) -> None:
    with pytest.raises(PictureRefused, match=told):
        head_of(HOSTILE[name])


def faults(folder: Path) -> list[tuple[str, str]]:
    found = picture_folder(folder / "pictures", "game", folder)
    assert found is not None
    return [(each.span.file, f"{each.message}: {each.hint}") for each in found.faults]


def test_a_suffix_that_lies_is_told_with_the_right_one(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "boat.png").write_bytes(RIGHT["jpg"])
    assert faults(tmp_path) == [("pictures/boat.png", "'boat.png' is a .jpg by its bytes: rename it to boat.jpg")]


@pytest.mark.parametrize(("name", "right"), [("a.jpeg", "a.jpg"), ("b.JPG", "b.jpg"), ("c.PNG", "c.png")])
def test_a_suffix_in_another_spelling_is_told_with_the_usual_one(tmp_path: Path, name: str, right: str) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / name).write_bytes(RIGHT["jpg"])
    assert [told.partition(": ")[2] for _, told in faults(tmp_path)] == [f"rename it to {right}"]


def test_of_many_faults_the_first_are_told(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    for number in range(60):
        (tmp_path / "pictures" / f"{number:02}.png").write_bytes(b"nothing")
    told = faults(tmp_path)
    assert (len(told), told[-1][0]) == (21, "pictures")


def test_pictures_of_many_pixels_are_not_taken_together(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    for number in range(13):
        (tmp_path / "pictures" / f"{number}.jpg").write_bytes(jpg(4_096, 4_096))
    assert ["million pixels" in told for _, told in faults(tmp_path)] == [True]


def test_what_is_behind_a_linked_folder_is_no_part_of_a_game(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.png").write_bytes(RIGHT["png"])
    (tmp_path / "pictures").symlink_to(tmp_path / "elsewhere")
    assert list(stamps_of(tmp_path / "pictures")) == []
    assert len(list(stamps_of(tmp_path / "elsewhere"))) == 1


def test_links_and_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "secret.png").write_bytes(RIGHT["png"])
    (tmp_path / "pictures" / "a.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "pictures" / "b").symlink_to(tmp_path)
    (tmp_path / "pictures" / "c.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "pictures" / "credits.md").write_text("By Ada", "utf-8")
    assert [file for file, _ in faults(tmp_path)] == ["pictures/a.png", "pictures/b", "pictures/c.svg"]


def test_a_folder_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "pictures").symlink_to(tmp_path / "elsewhere")
    assert [file for file, _ in faults(tmp_path)] == ["pictures"]


def test_no_more_pictures_are_taken_than_a_folder_may_have(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    for number in range(MOST_FILES + 1):
        (tmp_path / "pictures" / f"{number}.png").write_bytes(RIGHT["png"])
    expected = f"the folder has more than {MOST_FILES} pictures"
    assert [told.partition(", ")[0] for _, told in faults(tmp_path)] == [expected]
