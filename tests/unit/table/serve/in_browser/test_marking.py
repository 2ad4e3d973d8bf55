"""Several picked at once in a browser: marked by clicks and keys, on the table and in the list, and taken together."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.reference.games import write_small
from tests.unit.table.serve.browsers import Watched, settled, start
from tests.unit.table.serve.serving import answering
from tests.unit.table.serve.test_bar import CONTENT as PASSING
from tests.unit.table.serve.test_marking import CONTENT


def test_marks_are_made_by_clicks_and_keys_and_taken_together(browser: Watched, tmp_path: Path) -> None:
    write_small(tmp_path / "small", CONTENT, 1, 2)
    with answering(tmp_path / "kept", str(tmp_path / "small")) as address:
        page = browser.page()
        start(page, address, str(tmp_path / "small"), "human")
        wanted, take = page.locator("#wanted"), page.locator("#take")
        expect(wanted).to_have_text("0 of 2 marked")
        expect(take).to_be_disabled()
        page.locator(".board [aria-label='cards: Green']").click()
        expect(wanted).to_have_text("1 of 2 marked")
        page.locator("#panel .mark", has_text="Blue").click()
        expect(wanted).to_have_text("2 of 2 marked")
        expect(page.locator(".board .marked")).to_have_count(2)
        expect(page.locator(".board .full")).to_have_count(2)
        page.locator("#question").focus()
        page.keyboard.press("u")
        expect(wanted).to_have_text("1 of 2 marked")
        expect(page.locator(".board [aria-label='cards: Green']")).to_have_attribute("aria-pressed", "true")
        page.keyboard.type("1\n")
        settled(page)
        expect(wanted).to_have_text("2 of 2 marked")
        page.keyboard.press("Escape")
        page.locator("#wanted").click()
        page.keyboard.press("Enter")
        settled(page)
        expect(page.locator(".trail li")).to_have_count(1)
        expect(page.locator(".trail li")).to_contain_text("cards: Red, Green")
        expect(wanted).to_have_text("0 of 2 marked")
        page.locator("#undo").click()
        settled(page)
        expect(page.locator(".trail")).to_have_count(0)
        browser.close_pages()


@pytest.mark.slow
def test_a_way_to_pass_that_is_not_open_says_why_when_it_is_clicked(browser: Watched, tmp_path: Path) -> None:
    write_small(tmp_path / "small", PASSING, 1, 2)
    with answering(tmp_path / "kept", str(tmp_path / "small")) as address:
        page = browser.page(reduced_motion="reduce")
        start(page, address, str(tmp_path / "small"), "human")
        at = page.locator(".doing .nowhere").bounding_box()
        page.locator(".doing .nowhere").click()
        settled(page)
        shut = page.locator(".doing [aria-disabled=true]")
        expect(shut).to_have_text("Pass")
        now = shut.bounding_box()
        assert at is not None
        assert now is not None
        assert at["y"] == now["y"]
        shut.press("Enter")
        expect(page.locator("#why")).to_contain_text("Coins")
        browser.close_pages()
