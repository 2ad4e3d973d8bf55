"""Who is at a table now, and what is new in its chat: seen live by two browsers and a spectator."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rulewright.table.serve.hosting import presence
from tests.unit.table.serve.browsers import Watched, seats_of, start
from tests.unit.table.serve.in_browser.test_people import two_people

GONE = re.compile(r"\babsent\b")
HERE = re.compile(r"\bpresent\b")


@pytest.fixture(autouse=True)
def pages_are_gone_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_STAYS", 0.5)


def plate(page: Page, seat: int) -> Locator:
    return page.locator(f"#choosing .plate[data-seat='{seat}']")


def watching(browser: Watched, address: str, host: Page) -> Page:
    page = browser.page()
    page.goto(address + str(host.locator("a[href*='/watch/']").first.get_attribute("href")))
    return page


@pytest.mark.slow
def test_each_plate_says_who_is_there_and_a_spectator_reads_the_same(browser: Watched, address: str) -> None:
    host, one, other = two_people(browser, address)
    for seat in (0, 1):
        expect(plate(one, seat)).to_have_class(HERE)
        expect(plate(one, seat)).to_contain_text("here now")
    expect(one.locator(".watching")).to_have_count(0)
    spectator = watching(browser, address, host)
    expect(plate(spectator, 1)).to_contain_text("here now")
    expect(one.locator(".watching")).to_have_text("watching: 1")
    other.goto("about:blank")
    for page in (one, spectator):
        expect(plate(page, 1)).to_have_class(GONE)
        expect(plate(page, 1)).to_contain_text("not here")
    one.locator("button[name=offer]").first.click()  # a picture that is new says it as well
    expect(one.locator("#undo, #confirm, .plate[data-seat='1'].on").first).to_be_visible()
    expect(plate(one, 1)).to_have_class(GONE)
    spectator.goto("about:blank")
    expect(one.locator(".watching")).to_have_count(0)


@pytest.mark.slow
def test_a_bot_is_a_bot_and_neither_here_nor_away(browser: Watched, address: str) -> None:
    page = browser.page()
    start(page, address, "tutorial", "human", "random")
    expect(plate(page, 0)).to_have_class(HERE)
    expect(plate(page, 1)).to_contain_text("bot")
    assert not re.search("present|absent", str(plate(page, 1).get_attribute("class")))


@pytest.mark.slow
def test_a_card_of_the_first_page_says_who_is_there(browser: Watched, address: str) -> None:
    host = browser.page()
    start(host, address, "tutorial", "human", "human", seed=3)
    mine, others = seats_of(host)
    one, other = browser.page(), browser.page()
    one.goto(f"{address}{mine}")
    other.goto(f"{address}{others}")
    expect(plate(other, 1)).to_have_class(HERE)
    one.goto(address)
    expect(one.locator("#mine .plate[data-seat='1']")).to_contain_text("here now")


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_the_sign_of_the_chat_counts_what_is_new_until_it_is_read(browser: Watched, address: str, width: int) -> None:
    _, one, other = two_people(browser, address)
    one.set_viewport_size({"width": width, "height": 844 if width < 500 else 420})
    one.evaluate("scrollTo(0, 0)")
    sign = one.locator("#to-chat b")
    for number, said in enumerate(("hello", "are you there"), 1):
        other.fill("#chat [name=say]", said)
        other.locator("#chat button").click()
        expect(sign).to_have_text(str(number))
        expect(one.locator("#talk[role=status]")).to_have_text(f"New in the chat: {number}")
    one.reload()
    expect(sign).to_have_text("2")
    one.locator("#to-chat").click()
    expect(one.locator("#say")).to_be_focused()
    expect(sign).to_be_empty()
    one.fill("#say", "yes")
    one.locator("#chat button").click()
    expect(one.locator("#said li")).to_have_count(3)
    expect(sign).to_be_empty()
    one.reload()
    expect(one.locator("#to-chat")).to_be_visible()
    expect(sign).to_be_empty()


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_a_plate_is_as_large_as_it_was_whoever_is_there(browser: Watched, address: str, width: int) -> None:
    _, one, _ = two_people(browser, address)
    one.set_viewport_size({"width": width, "height": 844})
    expect(plate(one, 1)).to_have_class(HERE)
    sizes = """each => ["present", "absent", ""].map(name => {
        each.classList.remove("present", "absent");
        if (name) each.classList.add(name);
        const { width, height } = each.getBoundingClientRect();
        return `${width} ${height}`;
    })"""
    for seat in (0, 1):
        assert len(set(plate(one, seat).evaluate(sizes))) == 1
