"""Who is at a table: known by the pages in sight, told to all alike, and forgotten some seconds after the last one."""

from __future__ import annotations

import asyncio

import pytest

from rulewright.table.serve import links
from rulewright.table.serve.hosting import presence
from rulewright.table.serve.hosting.presence import PageOpener, PeopleHere, Presence


def test_who_has_a_page_in_sight_is_here_and_spectators_are_counted_by_browser() -> None:
    told: list[int] = []
    here = Presence(told.append)
    for who in (PageOpener(1, "2", "a"), PageOpener(1, "2", "b"), PageOpener(1, links.WATCH, "c"),
                PageOpener(1, links.WATCH, "c"), PageOpener(1, links.WATCH, "d"), PageOpener(2, "1", "a")):  # fmt: skip
        here.come(who)
    assert here.at(1) == PeopleHere((1,), screen=False, watching=2)
    assert [seat for seat in range(3) if here.at(1).has(seat)] == [1]
    assert here.at(3) == PeopleHere()
    assert told == [1, 1, 1, 1, 1, 2]


def test_whoever_shares_a_screen_sits_at_it_and_who_has_the_links_of_all_is_nobody() -> None:
    here = Presence(lambda table: None)
    here.come(PageOpener(1, links.TABLE, "a"))
    assert here.at(1) == PeopleHere()
    here.come(PageOpener(1, links.SCREEN, "a"))
    assert [here.at(1).has(seat) for seat in range(2)] == [True, True]


def test_a_page_that_is_loaded_again_is_not_told_as_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_STAYS", 0.05)
    told: list[PeopleHere] = []
    here = Presence(lambda table: told.append(here.at(table)))
    who = PageOpener(1, "1", "a")

    async def load_again_then_leave() -> None:
        here.come(who)
        here.leave(who)
        here.come(who)
        await asyncio.sleep(0.1)
        here.leave(who)
        await asyncio.sleep(0.1)

    asyncio.run(load_again_then_leave())
    assert told == [PeopleHere((0,)), PeopleHere((0,)), PeopleHere((0,)), PeopleHere()]
    assert here.at(1) == PeopleHere()
