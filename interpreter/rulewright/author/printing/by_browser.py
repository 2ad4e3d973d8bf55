"""PDFs and pictures of pages, made by a browser of this machine without a window."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

_NAMES: Final = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge",
)  # fmt: skip
_PLACES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
_SECONDS: Final = 120
"""How long a browser may take; large games take three seconds."""


class BrowserError(RuntimeError):
    """The reason why a page cannot be made a PDF or a picture here, for the user."""


def browser_found() -> str | None:
    """Return the path of a browser that can print, or None if there is none."""
    named = (shutil.which(each) for each in _NAMES)
    return next((each for each in (*named, *_PLACES) if each is not None and Path(each).exists()), None)


def pdf_of(html: str) -> bytes:
    """Return a page as a PDF. Raises BrowserError if there is no browser or it makes none."""
    return _made(html, "sheets.pdf", "--no-pdf-header-footer", "--print-to-pdf={made}")


def picture_of(html: str, width: int, height: int, scale: int) -> bytes:
    """Return a page as a PNG of a width and height in CSS pixels, each `scale` pixels wide and high.

    Raises BrowserError if there is no browser or it makes none.
    """
    return _made(
        html, "sheet.png", f"--window-size={width},{height}", f"--force-device-scale-factor={scale}",
        "--hide-scrollbars", "--screenshot={made}",
    )  # fmt: skip


def _made(html: str, name: str, *options: str) -> bytes:
    browser = browser_found()
    if browser is None:
        raise BrowserError("no Chromium, Chrome or Edge was found; write an .html file and print it from any browser")
    with tempfile.TemporaryDirectory() as folder:
        page, made = Path(folder, "sheets.html"), Path(folder, name)
        page.write_text(html, encoding="utf-8")
        words = [
            browser, "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={Path(folder, 'profile')}",
            *(each.replace("{made}", str(made)) for each in options), page.as_uri(),
        ]  # fmt: skip
        if hasattr(os, "geteuid") and os.geteuid() == 0:  # its sandbox does not work for root
            words.insert(1, "--no-sandbox")
        try:
            subprocess.run(words, capture_output=True, timeout=_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as fault:
            reason = f"{browser} could not show the page ({type(fault).__name__}); write an .html file instead"
            raise BrowserError(reason) from None
        if not made.exists():
            raise BrowserError(f"{browser} did not write {name}; write an .html file and print it from a browser")
        return made.read_bytes()
