"""A rematch has the same people, each one seat further, and nothing of the game before; invitations are QR codes."""

from __future__ import annotations

import re

from rulewright.table.serve import links
from tests.unit.table.serve.visitors import Visitor, state_line, visiting


def play_to_the_end(visitor: Visitor, *seats: str) -> None:
    for _ in range(120):
        for seat in seats:
            page = visitor.get(seat).text
            if state_line(page) == "The game is over.":
                return
            if 'id="confirm"' in page:
                visitor.do(seat, do="confirm")
            elif found := re.search(r'name="offer" value="([^"]+)"', page):
                visitor.do(seat, offer=found[1])
    raise AssertionError("the game has no end")


def test_a_rematch_seats_the_same_people_one_further() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human", "random"))
        one, other = visitor.seat_path(table, 1), visitor.seat_path(table, 2)
        visitor.post(f"{one}me", name="Ada", colour="teal")
        assert visitor.post(f"{one}again", do="again").status_code == 409
        play_to_the_end(visitor, one, other)
        assert "Everyone moves one seat on." in visitor.get(one).text
        begun = visitor.post(f"{one}again", follow=False, do="again").headers["location"]
        assert begun.startswith("/t/2/2/")
        assert '<span class="who">Ada</span>' in visitor.get(begun).text
        assert "To the next game" in visitor.get(other).text
        assert visitor.post(f"{other}again", follow=False, do="again").headers["location"].startswith("/t/2/3/")
        record = visitor.site.store.record(2)
        assert record is not None
        assert record.policies == ("random", "human", "human")
        assert record.seed != 1
        assert visitor.site.store.count() == 2


def test_who_looks_on_begins_no_rematch_but_finds_it() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        one, other = visitor.seat_path(table, 1), visitor.seat_path(table, 2)
        watch = links.path(visitor.site.secret, 1, links.WATCH)
        play_to_the_end(visitor, one, other)
        assert visitor.post(f"{watch}again", do="again").status_code == 403
        assert 'id="again"' not in visitor.get(watch).text
        visitor.post(f"{one}again", do="again")
        assert "/t/2/watch/" in visitor.get(watch).text
        assert "/t/2/1/" not in visitor.get(watch).text


def test_an_invitation_is_a_picture_for_who_made_the_table_alone() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human")).removesuffix("seats")
        picture = visitor.get(f"{table}qr?seat=2")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.count("<path") == 2
        assert "style" not in picture.text
        assert visitor.get(f"{table}qr?seat=1").text != picture.text
        for wrong in ("0", "3", "x", "", "01", "²"):
            assert visitor.get(f"{table}qr?seat={wrong}").status_code == 404
        seat = links.path(visitor.site.secret, 1, "1")
        assert visitor.get(f"{seat}qr?seat=2").status_code == 403


def test_who_let_a_bot_play_for_the_rest_of_the_game_sits_at_the_rematch() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human", "random"))
        one, other = visitor.seat_path(table, 1), visitor.seat_path(table, 2)
        visitor.post(f"{other}hand", policy="greedy")
        visitor.site.tables.places.clear()  # the store knows it as well
        play_to_the_end(visitor, one)
        visitor.post(f"{one}again", do="again")
        record = visitor.site.store.record(2)
        assert record is not None
        assert record.policies == ("random", "human", "human")
        assert record.sitters.lent == ()


def test_who_took_the_seat_back_or_never_sat_there_changes_nothing() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human", "random"))
        one, other = visitor.seat_path(table, 1), visitor.seat_path(table, 2)
        visitor.post(f"{other}hand", policy="greedy")
        visitor.post(f"{other}hand", policy="human")
        visitor.post(f"{table}", seat="3", policy="first")
        play_to_the_end(visitor, one, other)
        visitor.post(f"{one}again", do="again")
        record = visitor.site.store.record(2)
        assert record is not None
        assert record.policies == ("first", "human", "human")
