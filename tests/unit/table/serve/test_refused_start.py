"""A store that is damaged or finds no room when a server starts: a sentence and the documented code."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.native.backend import engine
from rulewright.table.serve.hosting import running
from rulewright.table.serve.store import TableStore
from tests.unit.cli.test_full_disk import room_for
from tests.unit.table.serve.visitors import visiting

PAGE = 4096


@pytest.fixture(autouse=True)
def answers_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server stops as soon as it would answer."""
    monkeypatch.setattr(running, "run", lambda *_: None)


def started(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit code of a server that is started on a folder, and the lines it writes besides those of any server."""
    code = run(["serve", "tutorial", "--port", "0", "--data", str(folder)])
    told = capsys.readouterr().err.splitlines()
    return code, [line for line in told if not line.startswith(("tables are at", "stopped"))]


class FailingOnce:
    """A connection that fails at one of its calls."""

    def __init__(self, base: sqlite3.Connection, at: int, name: str) -> None:
        self.base, self.left, self.name = base, at, name

    def execute(self, query: str, *given: Any) -> sqlite3.Cursor:
        self.left -= 1
        if self.left < 0 and not query.startswith("rollback"):  # from then on, as on a disk that is full
            fault = sqlite3.OperationalError("it fails")
            fault.sqlite_errorname = self.name
            raise fault
        return self.base.execute(query, *given)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.base, name)


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("SQLITE_FULL", 3, "the disk is full"), ("SQLITE_CORRUPT", 1, "are damaged"),
        ("SQLITE_CORRUPT_INDEX", 1, "are damaged"), ("SQLITE_NOTADB", 1, "are damaged"),
        ("SQLITE_IOERR_READ", 1, "it fails"), ("SQLITE_READONLY", 1, "it fails"), ("SQLITE_BUSY", 1, "another process"),
    ],
)  # fmt: skip
def test_each_call_to_the_store_that_fails_at_start_is_told(
    name: str, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, at = sqlite3.connect, 0
    with visiting(tmp_path) as visitor:  # a variant that a server which was killed has looked at: swept at start
        visitor.new_table()
    (tmp_path / "variants").mkdir(exist_ok=True)
    (tmp_path / "variants" / "left.yaml").write_text("variant: left\n", "utf-8")

    def failing(*given: Any, **named: Any) -> Any:
        return FailingOnce(connect(*given, **named), at, name)

    monkeypatch.setattr(sqlite3, "connect", failing)
    while (found := started(tmp_path, capsys))[0]:
        assert (at, found[0], len(found[1]), said in found[1][0]) == (at, code, 1, True), found
        assert str(tmp_path) in found[1][0]
        at += 1
    assert at > 15


def damaged(folder: Path, rng: random.Random) -> Iterator[int]:
    """Each page of the file of a store in turn, when it is damaged in one of three ways."""
    path = folder / "tables.sqlite"
    whole = path.read_bytes()
    for page in range(len(whole) // PAGE):
        for filled in (bytes(PAGE), b"\xff" * PAGE, rng.randbytes(PAGE)):
            begin = page * PAGE + 100 * (page == 0)
            path.write_bytes(whole[:begin] + filled[: PAGE - 100 * (page == 0)] + whole[(page + 1) * PAGE :])
            yield page
    for length in range(1, len(whole), PAGE // 2):
        path.write_bytes(whole[:length])
        yield length // PAGE


def test_a_damaged_page_is_told_or_does_not_matter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with visiting(tmp_path) as visitor:
        visitor.new_table()
    refused = set()
    seed = 7
    for page in damaged(tmp_path, random.Random(seed)):
        code, told = started(tmp_path, capsys)
        assert (code, len(told)) in ((0, 0), (1, 1)), (seed, page, told)
        if code:
            assert told[0].startswith(f"the tables in {tmp_path} are damaged"), (seed, page, told)
            refused.add(page)
    assert {0, 1} <= refused


def test_a_folder_that_has_no_room_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = []
    for number in range(0, 80 * PAGE, 3 * PAGE):
        folder = tmp_path / str(number)
        with room_for(number):
            code, told = started(folder, capsys)
        codes.append(code)
        assert code == 0 or told[0].startswith(f"tables cannot be saved in {folder}: "), told
    assert codes[0] != 0
    assert codes[-1] == 0


def test_what_could_not_be_begun_can_be_when_there_is_room(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with room_for(5 * PAGE):
        assert started(tmp_path, capsys)[0] != 0
    assert started(tmp_path, capsys) == (0, [])
    store = TableStore(tmp_path)
    assert len(store.secret()) == 32
    store.close()


def test_an_engine_that_is_slow_here_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "untried", lambda: "it is slow here")
    assert started(tmp_path, capsys) == (0, ["Warning: it is slow here."])
