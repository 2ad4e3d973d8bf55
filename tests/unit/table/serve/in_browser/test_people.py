"""People at a table, in two browsers: who they are, invitations, talk, time, a bot that steps in, and a rematch."""

from __future__ import annotations

import re
import time
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page, expect

from tests.unit.table.serve.browsers import Watched, act, seats_of, settled, start

HOSTILE = "<img src=x onerror=alert(1)> & 'so'"
NAME = "Zoë O'Neill"
NEAR_END = 200
"""More choices than a game of Gulls has."""


def two_people(browser: Watched, address: str) -> tuple[Page, Page, Page]:
    """Who made the table, at its page of links, and the two who sit there."""
    host = browser.page()
    start(host, address, "tutorial", "human", "human", seed=3)
    one, other = browser.page(), browser.page()
    for page, link in zip((one, other), seats_of(host), strict=True):
        page.goto(f"{address}{link}")
    return host, one, other


@pytest.mark.slow
def test_an_invitation_is_copied_and_drawn(browser: Watched, address: str) -> None:
    host = browser.page(permissions=["clipboard-read", "clipboard-write"])
    start(host, address, "tutorial", "human", "human", seed=3)
    links = host.locator("input.link")
    host.get_by_role("button", name="Copy").nth(1).click()
    expect(host.locator("[data-copy]").nth(1)).to_have_text(re.compile("Copied"))
    assert host.evaluate("navigator.clipboard.readText()") == links.nth(1).input_value()
    assert links.nth(1).input_value() != links.nth(0).input_value()
    host.locator("details.qr summary").nth(1).click()
    drawn = host.locator("details.qr img").nth(1)
    expect(drawn).to_be_visible()
    host.wait_for_function("each => each.complete && each.naturalWidth > 20", arg=drawn.element_handle())
    guest = browser.page()
    guest.goto(links.nth(1).input_value())
    expect(guest.locator("#question, .banner").first).to_be_visible()


@pytest.mark.slow
def test_a_name_and_a_colour_are_seen_by_all_and_the_colour_is_taken(browser: Watched, address: str) -> None:
    _, one, other = two_people(browser, address)
    other.goto(f"{other.url}me")
    other.fill("[name=name]", NAME)
    other.check("[name=colour][value=teal]")
    other.click("button.main")
    other.locator("form.sheet a[href='./']").click()
    expect(one.locator("#table")).to_contain_text(NAME)
    expect(other.locator("#table")).to_contain_text(NAME)
    one.goto(f"{one.url}me")
    expect(one.locator("[name=colour][value=teal]")).to_be_disabled()


@pytest.mark.slow
def test_what_is_said_comes_to_the_other_as_text_until_the_host_turns_talk_off(browser: Watched, address: str) -> None:
    host, one, other = two_people(browser, address)
    one.fill("#chat [name=say]", HOSTILE)
    one.locator("#chat button").click()
    expect(other.locator("#said li")).to_have_count(1)
    expect(other.locator("#said li")).to_contain_text(HOSTILE)
    assert other.locator("#said img").count() == 0
    host.locator("form[action=chat] button").click()
    expect(host.locator("form[action=chat] button")).to_have_attribute("value", "1")
    other.reload()
    expect(other.locator("#chat")).to_have_count(0)


@pytest.mark.slow
def test_a_bot_plays_for_one_whose_time_is_over_when_the_other_wants_it_and_the_seat_is_taken_back(
    browser: Watched, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, one, other = two_people(browser, address)
    host.select_option("[name=pace]", "86400")
    host.locator("form[action=pace] button").click()
    other.reload()
    expect(other.locator("time")).to_be_visible()
    expect(other.locator("form.away")).to_be_hidden()
    later = SimpleNamespace(time=lambda: time.time() + 90_000)
    for module in ("away", "seats"):
        monkeypatch.setattr(f"rulewright.table.serve.{module}.time", later)
    other.add_init_script("Date.now = ((now) => () => now() + 90_000_000)(Date.now)")
    other.reload()
    other.locator("form.away button").click()
    expect(other.locator("#panel button[name=offer]").first).to_be_visible()  # the bot has played its turn
    monkeypatch.undo()
    one.reload()
    expect(one.locator("form.hand")).to_be_visible()
    one.locator("form.hand button").click()
    host.reload()
    expect(host.locator("[name=policy]").first).to_have_value("human")


@pytest.mark.slow
def test_one_who_leaves_hands_over_to_a_bot(browser: Watched, address: str) -> None:
    host, one, other = two_people(browser, address)
    one.locator("form.hand select").select_option("random")
    one.locator("form.hand button").click()
    expect(other.locator("#panel button[name=offer]").first).to_be_visible()
    host.reload()
    expect(host.locator("[name=policy]").first).to_have_value("random")


@pytest.mark.slow
def test_a_rematch_turns_the_seats(browser: Watched, address: str) -> None:
    _, one, other = two_people(browser, address)
    for _ in range(NEAR_END):
        page = next((each for each in (one, other) if each.locator("#confirm, button[name=offer]").count()), None)
        if page is None:
            if one.locator("#again").count():
                break
            one.wait_for_timeout(50)
            continue
        act(page)
    one.locator("#again").click()
    one.wait_for_url(re.compile(r"/t/\d+/2/"))
    expect(other.locator("#again")).to_have_text("To the next game")
    other.locator("#again").click()
    other.wait_for_url(re.compile(r"/t/\d+/1/"))
    settled(other)
    assert [each.locator("#panel button[name=offer]").count() > 0 for each in (one, other)].count(True) == 1
