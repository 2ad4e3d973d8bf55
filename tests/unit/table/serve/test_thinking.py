"""A bot follows its game from choice to choice, and opens it again where what it knows is not what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.applications import Starlette

from rulewright.author.at_tables import TOOLS
from rulewright.core.run.steps import IllegalChoice
from rulewright.table.serve.hosting.job_handler import JobHandler
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.records import StoredChoice
from rulewright.table.serve.site import ServerState
from tests.reference.games import shipped
from tests.reference.tables import live_table


@contextmanager
def thinking(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[JobHandler, LiveTable, list[int]]]:
    """One who thinks, a table of bots as somebody else serves it, and after how many choices it was opened to think."""
    live, opened = live_table(shipped("tutorial").game, ("search:8", "search:8"), 1), list[int]()
    site = ServerState(live.store, ("tutorial",), TOOLS)
    open_first = LiveTable.open

    def noted(self: LiveTable) -> None:
        open_first(self)
        opened.append(len(self.moments))

    monkeypatch.setattr(LiveTable, "open", noted)
    yield JobHandler(site, Starlette()), live, opened
    live.store.close()


def test_a_table_is_opened_once_and_new_choices_alone_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    with thinking(monkeypatch) as (doer, live, opened):
        for number in range(6):
            thought = doer._thought(live.record.id, 1.0)
            assert thought is not None
            assert (thought.number, thought.seat) == (number, live.asked[0])
            fresh = live_table(live.game, live.policies, 1)
            for each in live.moments:
                fresh.bot_chooses(each.seat, each.key)
            wanted = fresh.thought()
            assert wanted is not None
            assert thought.key == wanted[1](), "who follows a game thinks as one who has just opened it"
            live.bot_chooses(thought.seat, thought.key)
        assert [each for each in opened if each] == [], "nothing was played again"
        assert doer._thought_about[live.record.id].moments == live.moments[:5]


def test_where_choices_were_taken_away_meanwhile_the_table_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with thinking(monkeypatch) as (doer, live, opened):
        for _ in range(4):
            live.bot_chooses(live.asked[0], "snatch")
        assert doer._thought(live.record.id, 1.0) is not None
        live.store.cut(live.record, [each.key for each in live.moments[:2]])
        live.store.append(live.record.id, 2, [StoredChoice(live.moments[2].seat, "fly_home")])
        known = doer._thought_about[live.record.id]
        with pytest.raises(IllegalChoice, match="not what is known"):
            known.catch_up()
        thought = doer._thought(live.record.id, 1.0)
        assert thought is not None
        assert thought.number == 3
        assert opened == [4, 3]
