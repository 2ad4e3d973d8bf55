"""The page of a report: one file that needs nothing else, with every text escaped and marked."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from rulewright.author.testing.coverage.coverage_page import coverage_page
from rulewright.core.pipeline import read_whole
from tests.unit.author.testing.coverage.shop import CONTENT, report_on

VOID = frozenset({"meta", "input", "br"})


class Outline(HTMLParser):
    """The elements that are open, and what was wrong with how they close."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.faults.append(tag)


def page(folder: Path, content: str = CONTENT) -> str:
    report = report_on(folder, content)
    return coverage_page([report], read_whole(str(folder / "small")).lines)


def test_a_page_is_well_formed_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    outline = Outline()
    outline.feed(page(tmp_path))
    assert (outline.open, outline.faults) == ([], [])
    assert len(outline.ids) == len(set(outline.ids))
    assert outline.links
    assert {link.removeprefix("#") for link in outline.links} <= set(outline.ids)


def test_a_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    assert not re.search(r"https?:|src=|@import|url\(", page(tmp_path))


def test_an_authors_text_is_escaped(tmp_path: Path) -> None:
    evil = CONTENT.replace("{en: Coin}", "{en: \"<script>alert('x')</script>\"}").replace(
        "gain 2 coin\n", "gain 2 coin # </td>\n"
    )
    made = page(tmp_path, evil)
    assert "<script>alert" not in made
    assert "&lt;script&gt;alert" in made
    assert "# &lt;/td&gt;" in made


def test_lines_are_marked_by_what_was_reached(tmp_path: Path) -> None:
    row = r'<tr id="[^"]*" class="(\w+)"><td>\d+</td><td>\d+</td><td>(.*?)</td></tr>'
    rows = re.findall(row, page(tmp_path), re.DOTALL)
    states = {re.sub("<[^>]*>", "", text).strip(): state for state, text in rows}
    assert states["gain 2 coin"] == "hit"
    assert states["if coin &gt; 0:"] == "part"
    assert states["require coin &gt; 8; gain 5 coin"] == "miss"
    assert states["pay price coin"] == "miss"
