"""How many clicks things take: what comes next is clicked where it lies, or dragged to its place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.unit.table.serve.browsers import FIRST_OPTION, Watched, act, settled, start, unlist

ENERGY = ("energy into a sector", "button.ahead[aria-label^='Use all energy']", "#choosing button.region.open")
UNITS = (
    "two units on a track",
    "button.ahead[aria-label*='Use: ']",
    "button.cell.open, button.ahead[aria-label*='Advance']",
)
BONUS = ("a bonus space", "button.ahead[aria-label^='Place a bonus marker: Buy a card']", "#choosing button.open")
PLANS = (
    "a scientist with two plans",
    "button.ahead[aria-label*='Research scientist'][aria-label*='Take a plan']",
    "#choosing [aria-label^='Take a plan']",
)
"""What is done, what is clicked first, and what after it."""


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
def test_actions_take_few_clicks_on_the_table(browser: Watched, address: str) -> None:
    counted: dict[str, int] = {}
    for cards, actions in (
        (("Energy 2", "Titanium 2", "Minerals 2"), (ENERGY, UNITS, BONUS)),
        (("Research scientist 2",), (PLANS,)),
    ):
        page = planning(browser, address)
        for card in cards:
            unlist(page)
            page.locator("#panel button[name=offer]", has_text=card).first.click()
            settled(page)
            if page.locator("#question").inner_text().startswith("Plan cards: action slot"):
                unlist(page)
                page.locator("#panel button[name=offer]").first.click()
                settled(page)
        for action, first, then in actions:
            while not page.locator("button.ahead").count():
                act(page)
            counted[action] = clicks(page, first, then)
        while not page.locator("button.nowhere", has_text="Drop out").count():
            act(page)
    assert counted == {ENERGY[0]: 4, UNITS[0]: 4, BONUS[0]: 2, PLANS[0]: 5}


def clicks(page: Page, first: str, then: str) -> int:
    """The clicks from the first one up to and with a confirmation, on the table without the page moving.

    What is to be put in a place is dragged there, which is as much as a click.
    """
    page.locator(first).first.click()
    settled(page)
    count, moved = 1, page.evaluate("scrollY")
    while not page.locator("#confirm").count() and page.locator("#question").inner_text() != "Turn":
        ways = (then, "#choosing button.open", "button.nowhere", FIRST_OPTION)
        if (asked := page.locator("#question").inner_text()) == "Place research plans":
            page.locator(".own .cell.place").nth(3).evaluate("each => each.scrollIntoView({ block: 'center' })")
            drag(page, page.locator("#choosing [data-leads]").first, page.locator(".own .cell.place").nth(3))
            expect(page.locator("#question")).not_to_have_text(asked)
            expect(page.locator(".dragged")).to_have_count(0)
        else:
            next(page.locator(each) for each in ways if page.locator(each).count()).first.click()
        settled(page)
        assert page.evaluate("scrollY") == moved or then == PLANS[2]  # plans lie in the second screen
        count += 1
        assert count < 12
    if page.locator("#confirm").count():  # none is asked for where nobody else has a turn before one's next
        page.locator("#confirm").click()
        settled(page)
    return count + 1
