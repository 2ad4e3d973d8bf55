"""Pictures on pages of tables: each is drawn, at a table and beside the text in a studio, and nothing is in its way."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rulewright.author.at_tables import STUDIO
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
def test_tables_with_pictures_are_for_everybody(
    browser: Watched, width: int, scheme: Literal["light", "dark"]
) -> None:
    with answering(None, "klondike", "nine_mens_morris") as address:
        page = browser.page(width, 900, color_scheme=scheme)
        for game, seats in (("klondike", ("human",)), ("nine_mens_morris", ("human", "random"))):
            start(page, address, game, *seats)
            page.locator("#table .pictured").first.wait_for()
            assert (game, faults(page)) == (game, [])
            assert page.locator("html").evaluate("html => html.scrollWidth <= innerWidth"), game
        browser.close_pages()
