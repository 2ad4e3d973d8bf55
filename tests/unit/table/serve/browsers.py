"""A browser for tests: the system's Chromium, driven by Playwright. `.ci/run` installs it where it may."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, FrameLocator, Page, expect, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-gpu"]

FIRST_OPTION = "button[name=offer] >> nth=0"


@dataclass
class Watched:
    """Pages of a browser, and everything that they complained of."""

    browser: Browser
    complaints: list[str] = field(default_factory=list)

    def page(self, width: int = 1280, height: int = 900, **how: Any) -> Page:
        page = self.browser.new_context(viewport={"width": width, "height": height}, **how).new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.set_default_timeout(60_000)
        return page

    def _note(self, told: ConsoleMessage) -> None:
        if told.type in ("error", "warning"):
            self.complaints.append(f"{told.text} {told.location}")

    def close_pages(self) -> None:
        for context in self.browser.contexts:
            context.close()


@contextmanager
def browsing() -> Iterator[Watched]:
    """A browser; what it complains of is kept. Where there is none the test is skipped; under `CI=true` it fails."""
    path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        missing = "no Chromium is installed; on Debian: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=_FLAGS)
        watched = Watched(browser)
        expect.set_options(timeout=30_000)
        yield watched
        browser.close()


def start(page: Page, address: str, ruleset: str, *seats: str, seed: int = 1) -> None:
    """Make a table with the form."""
    page.goto(f"{address}/new?ruleset={ruleset}")
    seat_all(page, seats, seed)


def seat_all(page: Page, seats: tuple[str, ...], seed: int) -> None:
    """Say in the form who sits where, and start the table."""
    for number, each in enumerate(seats, 1):
        page.select_option(f"[name=seat-{number}]", each)
    unfold(page)
    page.fill("[name=seed]", str(seed))
    page.click("button[value=start]")
    page.wait_for_url(re.compile("/t/"))


def unfold(page: Page | FrameLocator) -> None:
    """Open the parts of a form that are folded."""
    page.locator("details.folded").evaluate_all("all => all.forEach((each) => (each.open = true))")


def unlist(page: Page) -> None:
    """Open the list of options where they are all on the table and the list is folded."""
    page.locator("#listed").evaluate_all("all => all.forEach((each) => (each.open = true))")


def settled(page: Page) -> None:
    """Wait until the page has taken the new picture: looked for at each frame, as `expect` looks ever more seldom."""
    page.locator("#table:not([aria-busy=true])").wait_for(state="attached")


def act(page: Page) -> None:
    """Confirm where that is all there is to do, else choose the first option."""
    confirm = page.locator("#confirm")
    unlist(page)
    (confirm if confirm.count() else page.locator(FIRST_OPTION)).click()
    settled(page)


def seats_of(page: Page) -> list[str]:
    """The links of the seats on the page of a table."""
    return [str(each.get_attribute("href")) for each in page.locator("td a").all()]


def listed_numbers(page: Page) -> list[str]:
    """The numbers that stand beside the options, by which they are typed; those of numbers are their own."""
    return page.locator("#panel .options kbd").all_text_contents()
