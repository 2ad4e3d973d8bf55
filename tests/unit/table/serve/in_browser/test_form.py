"""The form of a new table as a newcomer meets it: what is picked holds, what is being done is said, nothing puzzles."""

from __future__ import annotations

import re
from threading import Event

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, expect

from tests.unit.table.serve.browsers import Watched, unfold

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_alone_against_the_rules_is_two_clicks_away(browser: Watched, address: str, width: int) -> None:
    page = browser.page(width, reduced_motion="reduce")
    page.goto(f"{address}/new?ruleset=skymines")
    page.get_by_label("Alone against Luna").check()
    expect(page.locator("legend", has_text="Seats (1-3)")).to_be_visible()
    for fold in (False, True):
        if fold:
            unfold(page)
        found = [(each["id"], each["nodes"][0]["html"]) for each in Axe().run(page).response["violations"]]
        assert (found, page.evaluate("document.documentElement.scrollWidth <= innerWidth")) == ([], True)
    page.click("button[value=start]")
    page.wait_for_url(re.compile(r"/t/\d+/1/"))
    expect(page.locator("#panel button[name=offer]").first).to_be_visible()


def test_what_is_being_done_is_said_and_a_pick_meanwhile_holds(browser: Watched, address: str) -> None:
    page = browser.page(reduced_motion="reduce")
    page.goto(f"{address}/new?ruleset=skymines")
    told, held = page.get_by_text("Reading the rules"), Event()

    def late(route: Route) -> None:
        if held.is_set():
            route.continue_()  # the first is never answered

    page.route(re.compile("/new$"), late)
    expect(told).to_be_hidden()
    page.get_by_label("Alone against Luna").check()
    expect(told).to_be_visible()
    held.set()
    page.get_by_role("radio", name="Belt side").check()
    expect(told).to_be_hidden()
    names = ("Alone against Luna", "Belt side of the board", "Luna, the automated player")
    picked = [page.locator("label.check", has_text=each).locator("input").is_checked() for each in names]
    assert dict(zip(names, picked, strict=True)) == dict.fromkeys(names, True)
