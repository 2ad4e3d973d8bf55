"""How fast tables are in a browser, what a page weighs, what open pages cost: `python -m tests.benchmarks.served`.

It starts a server of its own, makes tables with people and bots, and measures from a click to the new picture.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import tempfile
import time
from html import unescape
from pathlib import Path

import httpx

from tests.unit.table.serve.browsers import browsing
from tests.unit.table.serve.serving import served

_CLICK = """
() => new Promise((done) => {
  const button = document.querySelector('#confirm') ?? document.querySelector('#panel .options button');
  const table = document.querySelector('#table');
  const began = performance.now();
  new MutationObserver((_, watch) => {
    if (table.hasAttribute('aria-busy')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  }).observe(table, {attributeFilter: ['aria-busy']});
  button.click();
})
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--clicks", type=int, default=120)
    options.add_argument("--streams", type=int, default=300)
    wanted = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), "skymines", "tutorial") as (process, address):
        paths = [new_table(address, seed) for seed in range(wanted.tables)]
        print(f"{wanted.tables} tables of skymines; memory {memory(process.pid):.0f} MB")
        weigh(address, paths[0])
        click(address, paths[0], wanted.clicks)
        asyncio.run(streams(address, paths, wanted.streams, process.pid))


def new_table(address: str, seed: int) -> str:
    fields = {"ruleset": "skymines", "module": ["base", "moon"], "do": "start", "seed": str(seed)}
    fields |= {"seat-1": "human", "seat-2": "random", "seat-3": "random"}
    while True:
        answer = httpx.post(f"{address}/new", data=fields, headers={"origin": address}, timeout=60)
        if answer.status_code != 429:  # who makes many tables has to wait
            return str(answer.headers["location"])
        time.sleep(0.2)


def memory(pid: int) -> float:
    """The resident memory of a process in MB."""
    kept = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text("ascii"))
    assert kept is not None
    return int(kept[1]) / 1024


def weigh(address: str, path: str) -> None:
    """The bytes of a page with everything it loads, as they are sent."""
    with httpx.Client(base_url=address, headers={"accept-encoding": "gzip"}) as client:
        page = client.get(path)
        names = sorted(set(re.findall(r'(?:href|src)="(/assets/[^"]+)"', page.text)))
        weights = {name.rsplit("/", 1)[1]: sent(client, name) for name in names}
        weights["page"] = sent(client, path)
    told = ", ".join(f"{name} {size / 1000:.1f}" for name, size in weights.items())
    print(f"page weight, compressed: {sum(weights.values()) / 1000:.1f} KB ({told})")


def sent(client: httpx.Client, path: str) -> int:
    with client.stream("GET", path) as answer:
        return sum(len(each) for each in answer.iter_raw())


def click(address: str, path: str, clicks: int) -> None:
    with browsing() as browser:
        page = browser.page()
        page.goto(f"{address}{path}")
        times = []
        for _ in range(clicks):
            page.locator("#panel, .standing").first.wait_for(state="attached")  # bots may take longer than one answer
            if page.locator(".standing").count():
                break
            times.append(float(page.evaluate(_CLICK)))
            page.wait_for_timeout(60)  # what the news brings belongs to the next picture
    times.sort()
    p95 = times[int(len(times) * 0.95)]
    print(f"click to picture: p50 {statistics.median(times):.0f} ms, p95 {p95:.0f} ms, {len(times)} clicks")


async def streams(address: str, paths: list[str], count: int, pid: int) -> None:
    """Open pages: event streams, while one table after the other is moved on."""
    heard = 0

    async def listen(client: httpx.AsyncClient, path: str) -> None:
        nonlocal heard
        async with client.stream("GET", f"{path}events") as answer:
            async for line in answer.aiter_lines():
                heard += line.startswith("data:")

    limits = httpx.Limits(max_connections=None)
    headers = {"origin": address, "x-rulewright-part": "1"}
    async with httpx.AsyncClient(base_url=address, timeout=None, limits=limits, headers=headers) as client:
        open_ = []
        for number in range(count):
            open_.append(asyncio.create_task(listen(client, paths[number % len(paths)])))
            await asyncio.sleep(0.03)
        await asyncio.sleep(1)
        began, spent, moved, rng = time.perf_counter(), cpu(pid), 0, random.Random(1)
        while time.perf_counter() - began < 10:
            path = rng.choice(paths)
            page = (await client.get(path)).text
            at, offer = (re.search(rf'name="{each}" value="([^"]+)"', page) for each in ("at", "offer"))
            if at is not None:  # else bots have their turn, or the game is over
                does = {"offer": unescape(offer[1])} if offer is not None else {"do": "confirm"}
                answer = await client.post(f"{path}act", data={"at": at[1], **does})
                moved += answer.status_code == 200
            await asyncio.sleep(0.05)
        seconds = time.perf_counter() - began
        print(
            f"{count} streams, {moved / seconds:.1f} choices a second: {(cpu(pid) - spent) / seconds:.0%} of one core, "
            f"{heard} events heard, memory {memory(pid):.0f} MB"
        )
        for each in open_:
            each.cancel()


def cpu(pid: int) -> float:
    """The seconds of CPU a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    main()
