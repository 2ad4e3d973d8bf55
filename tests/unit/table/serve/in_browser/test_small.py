"""Small things that once were in the way: targets that are hit, keys that do what they say, panels that fit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.unit.table.serve.browsers import Watched, act, settled, start

_SMALL = """
() => [...document.querySelectorAll('a, button, input, select, summary')]
  .filter((each) => each.checkVisibility() && !each.matches('.unseen, .skip, .unseen *'))
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 80)])
  .filter(([{ width, height }]) => width && (width < 23.5 || height < 23.5)).map(([, text]) => text)
"""
_SIDEWAYS = """
() => [...document.querySelectorAll('.side, .side > *, .panel, .log')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className)
  .filter((each) => each !== 'unseen')
"""
_SMALL_TEXT = """
() => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const near = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !near.checkVisibility() || near.closest('.unseen, svg')) continue;
    if (parseFloat(getComputedStyle(near).fontSize) < 11.9) found.push(near.outerHTML.slice(0, 80));
  }
  return found;
}
"""


_BAR = """
() => {
  const bar = document.querySelector('.where'), { right, bottom } = bar.getBoundingClientRect();
  const beyond = (each) => each.right > right + 1 || each.bottom > bottom + 4;
  const told = [...bar.querySelectorAll('h1, .stage > span')];
  return told.filter((each) => beyond(each.getBoundingClientRect())).map((each) => each.textContent);
}
"""
_CUT = """
() => [...document.querySelectorAll('.board :is(.piece, .piece .print, .piece .name, .piece .name > span)')]
  .filter((each) => each.checkVisibility() && getComputedStyle(each).overflow !== 'visible')
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => `${each.className} ${each.closest('.piece').title}`)
"""


def at_a_table(browser: Watched, address: str, width: int, ruleset: str) -> Page:
    page = browser.page(width, 844, reduced_motion="reduce")
    start(page, address, ruleset, "human", "random", seed=7)
    for _ in range(4):
        act(page)
    return page


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("width", "ruleset"), [(width, name) for width in (390, 1280) for name in ("skymines", "ceres", "tutorial")]
)
def test_everything_is_large_enough_and_nothing_scrolls_sideways(
    browser: Watched, address: str, width: int, ruleset: str
) -> None:
    page = at_a_table(browser, address, width, ruleset)
    for asked in (_SMALL, _SIDEWAYS, _SMALL_TEXT):
        assert page.evaluate(asked) == []


def test_a_number_is_heard_with_what_it_is_for_and_after_it_was_typed_the_keys_work_again(
    browser: Watched, address: str
) -> None:
    page = browser.page()
    start(page, address, "skymines", "human", "random", seed=7)
    expect(page.get_by_role("button", name="2 resting slot 2", exact=True)).to_be_visible()
    assert page.get_by_role("button", name="2", exact=True).count() == 0
    page.keyboard.type("2\n")
    expect(page.locator(".trail li")).to_have_count(1)
    settled(page)
    page.keyboard.press("u")
    expect(page.locator(".trail")).to_have_count(0)


@pytest.mark.slow
def test_a_number_of_which_nothing_is_to_be_told_shows_nothing(browser: Watched, address: str) -> None:
    page = browser.page(reduced_motion="reduce")
    start(page, address, "skymines", "human", "random", seed=7)
    with page.expect_response(lambda answer: "why?number=coin" in answer.url) as answered:
        page.locator('[data-number^="coin"]').first.hover()
    assert "Nothing else" not in (answered.value.text() if answered.value.status == 200 else "")
    if answered.value.status == 204:
        expect(page.locator("#why")).to_be_hidden()


def test_what_is_about_nothing_on_the_table_is_chosen_in_the_bar(browser: Watched, address: str) -> None:
    page = browser.page(1280, 800, reduced_motion="reduce")
    start(page, address, "skymines", "human", "random", seed=7)
    for _ in range(12):
        if page.locator(".doing .nowhere").count():
            break
        act(page)
    done = page.locator(".doing .nowhere").first
    expect(done).to_be_in_viewport()
    asked = page.locator("#choosing [name=at]").get_attribute("value")
    done.click()
    settled(page)
    expect(page.locator("#choosing [name=at]")).not_to_have_attribute("value", str(asked))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("width", "ruleset", "language"),
    [(width, name, language) for width in (390, 1280) for name, language in (("ceres", "pl"), ("skymines", "fr"))],
)
def test_what_is_printed_on_cards_is_read_to_its_end(
    browser: Watched, address: str, width: int, ruleset: str, language: str
) -> None:
    page = at_a_table(browser, address, width, ruleset)
    if width < 960:
        page.click(".menu")
    page.click(f".languages [value={language}]")
    page.wait_for_load_state()
    page.mouse.move(0, 0)
    assert page.evaluate(_CUT) == []
    assert page.evaluate(_BAR) == [], "how far the game has come is seen whole"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_a_table_of_few_things_is_drawn_larger_where_there_is_room(browser: Watched, address: str) -> None:
    wide = {}
    for width in (390, 1280):
        page = at_a_table(browser, address, width, "tutorial")
        card = page.locator(".own .piece.card").first.bounding_box()
        assert card is not None
        wide[width] = card["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert wide[1280] > 1.3 * wide[390]
    large = at_a_table(browser, address, 1280, "ceres").locator(".area").first
    assert large.evaluate("(each) => getComputedStyle(each).zoom") == "1"
