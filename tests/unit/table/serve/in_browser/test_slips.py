"""What people do by mistake in a browser: nothing is lost, and the page says what to do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.unit.table.serve.browsers import Watched, settled, start


@pytest.fixture
def page(browser: Watched, address: str) -> Page:
    """The page of a person who is asked for the first time."""
    page = browser.page()
    start(page, address, "tutorial", "human", "random", seed=3)
    return page


def fly(page: Page) -> Locator:
    """A choice that can be taken back."""
    return page.locator("#panel button", has_text="fly home")


def steps(page: Page) -> int:
    return page.locator(".trail li").count()


def test_a_double_click_chooses_once(page: Page) -> None:
    fly(page).dblclick()
    settled(page)
    expect(page.locator(".trail li").first).to_be_visible()
    first = page.locator(".trail li").first.inner_text()
    page.reload()
    assert page.locator(".trail li").first.inner_text() == first
    assert steps(page) <= 2


def test_a_page_that_is_loaded_again_or_left_and_come_back_to_is_as_it_was(page: Page, address: str) -> None:
    fly(page).click()
    settled(page)
    known = page.locator(".trail").inner_text()
    page.reload()
    assert page.locator(".trail").inner_text() == known
    page.goto(f"{address}/")
    page.go_back()
    expect(page.locator(".trail")).to_have_text(re.compile(".+"))
    assert page.locator(".trail").inner_text() == known
    page.go_back()
    page.go_forward()
    expect(page.locator(".trail")).to_be_visible()


@pytest.mark.slow
def test_two_tabs_of_one_seat_show_the_same_and_either_goes_on(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    fly(page).click()
    settled(page)
    expect(other.locator(".trail li")).to_have_count(steps(page))
    other.locator("#undo").click()
    expect(page.locator(".trail li")).to_have_count(steps(other))


def test_without_a_network_nothing_is_chosen_and_with_it_all_goes_on(browser: Watched, page: Page) -> None:
    page.context.set_offline(True)
    fly(page).click()
    expect(page.locator(".notice.bad")).to_contain_text("cannot be reached")
    assert steps(page) == 0
    page.context.set_offline(False)
    browser.complaints.clear()  # a browser tells of every request that failed
    fly(page).click()
    settled(page)
    assert steps(page) == 1


def test_a_page_that_cannot_draw_what_has_come_loads_itself_anew_and_says_nothing_of_the_net(
    browser: Watched, page: Page
) -> None:
    page.evaluate("() => { Element.prototype.replaceWith = () => { throw new Error('planted'); }; }")
    with page.expect_navigation():
        fly(page).click()
    settled(page)
    assert steps(page) == 1
    expect(page.locator(".notice.bad")).to_have_count(0)
    assert [each for each in browser.complaints if "planted" in each], browser.complaints
    browser.complaints.clear()


def test_what_is_typed_and_means_nothing_is_told_and_may_be_typed_anew(browser: Watched, page: Page) -> None:
    page.fill("#typed", "99999")
    page.keyboard.press("Enter")
    expect(page.locator(".notice.bad")).to_contain_text("99999")
    browser.complaints.clear()  # of the answer 409
    page.fill("#typed", "2")
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator(".notice.bad")).to_have_count(0)
    assert steps(page) == 1
