"""A site in a browser: a whole game with nothing asked of any other server, offline, kept, saved and continued."""

from __future__ import annotations

import http.server
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.unit.cli.commands import rulewright
from tests.unit.table.serve.browsers import Watched, browsing

pytestmark = pytest.mark.slow
_VERSION = "314.0.7"
_READY = 120_000


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as npm brings it. Where that is out of reach the tests are skipped; under `CI=true` they fail."""
    folder = tmp_path_factory.mktemp("npm")
    npm = shutil.which("npm")
    got = npm and subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), f"pyodide@{_VERSION}"],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    if not got or got.returncode:
        missing = f"npm does not bring pyodide: {got.stderr[-300:]}" if got else "npm is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return folder / "node_modules" / "pyodide"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site below a folder of a plain web server."""
    root = tmp_path_factory.mktemp("web")
    told = rulewright("site", "tutorial", "--out", root / "games" / "gulls", "--pyodide", pyodide)
    assert told.returncode == 0, told.stderr
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/games/gulls/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def watched(address: str) -> Iterator[Watched]:
    with browsing() as found:
        yield found


@pytest.fixture
def browser(watched: Watched) -> Iterator[Watched]:
    yield watched
    watched.close_pages()
    complaints, watched.complaints = watched.complaints, []
    assert complaints == []


def _inside(page: Page) -> Frame:
    found = page.frame(url=lambda url: url.startswith("about:srcdoc"))
    assert found is not None
    return found


def _ready(page: Page) -> None:
    expect(page.locator("#wait")).to_be_hidden(timeout=_READY)


def _begun(page: Page, address: str, seed: str = "7") -> None:
    page.goto(address)
    page.wait_for_selector("#page:not([hidden])")
    inside = page.frame_locator("#page")
    inside.locator("[name=seed]").fill(seed)
    inside.locator("button[value=start]").click()
    inside.locator("#table").wait_for(timeout=_READY)


def _played(page: Page) -> None:
    """Take first options until the game is over."""
    inside = page.frame_locator("#page")
    for _ in range(300):
        if inside.locator(".standing").count():
            return
        at = _inside(page).evaluate("document.querySelector('#table').textContent")
        offer = inside.locator("#confirm, #panel button[name=offer]").first
        if offer.count():
            offer.evaluate("button => button.click()")
        _inside(page).wait_for_function("at => document.querySelector('#table').textContent !== at", arg=at)
        expect(inside.locator("#table")).not_to_have_attribute("aria-busy", "true")
    raise AssertionError("this game does not end")


def test_a_whole_game_asks_nothing_of_anybody_else(browser: Watched, address: str) -> None:
    page = browser.page()
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    _begun(page, address)
    _played(page)
    strange = [url for url in asked if not url.startswith((address, "blob:http://127.0.0.1", "data:", "about:"))]
    assert asked
    assert strange == []


def test_a_game_goes_on_after_a_reload_and_without_a_network(browser: Watched, address: str) -> None:
    page = browser.page()
    _begun(page, address)
    where = page.url
    _ready(page)
    page.frame_locator("#page").locator("#panel button[name=offer]").first.evaluate("button => button.click()")
    expect(page.frame_locator("#page").locator(".turn").first).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    told = page.frame_locator("#page").locator("#log").inner_text()
    page.context.set_offline(True)
    page.goto(address)
    page.goto(where)
    page.reload()
    page.frame_locator("#page").locator("#table").wait_for(timeout=_READY)
    assert page.frame_locator("#page").locator("#log").inner_text() == told
    page.context.set_offline(False)


def test_a_save_is_downloaded_continued_in_the_terminal_and_brought_back(
    browser: Watched, address: str, tmp_path: Path
) -> None:
    page = browser.page()
    _begun(page, address)
    inside = page.frame_locator("#page")
    _ready(page)
    inside.locator("nav a[href*='/table/']").click()
    with page.expect_download() as coming:
        inside.locator("a[href=save]").click()
    saved = tmp_path / "saved.json"
    coming.value.save_as(saved)
    told = rulewright("resume", saved, typed="1\n1\nq\n")
    assert told.returncode == 0, told.stderr
    inside.locator("a.brand").click()
    inside.locator("#save").fill(saved.read_text("utf-8"))
    inside.locator("form[action='/open'] button").click()
    inside.locator("#table").wait_for(timeout=_READY)
    assert "/t/2/" in page.url
    _played(page)


def test_several_at_one_screen_take_turns_and_never_lose_a_connection(browser: Watched, address: str) -> None:
    page = browser.page()
    page.goto(address)
    inside = page.frame_locator("#page")
    inside.locator("[name=seat-2]").select_option("human")
    inside.locator("[name=seed]").fill("7")
    inside.locator("button[value=start]").click()
    for seat in ("1", "2", "1"):
        inside.locator(f"#sit-{seat}").click(timeout=_READY)
        inside.locator("#panel button[name=offer]").first.evaluate("button => button.click()")
        inside.locator(".curtain").wait_for(timeout=_READY)
        assert inside.locator("[data-net]").all_inner_texts() in ([], [""])


def test_the_page_speaks_the_language_that_is_picked(browser: Watched, address: str) -> None:
    page = browser.page(locale="fr-FR")
    page.goto(address)
    inside = page.frame_locator("#page")
    expect(inside.locator("html")).to_have_attribute("lang", "fr")
    _ready(page)
    inside.locator(".languages button[value=pl]").click()
    expect(inside.locator("html")).to_have_attribute("lang", "pl", timeout=_READY)
    expect(page.locator("html")).to_have_attribute("lang", "pl")
