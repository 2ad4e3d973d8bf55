"""Pictures on pages of tables: each is drawn, at a table and beside the text in a studio, and nothing is in its way."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rulewright.author.at_tables import STUDIO
from rulewright.cli import run
from rulewright.table.serve.studio.open_folders import Studio
from tests.reference.drawn.pixels import colours_of
from tests.reference.pictured import COLOURS, write_pictured
from tests.unit.table.serve.browsers import FIRST_OPTION, Watched, start
from tests.unit.table.serve.serving import answering

pytestmark = pytest.mark.slow


def shown(page: Page) -> dict[str, bool]:
    """Return of each picture whether a good part of the page is of its colour."""
    page.wait_for_load_state("networkidle")
    found = colours_of(page.screenshot())
    return {name: found[colour] > 300 for name, colour in COLOURS.items()}


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]


def test_all_pictures_are_drawn_at_a_table(browser: Watched, tmp_path: Path) -> None:
    game = str(write_pictured(tmp_path / "small"))
    with answering(None, game) as address:
        page = browser.page(1280, 900)
        start(page, address, game, "human", "random")
        expect(page.locator(".piece.card:not(.back, .pictured)")).to_have_count(1)  # one has no file
        assert shown(page) == dict.fromkeys(COLOURS, True)
        browser.close_pages()


@pytest.mark.parametrize("is_printed", [False, True])
def test_picture_and_text_lie_where_the_layout_of_the_card_says(
    browser: Watched, tmp_path: Path, *, is_printed: bool
) -> None:
    game, sheets = str(write_pictured(tmp_path / "small")), tmp_path / "sheets.html"
    with answering(None, game) as address:
        page = browser.page(1280, 900)
        if is_printed:
            assert run(["print", game, "--out", str(sheets)]) == 0
            page.goto(sheets.as_uri())
        else:
            start(page, address, game, "human", "random")
        for card, parts in ((".pictured", (".pic", ".print")), (":not(.pictured)", (".print",))):
            found = {part: page.locator(f".piece.card:not(.back){card}").first.evaluate(_LIES, part) for part in parts}
            assert found == {part: pytest.approx(_LAYOUT[part], abs=1.5) for part in parts}
        if not is_printed:  # where a card is small, all of its text is there for the pointer
            page.locator(".piece.card.pictured:not(.back)").first.hover()
        assert page.locator(".piece.card.pictured:not(.back) .print").first.evaluate(_IS_CUT) is False
        browser.close_pages()


_LAYOUT = {".pic": [0, 0, 100, 100 * 60 / 88], ".print": [100 * 4 / 63, 100 * 64 / 88, 100 * 55 / 63, 100 * 20 / 88]}
"""Left, top, width and height in percent of the card within its border."""
_LIES = """(card, part) => {
  const one = card.getBoundingClientRect(), other = card.querySelector(`:scope > ${part}`).getBoundingClientRect();
  const [wide, high, scale] = [card.clientWidth, card.clientHeight, one.width / card.offsetWidth];
  const left = (other.left - one.left) / scale - card.clientLeft, top = (other.top - one.top) / scale - card.clientTop;
  return [left / wide, top / high, other.width / scale / wide, other.height / scale / high].map(each => 100 * each);
}"""
_IS_CUT = "each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1"


def test_a_copy_in_a_studio_is_drawn_with_its_pictures(browser: Watched, tmp_path: Path) -> None:
    studio = Studio(STUDIO, tmp_path / "home")
    studio.open(STUDIO.copied(write_pictured(tmp_path / "small"), "mine", tmp_path / "home"))
    with answering(None, "tutorial", studio=studio) as address:
        page = browser.page(1440, 1000)
        page.goto(f"{address}/studio/?key={studio.key}")
        page.goto(f"{address}/studio/1/")
        expect(page.frame_locator("#table-frame").locator(FIRST_OPTION)).to_be_visible()
        assert shown(page) == dict.fromkeys(COLOURS, True)
        browser.close_pages()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_tables_with_pictures_are_for_everybody(browser: Watched, width: int, scheme: Literal["light", "dark"]) -> None:
    with answering(None, "klondike", "nine_mens_morris") as address:
        page = browser.page(width, 900, color_scheme=scheme)
        for game, seats in (("klondike", ("human",)), ("nine_mens_morris", ("human", "random"))):
            start(page, address, game, *seats)
            page.locator("#table .pictured").first.wait_for()
            assert (game, faults(page)) == (game, [])
            assert page.locator("html").evaluate("html => html.scrollWidth <= innerWidth"), game
            overflown = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.outerHTML)"
            assert page.locator("#table .none").evaluate_all(overflown) == []
        browser.close_pages()
