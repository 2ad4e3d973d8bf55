"""Where things are on a page: what is asked stays in sight, and nothing moves because something else is asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.unit.table.serve.browsers import FIRST_OPTION, Watched, act, settled, start

_PLACES = """
() => Object.fromEntries([...document.querySelectorAll('.area, .columns td, .map, .track')].map((each, at) => {
  const { x, y, width } = each.getBoundingClientRect();
  return [at, [x, y + scrollY, width].map(Math.round).join()];
}))
"""
_IN_SIGHT = """
(each) => {
  const { top, bottom } = each.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
"""


_NARROW = """
() => [...document.querySelectorAll('.areas .piece.card:not(.back, .cell *)')].filter((each) => each.checkVisibility())
  .filter((each) => each.getBoundingClientRect().width < 63).map((each) => each.title)
"""


def in_sight(page: Page, selector: str) -> bool:
    return bool(page.locator(selector).first.evaluate(_IN_SIGHT))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("ruleset", "others"), [("skymines", 2), ("ceres", 2), ("skymines", 1), ("skymines", 3)])
def test_what_i_may_do_is_on_the_first_screen_and_all_else_is_large_enough_to_read(
    browser: Watched, address: str, ruleset: str, others: int
) -> None:
    page = browser.page(1280, 800, reduced_motion="reduce")
    start(page, address, ruleset, "human", *["random"] * others, seed=7)
    for each in (FIRST_OPTION, ".own .columns"):
        assert in_sight(page, each), each
    map_, hand = (page.locator(each).first.bounding_box() for each in (".map", ".own .card"))
    assert map_ is not None
    assert hand is not None
    assert map_["y"] + map_["height"] / 2 <= 800, "at least the upper half of the map is on the first screen"
    assert hand["width"] >= 80, "a card of the own part is read"
    assert page.evaluate(_NARROW) == [], "so is every card that lies face up"
    page.evaluate("scrollTo(0, 700)")
    asked = (".asks",) if ruleset == "skymines" else ()  # "Turn" is said by "It is your turn"
    for each in (".state", *asked, FIRST_OPTION):
        assert in_sight(page, each), each
    if ruleset == "skymines":  # the other one has nothing to say of its first question
        options, hint = page.locator(FIRST_OPTION).first.bounding_box(), page.locator("#hint").bounding_box()
        assert options is not None
        assert hint is not None
        assert options["y"] + options["height"] <= hint["y"], "what a choice means is below the options"


def test_the_log_runs_forward_and_its_newest_line_is_in_sight(browser: Watched, address: str) -> None:
    page = browser.page(1280, 800, reduced_motion="reduce")
    start(page, address, "tutorial", "human", "random", seed=7)
    while page.locator("#log .turn").count() < 6:
        act(page)
    inside, last = page.locator("#log").bounding_box(), page.locator("#log .action").last.bounding_box()
    assert inside is not None
    assert last is not None
    assert inside["y"] <= last["y"]
    assert last["y"] + last["height"] <= inside["y"] + inside["height"]
    numbers = [
        int(each.rpartition("=")[2])
        for each in page.locator("#log .turn h3 a").evaluate_all("(all) => all.map((each) => each.href)")
    ]
    assert numbers == sorted(numbers)


def test_nothing_moves_because_something_else_is_asked(browser: Watched, address: str) -> None:
    page = browser.page(1280, 800, reduced_motion="reduce")
    start(page, address, "skymines", "human", "random", seed=7)
    compared = 0
    while compared < 1:
        act(page)
        if page.locator("#undo").count() and page.locator(FIRST_OPTION).count():
            after = page.evaluate(_PLACES)
            page.click("#undo")
            settled(page)
            before = page.evaluate(_PLACES)
            assert {at: (before[at], after[at]) for at in before if before[at] != after.get(at)} == {}
            compared += 1
            act(page)


@pytest.mark.slow
def test_the_end_brings_the_result_into_sight(browser: Watched, address: str) -> None:
    page = browser.page(390, 600, reduced_motion="reduce")
    start(page, address, "tutorial", "human", "random")
    for _ in range(60):
        if page.locator(".standing").count():
            break
        page.evaluate("scrollTo(0, 9999)")
        act(page)
    expect(page.locator(".winner")).to_be_in_viewport()
    expect(page.locator(".banner .asks")).to_contain_text("seat")  # the last action stays in sight as well
