"""The files of a site: what a page may load, what is kept for offline, whose work is brought along."""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
from pathlib import Path

import pytest

from rulewright.author.at_tables import TOOLS
from rulewright.author.handbook.in_each_language import handbooks
from rulewright.core.locales.catalogue import languages
from rulewright.core.pipeline import shipped_root
from rulewright.table.offline.baking import HOME, form_path
from rulewright.table.offline.folder import folder_files, is_site, write_folder
from rulewright.table.offline.gathering import LEFT_OUT, NotReady, ruleset_files, staged
from rulewright.table.serve.studio.example_games import examples
from tests.reference.pictured import PICTURES, drawn, in_sheet, write_pictured

_WEB_PAGES = (".html", ".js", ".css")


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """A folder like that of the package, with nothing that runs in it."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip"):
        (folder / name).write_bytes(name.encode())
    (folder / "pyodide.asm.wasm").write_bytes(bytes(100_000))
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}))
    (folder / "package.json").write_text(json.dumps({"version": "314.0.7"}))
    return folder


@pytest.fixture
def files(pyodide: Path) -> dict[str, bytes]:
    begun = {f"{each} {path}": f"<p>{path}" for each in languages() for path in (HOME, form_path("tutorial"))}
    baked = {"files.tar": b"files", "later.tar": b"later", "memory.bin": b"", "pages.json": json.dumps(begun).encode()}
    books = handbooks(("tutorial",), languages())
    tables = {"1-en.json.gz": b"table", "look-1.css": b"sheet"}
    made, later = folder_files(("tutorial",), pyodide, baked, tables, books, TOOLS, languages())
    assert not made.keys() & later.keys()
    return made | later


def test_the_page_says_what_it_may_load_and_that_is_only_itself(files: dict[str, bytes]) -> None:
    policy = re.search(rb'Content-Security-Policy" content="([^"]+)"', files["index.html"])
    assert policy is not None
    allowed = dict(each.strip().split(" ", 1) for each in policy[1].decode().split(";"))
    assert allowed["default-src"] == "'none'"
    assert allowed["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert {word for each in allowed.values() for word in each.split()} <= {
        "'none'", "'self'", "'wasm-unsafe-eval'", "blob:", "data:"
    }  # fmt: skip


def test_nothing_of_ours_names_an_address_of_a_network(files: dict[str, bytes]) -> None:
    brought = ("python/", "handbook/")
    ours = {name: text for name, text in files.items() if name.endswith(_WEB_PAGES) and not name.startswith(brought)}
    found = {name: re.findall(rb"(?:https?|wss?):(?://|\\/\\/)[^\s\"'`)]*", text) for name, text in ours.items()}
    pretended = {b"http://page", b"http://www.w3.org/2000/svg"}
    assert {name: set(each) - pretended for name, each in found.items() if set(each) - pretended} == {}
    assert len(ours) > 8


def test_no_place_is_left_open_and_every_file_is_kept_for_offline(files: dict[str, bytes]) -> None:
    for name in ("index.html", "shell.js", "begun.js", "worker.js", "frame.js", "sw.js"):
        assert not re.search(
            rb"\{(icon|bytes|begun|first|languages|waits|unkept|digest|files|numbers|sheets)\}", files[name]
        ), name
    listed = re.search(rb'FILES = "([^"]+)"', files["sw.js"])
    assert listed is not None
    assert set(listed[1].decode().split()) == {"./", *files} - {"sw.js"}


def test_tables_that_are_begun_are_in_a_folder_and_their_sheets_are_known(files: dict[str, bytes]) -> None:
    assert (files["begun/1-en.json.gz"], files["begun/look-1.css"]) == (b"table", b"sheet")
    assert b'SHEETS = "look-1.css"' in files["worker.js"]
    assert b"""NUMBERS = JSON.parse('{"tutorial": [1, 2, 3]}')""" in files["begun.js"]


def test_the_licences_of_all_that_is_brought_along_are_named(files: dict[str, bytes]) -> None:
    text = files["LICENCES.txt"].decode()
    works = ("Pyodide 314.0.7", "Mozilla Public License 2.0", "Python Software Foundation", "Apache License")
    for each in (*works, "starlette", "Jinja2", "lark", "PyYAML"):
        assert each in text


def test_the_engine_is_packed_and_no_package_of_a_network_is_known(files: dict[str, bytes]) -> None:
    assert gzip.decompress(files["python/pyodide.asm.wasm.gz"]) == bytes(100_000)
    assert json.loads(files["python/pyodide-lock.json"]) == {"info": {"python": "3.14.2"}, "packages": {}}


def test_what_is_staged_is_the_interpreter_with_the_games_asked_for_and_no_others() -> None:
    with tarfile.open(fileobj=io.BytesIO(staged(("tutorial",)))) as archive:
        names = archive.getnames()
    assert {name.split("/")[3] for name in names if name.startswith("program/rulewright/rulesets/")} == {"tutorial"}
    assert {"program/rulewright/table/serve/app.py", "program/lark/lark.py", "program/rpds.py"} <= set(names)
    assert not [name for name in names if name.startswith(tuple(f"program/rulewright/{each}/" for each in LEFT_OUT))]
    assert not [name for name in names if name.endswith((".so", ".pyd"))]


def test_content_that_a_game_needs_comes_along_and_no_other() -> None:
    def shared(names: tuple[str, ...], *, studio: bool = False) -> set[str]:
        with tarfile.open(fileobj=io.BytesIO(staged(names, studio=studio))) as archive:
            found = [name.removeprefix("program/rulewright/rulesets/").split("/") for name in archive.getnames()]
        return {each[1] for each in found if each[0] == "shared"}

    assert shared(("tutorial",)) == set()
    assert shared(("whist",)) == {"french_suits", "french_cards_ace_high"}
    assert shared(("tutorial",), studio=True) == {"french_suits", "french_cards", "french_cards_ace_high"}


def test_a_studio_brings_its_examples_with_their_tests_and_nothing_comes_without_one() -> None:
    def names(*, studio: bool) -> set[str]:
        with tarfile.open(fileobj=io.BytesIO(staged(("tutorial",), studio=studio))) as archive:
            return {name.removeprefix("program/") for name in archive.getnames()}

    added, games = names(studio=True) - names(studio=False), {each.name for each in examples()}
    assert {"studio", "rulewright/rulesets/examples.toml"} <= added
    assert {f"rulewright/rulesets/{each}/ruleset.yaml" for each in games - {"tutorial"}} <= added
    assert [name for name in sorted(added) if name.startswith("rulewright/rulesets/tutorial/scenarios/")]
    assert sorted(name for name in added if not name.startswith("rulewright/rulesets/")) == ["studio"]


def test_the_players_that_a_ruleset_brings_come_along_and_its_ladders_do_not() -> None:
    brought = {place for place, _ in ruleset_files(shipped_root() / "tutorial")}
    assert "players/gulls.json" in brought
    assert [place for place in brought if place.startswith(("ladders/", "scenarios/"))] == []


def test_pictures_come_along_as_files_and_in_the_handbook(tmp_path: Path) -> None:
    game = write_pictured(tmp_path / "small")
    (game / "base" / "pictures" / "more").mkdir(parents=True)
    (game / "base" / "pictures" / "more" / "inn.png").write_bytes(PICTURES["inn.png"])
    brought = {place: data for place, data in ruleset_files(game) if place.endswith(".png")}
    of_module = {"base/pictures/more/inn.png": PICTURES["inn.png"]}
    assert brought == {f"pictures/{name}": data for name, data in PICTURES.items()} | of_module
    book = handbooks((str(game),), ("en",))["handbook/small-en.html"].decode()
    assert {name: in_sheet(name) in book for name in PICTURES} == dict.fromkeys(PICTURES, True)
    assert {name: drawn(name) in book for name in ("inn.png", "board.png")} == {"inn.png": True, "board.png": True}


def test_a_folder_that_is_no_pyodide_is_refused_with_the_way_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="npm install pyodide"):
        write_folder(("tutorial",), tmp_path / "out", tmp_path, TOOLS, lambda spoken: {})
    assert not is_site(tmp_path / "out")
