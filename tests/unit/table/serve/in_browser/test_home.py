"""Who comes back finds the tables that the browser has links to: turns, results, statistics. All can be forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.unit.table.serve.browsers import Watched, act, seats_of, start
from tests.unit.table.serve.in_browser.test_people import HOSTILE
from tests.unit.table.serve.serving import answering

GONE = f"/t/77/1/{'x' * 32}/"
TOLD_404 = "the server responded with a status of 404"
"""A browser says itself that a link led nowhere."""
CARDS = ".tables > .held"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with answering(tmp_path_factory.mktemp("small"), "three_in_a_row") as address:
        yield address


def two_at_a_table(browser: Watched, address: str) -> tuple[Page, Page]:
    host = browser.page()
    start(host, address, "three_in_a_row", "human", "human")
    one, other = browser.page(), browser.page()
    for page, link in zip((one, other), seats_of(host), strict=True):
        page.goto(f"{address}{link}")
    return one, other


def choose(page: Page) -> None:
    """Take the first option and confirm it."""
    act(page)
    if page.locator("#confirm").count():
        act(page)


def violations(page: Page) -> list[str]:
    """What axe finds. It is kept from copying style sheets of what is drawn apart, which our policy forbids."""
    found = Axe().run(page, options={"preload": False}).response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


def test_who_comes_back_finds_the_table_the_turn_the_result_and_the_record_until_all_is_forgotten(
    browser: Watched, small: str
) -> None:
    one, other = two_at_a_table(browser, small)
    table, home = one.url, f"{small}/"
    one.goto(home)
    card = one.locator(CARDS)
    expect(card).to_have_attribute("data-state", "yours")
    expect(card.locator("p.whose")).to_have_text("It is your turn.")
    expect(one).to_have_title(re.compile("^\u25cf "))
    expect(card.locator(".still")).to_have_attribute("aria-hidden", "true")
    assert one.evaluate("document.querySelector('.still').shadowRoot.querySelectorAll('.map').length") == 1
    expect(one.locator("#record")).to_be_hidden()
    assert violations(one) == []
    card.locator("h3 a").click()
    expect(one).to_have_url(table)
    choose(one)
    one.goto(home)
    expect(card.locator("p.whose")).to_have_text("Waiting for seat 2.")
    for number in range(9):
        page = (other, one)[number % 2]
        page.goto(table) if page is one else page.reload()
        if page.locator(".standing").count():
            break
        choose(page)
    one.goto(home)
    expect(card).to_have_attribute("data-state", "over")
    expect(card.locator("p.whose")).to_have_text("The winner is seat 1.")
    expect(one.locator("#record tbody tr")).to_have_count(1)
    assert one.locator("#record tbody tr > *").all_inner_texts()[:2] == ["Three in a row", "1"]
    assert one.locator("#record tbody td").nth(1).inner_text().strip() == "1"
    expect(one).to_have_title(re.compile("^(?!\u25cf)"))
    assert violations(one) == []
    card.locator("form button").click()
    one.wait_for_url(re.compile(r"/t/\d+/2/"))
    one.goto(home)
    expect(card).to_have_count(2)
    expect(card.first).to_have_attribute("data-state", "waiting")
    card.first.hover()
    card.first.locator(".forget").click()
    expect(card).to_have_count(1)
    one.locator("#held-by summary").click()
    one.locator("#forget").click()
    expect(one.locator("#mine")).to_be_hidden()
    one.reload()
    expect(one.locator("h1")).to_be_visible()
    expect(one.locator("#mine")).to_be_hidden()
    assert one.evaluate("Object.keys(localStorage).filter((each) => each !== 'language')") == []


def test_what_others_have_put_into_the_storage_is_text_and_asks_only_for_tables(browser: Watched, small: str) -> None:
    page, asked = browser.page(), list[str]()
    page.goto(f"{small}/")
    page.on("request", lambda request: asked.append(request.url))
    hostile = {
        GONE: {"game": HOSTILE, "title": HOSTILE, "outcome": "won", "at": 1},
        f"{GONE}..": {"game": "nim", "title": "x", "outcome": "won", "at": 1},
        f"/t/78/1/{'y' * 32}/": {"game": {}, "title": [], "outcome": "__proto__", "at": "1"},
    }
    links = (f"/t/1/1/{'x' * 31}/", f"/t/1/1/../../../new/{'x' * 32}/", f"//evil.example{GONE}", f"{GONE}again")
    page.evaluate("kept => Object.assign(localStorage, { results: JSON.stringify(kept) })", hostile)
    page.evaluate("links => links.forEach((each) => localStorage.setItem(each, each))", [*links, GONE])
    page.reload()
    expect(page.locator("#record tbody tr")).to_have_count(1)
    expect(page.locator("#record tbody th")).to_have_text(HOSTILE)
    assert page.locator("#record img").count() == 0
    page.locator("#held-by summary").click()
    expect(page.locator("#gone")).to_contain_text("no longer lead to a table here: 1")
    assert [each for each in asked if "/t/" in each] == [f"{small}{GONE}card"]
    page.locator("#gone button").click()
    expect(page.locator("#gone")).to_be_hidden()
    page.evaluate("localStorage.results = '[{'")
    page.reload()
    expect(page.locator("#mine")).to_be_hidden()
    browser.complaints[:] = [each for each in browser.complaints if TOLD_404 not in each]


def test_the_link_of_a_table_goes_to_no_other_page_of_the_server(browser: Watched, small: str) -> None:
    page = browser.page()
    start(page, small, "three_in_a_row", "human", "random")
    page.goto("about:blank")  # what the table itself still asks for is over
    heads = list[tuple[str, str]]()
    page.on("request", lambda each: heads.append((each.url, each.all_headers().get("referer", ""))))
    page.goto(f"{small}/")
    expect(page.locator(CARDS)).to_have_count(1)
    assert {referer for url, referer in heads if "/t/" in url} == {f"{small}/"}
    assert not [url for url, _ in heads if re.search(r"/t/.*/t/", url)]


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "pl", "fr", "de"])
def test_the_first_page_fits_and_is_for_everybody(
    browser: Watched, address: str, width: int, scheme: str, language: str
) -> None:
    page = browser.page(width, 844, color_scheme=scheme, locale=language)
    start(page, address, "tutorial", "human", "random")
    start(page, address, "tutorial", "random", "random")
    page.goto(f"{address}/")
    expect(page.locator(CARDS)).to_have_count(2)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.evaluate("document.querySelectorAll('.home details').forEach((each) => (each.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
