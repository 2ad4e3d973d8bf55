"""PDFs and pictures of pages, made by a browser of this machine without a window."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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


def pictures_of(pages: Sequence[tuple[str, int, int]], scale: int) -> list[bytes]:
    """Return a PNG of each (page, width, height), in CSS pixels, of `scale` pixels each.

    One browser makes all of them where it can be told over a pipe, elsewhere one for each. Raises BrowserError if there
    is no browser or it makes none.
    """
    if os.name != "posix":
        return [
            _made(
                html, "sheet.png", f"--window-size={width},{height}", f"--force-device-scale-factor={scale}",
                "--hide-scrollbars", "--screenshot={made}",
            ) for html, width, height in pages
        ]  # fmt: skip
    from rulewright.author.printing.browser_pipe import Page, PipeError, pictures

    with _in_folder() as (folder, command):
        files = [folder / f"sheet-{number}.html" for number in range(len(pages))]
        for file, (html, _, _) in zip(files, pages, strict=True):
            file.write_text(html, encoding="utf-8")
        wanted = [Page(file, width, height) for file, (_, width, height) in zip(files, pages, strict=True)]
        try:
            return list(pictures([*command, "--hide-scrollbars"], wanted, scale))
        except OSError as fault:
            told = fault if isinstance(fault, PipeError) else type(fault).__name__
            raise BrowserError(f"{command[0]} made no pictures ({told}); write an .html file instead") from None


def _made(html: str, name: str, *options: str) -> bytes:
    with _in_folder() as (folder, command):
        page, made = folder / "sheets.html", folder / name
        page.write_text(html, encoding="utf-8")
        words = [*command, *(each.replace("{made}", str(made)) for each in options), page.as_uri()]
        try:
            subprocess.run(words, capture_output=True, timeout=_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as fault:
            reason = f"{command[0]} could not show the page ({type(fault).__name__}); write an .html file instead"
            raise BrowserError(reason) from None
        if not made.exists():
            raise BrowserError(f"{command[0]} did not write {name}; write an .html file and print it from a browser")
        return made.read_bytes()


@contextmanager
def _in_folder() -> Iterator[tuple[Path, list[str]]]:
    """Yield a folder for the files of a browser, and how it is started. Raises BrowserError if there is none."""
    browser = browser_found()
    if browser is None:
        raise BrowserError("no Chromium, Chrome or Edge was found; write an .html file and print it from any browser")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [
            browser, "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={Path(folder, 'profile')}",
        ]  # fmt: skip
        if hasattr(os, "geteuid") and os.geteuid() == 0:  # its sandbox does not work for root
            command.append("--no-sandbox")
        yield Path(folder), command
