"""Moves on a board in a browser: the man is clicked, then where it goes; what was begun is taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.reference.games import write_small
from tests.unit.table.drawing.test_moves import CONTENT
from tests.unit.table.serve.browsers import Watched, act, settled, start
from tests.unit.table.serve.serving import answering


def test_a_man_is_clicked_and_then_where_it_goes(browser: Watched, tmp_path: Path) -> None:
    write_small(tmp_path / "small", CONTENT, 2, 2)
    with answering(tmp_path / "kept", str(tmp_path / "small")) as address:
        page = browser.page(reduced_motion="reduce")
        start(page, address, str(tmp_path / "small"), "human", "random")
        goals, listed = page.locator("[data-from]:visible"), page.locator("#panel .options li:visible")
        man = page.get_by_role("button", name="Step: b2", exact=True)
        expect(goals).to_have_count(0)
        expect(listed).to_have_count(5)
        ground = page.locator(".board .map")
        ways: list[Callable[[], object]] = [man.click, lambda: page.keyboard.press("Escape"), ground.click]
        for back in ways:
            man.click()
            expect(man).to_have_attribute("aria-pressed", "true")
            expect(goals).to_have_count(2)
            expect(listed).to_have_count(3)
            expect(page.locator(".region.goal")).to_have_count(2)
            back()
            expect(goals).to_have_count(0)
            expect(listed).to_have_count(5)
            expect(man).to_have_attribute("aria-pressed", "false")
        page.get_by_role("button", name="Step, Jump: a1", exact=True).click()
        expect(page.locator(".region.begun")).to_have_attribute("data-about", "a1")
        man.click()
        expect(page.locator(".region.begun")).to_have_attribute("data-about", "b2")
        page.locator("#panel").get_by_role("button", name="Man b2 - c2").focus()
        page.locator("[data-about=c2] [data-from]:visible").press("Enter")
        settled(page)
        expect(page.locator(".trail li")).to_have_text("Step: Man b2 - c2")
        expect(goals).to_have_count(0)
        expect(page.locator(".region.pending")).to_have_count(2)  # where it goes from and to, once it is confirmed
        expect(page.locator("[data-about=c2].pending")).to_have_count(1)
        page.get_by_role("button", name="Step, Jump: a1", exact=True).press(" ")
        page.locator("[data-about=c1] [data-from]:visible").click()
        settled(page)
        expect(page.locator(".trail li")).to_have_count(2)
        browser.close_pages()


def test_what_the_other_did_last_stays_marked_while_a_move_waits_to_be_confirmed(
    browser: Watched, tmp_path: Path
) -> None:
    with answering(tmp_path / "kept", "small_chess") as address:
        page = browser.page(reduced_motion="reduce")
        start(page, address, "small_chess", "human", "random", seed=3)
        while not page.locator("#log .turn").count() >= 2:
            act(page)
        expect(page.locator(".region.fresh")).to_have_count(2)
        expect(page.locator(".pending")).to_have_count(0)
        while not page.locator("#confirm").count():
            act(page)
        expect(page.locator(".region.fresh")).to_have_count(2)
        expect(page.locator(".region.pending")).to_have_count(2)
        browser.close_pages()


def test_what_comes_under_a_pointer_that_rests_is_not_asked_about(browser: Watched, tmp_path: Path) -> None:
    with answering(tmp_path / "kept", "small_chess") as address:
        page = browser.page(reduced_motion="reduce")
        start(page, address, "small_chess", "human", "random")
        page.locator("button.region.open[data-about=b1]").click()
        settled(page)
        expect(page.locator(".trail li")).to_have_count(1)
        page.wait_for_timeout(600)
        expect(page.locator("#why")).to_be_hidden()
        page.locator(".region[data-about=b1]").hover(position={"x": 5, "y": 5})
        expect(page.locator("#why")).to_be_visible()
        browser.close_pages()
