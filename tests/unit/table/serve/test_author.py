"""The author's drawer: changed files are told of at once, and the game goes on by them as far as they fit."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.core.pipeline import shipped_root
from tests.unit.table.serve.visitors import Visitor, state_line, visiting


@pytest.fixture
def gulls(tmp_path: Path) -> Path:
    root = tmp_path / "gulls"
    shutil.copytree(shipped_root() / "tutorial", root)
    return root


@pytest.fixture
def visitor(gulls: Path) -> Iterator[Visitor]:
    with visiting(names=(str(gulls),)) as found:
        yield found


def edit(root: Path, before: str, after: str) -> None:
    path = root / "base" / "gulls.yaml"
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 10**9))


def links_of(visitor: Visitor, seat: str) -> str:
    """The path of the page of the table's author, as the seat's page links it."""
    page = visitor.get(seat).text
    return page.partition('href="/t/1/table/')[2].partition('"')[0].join(["/t/1/table/", ""])


def test_the_drawer_shows_all_by_its_author_s_names_and_the_last_action(visitor: Visitor, gulls: Path) -> None:
    seat = visitor.new_table(str(gulls), seats=("human", "human"))
    drawer = seat.removesuffix("seats") + "drawer"
    page = visitor.get(drawer).text
    assert "beak[seat 1]" in page
    assert "No errors in the files." in page
    visitor.choose(visitor.seat_path(seat, 1), "snatch")
    page = visitor.get(drawer).text
    assert "Pier → Beak" in page
    assert "gulls.yaml:" in page


def test_a_mistake_in_a_file_is_told_and_the_game_goes_on_by_the_rules_before_it(visitor: Visitor, gulls: Path) -> None:
    seat = visitor.new_table(str(gulls), follows="1")
    author = links_of(visitor, seat)
    visitor.get(f"{author}drawer")
    edit(gulls, "require exists(beak)", "require exists(beck)")
    page = visitor.get(f"{author}drawer").text
    assert "nothing here is named &#39;beck&#39;" in page
    assert "did you mean" in page
    assert "nothing here is named" in visitor.get(seat).text
    assert "There is no option" not in visitor.choose(seat, "snatch").text


def test_changed_rules_are_taken_on_and_told_where_the_games_part(visitor: Visitor, gulls: Path) -> None:
    seat = visitor.new_table(str(gulls), follows="1")
    author = links_of(visitor, seat)
    visitor.choose(seat, "fly_home")
    visitor.do(seat, do="confirm")
    edit(gulls, "move beak to nest", "move beak to sea")
    page = visitor.get(f"{author}drawer").text
    assert "No errors in the files." in page
    assert "All choices are legal with the changed rules; the game differs from choice 1 on: nest differs" in page
    edit(gulls, "snatch: snatch", "snatch: snatch\n        rest: move beak to sea")
    page = visitor.get(f"{author}drawer").text
    assert "The games diverge at choice 0: offers rest" in page or "from choice 0 on: offers rest" in page
    assert 'data-key="rest"' in visitor.get(seat).text


def test_titles_and_looks_that_change_are_shown_at_once(visitor: Visitor, gulls: Path) -> None:
    seat = visitor.new_table(str(gulls), follows="1")
    author = links_of(visitor, seat)
    visitor.choose(seat, "snatch")
    sheet = sheet_of(visitor, seat)
    edit(gulls, "title: {en: Turn,", "title: {en: What now,")
    edit(gulls, "components:", "looks:\n  - {id: seats_look, of: seat, colours: ['#123456']}\ncomponents:")
    page = visitor.get(f"{author}drawer").text
    assert "No errors in the files." in page
    assert "What now" in visitor.get(seat).text
    assert "#123456" in visitor.get(sheet_of(visitor, seat)).text
    assert "#123456" not in visitor.get(sheet).text
    assert visitor.site.store.choices(1)[0].key == "snatch"


def sheet_of(visitor: Visitor, page: str) -> str:
    """The path of the style sheet of a game's look that a page names."""
    found = re.search(r'href="(/assets/[^"]*look-[^"]*)"', visitor.get(page).text)
    assert found is not None
    return found.group(1)


def test_choices_that_changed_rules_do_not_allow_are_dropped(visitor: Visitor, gulls: Path) -> None:
    seat = visitor.new_table(str(gulls), follows="1")
    author = links_of(visitor, seat)
    visitor.choose(seat, "fly_home")
    visitor.do(seat, do="confirm")
    edit(gulls, "fly_home:", "go_home:")
    edit(gulls, "en: Fly home", "en: Go home")
    page = visitor.get(f"{author}drawer").text
    assert "choice 1 of seat 1, &#39;fly_home&#39;, is not possible" in page
    assert "Go home" in visitor.get(seat).text
    assert visitor.site.store.choices(1) == []


def test_a_table_that_does_not_follow_goes_on_by_its_own_rules_though_files_change(gulls: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with visiting(data, names=(str(gulls),)) as visitor:
        seat = visitor.new_table(str(gulls))
        before = visitor.choose(seat, "snatch").text
    edit(gulls, "fly_home:", "go_home:")
    with visiting(data, names=(str(gulls),)) as visitor:
        page = visitor.get(seat).text
        assert "The rules have changed since this table started" in page
        assert "Fly home" in page
        assert state_line(page) == state_line(before)
    shutil.rmtree(gulls)
    with visiting(data, names=("tutorial",)) as visitor:
        assert "Fly home" in visitor.get(seat).text


def test_coverage_of_the_running_game_is_counted(visitor: Visitor, gulls: Path) -> None:
    seat = visitor.new_table(str(gulls))
    author = links_of(visitor, seat)
    first = visitor.get(f"{author}drawer?coverage=1").text
    for _ in range(6):
        visitor.choose(seat, "snatch")
    second = visitor.get(f"{author}drawer?coverage=1").text
    assert share(first) < share(second)


def share(page: str) -> int:
    return int(page.partition('id="coverage"')[2].partition("<b>")[2].partition("</b>")[0])


def test_the_drawer_is_shut_where_others_reach_the_server(gulls: Path) -> None:
    with visiting(names=(str(gulls),), loopback=False) as visitor:
        visitor.get(f"/?key={visitor.site.key}")
        seat = visitor.new_table(str(gulls))
        assert visitor.get(f"{links_of(visitor, seat)}drawer").status_code == 403


def test_the_drawer_tells_which_invariants_hold_and_which_choice_broke_one(visitor: Visitor, gulls: Path) -> None:
    (gulls / "base" / "kept.yaml").write_text(
        "kind: content\ninvariants:\n  - {id: cards_kept, title: {en: No card is lost}, always: size(pier) <= 24}\n"
        "  - {id: full_pier, title: {en: The pier is full}, always: size(pier) >= 23}\n",
        "utf-8",
    )
    seat = visitor.new_table(str(gulls), seats=("human", "human"))
    drawer = seat.removesuffix("seats") + "drawer"
    visitor.choose(visitor.seat_path(seat, 1), "snatch")
    page = visitor.get(drawer).text
    assert "No card is lost: holds so far" in page
    assert "The pier is full: <b>broken after choice" in page
