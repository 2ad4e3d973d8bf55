"""A server killed at any moment: no choice that was acknowledged is lost, and every table goes on."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import threading
from pathlib import Path

import httpx
import pytest

from tests.unit.table.serve.serving import served
from tests.unit.table.serve.visitors import hidden, keys_offered


def new_table(address: str) -> str:
    fields = {"ruleset": "tutorial", "seat-1": "human", "seat-2": "random", "do": "start"}
    return str(httpx.post(f"{address}/new", data=fields, headers={"origin": address}, timeout=60).headers["location"])


def stored(folder: Path, table: int) -> list[str]:
    """What the first seat has chosen, as the disk has it: what is settled, then what it may still take back."""
    base = sqlite3.connect(folder / "tables.sqlite")
    try:
        settled = base.execute("select key from choices where of_table = ? and seat = 0 order by number", (table,))
        drafted = base.execute("select key from drafts where of_table = ? and seat = 0 order by number", (table,))
        return [key for (key,) in [*settled, *drafted]]
    finally:
        base.close()


def play_until_killed(
    process: subprocess.Popen[str], address: str, acknowledged: dict[str, list[str]], rng: random.Random
) -> None:
    """Choose as fast as the server answers, at a new table or an old one, until it is killed some choices later."""
    killer = threading.Timer(rng.uniform(0.0, 0.1), os.kill, (process.pid, signal.SIGKILL))
    left = rng.randint(1, 6)
    if not acknowledged or rng.random() < 0.2:
        acknowledged[new_table(address)] = []
    path = rng.choice(list(acknowledged))
    try:
        with httpx.Client(
            base_url=address, headers={"origin": address, "x-rulewright-part": "1"}, timeout=60
        ) as client:
            page = client.get(path).text
            while True:
                if "The game is over" in page:
                    path = new_table(address)  # where the server dies here, nothing was acknowledged
                    acknowledged[path] = []
                keys = keys_offered(page) or [""] * ('id="confirm"' in page)
                if not keys:  # a new table, or a bot is to choose first
                    page = client.get(path).text
                    continue
                key = rng.choice(keys)
                fields = {"at": hidden(page, "at"), **({"typed": key} if key else {"do": "confirm"})}
                answer = client.post(f"{path}act", data=fields)
                assert answer.status_code == 200, answer.text
                if key:
                    acknowledged[path].append(str(key))
                    left -= 1
                if left == 0 and killer.ident is None:
                    killer.start()
                page = answer.text
    except httpx.TransportError:
        pass
    killer.join()


def kill_often(folder: Path, times: int, rng: random.Random) -> None:
    acknowledged: dict[str, list[str]] = {}
    for _ in range(times):
        with served(folder) as (process, address):
            play_until_killed(process, address, acknowledged, rng)
        for path, keys in acknowledged.items():
            found = stored(folder, int(path.split("/")[2]))
            assert found[: len(keys)] == keys, path
            assert len(found) <= len(keys) + 1
            acknowledged[path] = found
    with served(folder) as (_, address):
        for path in acknowledged:
            answer = httpx.get(f"{address}{path}", timeout=60)
            assert answer.status_code == 200, answer.text
            assert "Waiting for" not in answer.text
    assert sum(map(len, acknowledged.values())) >= times


@pytest.mark.slow
def test_no_acknowledged_choice_is_lost_in_40_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 40, random.Random(2))
