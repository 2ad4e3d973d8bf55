"""Nothing overlaps: every shipped game in mid-play, for who sits, watches, looks back and reads, at three widths."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from rulewright.core.pipeline import known_names
from tests.unit.table.serve.browsers import Watched
from tests.unit.table.serve.in_browser.overlaps import overlaps
from tests.unit.table.serve.serving import answering
from tests.unit.table.serve.visitors import hidden, keys_offered

SEED, CHOICES = 3, 30
WIDTHS, DARK = (390, 1280, 1920), 1280
ALONE = {"setting-luna": "1"}
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, {}) for name in known_names()},
    "belt": ("skymines", {"module": ["base", "belt"]}),
    "luna": ("skymines", {"module": ["base", "moon", "luna"], **ALONE}),
    "missions": ("skymines", {"module": ["base", "moon", "missions"]}),
    "threats": ("skymines", {"module": ["base", "belt", "threats"]}),
}


def played(address: str, ruleset: str, fields: dict[str, Any]) -> dict[str, str]:
    """The paths of the pages of a table after some choices at random, by what they are."""
    client = httpx.Client(base_url=address, headers={"origin": address}, timeout=120)
    seats = {"seat-1": "human"} if "setting-luna" in fields else {}
    if not seats:
        numbers = re.findall(r'name="seat-(\d+)"', client.get(f"/new?ruleset={ruleset}").text)
        seats = {f"seat-{each}": "human" if each == "1" else "random" for each in numbers}
    made = client.post("/new", data={"ruleset": ruleset, "do": "start", "seed": str(SEED), **seats, **fields})
    assert made.status_code == 303, made.text
    path, draws = str(made.headers["location"]), random.Random(SEED)
    for _ in range(CHOICES):
        page = client.get(path).text
        offered = keys_offered(page)
        if 'id="confirm"' not in page and not offered:
            break
        does = {"do": "confirm"} if 'id="confirm"' in page else {"typed": draws.choice(offered), "do": "typed"}
        client.post(f"{path}act", data={"at": hidden(page, "at"), **does})
    pages = {"seat": path, "look back": f"{path}replay?at=5", "handbook": f"{path}rules"}
    home = client.get("/").text  # tells of the table, or of its page with all links
    told = [home, *(client.get(f"{each}seats").text for each in re.findall(r'/t/\d+/table/[^/"]+/', home))]
    pages["watch"] = re.findall(r'/t/\d+/watch/[^"]+', "".join(told))[0]
    return pages


@pytest.mark.sampled(4)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("table", TABLES)
def test_nothing_lies_over_a_text_or_out_of_its_frame(browser: Watched, tmp_path: Path, table: str, width: int) -> None:
    ruleset, fields = TABLES[table]
    phone = width < 600
    with answering(tmp_path / "kept", ruleset) as address:
        pages = played(address, ruleset, fields)
        scheme = "dark" if width == DARK else "light"
        page = browser.page(width, 844, reduced_motion="reduce", color_scheme=scheme, has_touch=phone, is_mobile=phone)
        found = {}
        for name, path in pages.items():
            page.goto(address + path)
            found[name] = overlaps(page)
        browser.close_pages()
    assert found == {name: [] for name in pages}, (SEED, CHOICES)


def test_what_is_planted_is_found(browser: Watched) -> None:
    page = browser.page()
    page.set_content("""
      <p style="position: absolute; top: 0">under</p> <p style="position: absolute; top: 4px">above</p>
      <p style="position: absolute; top: 90px">hidden</p>
      <i style="position: absolute; top: 99px; width: 99px; height: 30px; background: #fff"></i>
      <button style="position: absolute; top: 200px; width: 20px; height: 20px; padding: 0">too long a word</button>
      <p style="position: absolute; top: 300px">apart</p> <p style="position: absolute; top: 340px">too</p>
    """)
    assert [re.sub(" (and|:|by) .*|: .*", "", each) for each in overlaps(page)] == [
        "'under' crosses 'above'", "'too long a word' leaves its frame", "'hidden' is covered",
    ]  # fmt: skip
    browser.close_pages()
