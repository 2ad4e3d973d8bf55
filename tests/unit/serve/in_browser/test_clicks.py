"""How many clicks things take: what comes next is clicked where it lies, or dragged to its place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.unit.serve.browsers import FIRST_OPTION, Watched, act, settled, start


def planning(browser: Watched, address: str) -> Page:
    """A table of Skymines at which cards are to be planned."""
    page = browser.page(1280, 800, reduced_motion="reduce")
    start(page, address, "skymines", "human", "random", seed=7)
    while not page.locator("#choosing [data-leads]").count():
        act(page)
    return page


def drag(page: Page, card: Locator, place: Locator) -> None:
    one, other = card.bounding_box(), place.bounding_box()
    assert one is not None
    assert other is not None
    page.mouse.move(one["x"] + 20, one["y"] + 30)
    page.mouse.down()
    page.mouse.move(one["x"] + 40, one["y"] + 50)
    page.mouse.move(other["x"] + 20, other["y"] + 25, steps=3)
    page.mouse.up()


def planned(page: Page, column: int) -> Locator:
    return page.locator(".own .columns tbody tr").first.locator("td").nth(column - 1)


@pytest.mark.slow
def test_a_card_is_dragged_to_its_slot_and_comes_back_from_elsewhere(browser: Watched, address: str) -> None:
    page = planning(browser, address)
    card = page.locator("#choosing [data-leads][title^='Energy']").first
    drag(page, card, planned(page, 3))
    expect(page.locator(".trail li")).to_have_count(2)
    expect(planned(page, 3).locator(".piece")).to_have_attribute("title", re.compile("Energy"))
    settled(page)
    other = page.locator("#choosing [data-leads]").first
    drag(page, other, page.locator(".banner"))
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator(".trail li")).to_have_count(2)
    expect(page.locator("#question")).to_have_text(re.compile("^Plan cards$"))


@pytest.mark.slow
def test_two_units_on_a_track_take_four_clicks_and_energy_into_a_sector_five(browser: Watched, address: str) -> None:
    page = planning(browser, address)
    for name in ("Energy 2", "Titanium 2", "Minerals 2"):
        page.locator("#panel button[name=offer]", has_text=name).first.click()
        settled(page)
        if page.locator("#question").inner_text().startswith("Plan cards: action slot"):
            page.locator("#panel button[name=offer]").first.click()
            settled(page)
    while not page.locator("button.ahead").count():
        act(page)
    assert clicks(page, "button.ahead[aria-label^='Use all energy']", "#choosing button.region.open") <= 5
    while not page.locator("button.ahead").count():
        act(page)
    tracks = "button.cell.open, button.ahead[aria-label*='Advance']"
    assert clicks(page, "button.ahead[aria-label*='Use: ']", tracks) == 4


def clicks(page: Page, first: str, then: str) -> int:
    """The clicks from the first one up to and with the confirmation, on the table where that is possible."""
    page.locator(first).first.click()
    settled(page)
    count = 1
    while not page.locator("#confirm").count():
        ways = (then, "#choosing button.open", FIRST_OPTION)
        next(page.locator(each) for each in ways if page.locator(each).count()).first.click()
        settled(page)
        count += 1
        assert count < 12
    page.locator("#confirm").click()
    settled(page)
    return count + 1
