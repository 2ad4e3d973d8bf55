"""How soon a newcomer plays: `python -m tests.benchmarks.first_minute [served] [site] --pyodide DIR`.

A browser opens the first page, takes the first game, begins a table and takes an option, each as soon as it can: at a
server just started, and at a site, for the first time and once more. Medians of the runs, in milliseconds.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, FrameLocator, Page

from tests.unit.table.serve.browsers import browsing
from tests.unit.table.serve.serving import served

GAMES = ("three_in_a_row", "whist", "skymines")
_START, _OPTION = "button[value=start]", "#confirm, #panel button[name=offer]"
_ANSWERED = "#table:not([aria-busy=true])"
Times = dict[str, float]
"""Milliseconds by stage."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("parts", nargs="*", metavar="PART", help="served, site; without one both")
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--games", nargs="*", default=GAMES)
    options.add_argument("--pyodide", type=Path, help="the npm package that a site is written with")
    options.add_argument("--site", type=Path, help="a site that is written already, with these games")
    wanted = options.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; medians of {wanted.runs}, ms")
    with tempfile.TemporaryDirectory() as folder:
        if "served" in (wanted.parts or ["served"]):
            for sort in ("nothing compiled", "all compiled"):
                fresh = sort == "nothing compiled"
                for game in wanted.games:
                    runs = [of_server(Path(folder) / sort, game, fresh=fresh) for _ in range(wanted.runs)]
                    print_times(f"server, {sort}, {game}", runs)
        if "site" in (wanted.parts or ["site"]):
            site = wanted.site or written(Path(folder) / "site", wanted.games, wanted.pyodide)
            with hosted(site) as address:
                for game in wanted.games:
                    visits = [of_site(address, game) for _ in range(wanted.runs)]
                    for number, sort in enumerate(("first", "second")):
                        print_times(f"site, {sort} visit, {game}", [each[number] for each in visits])
    print(f"load {os.getloadavg()[0]:.1f}")


def print_times(title: str, runs: list[Times]) -> None:
    """Print the medians of some runs."""
    medians = {stage: statistics.median(each.get(stage, 0) for each in runs) for stage in runs[0]}
    print(f"{title}: " + ", ".join(f"{stage} {value:.0f}" for stage, value in medians.items()), flush=True)


# ---- A server


def of_server(folder: Path, game: str, *, fresh: bool) -> Times:
    """Return the times at a server just started, whose cache of compiled rules is empty if it is `fresh`."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as tables, browsing() as browser:
        before = os.environ.get("XDG_CACHE_HOME")
        os.environ["XDG_CACHE_HOME"] = str(Path(tables) / "cache" if fresh else folder / "cache")
        try:
            began = time.perf_counter()
            with served(Path(tables) / "tables", *GAMES) as (_, address):
                times = {"server": (time.perf_counter() - began) * 1000}
                page = browser.page()
                began = time.perf_counter()
                page.goto(address)
                page.locator("a[href*='/new?ruleset=']").first.wait_for()
                times["picture"] = (time.perf_counter() - began) * 1000
                return times | taken(lambda: page.goto(f"{address}/new?ruleset={game}"), page, time.perf_counter())
        finally:
            os.environ.pop("XDG_CACHE_HOME") if before is None else os.environ.update(XDG_CACHE_HOME=before)


def taken(opened: Callable[[], object], page: Page | FrameLocator, since: float) -> Times:
    """Return the times after the first picture of the form, the table, and the answer to the first option."""
    times = {}

    def note(stage: str) -> None:
        times[stage] = (time.perf_counter() - since) * 1000

    opened()
    page.locator(_START).wait_for()
    note("form")
    page.locator(_START).click()
    page.locator(_OPTION).first.wait_for(state="attached")
    note("table")
    shown = page.locator("#table").inner_html()
    page.locator(_OPTION).first.evaluate("button => button.click()")
    while not page.locator(_ANSWERED).count() or page.locator("#table").inner_html() == shown:
        time.sleep(0.005)
    note("option")
    return times


# ---- A site


def written(out: Path, games: tuple[str, ...], pyodide: Path | None) -> Path:
    """Write a site with some games."""
    command = [sys.executable, "-m", "rulewright", "site", *games, "--out", str(out)]
    subprocess.run([*command, *(["--pyodide", str(pyodide)] if pyodide else [])], check=True)
    return out


class _Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def hosted(site: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def of_site(address: str, game: str) -> tuple[Times, Times]:
    """Return the times of the first visit of a browser, and of the second one."""
    with browsing() as browser:
        context = browser.page().context
        first = visited(context, address, game)
        page = context.pages[-1]
        page.wait_for_selector("#wait", state="hidden")
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.wait_for_timeout(3000)
        return first, visited(context, address, game)


def visited(context: BrowserContext, address: str, game: str) -> Times:
    """Return the times of a visit in a new tab: the picture since its opening, all else since the picture."""
    for each in context.pages[1:]:
        each.close()
    page = context.new_page()
    began, wall = time.perf_counter(), time.time()
    page.goto(f"{address}#/", wait_until="commit")
    page.locator("#page:not([hidden])").wait_for()
    picture = time.perf_counter()
    times = {"picture": (picture - began) * 1000}
    inside = page.frame_locator("#page")
    link = inside.locator(f"a[href='/new?ruleset={game}']").first
    times |= taken(lambda: link.evaluate("link => link.click()"), inside, picture)
    page.locator("#wait").wait_for(state="hidden")
    marks = page.workers[0].evaluate(
        "performance.getEntriesByType('mark').map((each) => [each.name, performance.timeOrigin + each.startTime])"
    )
    return times | {f"({name}": at - (wall + (picture - began)) * 1000 for name, at in marks}


if __name__ == "__main__":
    main()
