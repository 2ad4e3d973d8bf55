"""Axe finds nothing on the table of any shipped game in mid-play: light and dark, on a desk and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.table.serve.browsers import Watched
from tests.unit.table.serve.in_browser.test_home import violations
from tests.unit.table.serve.in_browser.test_overlaps import CHOICES, SEED, TABLES, played
from tests.unit.table.serve.serving import answering

LOOKS = ((1280, "light"), (1280, "dark"), (390, "light"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", TABLES)
def test_axe_finds_nothing_on_a_table(browser: Watched, tmp_path: Path, table: str) -> None:
    ruleset, fields = TABLES[table]
    found = {}
    with answering(tmp_path / "kept", ruleset) as address:
        pages = played(address, ruleset, fields)
        for width, scheme in LOOKS:
            page = browser.page(
                width, 844, reduced_motion="reduce", color_scheme=scheme, has_touch=width < 600, is_mobile=width < 600
            )
            page.goto(address + pages["seat"])
            found[width, scheme] = violations(page)
        browser.close_pages()
    assert found == {look: [] for look in LOOKS}, (SEED, CHOICES)
