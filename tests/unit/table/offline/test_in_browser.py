"""A site in a browser: a whole game with nothing asked of any other server, offline, kept, saved and continued."""

from __future__ import annotations

import http.server
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Page, Route, expect

from tests.unit.cli.commands import rulewright
from tests.unit.table.serve.browsers import Watched, browsing, unfold

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
    with _hosted(tmp_path_factory.mktemp("web"), pyodide) as found:
        yield found


@pytest.fixture(scope="module")
def studio(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with a studio."""
    with _hosted(tmp_path_factory.mktemp("web"), pyodide, "--studio") as found:
        yield found


@contextmanager
def _hosted(root: Path, pyodide: Path, *more: str) -> Iterator[str]:
    told = rulewright("site", "tutorial", "--out", root / "games" / "gulls", "--pyodide", pyodide, *more)
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
    unfold(inside)
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
    page.frame_locator("#page").locator("#table").wait_for(timeout=_READY)  # a reload before leads to the entry before
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
    inside.locator("details:has(#save) > summary").click()
    inside.locator("#save").fill(saved.read_text("utf-8"))
    inside.locator("form[action='/open'] button").click()
    inside.locator("#table").wait_for(timeout=_READY)
    assert "/t/5/" in page.url  # the first three numbers are for tables that are begun with the site
    _played(page)


def test_pages_that_the_folder_has_wait_for_nothing_and_what_waits_is_announced(browser: Watched, address: str) -> None:
    page, held = browser.page(), list[Route]()
    page.route("**/memory.bin.gz", lambda route: held.append(route))
    page.goto(address)
    inside = page.frame_locator("#page")
    inside.locator("a.brand").click()
    expect(inside.locator(".game .still")).to_be_visible()
    inside.locator("a[href='/new?ruleset=tutorial']").first.click()
    unfold(inside)
    inside.locator("[name=seed]").fill("7")
    inside.locator("button[value=start]").click()
    expect(page.locator("#wait")).to_be_visible()
    expect(inside.locator("#table")).to_have_count(0)
    (waiting,) = held
    waiting.continue_()
    inside.locator("#table").wait_for(timeout=_READY)
    _ready(page)


def _answered_alone(page: Page, address: str) -> str:
    """Begin a table and take an option while the memory of Python is held, and return what the log says of it."""
    page.goto(address)
    inside = page.frame_locator("#page")
    inside.locator("button[value=start]").click()
    inside.locator("#panel button[name=offer]").first.evaluate("button => button.click()")
    expect(page.locator("#wait")).to_be_visible()
    return inside.locator("#log .action").first.inner_text()


def test_a_first_option_is_answered_before_python_has_come_which_goes_on_from_there(
    browser: Watched, address: str
) -> None:
    page, held = browser.page(), list[Route]()
    page.route("**/memory.bin.gz", lambda route: held.append(route))
    told = _answered_alone(page, address)
    (waiting,) = held
    waiting.continue_()
    inside = page.frame_locator("#page")
    expect(inside.locator("#panel button[name=offer]").first).to_be_visible(timeout=_READY)  # the other seat has chosen
    expect(inside.locator("#log")).to_contain_text(told)
    _ready(page)
    _played(page)


def test_what_was_answered_is_done_by_the_next_visit_if_the_first_one_ends_before(
    browser: Watched, address: str
) -> None:
    page = browser.page()
    page.route("**/memory.bin.gz", lambda route: None)
    told, table = _answered_alone(page, address), page.frame_locator("#page").locator("#log")
    page.reload()
    expect(table).to_contain_text(told)  # as it was drawn
    page.unroute("**/memory.bin.gz")
    page.reload()
    inside = page.frame_locator("#page")
    expect(inside.locator("#panel button[name=offer]").first).to_be_visible(timeout=_READY)
    expect(table).to_contain_text(told)
    _ready(page)
    _played(page)


def test_several_at_one_screen_take_turns_and_never_lose_a_connection(browser: Watched, address: str) -> None:
    page = browser.page()
    page.goto(address)
    inside = page.frame_locator("#page")
    inside.locator("[name=seat-2]").select_option("human")
    unfold(inside)
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


def _faults(page: Page) -> list[str]:
    """Return what axe finds in the documents inside the page."""
    frames = [each for each in page.frames if each.url.startswith("about:srcdoc")]
    assert frames
    found = [fault for each in frames for fault in Axe().run(each).response["violations"]]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]


def _edit(page: Page, old: str, new: str) -> None:
    area = page.frame_locator("#page").locator("#area")
    at = area.input_value().index(old)
    area.evaluate("(area, [from, to]) => { area.focus(); area.setSelectionRange(from, to); }", [at, at + len(old)])
    page.keyboard.insert_text(new)


def _save(page: Page) -> None:
    page.keyboard.press("Control+s")
    expect(page.frame_locator("#page").locator("#saved")).to_have_text("Saved", timeout=_READY)


def test_a_newcomers_first_hour_in_a_studio_without_a_server(browser: Watched, studio: str) -> None:
    page = browser.page(1280, 900)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(studio)
    inside = page.frame_locator("#page")
    inside.locator("li.example", has_text="Gulls").get_by_role("button").click()
    table = inside.frame_locator("#table-frame")
    expect(table.locator("button[name=offer]").first).to_be_visible(timeout=_READY)
    expect(inside.locator("#n-tests")).to_have_text("(4/4)", timeout=_READY)
    assert _faults(page) == []

    # A number is changed; the table takes it on, the tests notice.
    table.locator("button[name=offer]").first.click()
    expect(table.locator(".turn").first).to_be_visible(timeout=_READY)
    _edit(page, "worth: 4,", "worth: 6,")
    _save(page)
    expect(table.locator(".notice").first).to_contain_text("changed rules", timeout=_READY)
    expect(inside.locator("#n-tests")).to_have_text("(1/4)", timeout=_READY)

    # A line is broken, and mended by its hint.
    _edit(page, "top(pier)", "top(pyer)")
    fix = inside.locator("#problems").get_by_role("button", name="Replace 'pyer' by 'pier'")
    expect(fix).to_be_visible(timeout=_READY)
    fix.click()
    expect(inside.locator("#problems .bad")).to_have_count(0, timeout=_READY)

    # A card is added.
    salmon = re.search(r"  - \{id: salmon.*\n", inside.locator("#area").input_value())
    assert salmon is not None
    tuna = "  - {id: tuna, kind: prey, copies: 1, worth: 5, title: {en: Tuna}, source: {doc: GULLS, place: Cards}}\n"
    _edit(page, salmon[0], salmon[0] + tuna)
    _save(page)
    expect(inside.locator("#problems .bad")).to_have_count(0, timeout=_READY)

    # A choice becomes a test, to which a click adds what is expected.
    table.locator("body").evaluate("(body) => { body.dataset.old = true; }")
    inside.locator("#new-game").click()
    expect(table.locator("body[data-old]")).to_have_count(0, timeout=_READY)
    expect(table.locator("button[name=offer]").first).to_be_visible(timeout=_READY)
    table.locator("button[name=offer]").first.click()
    expect(table.locator(".turn").first).to_be_visible(timeout=_READY)
    inside.locator("#record").get_by_role("button").click()
    expect(inside.locator("#expects")).to_contain_text("Now click", timeout=_READY)
    table.locator("[data-zone^=nest]").first.click()
    expect(inside.locator("#expects")).to_contain_text("Added: size(", timeout=_READY)
    inside.locator("#done").click()

    # It is there after a reload, and without a network.
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.context.set_offline(True)
    page.reload()
    expect(inside.locator("#area")).to_have_value(re.compile("id: tuna"), timeout=_READY)
    expect(inside.locator("#files")).to_contain_text("scenarios/played.yaml")
    expect(table.locator("button[name=offer]").first).to_be_visible(timeout=_READY)
    page.context.set_offline(False)

    # The link is opened by somebody else, with a phone, who reads before anything runs.
    inside.locator("#share").click()
    expect(inside.locator("#share-text")).to_have_value(re.compile(rf"{re.escape(studio)}#g=[\w-]{{1000,}}$"))
    other = browser.page(390, 844)
    other.goto(inside.locator("#share-text").input_value())
    theirs = other.frame_locator("#page")
    expect(theirs.locator("#texts")).to_contain_text("id: tuna", timeout=_READY)
    assert _faults(other) == []
    theirs.locator("#name").fill("given")
    theirs.locator("#take").get_by_role("button").click()
    expect(theirs.frame_locator("#table-frame").locator("button[name=offer]").first).to_be_visible(timeout=_READY)
    expect(theirs.locator("#area")).to_have_value(re.compile("id: tuna"))
    assert _faults(other) == []
    assert theirs.locator("html").evaluate("html => html.scrollWidth <= innerWidth")
    assert [url for url in asked if not url.startswith((studio, "blob:http://127.0.0.1", "data:", "about:"))] == []


def test_a_draft_is_listed_renamed_and_deleted_in_its_browser(browser: Watched, studio: str) -> None:
    page = browser.page(390, 844)
    page.goto(studio)
    inside = page.frame_locator("#page")
    inside.locator("li.example", has_text="Nim").get_by_role("button").click()
    expect(inside.locator("#area")).to_be_visible(timeout=_READY)
    inside.locator(".top a[href='/studio/']").click()
    draft = inside.locator("li.example h3:has(a[href='/studio/1/'])")
    expect(draft).to_contain_text("my_nim", timeout=_READY)
    assert _faults(page) == []
    with page.expect_download(timeout=_READY) as coming:
        inside.locator("a[href='/studio/1/package']").click()
    assert coming.value.suggested_filename == "my_nim-1.0.0.zip"
    inside.locator("summary", has_text="Rename").click()
    inside.locator("#rename-1").fill("matches")
    inside.locator("button[value=rename]").click()
    expect(draft).to_contain_text("matches", timeout=_READY)
    page.reload()
    expect(draft).to_contain_text("matches", timeout=_READY)
    _ready(page)
    inside.locator("summary", has_text="Delete").click()
    inside.locator("button[value=delete]").click()
    expect(draft).to_have_count(0, timeout=_READY)
    page.reload()
    _ready(page)
    expect(inside.locator("li.example").first).to_be_visible()
    expect(draft).to_have_count(0)


def test_a_browser_that_keeps_nothing_says_so(browser: Watched, studio: str) -> None:
    page = browser.page()
    fails = "self.indexedDB.open = () => { const asked = {}; setTimeout(() => asked.onerror()); return asked; };\n"
    page.route(
        "**/worker.js*", lambda route: route.fulfill(body=fails + route.fetch().text(), content_type="text/javascript")
    )
    page.goto(studio)
    expect(page.locator("#unkept")).to_contain_text("This browser keeps nothing", timeout=_READY)
