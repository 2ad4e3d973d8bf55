"""What people do by mistake at a table: nothing is lost, and the page says what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.unit.serve.browsers import FIRST_OPTION, Watched, settled, start
from tests.unit.serve.visitors import Visitor, hidden, keys_offered, visiting


@pytest.fixture
def page(browser: Watched, address: str) -> Page:
    """The page of a person who plans cards, which can be taken back."""
    page = browser.page()
    start(page, address, "skymines", "human", "random", seed=3)
    for _ in range(12):
        if page.locator("#question", has_text="Plan").count():
            break
        confirm = page.locator("#confirm")
        (confirm if confirm.count() else page.locator(FIRST_OPTION)).click()
        settled(page)
    expect(page.locator("#question")).to_contain_text("Plan")
    return page


def steps(page: Page) -> int:
    return page.locator(".trail li").count()


def test_a_double_click_chooses_once(page: Page) -> None:
    page.locator(FIRST_OPTION).dblclick()
    settled(page)
    expect(page.locator(".trail li").first).to_be_visible()
    first = page.locator(".trail li").first.inner_text()
    page.reload()
    assert page.locator(".trail li").first.inner_text() == first
    assert steps(page) <= 2


def test_a_page_that_is_loaded_again_or_left_and_come_back_to_is_as_it_was(page: Page, address: str) -> None:
    page.locator(FIRST_OPTION).click()
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


def test_two_tabs_of_one_seat_show_the_same_and_either_goes_on(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    page.locator(FIRST_OPTION).click()
    settled(page)
    expect(other.locator(".trail li")).to_have_count(steps(page))
    other.locator("#undo").click()
    expect(page.locator(".trail li")).to_have_count(steps(other))


def test_without_a_network_nothing_is_chosen_and_with_it_all_goes_on(browser: Watched, page: Page) -> None:
    page.context.set_offline(True)
    page.locator(FIRST_OPTION).click()
    expect(page.locator(".notice.bad")).to_contain_text("cannot be reached")
    assert steps(page) == 0
    page.context.set_offline(False)
    browser.complaints.clear()  # a browser tells of every request that failed
    page.locator(FIRST_OPTION).click()
    settled(page)
    assert steps(page) == 1


def test_what_is_typed_and_means_nothing_is_told_and_may_be_typed_anew(browser: Watched, page: Page) -> None:
    page.fill("#typed", "99999")
    page.keyboard.press("Enter")
    expect(page.locator(".notice.bad")).to_contain_text("99999")
    browser.complaints.clear()  # of the answer 409
    page.fill("#typed", "1")
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator(".notice.bad")).to_have_count(0)
    assert steps(page) == 1


@pytest.fixture(name="visitor")
def visitor_at_a_table() -> Iterator[Visitor]:
    with visiting() as visitor:
        yield visitor


def test_an_address_that_a_form_was_sent_to_leads_back_to_the_table(visitor: Visitor) -> None:
    seat = visitor.new_table()
    for name in ("act", "hand", "next"):
        answer = visitor.get(f"{seat}{name}")
        assert answer.status_code == 200
        assert str(answer.url).endswith(seat)


def test_a_link_with_its_end_cut_off_says_so_and_leads_to_the_tables(visitor: Visitor) -> None:
    seat = visitor.new_table()
    for wrong in (seat[:-3] + "/", seat.replace("/t/1/", "/t/7/"), "/t/1/1/", "/nowhere"):
        answer = visitor.get(wrong)
        assert answer.status_code == 404
        assert 'href="/"' in answer.text
    assert visitor.get(seat.rstrip("/")).status_code == 200


def test_who_confirms_twice_or_takes_back_nothing_is_told_why_not(visitor: Visitor) -> None:
    seat = visitor.new_table()
    page = visitor.get(seat).text
    for does in ("confirm", "undo"):
        answer = visitor.post(f"{seat}act", at=hidden(page, "at"), do=does)
        assert answer.status_code == 409
        assert "nothing to" in answer.text
        assert keys_offered(answer.text) == keys_offered(page)


def test_a_choice_on_a_table_that_is_over_changes_nothing(visitor: Visitor) -> None:
    seat = visitor.new_table()
    page = visitor.get(seat).text
    old = hidden(page, "at")
    for _ in range(100):
        page = visitor.part(seat)
        if "The game is over." in page:
            break
        what = {"do": "confirm"} if 'id="confirm"' in page else {"do": "typed", "typed": keys_offered(page)[0]}
        visitor.post(f"{seat}act", at=hidden(page, "at"), **what)
    assert visitor.post(f"{seat}act", at=old, do="typed", typed="snatch").status_code == 409
    assert "The game is over." in visitor.part(seat)
