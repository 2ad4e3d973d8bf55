"""Takes the pictures that the documents show: `PYTHONPATH=interpreter:. python docs/pictures.py`.

Needs the extra `test` and a Chromium. Seeds are fixed, so that a picture changes only where the game or its look does.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect

from tests.unit.serve.browsers import browsing
from tests.unit.serve.serving import served

HERE = Path(__file__).resolve().parent


def seated(page: Page, address: str, ruleset: str, seed: int, *seats: str) -> None:
    """A new table, at the page of its first seat."""
    page.goto(f"{address}/new?ruleset={ruleset}")
    for number, each in enumerate(seats, 1):
        page.select_option(f"[name=seat-{number}]", each)
    page.fill("[name=seed]", str(seed))
    page.click("button[value=start]")
    page.wait_for_url(re.compile("/t/"))


def choose(page: Page, times: int) -> None:
    """Confirm where that is all there is to do, else take the first option."""
    for _ in range(times):
        confirm = page.locator("#confirm")
        (confirm if confirm.count() else page.locator("#option-1")).click()
        expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")


def main() -> None:
    with TemporaryDirectory() as folder, served(Path(folder), "skymines") as (_, address), browsing() as browser:
        page = browser.page(1280, 900)
        seated(page, address, "skymines", 7, "human", "random")
        choose(page, 14)
        page.screenshot(path=HERE / "table.png")


if __name__ == "__main__":
    main()
