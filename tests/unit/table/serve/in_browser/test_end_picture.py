"""The end of a game is kept as a picture of the table, with who has won."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.unit.table.serve.browsers import Watched
from tests.unit.table.serve.in_browser.test_overlaps import played
from tests.unit.table.serve.serving import answering


@pytest.mark.slow
def test_the_end_is_downloaded_as_a_picture(browser: Watched, tmp_path: Path) -> None:
    with answering(tmp_path / "kept", "three_in_a_row") as address:
        path = played(address, "three_in_a_row", {})["seat"]
        page = browser.page()
        page.goto(address + path)
        with page.expect_download() as found:
            page.click("[data-picture]")
        found.value.save_as(tmp_path / "table.png")
        board = page.evaluate("document.querySelector('.board').offsetWidth")
        browser.close_pages()
    read = (tmp_path / "table.png").read_bytes()
    assert read[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", read[16:24])
    assert wide >= board
    assert high > 300
    assert len(read) > 5000, "it is not empty"
    assert browser.complaints == []
