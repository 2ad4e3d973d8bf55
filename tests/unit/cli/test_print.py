"""`rulewright print` as its callers see it."""

from __future__ import annotations

import json
import re
import shutil
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from rulewright.author.printing.by_browser import browser_found
from rulewright.cli import run
from tests.reference.checkout import ROOT
from tests.reference.drawn.pixels import Colour, colours_of
from tests.reference.pictured import COLOURS, write_pictured

PRINTED = ("inn.png", "back.png", "board.png")
GULLS = ROOT / "rulesets" / "tutorial"


def test_sheets_are_written_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "gulls.html"
    assert run(["print", "tutorial", "--out", str(out), "--lang", "pl", "--backs"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{out}: ")
    assert " components on " in told
    page = out.read_text("utf-8")
    assert '<html lang="pl">' in page
    assert "Karta punktacji" in page


def test_programs_are_told_what_has_changed_since(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(GULLS, tmp_path / "new")
    cards = tmp_path / "new" / "base" / "gulls.yaml"
    text = cards.read_text("utf-8")
    assert text.count("title: {en: Salmon,") == 1
    cards.write_text(text.replace("title: {en: Salmon,", "title: {en: Pink salmon,"), "utf-8")
    words = ["print", str(tmp_path / "new"), "--out", str(tmp_path / "x.html"), "--format", "json"]
    assert run([*words, "--since", "tutorial"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["since"] == {"printed": 1, "new": [], "changed": ["Pink salmon"], "gone": ["Salmon"]}
    assert run([*words, "--since", str(tmp_path / "new")]) == 0
    assert json.loads(capsys.readouterr().out)["components"] == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--size", "big"], "--size big: name a size (poker, bridge, euro, tarot, mini, square)"),
        (["--size", "300x300"], "--size 300x300: a component of this size does not fit on a4"),
        (["--kind", "pray"], "--kind pray: this kind has no components to print; did you mean 'prey'?"),
        (["--since", "nowhere"], "nowhere"),
        (["--copies", "0"], "0 is not in the range 1<=x<=100"),
    ],
)
def test_what_cannot_be_printed_is_said(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "gulls.html"
    assert run(["print", "tutorial", "--out", str(out), *words]) == 2
    assert says in capsys.readouterr().err
    assert not out.exists()


def test_a_print_is_a_page_a_pdf_or_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "tutorial", "--out", str(tmp_path / "gulls.doc")]) == 2
    assert "name an .html, a .pdf or a .zip file" in capsys.readouterr().err
    assert run(["print", "tutorial", "--out", str(tmp_path / "gulls.zip"), "--bleed", "3"]) == 2
    assert "--bleed 3: pictures are not cut; leave it out" in capsys.readouterr().err


def test_without_a_browser_it_says_what_to_write_instead(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.author.printing.by_browser._PLACES", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["print", "tutorial", "--out", str(tmp_path / "gulls.pdf")]) == 2
    assert "write an .html file and print it from any browser" in capsys.readouterr().err


@pytest.mark.slow
def test_a_browser_makes_a_pdf(tmp_path: Path) -> None:
    if browser_found() is None:
        pytest.skip("no browser that prints")
    out = tmp_path / "gulls.pdf"
    assert run(["print", "tutorial", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.slow
def test_pictures_lie_where_the_contents_say(tmp_path: Path) -> None:
    if browser_found() is None:
        pytest.skip("no browser that makes pictures")
    out = tmp_path / "gulls.zip"
    assert run(["print", "tutorial", "--out", str(out), "--size", "40x60"]) == 0
    with zipfile.ZipFile(out) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    (sheet,) = json.loads(files["contents.json"])["sheets"]
    assert sorted(files) == sorted([sheet["faces"], sheet["backs"], "contents.json"])
    sizes = [struct.unpack(">II", files[sheet[side]][16:24]) for side in ("faces", "backs")]
    cell = [sheet["width_mm"] * 96 / 25.4 * 2, sheet["height_mm"] * 96 / 25.4 * 2]
    wide, high = sheet["columns"] * cell[0], sheet["rows"] * cell[1]
    assert sizes == [(pytest.approx(wide, abs=2), pytest.approx(high, abs=2))] * 2
    assert [(each["place"], each["id"], each["copies"]) for each in sheet["components"]] == [
        (0, "sprat", 8), (1, "herring", 6), (2, "salmon", 4), (3, "cat", 6),
    ]  # fmt: skip


@pytest.mark.slow
def test_pictures_are_in_a_pdf_and_in_pictures_for_a_virtual_table(tmp_path: Path) -> None:
    if browser_found() is None:
        pytest.skip("no browser that prints")
    game, wanted = str(write_pictured(tmp_path / "small")), {COLOURS[each] for each in PRINTED}
    for out in ("small.pdf", "small.zip"):
        assert run(["print", game, "--out", str(tmp_path / out), "--backs"]) == 0
    assert wanted - _embedded((tmp_path / "small.pdf").read_bytes()) == set()
    with zipfile.ZipFile(tmp_path / "small.zip") as packed:
        named = {"inn.png": "card-1.png", "back.png": "card-1-back.png", "board.png": "board-1.png"}
        found = {name: colours_of(packed.read(named[name])) for name in PRINTED}
        contents = json.loads(packed.read("contents.json"))
    assert {name: found[name][COLOURS[name]] > 5_000 for name in PRINTED} == dict.fromkeys(PRINTED, True)
    assert [each["id"] for each in contents["sheets"][0]["components"]] == ["inn", "mill", "barn"]
    assert [(each["picture"], each["title"], each["width_mm"], each["height_mm"]) for each in contents["boards"]] == [
        ("board-1.png", "Board", 190, 190)
    ]


def test_a_picture_that_is_missing_leaves_the_card_as_it_is_drawn_without(tmp_path: Path) -> None:
    game, out = str(write_pictured(tmp_path / "small")), tmp_path / "small.html"
    assert run(["print", game, "--out", str(out)]) == 0
    faces = re.findall(r'<span class="(piece[^"]*)"', out.read_text("utf-8"))
    assert ["pictured" in each for each in faces] == [True, False, False]


def _embedded(pdf: bytes) -> set[Colour]:
    """Return the colours of the pictures in a PDF that have only one."""
    found = set[Colour]()
    for each in re.finditer(rb"/Subtype /Image(?:(?!endobj).)*?stream\r?\n", pdf, re.DOTALL):
        data = zlib.decompressobj().decompress(pdf[each.end() :]) if b"/FlateDecode" in each[0] else b""
        colours = set(zip(data[0::3], data[1::3], data[2::3], strict=False))
        found |= colours if len(colours) == 1 else set()
    return found


def test_a_size_that_is_typed_is_that_of_every_kind_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheets = []
    for size in ((), ("--size", "poker"), ("--size", "20x20")):
        words = ["print", "ceres", "--out", str(tmp_path / "x.html"), "--kind", "worker", *size, "--format", "json"]
        assert run(words) == 0
        sheets.append(json.loads(capsys.readouterr().out)["sheets"])
    assert sheets[0] < sheets[1]  # tokens are small unless somebody says otherwise
    assert sheets[2] == sheets[0]
