"""Two people at one server end a game: one gives up after a second click, or both agree, which each sees at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.unit.table.serve.browsers import Watched
from tests.unit.table.serve.in_browser.test_home import violations
from tests.unit.table.serve.in_browser.test_people import two_people


def give_up(page: Page, *, confirms: bool = True) -> None:
    page.locator("#leave summary").click()
    if confirms:
        page.locator("#leave button").click()


@pytest.mark.slow
def test_giving_up_takes_a_second_click_and_both_see_the_end(browser: Watched, address: str) -> None:
    _, one, other = two_people(browser, address)
    one.locator("#leave summary").click()
    expect(one.locator("#leave button")).to_be_visible()
    expect(one.locator("#leave")).to_contain_text("Won by seat 2.")
    expect(other.locator(".state")).not_to_have_text("The game is over.")
    one.locator("#leave button").click()
    for page, verdict in ((one, "You have lost."), (other, "You have won.")):
        expect(page.locator(".state")).to_have_text("The game is over.")
        expect(page.locator(".asks").first).to_contain_text(f"seat 1 gives up. {verdict}")
        expect(page.locator("#log")).to_contain_text("seat 1 gives up.")
        expect(page.locator("#again")).to_be_visible()
    one.goto(address)
    expect(one.locator("#mine .held[data-outcome=lost] .whose")).to_contain_text("seat 1 gives up.")
    expect(one.locator("#record tbody tr")).to_have_count(1)


@pytest.mark.slow
def test_who_confirms_without_a_click_gives_up_with_one(browser: Watched, address: str) -> None:
    _, one, _ = two_people(browser, address)
    one.locator("#call summary").click()
    one.check("#call-confirm")
    give_up(one, confirms=False)
    expect(one.locator(".state")).to_have_text("The game is over.")


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")])
def test_an_end_is_proposed_declined_and_agreed_on(browser: Watched, address: str, width: int, scheme: str) -> None:
    _, one, other = two_people(browser, address)
    for page in (one, other):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    one.locator("#end summary").click()
    assert violations(one) == []
    one.locator("#end button").click()
    expect(one.locator("#proposal")).to_contain_text("You propose to end the game. Waiting for seat 2.")
    asked = other.locator("#proposal[role=alert]")
    expect(asked).to_contain_text("seat 1 proposes to end the game")
    assert violations(other) == []
    assert other.evaluate("document.documentElement.scrollWidth") <= width
    asked.get_by_role("button", name="No, play on").click()
    for page in (one, other):
        expect(page.locator("#proposal")).to_have_count(0)
    expect(one.locator("#end")).to_have_count(0)
    other.locator("#end summary").click()
    other.locator("#end button").click()
    one.locator("#proposal button[value=agree]").click()
    for page in (one, other):
        expect(page.locator(".asks").first).to_contain_text("All agreed to end the game. The game is drawn.")
    assert violations(one) == []
