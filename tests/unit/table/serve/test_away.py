"""One who is away past the table's time is played by a bot once others want that, and takes the seat back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rulewright.table.serve import links
from rulewright.table.serve.away import due
from rulewright.table.serve.live import LiveTable
from tests.unit.table.serve.visitors import Visitor, visiting


@pytest.fixture(name="at")
def two_at_a_table() -> Iterator[tuple[Visitor, str, str]]:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        yield visitor, visitor.seat_path(table, 1), visitor.seat_path(table, 2)


def live_of(visitor: Visitor) -> LiveTable:
    place = visitor.site.tables.find(1)
    assert place is not None
    return place.live


def hours_pass(visitor: Visitor, hours: float) -> None:
    live = live_of(visitor)
    record = live.record
    live.record = replace(record, created=record.created - hours * 3600, moved=record.moved - hours * 3600)


def test_a_bot_plays_for_one_who_has_been_away_until_it_is_back(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    table = links.path(visitor.site.secret, 1, links.TABLE)
    visitor.post(f"{table}pace", pace="3600")
    assert "<time" in visitor.get(one).text
    assert visitor.post(f"{other}away", seat="1").status_code == 409
    hours_pass(visitor, 1.1)
    assert 'action="away"' in visitor.get(other).text
    assert visitor.post(f"{other}away", seat="1").status_code == 200
    assert live_of(visitor).policies == ("greedy", "human")
    assert live_of(visitor).moments
    visitor.post(f"{one}hand", policy="human")
    assert live_of(visitor).policies == ("human", "human")


def test_only_one_who_is_waited_for_is_away(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    hours_pass(visitor, 23)
    assert visitor.post(f"{other}away", seat="1").status_code == 409
    hours_pass(visitor, 2)
    for wrong in ("2", "0", "3", "-1", "x", "", "1e0", "²"):
        assert visitor.post(f"{other}away", seat=wrong).status_code == 409
    assert visitor.post(f"{one}away", seat="1").status_code == 409
    watch = links.path(visitor.site.secret, 1, links.WATCH)
    assert visitor.post(f"{watch}away", seat="1").status_code == 403
    assert live_of(visitor).policies == ("human", "human")


def test_a_choice_gives_the_next_one_its_time(at: tuple[Visitor, str, str]) -> None:
    visitor, one, _ = at
    hours_pass(visitor, 30)
    before = due(live_of(visitor))
    visitor.choose(one, "snatch")
    visitor.do(one, do="confirm")
    assert due(live_of(visitor)) > before + 29 * 3600
    visitor.site.tables.places.clear()
    assert due(live_of(visitor)) > before + 29 * 3600


def test_a_takeover_shows_nobody_more_than_before(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    hours_pass(visitor, 25)
    token = one.split("/")[4]
    page = visitor.post(f"{other}away", seat="1").text
    assert token not in page
    assert visitor.get(one).status_code == 200


def test_the_pace_is_the_host_s_and_one_of_few(at: tuple[Visitor, str, str]) -> None:
    visitor, one, _ = at
    table = links.path(visitor.site.secret, 1, links.TABLE)
    assert visitor.post(f"{one}pace", pace="300").status_code == 403
    for wrong in ("1", "-300", "x", "9" * 30, ""):
        assert visitor.post(f"{table}pace", pace=wrong).status_code == 400
    assert visitor.post(f"{table}pace", pace="300").status_code == 200
    assert live_of(visitor).record.sitters.pace == 300
