"""Two people play a whole game of the largest ruleset in two browsers, click by click, and then a rematch.

What they click is drawn by lot among all that a person could click: the list, the table, confirming, taking back.
"""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.unit.table.serve.browsers import Watched, seats_of, settled, start

NAMES = ("Ada", "Ben")
LAST_ROUND = "Round 7"
_MOST = 1500
_BACK, _AWAY = 0.04, 0.1
"""How likely somebody takes back a choice that can be, and leaves off while there is something else to do."""

CLICK = """
async ([where, back, away]) => {
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter((each) => !each.disabled && each.checkVisibility());
  const quiet = async () => {
    while (document.querySelector("#table").ariaBusy) await new Promise(requestAnimationFrame);
  };
  await quiet();
  let things = all(back ? "#undo" : "#confirm");
  if (!things.length) things = all("#confirm, #panel button[name=offer], #choosing button[name=option].open");
  const others = things.filter((each) => !["drop_out", "done"].includes(each.dataset.key));
  if (!away && others.length) things = others;
  const thing = things[Math.floor(where * things.length)];
  if (!thing) return false;
  thing.scrollIntoView({ block: "center" });
  thing.click();
  await quiet();
  return true;
}
"""


def sit_down(browser: Watched, address: str, seed: int) -> list[Page]:
    """Make a table for two by its form, and sit down there by the links of its seats, with names."""
    host = browser.page()
    start(host, address, "skymines", "human", "human", seed=seed)
    pages = []
    for name, link in zip(NAMES, seats_of(host), strict=True):
        page = browser.page(reduced_motion="reduce")
        page.goto(f"{address}{link}me")
        page.fill("[name=name]", name)
        page.click("button.main")
        page.goto(f"{address}{link}")
        pages.append(page)
    return pages


def act(page: Page, rng: random.Random) -> bool:
    """Click something, if there is anything to click."""
    return bool(page.evaluate(CLICK, [rng.random(), rng.random() < _BACK, rng.random() < _AWAY]))


def play(pages: list[Page], rng: random.Random, until: str) -> int:
    """Play until a page has something, and return the number of clicks."""
    clicks = 0
    while not pages[0].locator(until).count():
        assert clicks < _MOST
        acted = sum(act(page, rng) for page in pages)
        clicks += acted
        if not acted:
            pages[0].wait_for_timeout(20)
    return clicks


@pytest.mark.slow
def test_two_people_play_a_whole_game_and_a_rematch(browser: Watched, address: str) -> None:
    seed = random.SystemRandom().randrange(10**6)
    print(f"seed {seed}")  # noqa: T201 - shown if it fails
    rng = random.Random(seed)
    one, other = pages = sit_down(browser, address, seed)
    clicks = play(pages, rng, f".where:has-text('{LAST_ROUND}')")
    for page in pages:
        expect(page.locator(".where")).to_contain_text(LAST_ROUND)
    other.locator("form.hand select").select_option("random")  # gives the seat away for the rest of this game
    other.locator("form.hand button").click()
    clicks += play([one], rng, ".standing")
    bars = [told_of_the_end(page) for page in pages]
    assert bars[0] == bars[1]
    assert clicks > 100, "a game has some"
    again(one, other, rng)


def told_of_the_end(page: Page) -> dict[str, int]:
    """Look at the bar, which names who has won, and return the totals that it shows."""
    bar = page.locator(".banner .asks", has=page.locator("b"))
    expect(bar).to_be_in_viewport()
    text = bar.inner_text()
    totals = {name: int(total) for name, total in re.findall(r"(Ada|Ben) (\d+)", text)}
    assert set(totals) == set(NAMES), text
    best = max(totals.values())
    assert text.startswith(("You have won.", "You have lost.")), text
    assert page.locator(".winner").inner_text() in text
    won = page.locator(".places .won th").all_inner_texts()
    assert {each.strip() for each in won} == {name for name in NAMES if totals[name] == best}, text
    return totals


def again(one: Page, other: Page, rng: random.Random) -> None:
    """The people meet at the rematch at each other's seats, and play there, who had given a seat away as well."""
    one.locator("#again").click()
    one.wait_for_url(re.compile(r"/t/\d+/2/"))
    expect(other.locator("#again")).to_have_text("To the next game")
    other.locator("#again").click()
    other.wait_for_url(re.compile(r"/t/\d+/1/"))
    for page, name, own in ((one, "Ada", 1), (other, "Ben", 0)):
        settled(page)
        expect(page.locator(".plate")).to_have_text([re.compile("Ben"), re.compile("Ada")])
        expect(page.locator(".plate").nth(own)).to_contain_text(f"{name} (You)")
        expect(page.locator(".plates")).not_to_contain_text("bot")
    clicks = {one: 0, other: 0}
    while min(clicks.values()) < 8:
        for page in clicks:
            clicks[page] += act(page, rng)
        assert max(clicks.values()) < 200
