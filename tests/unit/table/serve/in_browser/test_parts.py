"""Parts of the table that have not changed are not sent again; the page is the same as if it were loaded anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Response

from tests.unit.table.serve.browsers import Watched, act, settled, start

_SHOWN = "() => ['#choosing', '#log', '#panel'].map((each) => document.querySelector(each).outerHTML)"
_FORGET = """
() => {
  const plain = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await plain(...asked);
    window.fetch = plain;
    document.querySelector('.areas').dataset.has = '';
    return answer;
  };
}
"""


def is_as_loaded_anew(page: Page) -> bool:
    page.mouse.move(2, 2)  # what it points at is lit
    with page.context.new_page() as other:
        other.emulate_media(reduced_motion="reduce")
        other.set_viewport_size({"width": 1280, "height": 900})
        other.goto(page.url)
        settled(other)
        return bool(other.evaluate(_SHOWN) == page.evaluate(_SHOWN))


def test_a_page_that_is_sent_what_has_changed_shows_the_same_as_one_that_is_loaded_anew(
    browser: Watched, address: str
) -> None:
    page = browser.page(reduced_motion="reduce")
    start(page, address, "skymines", "human", "random", seed=7)
    answers: list[Response] = []
    page.on("response", lambda each: answers.append(each) if each.url.endswith("/act") else None)
    for _ in range(5):
        act(page)
        settled(page)
    assert is_as_loaded_anew(page)
    sent = [each.text() for each in answers]
    assert [each for each in sent if each.count("data-as=") <= 3] == [], [each.count("data-as=") for each in sent]


@pytest.mark.slow
def test_a_page_that_misses_a_part_asks_for_the_whole_table(browser: Watched, address: str) -> None:
    page = browser.page(reduced_motion="reduce")
    start(page, address, "skymines", "human", "random", seed=8)
    before = page.locator("[name=at]").get_attribute("value")
    page.evaluate(_FORGET)
    act(page)
    settled(page)
    assert page.locator("[name=at]").get_attribute("value") != before
    assert page.locator("template").count() == 0
    assert is_as_loaded_anew(page)
