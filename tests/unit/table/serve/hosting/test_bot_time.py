"""The more bots are waiting, the less each of them thinks: all have thought in time, and levels keep their order."""

from __future__ import annotations

import asyncio
import multiprocessing
from pathlib import Path

import pytest

from rulewright.author.at_tables import TOOLS
from rulewright.play.policies.naming import LEVELS, level_seconds
from rulewright.table.serve.hosting.bot_time import BotTime
from rulewright.table.serve.hosting.fairness import THINKING
from rulewright.table.serve.hosting.jobs import TableJob
from rulewright.table.serve.hosting.worker_pool import JobOrder, Worker, WorkerPool
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import TableStore

SECONDS = [level_seconds(each) for each in LEVELS]


def test_levels_say_how_long_they_think_and_nothing_else_does() -> None:
    assert sorted(SECONDS) == SECONDS
    assert min(SECONDS) > 0
    assert [level_seconds(each) for each in ("greedy", "search:50ms", "search:200", "learned")] == [0, 0, 0, 0]


def test_who_is_alone_thinks_as_long_as_its_level_says() -> None:
    assert BotTime().share([max(SECONDS)], 1) == 1
    assert BotTime().share([], 1) == 1


@pytest.mark.parametrize("tables", [10, 40, 200])
@pytest.mark.parametrize("besides", [0.0, 0.002])
def test_all_that_wait_have_thought_within_the_time(tables: int, besides: float) -> None:
    bot_time, workers = BotTime(besides), 2
    wanted = [SECONDS[each % len(SECONDS)] for each in range(tables)]
    share = bot_time.share(wanted, workers)
    assert 0 < share <= 1
    assert sum(each * share + besides for each in wanted) / workers <= 0.4 + 1e-9
    times = [each * share for each in SECONDS]
    assert times == sorted(set(times)), "a higher level thinks for longer"


def test_what_thoughts_take_besides_is_learned_and_leaves_less_but_never_nothing() -> None:
    bot_time, wanted = BotTime(), [0.12] * 10
    alone = bot_time.share(wanted, 2)
    for _ in range(50):
        bot_time.took(0.06, given_time=0.04)
    assert 0.019 < bot_time.besides <= 0.02
    assert bot_time.share(wanted, 2) < alone
    for _ in range(50):
        bot_time.took(9.0, given_time=0.1)
    assert bot_time.share(wanted, 2) > 0


def test_those_that_wait_and_those_that_think_now_are_counted_and_only_those(tmp_path: Path) -> None:
    async def count() -> None:
        pool = WorkerPool(ServerState(TableStore(tmp_path), ("tutorial",), TOOLS))
        loop = asyncio.get_running_loop()

        def order(table: int, wanted: float) -> JobOrder:
            job = TableJob("think" if wanted else "bots", table, wanted=wanted)
            return JobOrder(job, "", loop.create_future())

        ours, theirs = multiprocessing.Pipe()
        free, busy, other = (
            Worker(multiprocessing.Process(), ours, slow, order=doing)
            for slow, doing in ((True, None), (True, order(1, 0.5)), (False, order(2, 0.0)))
        )
        pool._workers = [free, busy, other]
        for table in (3, 4, 5):
            pool._turns.add((THINKING, str(table)), order(table, 0.5), 0.0)
        pool._turns.add(("table", "6"), order(6, 0.0), 0.0)
        job = TableJob("think", 7, wanted=0.5)
        assert pool._share(free, job) == pytest.approx(0.8 / 2.5), "five think for 2.5 seconds, and two processes do it"
        assert pool._share(other, job) == pytest.approx(0.4 / 2.5), "there is only one of these"
        ours.close()
        theirs.close()
        pool.store.close()

    asyncio.run(count())
