"""A server that is told to stop while pages are open or wait: it says so, and no task of it ends in a traceback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.unit.cli.commands import STOPPABLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals end it")
FIELDS = {"ruleset": "tutorial", "seat-1": "human", "seat-2": "human", "do": "start"}


@contextmanager
def served(folder: Path, workers: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process group of its own, and the address of a table's pages."""
    options = ["--port", "0", "--data", str(folder), "--workers", str(workers)]
    command = [sys.executable, "-c", STOPPABLE, "serve", "tutorial", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stderr is not None
    try:
        found = re.search(r"(http://127\.0\.0\.1:\d+)/", process.stderr.readline())
        assert found is not None
        made = httpx.post(f"{found[1]}/new", data=FIELDS, headers={"origin": found[1]}, timeout=60)
        yield process, found[1] + made.headers["location"].rpartition("/")[0]
    finally:
        os.killpg(process.pid, signal.SIGKILL) if process.poll() is None else None
        process.wait()
        process.stderr.close()


def opened(pages: str, count: int) -> list[threading.Thread]:
    """Pages that hear of news, each begun."""
    begun, threads = threading.Barrier(count + 1), []

    def hear() -> None:
        try:
            with httpx.stream("GET", f"{pages}/events", timeout=60) as stream:
                assert stream.status_code == 200
                begun.wait(60)
                for _ in stream.iter_lines():
                    pass
        except httpx.TransportError:
            pass

    for _ in range(count):
        threads.append(threading.Thread(target=hear))
        threads[-1].start()
    begun.wait(60)
    return threads


def told_when_stopped(
    folder: Path, workers: int, pages: int, signals: list[int], *, to_all: bool = False
) -> tuple[int, str]:
    """The exit code and the complaints of a server with open pages that is sent some signals."""
    with served(folder, workers) as (process, address):
        threads = opened(address, pages)
        for number in signals:
            os.killpg(process.pid, number) if to_all else process.send_signal(number)
        assert process.stderr is not None
        told = process.stderr.read()
        for each in threads:
            each.join()
        return process.wait(), told


@pytest.mark.sampled(2)
@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("to_all", [False, True], ids=["one", "group"])
@pytest.mark.parametrize(
    ("signals", "code"),
    [(["SIGTERM"], 0), (["SIGINT"], 130), (["SIGHUP"], 0), (["SIGINT"] * 2, 130), (["SIGTERM"] * 3, 0)],
    ids=lambda each: ",".join(each) if isinstance(each, list) else "",
)
def test_a_server_that_is_stopped_while_pages_are_open_says_so(
    tmp_path: Path, signals: list[str], code: int, to_all: bool, workers: int
) -> None:
    found = told_when_stopped(tmp_path, workers, 3, [getattr(signal, each) for each in signals], to_all=to_all)
    assert (found[0], found[1].strip()) == (code, "stopped")


@pytest.mark.slow
def test_whoever_waits_for_an_answer_when_it_is_stopped_is_told(tmp_path: Path) -> None:
    with served(tmp_path, 2) as (process, address):
        answers: list[httpx.Response] = []
        workers = [worker for child in children(process.pid) for worker in children(child)]
        assert workers
        for each in workers:
            os.kill(each, signal.SIGSTOP)  # they never answer
        asking = threading.Thread(target=lambda: answers.append(httpx.get(f"{address}/rules", timeout=60)))
        asking.start()
        asking.join(1)
        process.terminate()
        assert process.stderr is not None
        told = process.stderr.read()
        asking.join()
        assert [(each.status_code, each.text.split(";")[0]) for each in answers] == [(503, "the server is stopping")]
        assert (process.wait(), told.strip()) == (0, "stopped")


def children(pid: int) -> list[int]:
    """The processes that a process has made."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    if not found.exists():
        pytest.skip("this system does not tell which processes one has made")
    return [int(each) for each in found.read_text("ascii").split()]
