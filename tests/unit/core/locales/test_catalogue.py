"""The catalogue of words: all languages say the same things, each thing is said somewhere, one file is one language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from rulewright.cli import run
from rulewright.core.locales import catalogue
from rulewright.core.locales.catalogue import FOLDER, languages, phrases, tables_of
from rulewright.core.model.grids import DIRECTIONS
from rulewright.core.model.sections import SECTIONS
from tests.reference.checkout import PACKAGE, SOURCES, syntax_of
from tests.unit.cli.commands import PEBBLES

SPEAKERS = {
    "browser": ("table/serve", "table/offline"), "handbook": ("author/handbook", "author/printing"), "screen": ("cli",),
    "table": ("core/locales", "observe", "table/drawing", "play", "cli"),
    "phrases": ("core/locales", "observe", "core/model"),
    "player": ("table/primer", "author/handbook", "table/serve"),
}  # fmt: skip
"""The rooms that say the words of a channel."""


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def sources(channel: str) -> str:
    paths = [path for room in SPEAKERS[channel] for path in sorted((PACKAGE / room).rglob("*"))]
    return "\n".join(path.read_text("utf-8") for path in paths if path.suffix in (".py", ".html"))


@pytest.mark.parametrize("language", languages())
def test_every_language_says_the_same_with_the_same_holes(language: str) -> None:
    english, own = tables_of("en"), tables_of(language)
    assert [*own] == [*english]
    for channel, words in own.items():
        assert [*words] == [*english[channel]], channel
        for key, said in words.items():
            assert said.strip(), key
            if (channel, key) != ("screen", "help"):  # what can be typed stands in capitals there, no holes
                assert holes(said) == holes(english[channel][key]), key


@pytest.mark.parametrize("channel", SPEAKERS)
def test_what_is_said_is_in_the_catalogue_and_all_of_it_is_said(channel: str) -> None:
    text, known = sources(channel), phrases("en", channel).known
    asked = set(re.findall(rf"""phrases\([^()]+, ["']{channel}["']\)\(["'](\w+)["']""", text))
    if channel in ("browser", "handbook"):
        asked |= set(re.findall(r"""say\(\s*["'](\w+[a-z])["']""", text)) - {each.id for each in SECTIONS}
    assert asked <= known.keys()
    quoted = set(re.findall(r"""["'](\w+)["']""", text))
    begun = {each for each in quoted if each.endswith("_")} | set(re.findall(r'f"(\w+_)\{', text))
    ended = {found for found in re.findall(r'f"\{[^}]*\}(_\w+)"', text) if found}
    built = [key for key in known if key.startswith(tuple(begun)) or key.endswith(tuple(ended))]
    named = set(DIRECTIONS) if channel == "table" else set()
    assert known.keys() - quoted - set(built) == named


def test_what_the_screen_says_is_in_the_catalogue() -> None:
    known = tables_of("en")["screen"].keys() | tables_of("en")["table"].keys()
    asked = set()
    for path in sorted((PACKAGE / "cli").rglob("*.py")):
        for node in syntax_of(path):
            if isinstance(node, ast.Call) and re.fullmatch(r"(self\.)?say|_say\(session\)", ast.unparse(node.func)):
                asked |= {each.value for each in node.args if isinstance(each, ast.Constant)}
    assert len(asked) > 30
    assert asked <= known


def test_every_section_has_a_heading() -> None:
    tables = tables_of("en")
    assert [*tables["headings"]] == [each.id for each in SECTIONS]
    assert not tables["headings"].keys() & tables["handbook"].keys()


def test_no_source_lists_languages() -> None:
    others = set(languages()) - {"en"}
    found = {
        path.name: node.value
        for path in SOURCES
        for node in syntax_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in others
    }
    found.pop("plural_rules.py")  # the table of how languages count, whether we speak them or not
    assert found == {}, "a language is a file of locales/"


@pytest.fixture
def swedish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A fifth language: one more file, nothing else."""
    folder = tmp_path / "locales"
    folder.mkdir()
    for path in FOLDER.glob("*.toml"):
        (folder / path.name).write_bytes(path.read_bytes())
    text = (FOLDER / "en.toml").read_text("utf-8")
    own_words = {"Contents": "Innehåll", "New table": "Nytt bord", "Taken back.": "Ångrat."}
    for english, own in own_words.items():
        assert f'= "{english}"\n' in text
        text = text.replace(f'= "{english}"\n', f'= "{own}"\n')
    (folder / "sv.toml").write_text(text, "utf-8")
    monkeypatch.setattr(catalogue, "FOLDER", folder)
    forget()
    yield
    forget()


def forget() -> None:
    """What is kept of the files."""
    for kept in (catalogue.languages, catalogue.phrases, catalogue._read):
        kept.cache_clear()


@pytest.mark.usefixtures("swedish")
def test_a_file_more_is_a_language_more_in_the_handbook_and_at_the_screen(tmp_path: Path) -> None:
    assert "sv" in languages()
    assert phrases("sv", "screen")("taken_back") == "Ångrat."
    page = tmp_path / "page.html"
    assert run(["doc", str(PEBBLES), "--lang", "sv", "--out", str(page)]) == 0
    assert '<html lang="sv">' in page.read_text("utf-8")
    assert "Innehåll" in page.read_text("utf-8")


@pytest.mark.usefixtures("swedish")
def test_a_file_more_is_a_language_more_in_the_browser() -> None:
    pytest.importorskip("starlette")
    from tests.unit.table.serve.visitors import visiting

    with visiting(names=("tutorial",)) as visitor:
        assert 'value="sv" lang="sv">sv</button>' in visitor.get("/").text
        page = visitor.post("/language", language="sv", back="/").text
        assert '<html lang="sv">' in page
        assert "Nytt bord" in page


@pytest.mark.parametrize("language", ["xx", "../en", "en.toml", "", "en-GB", "pl/../fr"])
def test_what_is_no_language_is_said_in_english(language: str) -> None:
    assert phrases(language, "table").known == phrases("en", "table").known


def test_a_region_has_the_words_of_its_language() -> None:
    assert phrases("pl-PL", "table").known == phrases("pl", "table").known
