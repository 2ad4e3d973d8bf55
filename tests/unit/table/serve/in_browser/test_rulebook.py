"""The rules beside the table: opened and closed by a key, with the focus where a reader wants it, clean for all."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.unit.table.serve.browsers import Watched, start


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_rules_open_beside_the_table_and_give_the_focus_back(
    browser: Watched, address: str, width: int, scheme: str
) -> None:
    page = browser.page(width, 844, color_scheme=scheme)
    start(page, address, "tutorial", seed=1)
    page.keyboard.press("h")
    expect(page.locator("#rulebook h1")).to_be_focused()
    expect(page.locator("#rulebook")).to_contain_text("Bring home the most valuable fish.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    expect(page.locator("#rulebook")).to_be_hidden()
    expect(page.locator("#to-rules")).to_be_focused()
