"""One learns that it is one's turn: by the title and the icon, by a sound or a notification, in a hidden tab too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.unit.table.serve.browsers import FIRST_OPTION, Watched, act, seats_of, settled, start

_NOTED = """
window.noted = [];
window.Notification = class { constructor(title, { body }) { noted.push(`${title}: ${body}`); } };
Notification.permission = "granted";
Notification.requestPermission = async () => "granted";
window.tones = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { tones += 1; return make.call(this); };
"""
_HIDE = """
Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
document.dispatchEvent(new Event("visibilitychange"));
"""


def two_at_a_table(browser: Watched, address: str) -> tuple[Page, Page]:
    host = browser.page()
    start(host, address, "tutorial", "human", "human", seed=3)
    one, other = browser.page(), browser.page()
    other.add_init_script(_NOTED)
    for page, link in zip((one, other), seats_of(host), strict=True):
        page.goto(f"{address}{link}")
    return one, other


def play_until_waiting(page: Page) -> None:
    for _ in range(12):
        if page.locator(".idle").count():
            return
        act(page)


def test_a_turn_is_told_in_title_and_icon_and_as_was_wanted(browser: Watched, address: str) -> None:
    one, other = two_at_a_table(browser, address)
    expect(one).to_have_title(re.compile("^\u25cf "))
    expect(other).to_have_title(re.compile("^(?!\u25cf)"))
    idle = other.locator("link[rel=icon]").get_attribute("href")
    other.locator("#call summary").click()
    other.locator("#call-sound").check()
    other.locator("#call-note").check()
    before = other.evaluate("tones")
    other.evaluate(_HIDE)
    other.evaluate("Object.defineProperty(document, 'hidden', { get: () => false, configurable: true })")
    other.evaluate("document.hasFocus = () => false; document.dispatchEvent(new Event('visibilitychange'))")
    play_until_waiting(one)
    expect(other).to_have_title(re.compile("^\u25cf "))
    expect(one).to_have_title(re.compile("^(?!\u25cf)"))
    assert other.locator("link[rel=icon]").get_attribute("href") != idle
    assert other.evaluate("noted.length") == 1
    assert "It is your turn." in other.evaluate("noted[0]")
    assert other.evaluate("tones") == before + 2
    other.reload()
    expect(other.locator("#call-sound")).to_be_checked()


def test_who_wishes_so_confirms_without_a_click(browser: Watched, address: str) -> None:
    one, other = two_at_a_table(browser, address)
    one.locator("#call summary").click()
    one.locator("#call-confirm").check()
    one.locator("#call summary").click()
    for _ in range(12):
        if one.locator(".idle").count():
            break
        one.locator(FIRST_OPTION).click()
        settled(one)
        expect(one.locator("#confirm")).to_have_count(0)
    expect(other.locator(".state")).to_have_text("It is your turn.")


@pytest.mark.slow
def test_a_hidden_tab_keeps_no_stream_and_learns_it_all_the_same(browser: Watched, address: str) -> None:
    one, other = two_at_a_table(browser, address)
    other.clock.install()
    other.evaluate(_HIDE)
    play_until_waiting(one)
    expect(other.locator(".state")).not_to_have_text("It is your turn.")
    other.clock.fast_forward(16_000)
    expect(other).to_have_title(re.compile("^\u25cf "))
    assert other.evaluate("[noted.length, tones]") == [0, 0], "nobody wanted to be told"
