"""Pictures of several pages from one start of a browser, and a browser that is none."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from rulewright.author.printing import by_browser
from rulewright.author.printing.by_browser import BrowserError, browser_found, pictures_of

_PAGES = [("<body>one</body>", 120, 90), ("<body>two</body>", 60, 200)]


@pytest.mark.skipif(browser_found() is None, reason="no browser is here")
def test_each_page_is_a_picture_of_its_size() -> None:
    found = [struct.unpack(">II", each[16:24]) for each in pictures_of(_PAGES, 2)]
    assert found == [(240, 180), (120, 400)]


@pytest.mark.parametrize("program", ["#!/bin/sh\nexit 3\n", "#!/bin/sh\nexec cat <&3 >&4\n"])
def test_a_program_that_is_no_browser_is_told_and_ended(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strange = tmp_path / "browser"
    strange.write_text(program, "utf-8")
    strange.chmod(0o755)
    monkeypatch.setattr(by_browser, "browser_found", lambda: str(strange))
    with pytest.raises(BrowserError, match="made no pictures"):
        pictures_of(_PAGES, 2)
