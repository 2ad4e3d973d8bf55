"""Connections that are cut: at each request in turn, and again and again in a whole game of two people."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.unit.table.serve.browsers import FIRST_OPTION, Watched, seats_of, settled, start

SEED = "cut net"


def two_people(browser: Watched, address: str, ruleset: str, cut: Callable[[Route], bool]) -> tuple[Page, Page]:
    """Two browsers at the two seats of a table; requests for which `cut` is true never arrive."""
    host = browser.page()
    start(host, address, ruleset, "human", "human", seed=3)
    links = seats_of(host)
    host.context.close()

    def ask(route: Route) -> None:
        if cut(route):
            route.abort()
        else:
            route.continue_()

    found = []
    for link in links:
        page = browser.page(reduced_motion="reduce")
        page.goto(f"{address}{link}")
        page.route("**/t/**", ask)
        found.append(page)
    return found[0], found[1]


def choose_if_asked(page: Page) -> bool:
    """Confirm or choose the first option if something is asked here; whether it is."""
    for selector in ("#confirm", FIRST_OPTION):
        if page.locator(selector).count():
            page.locator(selector).first.click()
            settled(page)
            return True
    return False


def say_the_same(one: Page, other: Page) -> None:
    """Each page is what the server would say now; whoever lost an answer has asked again."""
    for page in (one, other):
        page.unroute_all(behavior="wait")
        now = page.evaluate("async () => (await fetch('events?once=1')).text()")
        expect(page.locator(".banner")).to_have_attribute("data-version", now)
        expect(page.locator("[data-net]")).to_be_empty()


def a_turn_each(browser: Watched, address: str, cut_at: int) -> int:
    """Both seats choose a few times, and one request is cut; how many there were."""
    count = 0

    def cut(route: Route) -> bool:
        nonlocal count
        count += 1
        return count == cut_at

    one, other = two_people(browser, address, "tutorial", cut)
    chosen = {one: 0, other: 0}
    for _ in range(30):
        for page in (one, other):
            chosen[page] += choose_if_asked(page)
        if min(chosen.values()) > 1:
            break
        one.wait_for_timeout(100)
    assert min(chosen.values()) > 1, (cut_at, chosen)
    say_the_same(one, other)
    browser.close_pages()
    browser.complaints.clear()  # a browser tells of every request that is cut
    return count


@pytest.mark.slow
def test_each_request_in_turn_is_cut_and_nothing_is_lost(browser: Watched, address: str) -> None:
    for cut_at in range(1, a_turn_each(browser, address, 0) + 1):
        a_turn_each(browser, address, cut_at)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["tutorial", "skymines"])
def test_two_people_play_a_whole_game_over_connections_that_are_cut(
    browser: Watched, address: str, ruleset: str
) -> None:
    rng = random.Random(SEED)
    one, other = two_people(browser, address, ruleset, lambda route: rng.random() < 0.15)
    for _ in range(4000):
        if one.locator(".standing").count() or other.locator(".standing").count():
            break
        if not (choose_if_asked(one) or choose_if_asked(other)):
            one.wait_for_timeout(50)
    say_the_same(one, other)
    expect(one.locator(".standing")).to_be_visible()
    expect(other.locator(".standing")).to_be_visible()
    assert one.locator(".standing .scores").inner_text() == other.locator(".standing .scores").inner_text()
    browser.complaints.clear()  # a browser tells of every request that is cut
