"""A hand of cards beside other piles: nothing lies over a card that is to be chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.table.serve.browsers import Watched, act, start
from tests.unit.table.serve.serving import answering

_OVER = """
() => [...document.querySelectorAll('.own .piece')].filter((each) => {
  const { left, right, top } = each.getBoundingClientRect();
  const isUnderTheNext = each.closest('.fan > :not(:last-child)') !== null;  // of it the left is in sight
  const found = document.elementFromPoint(isUnderTheNext ? left + 6 : right - 6, top + 12);
  return !each.contains(found) && !found?.contains(each);
}).map((each) => each.outerHTML.slice(0, 90))
"""


@pytest.mark.slow
def test_no_pile_lies_over_a_hand_of_cards(browser: Watched, tmp_path: Path) -> None:
    with answering(tmp_path, "whist") as address:
        page = browser.page(1280, 800, reduced_motion="reduce")
        start(page, address, "whist", "human", "first", "first", "first", seed=11)
        for _ in range(9):
            act(page)
            assert page.evaluate(_OVER) == []
        browser.close_pages()  # before their server, so that no stream breaks


_IN_SIGHT = """
() => {
  const [bar, panel] = ['.banner', '#panel'].map((each) => document.querySelector(each).getBoundingClientRect());
  return [...document.querySelectorAll('.seated, .own .fan')].map((each) => each.getBoundingClientRect())
    .filter(({ top, bottom }) => top < bar.bottom || bottom > panel.top).length;
}
"""


@pytest.mark.slow
def test_a_phone_shows_the_trick_with_the_hand(browser: Watched, tmp_path: Path) -> None:
    with answering(tmp_path, "whist") as address:
        page = browser.page(390, 844, reduced_motion="reduce", has_touch=True, is_mobile=True)
        start(page, address, "whist", "human", "first", "first", "first", seed=11)
        for _ in range(5):
            act(page)
        assert page.evaluate(_IN_SIGHT) == 0
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        browser.close_pages()


_RINGED = """
() => ['.own .card', '.pile > .holder > .card'].map((each) => {
  const card = document.querySelector(each);
  card.classList.remove('open');
  card.classList.add('fresh');
  return getComputedStyle(card).outlineStyle;
})
"""
_CORNERS = """
() => [...document.querySelectorAll('.own .fan .br')].map((each) => each.getBoundingClientRect().height > 0)
"""


def test_no_card_of_a_hand_has_a_lower_corner_and_nothing_that_its_owner_took_has_a_ring(
    browser: Watched, tmp_path: Path
) -> None:
    with answering(tmp_path, "crazy_eights", "rummy") as address:
        page = browser.page(1900, 700, reduced_motion="reduce")
        start(page, address, "rummy", "human", "first", "first", "first", seed=11)
        assert page.evaluate(_CORNERS) == [False] * 7
        start(page, address, "crazy_eights", "human", "first", "first", seed=11)
        assert page.evaluate(_RINGED) == ["none", "solid"]
        browser.close_pages()
