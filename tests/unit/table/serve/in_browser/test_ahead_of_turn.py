"""Two people at one server: one chooses ahead while the other thinks, which is played at once, or cancelled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.unit.table.serve.browsers import Watched, seats_of, settled, start, unlist
from tests.unit.table.serve.in_browser.test_home import violations
from tests.unit.table.serve.serving import answering


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with answering(tmp_path_factory.mktemp("boards"), "small_chess", "reversi") as found:
        yield found


def seated(browser: Watched, address: str, ruleset: str, width: int = 1280, scheme: str = "light") -> tuple[Page, Page]:
    host = browser.page()
    start(host, address, ruleset, "human", "human", seed=3)
    pages = [browser.page(width, 844, color_scheme=scheme) for _ in range(2)]
    for page, link in zip(pages, seats_of(host), strict=True):
        page.goto(f"{address}{link}")
    return pages[0], pages[1]


def choose(page: Page, *keys: str) -> None:
    """Choose by the keys of the options."""
    for each in keys:
        unlist(page)
        page.locator(f"#panel button[data-key='{each}']").click()
        settled(page)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")])
def test_a_move_is_chosen_ahead_and_played_at_once(browser: Watched, boards: str, width: int, scheme: str) -> None:
    one, other = seated(browser, boards, "small_chess", width, scheme)
    expect(one.locator("#go-ahead")).to_have_count(0)
    other.locator("#go-ahead").click()
    expect(other.locator(".state")).to_have_text("Choose ahead: it is played at once if it is possible then.")
    expect(other).not_to_have_title("\u25cf Small chess - seat 2")  # it is nobody's call
    assert violations(other) == []
    assert other.evaluate("document.documentElement.scrollWidth") <= width
    choose(other, "move b5", "c3")
    expect(other.locator(".asks")).to_have_text("Chosen ahead: Knight b5, c3")
    expect(other.locator(".board .pending")).to_have_count(2)
    assert violations(other) == []
    expect(one.locator("#table")).not_to_contain_text("Chosen ahead")
    choose(one, "move b1", "a3")
    one.locator("#confirm").click()
    expect(one.locator(".state")).to_have_text("It is your turn.")
    expect(one.locator("#log")).to_contain_text("Knight b5, to c3")
    expect(other.locator(".state")).to_have_text("Waiting for seat 1.")
    expect(other.locator("#go-ahead")).to_be_visible()


@pytest.mark.slow
def test_it_is_cancelled_by_escape_and_by_a_click_and_what_is_not_possible_is_told(
    browser: Watched, boards: str
) -> None:
    one, other = seated(browser, boards, "small_chess")
    other.locator("#go-ahead").click()
    expect(other.locator("#panel button[name=offer]").first).to_be_visible()
    other.keyboard.press("Escape")
    expect(other.locator("#go-ahead")).to_be_visible()
    for by_key in (True, False):
        other.locator("#go-ahead").click()
        choose(other, "move b5", "c3")
        expect(other.locator("button#ahead-off")).to_be_visible()
        if by_key:
            other.keyboard.press("Escape")
        else:
            other.locator("#ahead-off").click()
        expect(other.locator("#go-ahead")).to_be_visible()
        expect(other.locator(".board .pending")).to_have_count(0)
    other.locator("#go-ahead").click()
    choose(other, "move b4", "c3")
    other.reload()
    expect(other.locator(".asks")).to_have_text("Chosen ahead: Pawn b4, c3")
    choose(one, "move b1", "a3")
    one.locator("#confirm").click()
    expect(other.locator(".banner .notice[role=status]")).to_have_text(
        "What you chose ahead is not possible now: Pawn b4, c3"
    )
    expect(other.locator(".state")).to_have_text("It is your turn.")


@pytest.mark.slow
def test_it_is_chosen_on_the_board_too(browser: Watched, boards: str) -> None:
    one, other = seated(browser, boards, "reversi")
    other.locator("#go-ahead").click()
    other.locator("#choosing button[name=option]").first.click()
    expect(other.locator(".asks")).to_contain_text("Chosen ahead: ")
    one.locator("#choosing button[name=option]").first.click()
    one.locator("#confirm").click()
    expect(one.locator("#log .turn")).to_have_count(2)
