"""A table of few things is drawn as large as the window holds it, and what is asked next moves nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.unit.table.serve.browsers import Watched, act, start
from tests.unit.table.serve.serving import answering

_DRAWN = """
() => {
  const right = (each) => each.getBoundingClientRect().right;
  const beyond = [...document.querySelectorAll('.areas .part')]
    .filter((part) => [...part.querySelectorAll('.piece')].some((each) => right(each) > right(part) + 1));
  const low = document.querySelector('.areas').getBoundingClientRect().bottom + scrollY;
  return [low, beyond.length, document.documentElement.style.cssText];
}
"""


def sizes(page: Page, address: str, ruleset: str, *bots: str) -> tuple[float, float]:
    """How low a table reaches in the middle of a game, and after a choice more."""
    start(page, address, ruleset, "human", *bots, seed=7)
    for _ in range(3):
        act(page)
    page.reload()
    low, beyond, size = page.evaluate(_DRAWN)
    assert beyond == 0, "nothing lies over what is beside it"
    act(page)
    after, beyond, then = page.evaluate(_DRAWN)
    assert beyond == 0
    assert size == then
    return low, after


def test_a_table_of_few_areas_fills_the_window_and_fits_it(browser: Watched, tmp_path: Path) -> None:
    with answering(tmp_path / "kept", "klondike", "draughts", "tutorial") as address:
        page = browser.page(1280, 800, reduced_motion="reduce")
        for ruleset, bots, least in (("tutorial", 3, 560), ("draughts", 1, 760), ("klondike", 0, 640)):
            for low in sizes(page, address, ruleset, *["random"] * bots):
                assert least <= low <= 800, ruleset
            side = page.locator("#side").bounding_box()
            assert side is not None
            assert side["y"] + side["height"] == pytest.approx(792, abs=1), "it ends where the table may"
            assert page.evaluate("document.documentElement.scrollHeight") <= 800
        page.set_viewport_size({"width": 1280, "height": 600})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert page.evaluate(_DRAWN)[0] <= 600
        browser.close_pages()


def test_a_board_is_seen_whole_above_the_panel_of_a_phone(browser: Watched, tmp_path: Path) -> None:
    with answering(tmp_path / "kept", "draughts") as address:
        page = browser.page(390, 844, reduced_motion="reduce", has_touch=True)
        start(page, address, "draughts", "human", "random", seed=7)
        for _ in range(3):
            if page.locator(".board .open").count():
                board, panel, bar = (page.locator(each).bounding_box() for each in (".map", "#panel", ".banner"))
                assert board is not None
                assert panel is not None
                assert bar is not None
                assert bar["y"] + bar["height"] <= board["y"]
                hidden = board["y"] + board["height"] - panel["y"]
                assert hidden <= 1, "what is above the board has grown, by an entry in the nav for instance"
            act(page)
        browser.close_pages()


@pytest.mark.slow
def test_what_a_field_is_called_does_not_lie_over_its_neighbours(browser: Watched, tmp_path: Path) -> None:
    with answering(tmp_path / "kept", "hex", "draughts") as address:
        for ruleset in ("hex", "draughts"):
            page = browser.page(390, 844, reduced_motion="reduce")
            start(page, address, ruleset, "human", "random", seed=7)
            name = page.locator(".region.field:not(.taken) .short").first.bounding_box()
            assert name is not None
            assert name["height"] == 0, "letters at the sides of the board say it"
            assert page.locator(".map .ground text").count() >= 16
            browser.close_pages()
