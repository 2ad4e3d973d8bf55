"""How long a click at one table takes while others ask costly things: served over HTTP, as one process of a checkout.

Some ask `why`, some choose, some let bots think, by the costliest legal rules: each by one connection that asks again
at once. What they can ask for in all is more than any machine has.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.benchmarks.pairs import ROOT, imported_from

_MILLSTONE = str(Path(__file__).parent / "millstone")
_COMMAND = (
    "import sys; from rulewright.table.serve import site;"
    "site.Limits.__init__.__defaults__ = tuple("
    "(1e9, 1e9) if isinstance(each, tuple) else each for each in site.Limits.__init__.__defaults__);"
    "from rulewright.cli import main; main()"
)
"""Serves without the limits of how often one address may ask: all connections here are of one."""
BAR_MILLISECONDS = 250


@contextmanager
def _served(checkout: Path, folder: Path) -> Iterator[str]:
    environment = {**os.environ, "PYTHONPATH": imported_from(checkout)}
    options = ["--port", "0", "--data", str(folder)]
    if b'"--workers"' in (checkout / "interpreter/rulewright/cli/verbs/serve.py").read_bytes():
        options += ["--workers", "2"]  # earlier checkouts have no other way
    command = [sys.executable, "-c", _COMMAND, "serve", "tutorial", _MILLSTONE, *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stderr is not None
        found = re.search(r"(http://127\.0\.0\.1:\d+)/", process.stderr.readline())
        assert found is not None, process.stderr.read()
        yield found[1]
    finally:
        process.kill()
        process.wait()


def _new_table(address: str, ruleset: str, *policies: str, seed: int = 1) -> str:
    fields = {"ruleset": ruleset, "do": "start", "seed": str(seed)}
    fields |= {f"seat-{number}": policy for number, policy in enumerate(policies, 1)}
    answer = httpx.post(f"{address}/new", data=fields, headers={"origin": address}, timeout=120)
    return str(answer.headers["location"])


def _seat_of(address: str, links: str, seat: int) -> str:
    if not links.endswith("seats"):
        return links
    found = re.search(rf"(/t/\d+/{seat}/[\w-]{{32}}/)", httpx.get(f"{address}{links}", timeout=120).text)
    assert found is not None
    return found[1]


class _Client:
    """One connection to a server, with the page it has before it."""

    def __init__(self, address: str) -> None:
        self.address = address
        headers = {"origin": address, "x-rulewright-part": "1"}
        self.client = httpx.Client(base_url=address, headers=headers, timeout=120)

    def look(self, path: str) -> str:
        return self.client.get(path).text

    def choose(self, path: str, page: str, written: str = "1") -> str:
        at = re.search(r'name="at" value="(\w+)"', page)
        does = {"do": "confirm"} if 'id="confirm"' in page else {"typed": written, "do": "typed"}
        return self.client.post(f"{path}act", data={"at": at[1] if at else "", **does}).text


def _clicks(address: str, seconds: float) -> list[float]:
    """Milliseconds from a click to its answer, at a table of their own."""
    client, times, number = _Client(address), [], 0
    end = time.perf_counter() + seconds
    path = page = ""
    while time.perf_counter() < end:
        if "data-key" not in page and 'id="confirm"' not in page:
            number += 1
            path = _seat_of(address, _new_table(address, "tutorial", "human", "first", seed=number), 1)
            page = client.look(path)
        began = time.perf_counter()
        page = client.choose(path, page)
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.05)
    return times


def _hammer(address: str, what: str, path: str, stop: threading.Event, asked: list[str]) -> None:
    client = _Client(address)
    while not stop.is_set():
        try:
            if what == "why":
                client.look(f"{path}why?number=burden")
            elif what == "closed":
                client.look(f"{path}why")
            else:
                client.choose(path, client.look(path), "grind")
            asked.append(what)
        except httpx.HTTPError:
            time.sleep(0.05)


def _under(address: str, label: str, kinds: tuple[str, ...], seconds: float, own_tables: bool, idle: float) -> float:
    tables = [_new_table(address, _MILLSTONE, "human", "human", seed=n) for n in range(len(kinds) if own_tables else 1)]
    paths = [_seat_of(address, each, 1) for each in tables]
    stop, asked = threading.Event(), list[str]()
    threads = [
        threading.Thread(target=_hammer, args=(address, kind, paths[n % len(paths)], stop, asked))
        for n, kind in enumerate(kinds)
    ]
    for each in threads:
        each.start()
    time.sleep(1)
    before = len(asked)
    times = _clicks(address, seconds)
    answered = (len(asked) - before) / seconds
    stop.set()
    for each in threads:
        each.join()
    return _told(label, times, idle, f", {answered:.0f} of theirs answered a second")


def _told(label: str, times: list[float], idle: float, more: str = "") -> float:
    times.sort()
    p95 = times[int(len(times) * 0.95)]
    times_idle = f" ({p95 / idle:.1f} x idle)" if idle else ""
    print(
        f"  {label:<34} p50 {statistics.median(times):5.0f} ms, p95 {p95:5.0f} ms{times_idle}, "
        f"worst {times[-1]:5.0f} ms, {len(times)} clicks{more}"
    )
    return p95


def print_starving(quick: bool, before: Path | None = None) -> None:
    """A click at one table beside 20 costly connections, in this checkout and in an earlier one."""
    seconds = 5.0 if quick else 15.0
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))  # a server has all cores, as its visitors know it
    for checkout in (*([before] if before is not None else []), ROOT):
        print(f"\na click while 20 connections ask costly things, {checkout}; the bar is {BAR_MILLISECONDS} ms")
        with tempfile.TemporaryDirectory() as folder, _served(checkout, Path(folder)) as address:
            idle = _told("nobody else", _clicks(address, seconds), 0)
            _under(address, "why?number, one table", ("why",) * 20, seconds, False, idle)
            _under(address, "why?number, 20 tables", ("why",) * 20, seconds, True, idle)
            _under(address, "choices and reasons, 20 tables", ("grind", "closed") * 10, seconds, True, idle)
            for seed in range(5):
                _new_table(address, _MILLSTONE, *("search:500",) * 4, seed=seed)
            _under(address, "the same, and 20 bots that think", ("grind", "closed") * 10, seconds, True, idle)
