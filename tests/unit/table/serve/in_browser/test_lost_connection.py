"""A page that asks for news in vain: it says so in its bar, and asks again until it has them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.unit.table.serve.browsers import Watched, act, seats_of, start


@pytest.mark.slow
def test_a_lost_answer_after_news_is_asked_for_again(browser: Watched, address: str) -> None:
    host = browser.page()
    start(host, address, "tutorial", "human", "human", seed=3)
    links = seats_of(host)
    one, other = browser.page(), browser.page()
    one.goto(f"{address}{links[0]}")
    other.goto(f"{address}{links[1]}")
    cut = 0

    def lose(route: Route) -> None:
        nonlocal cut
        if route.request.headers.get("x-rulewright-part") and cut < 2:
            cut += 1
            route.abort()
        else:
            route.continue_()

    other.route("**/t/**", lose)
    for _ in range(12):
        if one.locator(".idle").count():
            break
        act(one)
    expect(other.locator("[data-net]")).not_to_be_empty()
    expect(other.locator(".state")).to_have_text("It is your turn.")
    expect(other.locator("[data-net]")).to_be_empty()
    assert cut == 2
    browser.complaints.clear()  # a browser tells of every request that is cut
