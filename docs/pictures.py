"""Takes the pictures that the documents show: `PYTHONPATH=interpreter:. python docs/pictures.py`.

Needs the extra `test` and a Chromium. Seeds are fixed, so that a picture changes only where the game or its look does.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

from every_phase import every_phase
from playwright.sync_api import Page, expect

from rulewright.cli import run
from tests.unit.table.serve.browsers import browsing
from tests.unit.table.serve.serving import served

NAMES = ("skymines", "ceres", "tutorial")
HERE = Path(__file__).resolve().parent


def seated(page: Page, address: str, ruleset: str, seed: int, *seats: str) -> None:
    """A new table, at the page of its first seat."""
    page.goto(f"{address}/new?ruleset={ruleset}")
    for number, each in enumerate(seats, 1):
        page.select_option(f"[name=seat-{number}]", each)
    page.click("#own-rules summary")
    page.fill("[name=seed]", str(seed))
    page.click("button[value=start]")
    page.wait_for_url(re.compile("/t/"))


def choose(page: Page, times: int) -> None:
    """Confirm where that is all there is to do, else take the first option."""
    for _ in range(times):
        page.locator('#confirm, [id^="option-"]').first.click()
        expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")


def house_rule(folder: Path) -> Path:
    """The house rule of the page on playtesting, as it stands there, in a file."""
    page = (HERE / "tutorials" / "strong-card.md").read_text(encoding="utf-8")
    block = re.search(r"(?m)^    kind: variant\n(?:    .*\n)+", page)
    assert block is not None
    file = folder / "small_salmon.yaml"
    file.write_text(dedent(block.group()), encoding="utf-8")
    return file


def lab_page(page: Page, picture: str, height: int, *words: str) -> None:
    """The page that a verb of the lab writes, down to some height."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        if run([*words, "--html", str(file)]) != 0:
            raise SystemExit(f"rulewright {' '.join(words)} failed")
        page.set_viewport_size({"width": 1000, "height": height})
        page.goto(file.as_uri())
        page.screenshot(path=HERE / picture)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--all", type=Path, metavar="FOLDER", help="every part of each game instead, to look at")
    options.add_argument("--only", default="", help="with --all: the games whose names begin so")
    wanted = options.parse_args()
    if wanted.all is not None:
        with TemporaryDirectory() as tables, served(Path(tables), *NAMES) as (_, address), browsing() as browser:
            every_phase(browser.page(), address, wanted.all, wanted.only)
        return
    with browsing() as browser:
        page = browser.page()
        lab_page(page, "report.png", 1320, "report", "skymines", "--seats", "3", "--games", "100", "--jobs", "2")
        with TemporaryDirectory() as folder:
            file = house_rule(Path(folder))
            words = ("compare", "tutorial", "--variant", str(file), "--seats", "3", "--games", "2000", "--until-sure")
            lab_page(page, "compare.png", 900, *words)
    with TemporaryDirectory() as folder, served(Path(folder), "skymines") as (_, address), browsing() as browser:
        page = browser.page(1280, 900, reduced_motion="reduce")
        seated(page, address, "skymines", 7, "human", "random")
        choose(page, 14)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=HERE / "table.png")


if __name__ == "__main__":
    main()
