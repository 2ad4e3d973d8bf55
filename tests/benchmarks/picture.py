"""The picture of a table in README.md: `python -m tests.benchmarks.picture docs/table.png`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.unit.serve.browsers import browsing
from tests.unit.serve.serving import served


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("file", type=Path)
    options.add_argument("--ruleset", default="tutorial")
    options.add_argument("--choices", type=int, default=5)
    options.add_argument("--width", type=int, default=1280)
    options.add_argument("--height", type=int, default=720)
    options.add_argument("--dark", action="store_true")
    options.add_argument("--lang", default="en")
    options.add_argument("--whole", action="store_true", help="the whole page, however long it is")
    wanted = options.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), wanted.ruleset) as (_, address),
        browsing() as browser,
    ):
        how = {"color_scheme": "dark" if wanted.dark else "light", "reduced_motion": "reduce"}
        page = browser.page(wanted.width, wanted.height, **how)
        page.goto(f"{address}/new?ruleset={wanted.ruleset}")
        page.click(f".languages button[value={wanted.lang}]")
        page.fill("[name=seed]", "7")
        page.click("button[value=start]")
        page.wait_for_selector("#panel")
        for _ in range(wanted.choices):
            page.locator("#confirm, #option-1").first.click()
            page.wait_for_selector("#table:not([aria-busy])")
            page.wait_for_timeout(200)
        page.screenshot(path=wanted.file, full_page=wanted.whole)


if __name__ == "__main__":
    main()
