"""A round of each game in a browser, by clicks on the table itself and by keys alone, wide and on a phone."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.unit.table.serve.browsers import Watched, listed_numbers, seat_all, settled, unfold, unlist

_MOST = 160


@dataclass(frozen=True)
class Game:
    """What is picked in the form of a new table, the titles of areas that must be there, and a seed."""

    ruleset: str
    seats: tuple[str, ...]
    modules: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    areas: tuple[str, ...] = ()
    seed: int = 7


BELT = Game(
    "skymines", ("human", "random"), ("belt", "missions", "threats"),
    areas=("The Belt", "Missions", "Threat", "Research plans"),
)  # fmt: skip
CERES = Game("ceres", ("human", "random"), areas=("Locations", "Facilities", "Settlement projects"))
LUNA = Game("skymines", ("human", "-"), ("moon", "luna"), (("luna", "1"),), areas=("The Moon", "Card display"))
GAMES = {"belt": BELT, "ceres": CERES, "luna": LUNA}


def sit_down(page: Page, address: str, game: Game) -> None:
    """Make a table by the form, with the modules ticked one by one, and nothing else."""
    page.goto(f"{address}/new?ruleset={game.ruleset}")
    for box in page.locator("[name^=module]").all():
        name = str(box.get_attribute("value"))
        if game.modules and box.is_checked() != (name in game.modules):
            page.locator(f"#module-{name}").click()
            expect(page.locator("#main")).not_to_have_attribute("aria-busy", "true")
    unfold(page)
    for name, value in game.settings:
        page.select_option(f"[name=setting-{name}]", value)
    seat_all(page, game.seats, game.seed)


def offered(page: Page) -> Locator:
    return page.locator("#panel .options button")


def on_the_table(page: Page) -> list[Locator]:
    """The things on the table that can be chosen."""
    return page.locator("#choosing button[data-option]:visible").all()


def click_on(page: Page, rng: random.Random) -> None:
    """Confirm, or choose: a thing on the table where there is one, else from the list."""
    confirm = page.locator("#confirm")
    if confirm.count():
        confirm.click()
        return
    things = on_the_table(page)
    listed = offered(page).count()
    if things and (rng.random() < 0.7 or not listed):
        chosen = rng.choice(things)
        title = str(chosen.get_attribute("aria-label"))
        chosen.click()
        settled(page)
        if page.locator(".trail").count():
            expect(page.locator(".trail li", has_text=title).last).to_be_visible()
    else:
        unlist(page)
        offered(page).nth(rng.randrange(listed)).click()


def type_on(page: Page, rng: random.Random) -> None:
    """The same by keys alone."""
    page.locator("#question").focus()
    if page.locator("#confirm").count():
        page.keyboard.press("Escape")
        page.locator("#log").focus()
        page.keyboard.press("Enter")
    else:
        page.keyboard.type(f"{rng.choice(listed_numbers(page))}\n")


def round_shown(page: Page) -> str:
    found = re.search(r"Round (\d+)", page.locator(".banner").inner_text())
    return found[1] if found is not None else ""


def play_a_round(page: Page, way: str, seed: int, most: int) -> int:
    """Play until another round has begun, or so many choices are made; how many it were."""
    rng, first, made = random.Random(seed), round_shown(page), 0
    assert first
    while round_shown(page) == first and made < most:
        expect(page.locator("#panel, .standing").first).to_be_visible()
        (click_on if way == "clicks" else type_on)(page, rng)
        settled(page)
        assert page.locator(".notice.bad").all_inner_texts() == []
        made += 1
    return made


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "way"), [("ceres", "keys"), ("belt", "clicks")])
def test_a_round_is_begun(browser: Watched, address: str, name: str, way: str) -> None:
    assert_a_round_is_played(browser.page(), address, name, way, most=6)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["belt", "ceres", "luna"])
@pytest.mark.parametrize("way", ["clicks", "keys"])
def test_a_round_is_played(browser: Watched, address: str, name: str, way: str) -> None:
    page = browser.page()
    assert_a_round_is_played(page, address, name, way, most=_MOST)
    assert round_shown(page) == "2"


def assert_a_round_is_played(page: Page, address: str, name: str, way: str, most: int) -> None:
    game = GAMES[name]
    sit_down(page, address, game)
    assert play_a_round(page, way, game.seed, most) > 3
    expect(page.locator(".log .turn")).not_to_have_count(0)
    titles = page.locator(".area h2").all_inner_texts()
    assert {each.upper() for each in game.areas} <= {each.upper() for each in titles}


@pytest.mark.slow
def test_what_an_automated_seat_does_is_watched_step_by_step(browser: Watched, address: str) -> None:
    page = browser.page(reduced_motion="reduce")
    sit_down(page, address, LUNA)
    rng = random.Random(3)
    for _ in range(60):
        if page.locator(".log h3", has_text="Luna").count() and not page.locator(".trail").count():
            page.locator("#watch").click()
            settled(page)
            if page.locator("#step-on").count():
                break
            if page.locator("#step-end").count():
                page.locator("#step-end").click()
                settled(page)
        click_on(page, rng)
        settled(page)
    expect(page.locator(".steps h1")).to_have_text(re.compile(r"Step 1 of \d+"))
    assert page.locator(".board .lit").count()
    assert page.locator("#choosing").count() == 0
    page.keyboard.press("ArrowRight")
    expect(page.locator(".steps h1")).to_have_text(re.compile(r"Step 2 of \d+"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".steps h1")).to_have_text(re.compile(r"Step 1 of \d+"))
    faults = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in faults] == []
    page.locator("#skip").click()
    expect(page.locator("#choosing")).to_be_visible()
    page.locator("#call summary").click()
    page.locator("#always").check()
    page.locator("#call summary").click()
    for _ in range(60):
        if page.locator(".steps").count():
            break
        click_on(page, rng)
        settled(page)
    expect(page.locator(".steps h1")).to_have_text(re.compile(r"Step \d+ of \d+"))
    expect(page.locator("#choosing")).to_be_visible(timeout=60_000)


_IN_SIGHT = """
() => {
  const low = document.querySelector('#panel').getBoundingClientRect().top;
  return [...document.querySelectorAll('#choosing .open')].some((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= low;
  });
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ceres", "luna"])
def test_on_a_phone_something_that_can_be_chosen_is_in_sight(browser: Watched, address: str, name: str) -> None:
    page = browser.page(390, 844, has_touch=True, is_mobile=True, reduced_motion="reduce")
    sit_down(page, address, GAMES[name])
    rng, seen = random.Random(8), 0
    for _ in range(8):
        expect(page.locator("#panel, .standing").first).to_be_visible()  # bots may take their time
        if page.locator("#choosing .open").count():
            page.wait_for_function(_IN_SIGHT, timeout=5_000)
            seen += 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        click_on(page, rng)
        settled(page)
    assert seen > 2
