"""A game played by forms alone: what a page shows, what a choice does, what can be taken back."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.table.serve import links
from rulewright.table.serve.offers import asked_of
from rulewright.table.serve.store import StoreRefused, TableStore
from tests.properties.test_served_pages import move
from tests.unit.table.serve.visitors import Visitor, hidden, keys_offered, state_line, visiting


@pytest.fixture
def visitor() -> Iterator[Visitor]:
    with visiting() as found:
        yield found


def test_a_whole_game_is_played_by_forms(visitor: Visitor) -> None:
    seat = visitor.new_table()
    for _ in range(100):
        page = visitor.get(seat).text
        if state_line(page) == "The game is over.":
            break
        if 'id="confirm"' in page:
            visitor.do(seat, do="confirm")
        else:
            visitor.choose(seat, "1")
    assert state_line(page) == "The game is over."
    assert "You have " in page
    assert "<polyline" in page


def test_a_choice_that_shows_nothing_hidden_is_confirmed_and_may_be_taken_back(visitor: Visitor) -> None:
    seat = visitor.new_table()
    offered = keys_offered(visitor.get(seat).text)
    page = visitor.choose(seat, "fly_home").text
    assert "Confirm your choice" in state_line(page)
    page = visitor.do(seat, do="undo").text
    assert keys_offered(page) == offered
    visitor.choose(seat, "fly_home")
    page = visitor.do(seat, do="confirm").text
    assert "It is your turn." in state_line(page)
    assert ">Fly home: " in page


def test_a_choice_that_shows_something_hidden_is_settled_at_once(visitor: Visitor) -> None:
    seat = visitor.new_table()
    page = visitor.choose(seat, "snatch").text
    assert 'id="undo"' not in page
    assert ": Pier → Beak" in page


def test_the_banner_shows_how_far_the_game_has_come_now_and_when_looking_back() -> None:
    with visiting(names=("yacht",)) as visitor:
        seat = visitor.new_table("yacht")
        for page in (visitor.get(seat).text, visitor.get(f"{seat}replay?at=0").text):
            assert '<span class="phase">Turn</span></p>' in page


def test_a_part_of_the_game_that_is_but_the_question_is_not_shown_beside_it(visitor: Visitor) -> None:
    assert 'class="phase"' not in visitor.get(visitor.new_table()).text


def test_what_a_seat_may_take_back_is_not_seen_by_others(visitor: Visitor) -> None:
    links = visitor.new_table(seats=("human", "human"))
    one, other = visitor.seat_path(links, 1), visitor.seat_path(links, 2)
    before = visitor.get(other).text
    visitor.choose(one, "fly_home")
    assert visitor.get(other).text == before
    visitor.do(one, do="confirm")
    assert "It is your turn." in state_line(visitor.get(other).text)


def test_a_choice_made_on_an_old_page_is_refused(visitor: Visitor) -> None:
    seat = visitor.new_table()
    at = hidden(visitor.get(seat).text, "at")
    visitor.choose(seat, "snatch")
    answer = visitor.post(f"{seat}act", at=at, typed="snatch", do="typed")
    assert answer.status_code == 409
    assert "moved on" in answer.text


def test_what_is_not_offered_is_refused_in_words(visitor: Visitor) -> None:
    seat = visitor.new_table()
    for typed in ("9", "swim", "<u>", "0", "-1"):
        answer = visitor.choose(seat, typed)
        assert answer.status_code == 409
        assert "There is no option" in answer.text
        assert "<u>" not in answer.text


def test_a_seat_is_handed_to_a_bot_and_taken_back(visitor: Visitor) -> None:
    links = visitor.new_table(seats=("human", "human"))
    one, other = visitor.seat_path(links, 1), visitor.seat_path(links, 2)
    visitor.post(f"{other}hand", policy="first")
    visitor.choose(one, "snatch")
    assert "It is your turn." in state_line(visitor.get(one).text)
    visitor.post(f"{other}hand", policy="human")
    for _ in range(6):  # a turn with one option settles itself
        if "It is your turn." in state_line(visitor.get(other).text):
            return
        visitor.choose(one, "snatch")
    pytest.fail("the seat was not asked again")


@pytest.mark.parametrize("headers", [{}, {"x-rulewright-part": "1"}], ids=["whole pages", "parts"])
def test_several_at_one_screen_have_a_curtain_between_them(visitor: Visitor, headers: dict[str, str]) -> None:
    screen = visitor.new_table(seats=("human", "human"), shared="1")
    page = visitor.get(screen).text
    assert "Seat 1 plays now" in page
    assert "Pier" not in page
    at = hidden(visitor.get(f"{screen}?seat=1").text, "at")
    answer = visitor.post(f"{screen}act", headers=headers, seat="1", at=at, typed="snatch", do="typed")
    assert "Seat 2 plays now" in answer.text
    assert "Pier" not in answer.text
    assert "Seat 2 plays now" in visitor.get(f"{screen}?seat=1").text


def test_tables_go_on_after_a_restart(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        seat = visitor.new_table()
        visitor.choose(seat, "fly_home")
        before = visitor.part(seat)
        assert 'id="confirm"' in before
    with visiting(tmp_path) as visitor:
        assert visitor.part(seat) == before
        visitor.do(seat, do="confirm")
        before = visitor.part(seat)
        assert "It is your turn." in state_line(before)
    with visiting(tmp_path) as visitor:
        assert visitor.part(seat) == before


def test_another_process_on_the_same_tables_is_refused(tmp_path: Path) -> None:
    first = TableStore(tmp_path)
    try:
        with pytest.raises(StoreRefused, match="another process uses the tables"):
            TableStore(tmp_path)
    finally:
        first.close()
    TableStore(tmp_path).close()


def test_a_choice_stands_though_others_chose_meanwhile() -> None:
    with visiting(names=("skymines",)) as visitor:
        links = visitor.new_table("skymines", ("human", "human"), seed="3")
        paths = [visitor.seat_path(links, seat) for seat in (1, 2)]
        for _ in range(40):
            pages = [visitor.get(path).text for path in paths]
            if all(keys_offered(page) for page in pages):
                break
            for path, page in zip(paths, pages, strict=True):
                if 'id="confirm"' in page:
                    visitor.do(path, do="confirm")
                elif offered := keys_offered(page):
                    visitor.choose(path, offered[-1])
        assert [page for page in pages if not keys_offered(page)] == [], "both answer at the same time"
        for path, page in zip(paths, pages, strict=True):
            answer = visitor.post(f"{path}act", at=hidden(page, "at"), offer="1")
            assert answer.status_code == 200, answer.text


def test_names_without_a_title_are_told_in_plain_words() -> None:
    with visiting(names=("skymines",)) as visitor:
        links = visitor.new_table("skymines", ("human", "human"), seed="5", module=["belt", "missions", "threats"])
        place = visitor.site.tables.find(int(links.split("/")[2]))
        assert place is not None
        live, chance, told = place.live, random.Random(3), ""
        for _ in range(100):
            for seat in filter(live.may_choose, live.asked):
                offers = asked_of(live.game, live.state_for(seat), seat, "pl").offers
                told += " ".join(re.sub("<[^>]*>", "", each.more) for each in offers if "co najmniej" in each.more)
            move(live, chance)
        assert "co najmniej" in told
        assert "_units" not in told
        assert "≥" not in told


def test_a_page_out_of_sight_asks_once_for_its_mark_and_hears_no_more_than_a_stream_would_say() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        one, watch = visitor.seat_path(table, 1), links.path(visitor.site.secret, 1, links.WATCH)
        before = visitor.get(f"{one}events?once=1").text
        assert f'data-version="{before}"' in visitor.get(one).text
        visitor.choose(one, "snatch")
        visitor.do(one, do="confirm")
        after = visitor.get(f"{one}events?once=1").text
        assert after != before
        assert f'data-version="{after}"' in visitor.get(one).text
        assert visitor.get(f"{watch}events?once=1&seat=1").text not in (before, after)
        assert visitor.get(f"{one[:-5]}xxxx/events?once=1").status_code == 404
