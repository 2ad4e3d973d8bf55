"""How long a table waits for its bots: `python -m tests.benchmarks.bots [--tables N] [--seconds S] [--ruleset NAME]`.

At every table all seats are bots of one level, so that all tables think all the time: no server has it worse. A choice
takes from when a bot is asked until its choice is made and told. A spectator hears of several at once where answers are
under seal. `CPU` is what a choice takes in all processes that run rules. Say what else the machine does beside these.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx
import uvicorn

from rulewright.author.at_tables import TOOLS
from rulewright.native.loading import load_game
from rulewright.play.policies.naming import LEVELS
from rulewright.table.serve.app import make_app
from rulewright.table.serve.hosting.fairness import AccountOwner
from rulewright.table.serve.hosting.jobs import JobAnswer, TableJob
from rulewright.table.serve.hosting.running import listen
from rulewright.table.serve.hosting.worker_pool import WorkerPool
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import TableStore

SEATS = 4


class TimedPool(WorkerPool):
    """A pool that notes how long the choices of bots take, and the CPU that they cost."""

    def __init__(self, site: ServerState) -> None:
        super().__init__(site)
        self.forget()

    def forget(self) -> None:
        self.asked: dict[int, float] = {}
        self.choices: list[float] = []
        self.cpu: list[float] = []

    async def do(self, owner: AccountOwner, job: TableJob, sort: str = "", *, patient: bool = False) -> JobAnswer:
        if job.kind == "think":
            self.asked[job.table] = time.perf_counter()
        answer = await super().do(owner, job, sort, patient=patient)
        if job.kind in ("think", "thought"):
            self.cpu.append(answer.seconds)
        if job.kind == "thought" and job.table in self.asked:
            self.choices.append(time.perf_counter() - self.asked.pop(job.table))
        return answer


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=10)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--ruleset", default="skymines")
    options.add_argument("--level", action="append", choices=LEVELS)
    wanted = options.parse_args()
    print(f"{wanted.tables} tables of {wanted.ruleset}, {SEATS} bots each; load {os.getloadavg()[0]:.1f}")
    for level in wanted.level or LEVELS:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder), wanted.ruleset) as (pool, address):
            paths = [new_table(address, wanted.ruleset, level, seed) for seed in range(wanted.tables)]
            pool.forget()
            heard = asyncio.run(waited(address, paths, wanted.seconds))
            choices, cpu = pool.choices, sum(pool.cpu)
        if choices and heard:
            print(f"{level:10} {told(choices)}, CPU {cpu / len(choices) * 1000:.0f} ms; heard of: {told(heard)}; "
                  f"load {os.getloadavg()[0]:.1f}", flush=True)  # fmt: skip


def told(seconds: Sequence[float]) -> str:
    """What is told of the times that something took."""
    rising = sorted(1000 * each for each in seconds)
    p50, p95 = rising[len(rising) // 2], rising[int(len(rising) * 0.95)]
    late = sum(each > 1000 for each in rising) / len(rising)
    return f"{len(rising):,}, p50 {p50:.0f} ms, p95 {p95:.0f}, longest {rising[-1]:.0f}, over 1 s {late:.1%}"


@contextmanager
def serving(folder: Path, ruleset: str) -> Iterator[tuple[TimedPool, str]]:
    """A server whose rules are run by processes of their own, as `rulewright serve` has it, and its address."""
    store, listening = TableStore(folder), listen("127.0.0.1", 0)
    site = ServerState(store, (ruleset,), TOOLS)
    pool = TimedPool(site)
    pool.start_all()
    app = make_app(site, frozenset({"127.0.0.1"}), pool)
    server = uvicorn.Server(
        uvicorn.Config(app, ws="none", lifespan="off", access_log=False, log_config=None, log_level="critical",
                       timeout_graceful_shutdown=1)
    )  # fmt: skip
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield pool, f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        pool.end()
        store.close()
        listening.close()


def new_table(address: str, ruleset: str, level: str, seed: int) -> str:
    """Begin a table; the path of a page that hears of it, the first that its links lead to."""
    modules = list(load_game(ruleset).blueprint.modules)
    fields: dict[str, str | list[str]] = {"ruleset": ruleset, "module": modules, "do": "start", "seed": str(seed)}
    fields |= {f"seat-{seat + 1}": level for seat in range(SEATS)}
    while True:
        answer = httpx.post(f"{address}/new", data=fields, headers={"origin": address}, timeout=300)
        if answer.status_code != 429:  # who makes many tables has to wait
            links = httpx.get(f"{address}{answer.headers['location']}", timeout=60).text
            return re.findall(r"/t/\d+/(?!table)[a-z]+/[\w-]+/", links)[0]
        time.sleep(0.2)


async def waited(address: str, paths: Sequence[str], seconds: float) -> list[float]:
    """The seconds between what is new at each table, as an open page hears it."""
    found: list[float] = []

    async def listen(client: httpx.AsyncClient, path: str) -> None:
        since: float | None = None
        async with client.stream("GET", f"{path}events") as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    now = time.perf_counter()
                    found.extend([] if since is None else [now - since])
                    since = now

    async with httpx.AsyncClient(base_url=address, timeout=None) as client:
        listening = [asyncio.create_task(listen(client, path)) for path in paths]
        await asyncio.sleep(seconds)
        for each in listening:
            each.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    return found


if __name__ == "__main__":
    main()
