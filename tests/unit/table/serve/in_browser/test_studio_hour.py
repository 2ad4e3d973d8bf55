"""A newcomer's first hour in the studio, from a copied example to a link that opens in another browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rulewright.author.at_tables import STUDIO
from rulewright.table.serve.studio.open_folders import Studio
from tests.unit.table.serve.browsers import Watched
from tests.unit.table.serve.serving import answering


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[str]:
    """The link of a studio whose new games are written into a folder of the test."""
    studio = Studio(STUDIO, tmp_path)
    with answering(None, "tutorial", studio=studio) as address:
        yield f"{address}/studio/?key={studio.key}"


def edit(page: Page, old: str, new: str) -> None:
    """Select a text in the text box as a mouse would, and type another one over it."""
    area = page.locator("#area")
    at = area.input_value().index(old)
    area.evaluate("(area, [from, to]) => { area.focus(); area.setSelectionRange(from, to); }", [at, at + len(old)])
    page.keyboard.insert_text(new)


def save(page: Page) -> None:
    page.keyboard.press("Control+s")
    expect(page.locator("#saved")).to_have_text("Saved")


def faults(page: Page) -> list[str]:
    found = Axe().run(page)
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found.response["violations"]]


@pytest.mark.slow
def test_a_newcomers_first_hour(studio: str, browser: Watched, tmp_path: Path) -> None:
    page = browser.page(1440, 1000)
    page.goto(studio)
    assert faults(page) == []
    page.locator("li.example", has_text="Gulls").get_by_role("button").click()
    table = page.frame_locator("#table-frame")
    expect(table.locator("button[name=offer]").first).to_be_visible()
    expect(page.locator("#n-tests")).to_have_text("(4/4)")
    game = tmp_path / "my_tutorial" / "base" / "gulls.yaml"

    # A number is changed; the table stays, the tests that told the old number fail and say what differs.
    table.locator("button[name=offer]").first.click()
    expect(table.locator(".turn").first).to_be_visible()
    edit(page, "worth: 4,", "worth: 6,")
    save(page)
    assert "worth: 6," in game.read_text("utf-8")
    expect(table.locator(".notice").first).to_contain_text("changed rules")
    expect(page.locator("#n-tests")).to_have_text("(1/4)")
    expect(page.locator("#tests .bad").first).to_contain_text("expected seat(1).fish = 4; found 6")
    edit(page, "worth: 6,", "worth: 4,")
    save(page)
    expect(page.locator("#n-tests")).to_have_text("(4/4)")

    # A line is broken, and mended by its hint.
    edit(page, "top(pier)", "top(pyer)")
    fix = page.locator("#problems").get_by_role("button", name="Replace 'pyer' by 'pier'")
    expect(fix).to_be_visible()
    expect(page.locator(".lines .bad").first).to_have_attribute("data-said", re.compile("'pyer'"))
    assert faults(page) == []
    fix.click()
    expect(page.locator("#problems")).to_have_text("No problems.")
    assert "let card = top(pier)" in page.locator("#area").input_value()

    # A card is added, with help of completion by keys alone.
    salmon = re.search(r"  - \{id: salmon.*\n", page.locator("#area").input_value())
    assert salmon is not None
    tuna = "  - {id: tuna, kind: prey, copies: 1, worth: 5, title: {en: Tuna}, source: {doc: GULLS, place: Cards}}\n"
    edit(page, salmon[0], salmon[0] + tuna)
    save(page)
    expect(page.locator("#problems .bad")).to_have_count(0)
    edit(page, "shuffle pier\n", "shuffle pier\n      shuffle pie\n")
    page.locator("#area").press("ArrowLeft")
    page.keyboard.press("Control+Space")
    expect(page.locator("#offers [aria-selected=true]")).to_contain_text("pieces")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#offers [aria-selected=true]")).to_contain_text("pier")
    assert faults(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#offers")).to_be_hidden()
    expect(page.locator("#problems .bad")).to_have_count(0)
    edit(page, "      shuffle pier\n      shuffle pier", "      shuffle pier")
    save(page)

    # Two choices become a test, to which a click at the table adds what is expected.
    page.locator("#new-game").click()
    expect(table.locator("button[name=offer]").first).to_be_visible()
    for _ in range(2):
        table.locator("button[name=offer]").first.click()
        page.wait_for_timeout(1500)
    page.locator("#last").fill("2")
    page.locator("#record").get_by_role("button").click()
    expect(page.locator("#expects")).to_contain_text("Now click")
    expect(page.locator("#open-name")).to_have_text("scenarios/played.yaml")
    table.locator("[data-zone^=nest]").first.click()
    expect(page.locator("#expects")).to_contain_text("Added: size(")
    expect(page.locator("#tests .good", has_text="seat 1 chooses")).to_have_count(1)
    expect(page.locator("#tests .bad")).to_have_count(1)  # the one that counts the cards
    page.locator("#done").click()
    page.locator("#count").click()
    expect(page.locator("#coverage")).to_contain_text("Tests reach")
    assert faults(page) == []

    # The game is shared, and opened by somebody else, who is asked before anything of it runs.
    page.locator("#share").click()
    link = page.locator("#share-text")
    expect(link).to_have_value(re.compile(r"/studio/shared#g=[\w-]{1000,}$"))
    address = link.input_value()
    assert len(address) <= 8000
    other = browser.page(1280, 900)
    other.goto(studio)
    other.goto(address)
    expect(other.locator("#texts summary").first).to_be_visible()
    expect(other.locator("#texts")).to_contain_text("id: tuna")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["my_tutorial"]
    assert faults(other) == []
    other.locator("#name").fill("given")
    other.locator("#take").get_by_role("button").click()
    expect(other.frame_locator("#table-frame").locator("button[name=offer]").first).to_be_visible()
    assert (tmp_path / "given" / "base" / "gulls.yaml").read_bytes() == game.read_bytes()


@pytest.mark.slow
def test_a_change_from_outside_is_noticed_and_nothing_is_lost(studio: str, browser: Watched, tmp_path: Path) -> None:
    page = browser.page(390, 844)
    page.goto(studio)
    page.locator("li.example", has_text="Nim").get_by_role("button").click()
    expect(page.locator("#n-tests")).to_have_text("(3/3)")
    assert faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    path = tmp_path / "my_nim" / "base" / "matches.yaml"
    text = path.read_text("utf-8")
    path.write_text(text + "# theirs\n", "utf-8")
    expect(page.locator("#notices")).to_contain_text("read again")
    expect(page.locator("#area")).to_have_value(text + "# theirs\n")
    edit(page, "# theirs\n", "# mine\n")
    path.write_text(text + "# later\n", "utf-8")
    expect(page.locator("#notices")).to_contain_text("Nothing is lost")
    page.get_by_role("button", name="Take the text of the file").click()
    expect(page.locator("#area")).to_have_value(text + "# later\n")
    page.keyboard.press("Control+z")
    expect(page.locator("#area")).to_have_value(text + "# mine\n")
    save(page)
    assert path.read_text("utf-8") == text + "# mine\n"


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_a_new_name_by_keys_alone(studio: str, browser: Watched, tmp_path: Path, width: int) -> None:
    page = browser.page(width, 844)
    page.goto(studio)
    page.locator("li.example", has_text="Nim").get_by_role("button").click()
    expect(page.locator("#n-tests")).to_have_text("(3/3)")
    folder = tmp_path / "my_nim"
    before = {each: each.read_bytes() for each in folder.rglob("*.yaml")}

    def at(words: str) -> None:
        area = page.locator("#area")
        place = area.input_value().index(words) + len(words)
        area.evaluate("(area, at) => { area.focus(); area.setSelectionRange(at, at); }", place)

    def changed() -> list[str]:
        now = {each: each.read_bytes() for each in folder.rglob("*.yaml")}
        return sorted(each.relative_to(folder).as_posix() for each in now if now[each] != before.get(each))

    at("      lose")
    page.keyboard.press("F2")
    expect(page.locator("#notices [role=alert]")).to_contain_text("nothing is named here")
    at("lose n left")
    page.keyboard.press("F2")
    dialog = page.get_by_role("dialog", name="A new name for left_in")
    expect(dialog.get_by_label("New name")).to_be_focused()
    assert faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.type("line")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("already; choose another name")
    assert changed() == []
    assert [each for each in browser.complaints if "422" not in each] == []
    browser.complaints.clear()  # a browser tells of every refusal
    dialog.get_by_label("New name").press("Control+a")
    page.keyboard.type("matches_in")
    page.keyboard.press("Enter")
    told = page.locator("#notices [role=alert]")
    expect(told).to_contain_text("left_in is now called matches_in")
    expect(dialog).to_be_hidden()
    assert changed() == ["base/matches.yaml", "ruleset.yaml", "scenarios/matches.yaml"]
    expect(told).to_contain_text(", ".join(changed()))
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("#area")).to_be_focused()
    expect(page.locator("#area")).to_have_value(re.compile(r"lose n matches_in\[row\]"))
    expect(page.locator("#n-tests")).to_have_text("(3/3)")
    assert faults(page) == []

    page.keyboard.press("Control+z")  # one undo gives all files their texts back
    expect(told).to_contain_text("left_in has its name back")
    assert changed() == []
    expect(page.locator("#area")).to_have_value(before[folder / "base" / "matches.yaml"].decode())
    expect(page.locator("#saved")).to_have_text("Saved")

    page.locator("#rename").click()  # the button asks about the same place, and another button takes it back
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert changed() == []
    page.locator("#rename").click()
    page.keyboard.type("sticks_in")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Undo the new name").click()
    expect(told).to_contain_text("left_in has its name back")
    assert changed() == []
