"""How long a table waits for its bots: `python -m tests.benchmarks.bots [--tables N] [--seconds S] [--ruleset NAME]`.

At every table all seats are bots of one level, so that all tables think all the time: no server has it worse. The time
from one news of a table to its next is what people would wait. Say what else the machine does beside the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import httpx

from rulewright.pipeline import load_game
from rulewright.play.naming import LEVELS
from tests.unit.serve.serving import served

SEATS = 4


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=10)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--ruleset", default="skymines")
    wanted = options.parse_args()
    print(f"{wanted.tables} tables of {wanted.ruleset}, {SEATS} bots each; load {os.getloadavg()[0]:.1f}")
    for level in LEVELS:
        with tempfile.TemporaryDirectory() as folder, served(Path(folder), wanted.ruleset) as (_, address):
            paths = [new_table(address, wanted.ruleset, level, seed) for seed in range(wanted.tables)]
            waits = sorted(asyncio.run(waited(address, paths, wanted.seconds)))
        if waits:
            p50, p95 = waits[len(waits) // 2], waits[int(len(waits) * 0.95)]
            late = sum(each > 1 for each in waits) / len(waits)
            print(f"{level:10} p50 {p50 * 1000:5.0f} ms, p95 {p95 * 1000:5.0f} ms, longest {waits[-1] * 1000:5.0f} ms, "
                  f"over 1 s {late:.1%}, {len(waits):,} choices", flush=True)  # fmt: skip


def new_table(address: str, ruleset: str, level: str, seed: int) -> str:
    """Begin a table; the path of a page that hears of it, the first that its links lead to."""
    modules = list(load_game(ruleset).blueprint.modules)
    fields: dict[str, str | list[str]] = {"ruleset": ruleset, "module": modules, "do": "start", "seed": str(seed)}
    fields |= {f"seat-{seat + 1}": level for seat in range(SEATS)}
    while True:
        answer = httpx.post(f"{address}/new", data=fields, headers={"origin": address}, timeout=300)
        if answer.status_code != 429:  # who makes many tables has to wait
            links = httpx.get(f"{address}{answer.headers['location']}", timeout=60).text
            return re.findall(r'/t/\d+/(?!table)[a-z]+/[\w-]+/', links)[0]
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
