"""Tiles in the browser: a place is clicked, the tile lies there as it was turned, and the board has grown around it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.reference.games import small_text, write_small
from tests.unit.table.serve.browsers import Watched, settled, start
from tests.unit.table.serve.serving import answering

_BOXES = """
() => {
  const map = document.querySelector('.map').getBoundingClientRect();
  return [...document.querySelectorAll('.map > .region')].map((each) => each.getBoundingClientRect()).map((each) => [
    Math.round((each.left - map.left) / each.width * 10) / 10, Math.round((each.top - map.top) / each.height * 10) / 10,
    each.left > map.left - 2 && each.right < map.right + 2 && each.top > map.top - 2 && each.bottom < map.bottom + 2,
    Math.abs(each.width - each.height) < 2 && each.width > 30
  ]);
}
"""


def test_a_place_next_to_a_tile_is_clicked_and_the_board_grows(browser: Watched, tmp_path: Path) -> None:
    write_small(tmp_path / "small", small_text("tiles"), 2, 2)
    with answering(None, str(tmp_path / "small")) as address:
        page = browser.page(1280, 900, reduced_motion="reduce")
        start(page, address, str(tmp_path / "small"), "human", "random", seed=2)
        regions = page.locator(".map > .region")
        expect(regions).to_have_count(5)
        for across, down, is_inside, is_square in page.evaluate(_BOXES):
            assert (across % 1, down % 1, is_inside, is_square) == (0, 0, True, True), (across, down)
        page.locator(".map > .region.open").first.click()
        settled(page)
        page.locator("#panel .options button").first.click()
        settled(page)
        expect(regions.nth(7)).to_be_visible()
        assert page.locator(".map .laid use").count() >= 2
        for across, down, is_inside, is_square in page.evaluate(_BOXES):
            assert (across % 1, down % 1, is_inside, is_square) == (0, 0, True, True), (across, down)
        browser.close_pages()


def test_the_path_is_drawn_on_and_its_end_points_onward(browser: Watched) -> None:
    with answering(None, "black_path") as address:
        page = browser.page(390, 844, reduced_motion="reduce")
        start(page, address, "black_path", "human", "random", seed=1)
        head = page.locator(".map .laid use[href='#i-arrow_shape']")
        assert head.get_attribute("transform") == "rotate(90 50 50)"
        page.locator("#panel .options button").nth(2).click()
        settled(page)
        expect(page.locator(".map .at-30 .laid use[href='#i-up_right_shape']")).to_have_count(1)
        expect(page.locator(".map .at-24 .laid")).to_be_visible()
        browser.close_pages()
