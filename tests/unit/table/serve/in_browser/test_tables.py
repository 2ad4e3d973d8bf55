"""Tables in a browser: clicks and keys, two browsers at one table, a server that dies, pages that everybody can use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.unit.table.serve.browsers import Watched, act, listed_numbers, seats_of, settled, start
from tests.unit.table.serve.in_browser.test_home import violations
from tests.unit.table.serve.serving import served


def test_a_whole_game_is_played_by_clicks(browser: Watched, address: str) -> None:
    page = browser.page()
    start(page, address, "tutorial")
    for _ in range(60):
        if page.locator(".standing").count():
            break
        act(page)
    expect(page.locator(".state")).to_have_text("The game is over.")
    expect(page.locator(".winner")).to_contain_text("You have ")
    assert page.locator("polyline").count() == 2
    page.click("text=Look back")
    page.locator("[data-slide]").fill("3")
    expect(page).to_have_url(re.compile("at=3$"))
    expect(page.locator(".banner h1")).to_have_text(re.compile("After choice 3 of"))
    page.keyboard.press("Escape")
    page.locator("#step-on").click()
    expect(page.locator(".banner h1")).to_have_text(re.compile("After choice 4 of"))
    page.reload()
    expect(page.locator(".banner h1")).to_have_text(re.compile("After choice 4 of"))


@pytest.mark.slow
def test_a_round_is_played_by_keys_alone_taken_back_and_confirmed(browser: Watched, address: str) -> None:
    page = browser.page()
    start(page, address, "skymines", "human", "random", seed=7)
    first = page.locator("#question").inner_text()
    page.keyboard.type("2\n")
    expect(page.locator(".trail li")).to_have_count(1)
    settled(page)
    page.keyboard.press("Escape")
    page.locator("#question").focus()
    page.keyboard.press("u")
    expect(page.locator(".trail")).to_have_count(0)
    expect(page.locator("#question")).to_have_text(first)
    for _ in range(40):
        if "Round" in page.locator(".log").inner_text() or page.locator(".log .turn").count() > 2:
            break
        settled(page)
        if page.locator("#confirm").count():
            page.locator("#confirm").focus()
            page.keyboard.press("Enter")
        else:
            page.locator("#typed").focus()
            page.keyboard.type(f"{listed_numbers(page)[0]}\n")
        settled(page)
    assert page.locator(".log .turn").count() > 2


def test_why_not_is_told_where_one_points(browser: Watched, address: str) -> None:
    page = browser.page()
    start(page, address, "skymines", "human", "random", seed=7)
    for _ in range(30):
        if page.locator("#choosing [data-thing]").count():
            break
        act(page)
    shut = page.locator("#choosing [data-thing]").first
    shut.scroll_into_view_if_needed()
    shut.hover()
    expect(page.locator("#why")).to_be_visible()
    expect(page.locator("#why p").first).not_to_be_empty()
    page.mouse.move(2, 2)
    expect(page.locator("#why")).to_be_hidden()
    page.locator("#question").focus()
    page.keyboard.press("?")
    expect(page.locator("#why")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()


def test_what_a_line_of_the_log_is_about_is_lit(browser: Watched, address: str) -> None:
    page = browser.page()
    start(page, address, "tutorial", "human", "random", seed=3)
    page.locator("#panel button", has_text="snatch").click()
    settled(page)
    lit = page.locator(".board .lit")
    expect(lit).to_have_count(0)
    page.locator(".log [data-lights]:visible").last.hover()
    expect(lit).not_to_have_count(0)
    page.mouse.move(2, 2)
    expect(lit).to_have_count(0)
    page.locator("#log").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".log [data-lights]:visible").last).to_be_focused()
    expect(lit).not_to_have_count(0)


@pytest.mark.slow
def test_two_browsers_at_one_table_see_each_other_s_choices_and_not_their_hands(browser: Watched, address: str) -> None:
    host = browser.page()
    start(host, address, "skymines", "human", "human", seed=3)
    links = seats_of(host)
    one, other = browser.page(), browser.page()
    one.goto(f"{address}{links[0]}")
    other.goto(f"{address}{links[1]}")
    hand = set(re.findall(r'data-about="(\w+)"', one.locator(".part.own").inner_html()))
    shown = set(re.findall(r'data-about="(\w+)"', other.locator("#table").inner_html()))
    assert hand
    assert hand - shown
    before = other.locator(".banner").get_attribute("data-version")
    for _ in range(12):
        if not one.locator("#panel").count():
            break
        act(one)
    expect(one.locator(".state")).to_have_text("Waiting for seat 2.")
    expect(other.locator(".state")).to_have_text("It is your turn.")
    expect(other.locator(".banner")).not_to_have_attribute("data-version", str(before))


@pytest.mark.slow
def test_a_page_goes_on_by_itself_after_its_server_was_killed(browser: Watched, tmp_path: Path) -> None:
    page = browser.page()
    with served(tmp_path, "tutorial") as (process, address):
        port = int(address.rsplit(":", 1)[1])
        start(page, address, "tutorial")
        page.locator("#panel button", has_text="fly home").click()
        expect(page.locator("#confirm")).to_be_visible()
        process.kill()
        process.wait()
        page.locator("#confirm").click()
        expect(page.locator(".notice.bad")).to_contain_text("cannot be reached")
    browser.complaints.clear()  # a browser tells of every connection that is refused
    with served(tmp_path, "tutorial", port=port):
        page.locator("#confirm").click()
        settled(page)
        expect(page.locator(".log")).to_contain_text("Fly home")
        page.context.close()
    browser.complaints.clear()


def test_without_a_script_everything_goes_by_forms(browser: Watched, address: str) -> None:
    page = browser.page(java_script_enabled=False)
    start(page, address, "tutorial", "human", "random")
    page.locator("#panel button", has_text="fly home").click()
    page.locator("#confirm").click()
    expect(page.locator(".log")).to_contain_text("Fly home")
    page.fill("#typed", "1")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Snatch")


@pytest.mark.slow
def test_a_phone_shows_all_without_scrolling_sideways(browser: Watched, address: str) -> None:
    page = browser.page(390, 844, has_touch=True, is_mobile=True, color_scheme="dark")
    for ruleset in ("tutorial", "skymines"):
        start(page, address, ruleset)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        small = page.evaluate(
            "[...document.querySelectorAll('#panel button')].filter(e => e.offsetHeight < 38).map(e => e.innerText)"
        )
        assert small == []
        act(page)


PAGES = ("/", "new", "seats", "drawer", "table", "me", "replay", "steps", "log", "why", "screen", "over")
EVERY_OTHER = [
    pytest.param(width, scheme, ruleset, PAGES, marks=pytest.mark.slow)
    for width in (390, 1280) for scheme in ("light", "dark") for ruleset in ("tutorial", "skymines", "ceres")
]  # fmt: skip


@pytest.mark.parametrize(
    ("width", "scheme", "ruleset", "names"),
    [(390, "dark", "tutorial", ("new", "table", "over")), *EVERY_OTHER],
)
def test_no_page_has_a_barrier(
    browser: Watched, address: str, width: int, scheme: str, ruleset: str, names: tuple[str, ...]
) -> None:
    page = browser.page(width, 900, color_scheme=scheme, reduced_motion="reduce")
    start(page, address, ruleset, "human", "human", seed=5)
    table = page.url.removesuffix("seats")
    seat = f"{address}{seats_of(page)[0]}"
    page.goto(seat)
    page.fill("#say", "good luck")
    page.keyboard.press("Enter")
    settled(page)
    for _ in range(12):
        if page.locator("#panel").count():
            act(page)
    page.goto(f"{table}seats")
    screen = str(page.locator("a", has_text="Everyone at one screen").get_attribute("href"))
    start(page, address, "tutorial", "random", "random")
    over = str(page.locator("a", has_text="Watch").get_attribute("href"))
    paths = {"/": f"{address}/", "new": f"{address}/new?ruleset=skymines", "table": seat}
    paths |= {"screen": f"{address}{screen}", "over": f"{address}{over}"}
    paths |= {name: f"{table}{name}" for name in ("seats", "drawer")}
    paths |= {name: f"{seat}{name}" for name in ("replay", "steps", "log", "me", "why")}
    faults = []
    for name in names:
        page.goto(paths[name])
        faults += [f"{name}: {each}" for each in violations(page)]
    assert faults == []
