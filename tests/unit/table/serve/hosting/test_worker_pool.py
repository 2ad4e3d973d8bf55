"""Processes that run rules: one that takes too long is ended, nothing that was stored is lost, and all others go on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from rulewright.author.at_tables import TOOLS
from rulewright.table.serve.app import make_app
from rulewright.table.serve.hosting.remote_store import ASKED, RemoteStore
from rulewright.table.serve.hosting.worker_pool import WorkerLimits, WorkerPool
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import TableStore
from tests.unit.table.serve.visitors import HERE, PATIENT, hidden

MILLSTONE = str(Path(__file__).parents[4] / "benchmarks/millstone")


class Client:
    """A visitor of a server whose rules are run by processes."""

    def __init__(self, pool: WorkerPool, store: TableStore, client: httpx.AsyncClient) -> None:
        self.pool, self.store, self.client = pool, store, client

    async def get(self, path: str) -> httpx.Response:
        return await self.client.get(path, headers={"x-rulewright-part": "1"})

    async def post(self, path: str, **fields: str) -> httpx.Response:
        return await self.client.post(path, data=fields, headers={"origin": HERE})

    async def new_table(self, ruleset: str, *seats: str) -> str:
        fields = {f"seat-{number}": each for number, each in enumerate(seats, 1)}
        made = await self.post("/new", ruleset=ruleset, do="start", seed="1", **fields)
        assert made.status_code == 303, made.text
        return str(made.headers["location"])

    async def choose(self, path: str, typed: str) -> httpx.Response:
        page = (await self.get(path)).text
        return await self.post(f"{path}act", at=hidden(page, "at"), typed=typed, do="typed")


@asynccontextmanager
async def serving(folder: Path, limits: WorkerLimits) -> AsyncIterator[Client]:
    store = TableStore(folder)
    site = ServerState(store, ("tutorial", MILLSTONE), TOOLS, limits=PATIENT)
    pool = WorkerPool(site, limits)
    pool.start_all()
    try:
        transport = httpx.ASGITransport(make_app(site, executor=pool))
        async with httpx.AsyncClient(transport=transport, base_url=HERE, timeout=120) as client:
            yield Client(pool, store, client)
    finally:
        pool.end()
        store.close()


def run(folder: Path, limits: WorkerLimits, does: Callable[[Client], Coroutine[Any, Any, None]]) -> None:
    async def visit() -> None:
        async with serving(folder, limits) as client:
            await does(client)

    asyncio.run(visit())


PATIENT_WORKERS = WorkerLimits(fast=60, opening=60, longest=600, unheard=100)


def test_a_job_that_takes_too_long_is_cut_and_all_else_goes_on(tmp_path: Path) -> None:
    async def does(client: Client) -> None:
        heavy = await client.new_table(MILLSTONE, "human", "random")
        light = await client.new_table("tutorial", "human", "first")
        client.pool.limits = WorkerLimits(fast_workers=1, slow_workers=1, longest=0.0, pressed=0.0)
        cut = await client.get(f"{heavy}why?number=burden")
        assert cut.status_code == 503
        assert "took too long" in cut.text
        client.pool.limits = WorkerLimits(fast_workers=1, slow_workers=1, longest=600)
        assert "data-key" in (await client.get(light)).text
        assert "Burden" in (await client.get(f"{heavy}why?number=burden")).text

    run(tmp_path, WorkerLimits(fast_workers=1, slow_workers=1, longest=600, unheard=100), does)


def test_a_table_goes_on_by_whichever_process_and_nothing_stored_is_lost(tmp_path: Path) -> None:
    async def does(client: Client) -> None:
        path = await client.new_table("tutorial", "human", "first")
        chosen = 0
        for number in range(4):  # the game goes on for longer
            page = await client.choose(path, "snatch")
            assert page.status_code in (200, 303), page.text
            chosen += 1
            for worker in client.pool._workers:
                if worker.order is None and (number % 2 == 0 or not worker.tables):
                    worker.process.kill()
        assert [each.key for each in client.store.choices(1) if each.seat == 0] == ["snatch"] * chosen
        assert "data-key" in (await client.get(path)).text

    run(tmp_path, PATIENT_WORKERS, does)


def test_bots_go_on_beside_people_and_looks_come_from_all_processes(tmp_path: Path) -> None:
    async def does(client: Client) -> None:
        links = await client.new_table("tutorial", "search:20", "random")
        watch = re.search(r'href="(/t/\d+/watch/[^"]+)"', (await client.client.get(links)).text)
        assert watch is not None
        while "The game is over" not in (page := (await client.client.get(watch[1])).text):
            await asyncio.sleep(0.05)
        sheet = re.search(r'href="(/assets/[^"]*look-[^"]*)"', page)
        assert sheet is not None
        assert (await client.client.get(sheet[1])).status_code == 200
        assert client.store.count(finished=True) == 1

    run(tmp_path, PATIENT_WORKERS, does)


def test_all_of_a_store_can_be_asked_from_afar() -> None:
    own = {name for name, each in vars(TableStore).items() if callable(each) and not name.startswith("_")}
    assert own - {"close", "whole"} == set(ASKED)
    said: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def ask(name: str, given: tuple[Any, ...], named: dict[str, Any]) -> int:
        said.append((name, given, named))
        return 7

    assert RemoteStore(ask, None).count(finished=True) == 7
    assert said == [("count", (), {"finished": True})]
