"""A browser for tests: the system's Chromium, driven by Playwright. `.ci/run` installs it where it may."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"]


@dataclass
class Watched:
    """Pages of a browser, and everything that they complained of."""

    browser: Browser
    complaints: list[str] = field(default_factory=list)

    def page(self, width: int = 1280, height: int = 900, **how: Any) -> Page:
        page = self.browser.new_context(viewport={"width": width, "height": height}, **how).new_page()
        page.on(
            "console",
            lambda told: told.type in ("error", "warning") and self.complaints.append(f"{told.text} {told.location}"),
        )
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.set_default_timeout(60_000)
        return page


@contextmanager
def browsing() -> Iterator[Watched]:
    """A browser. Where there is none the test is skipped; under `CI=true` it fails."""
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
    if watched.complaints:
        pytest.fail(f"the browser complained: {watched.complaints}")
