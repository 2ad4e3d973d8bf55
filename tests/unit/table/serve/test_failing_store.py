"""A failure in every write and read of the store in turn: nothing that was acknowledged is lost, and all go on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from rulewright.table.serve import links
from rulewright.table.serve.store import TableStore
from tests.unit.table.serve.visitors import Visitor, hidden, visiting

FINE = (200, 303, 307)
TOLD = (*FINE, 403, 404, 409, 410, 422, 503)
FIELDS = {"ruleset": "tutorial", "do": "start", "seed": "1", "seat-1": "human", "seat-2": "human", "seat-3": "random"}


class FailingBase:
    """A connection to the file that fails at one call, or from one on as where the disk is full."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self.base, self.calls, self.fails_at, self.lasts = base, 0, -1, False

    def _count(self, query: str) -> None:
        self.calls += 1
        writes = not query.lstrip().startswith(("select", "begin", "rollback"))
        if self.calls == self.fails_at or (self.lasts and 0 <= self.fails_at < self.calls and writes):
            raise sqlite3.OperationalError("database or disk is full")

    def execute(self, query: str, *given: Any) -> sqlite3.Cursor:
        self._count(query)
        return self.base.execute(query, *given)

    def executemany(self, query: str, *given: Any) -> sqlite3.Cursor:
        self._count(query)
        return self.base.executemany(query, *given)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.base, name)


@contextmanager
def failing(folder: Path) -> Iterator[tuple[Visitor, FailingBase]]:
    with visiting(folder) as visitor:
        base = FailingBase(visitor.site.store._db)
        visitor.site.store._db = base  # type: ignore[assignment]
        yield visitor, base


def acts(visitor: Visitor) -> list[Response]:
    """All that people do, on two tables: one that is there before, one that is made on the way."""
    page, told = "", []

    def keep(answer: Response) -> str:
        told.append(answer)
        return answer.text

    def at() -> str:
        return hidden(page, "at") if 'name="at"' in page else ""

    one = links.path(visitor.site.secret, 1, "1")
    table = links.path(visitor.site.secret, 1, links.TABLE)
    page = keep(visitor.get(one))
    page = keep(visitor.post(f"{one}act", at=at(), typed="fly_home", do="typed"))
    page = keep(visitor.post(f"{one}act", at=at(), do="undo"))
    page = keep(visitor.post(f"{one}act", at=at(), typed="snatch", do="typed"))
    keep(visitor.get(f"{one}log"))
    keep(visitor.post(f"{one}me", name="Ada"))
    keep(visitor.post(f"{one}say", say="hello"))
    keep(visitor.post(f"{table}seats", seat="2", policy="random"))
    keep(visitor.get(one))
    keep(visitor.post(f"{table}seats", seat="2", policy="human"))
    keep(visitor.post(f"{table}seats", seat="2", do="link"))
    keep(visitor.get(f"{table}save"))
    keep(visitor.get("/"))
    keep(visitor.post("/new", follow=False, **FIELDS))
    keep(visitor.get(f"{table}seats"))
    return told


def as_known(visitor: Visitor) -> list[tuple[object, ...]]:
    """What this server says of its tables."""
    return [
        (each.id, each.policies, each.epochs, each.finished, visitor.site.tables.find(each.id).live.state)  # type: ignore[union-attr]
        for each in visitor.site.store.records()
    ]


def try_failure(folder: Path, number: int, lasts: bool) -> None:
    with failing(folder) as (visitor, base):
        visitor.post("/new", follow=False, **FIELDS)
        base.calls, base.fails_at, base.lasts = 0, number, lasts
        told = acts(visitor)
        assert [each for each in told if each.status_code not in TOLD] == [], (
            number,
            lasts,
            [each.status_code for each in told],
        )
        base.fails_at = -1
        if not lasts:
            again = acts(visitor)
            assert [each for each in again if each.status_code >= 500] == [], (
                number,
                [each.status_code for each in again],
            )
        known = as_known(visitor)
        assert not base.in_transaction
    with visiting(folder) as visitor:
        assert as_known(visitor) == known, (number, lasts)


def calls_in_all(folder: Path) -> int:
    with failing(folder) as (visitor, base):
        visitor.post("/new", follow=False, **FIELDS)
        base.calls = 0
        unlike = [(each.url.path[-5:], each.status_code) for each in acts(visitor) if each.status_code not in FINE]
        assert unlike == [("/save", 409)], "while two people play, nobody has the file"
        return base.calls


@pytest.mark.sampled(1)
@pytest.mark.parametrize("lasts", [False, True], ids=["once", "from then on"])
def test_a_failure_of_the_store_is_told_and_nothing_is_lost(tmp_path: Path, lasts: bool) -> None:
    count = calls_in_all(tmp_path / "all")
    assert count > 30
    for number in range(1, count + 1, 41):
        try_failure(tmp_path / str(number), number, lasts)


@pytest.mark.slow
@pytest.mark.parametrize("lasts", [False, True], ids=["once", "from then on"])
def test_every_failure_of_the_store_is_told_and_nothing_is_lost(tmp_path: Path, lasts: bool) -> None:
    for number in range(1, calls_in_all(tmp_path / "all") + 1):
        try_failure(tmp_path / str(number), number, lasts)


DAMAGE = [
    ("tables", "settings", "not json"), ("tables", "policies", "{}"), ("tables", "epochs", "[1]"),
    ("tables", "policies", '["human", 3, null]'), ("tables", "modules", '"base"'), ("tables", "seats", 99),
    ("tables", "seed", -(2**62)), ("tables", "digest", "none"), ("tables", "ruleset", "../none"),
    ("tables", "settings", '{"none": 7}'), ("tables", "games_before", '["x"]'), ("choices", "key", "no such"),
    ("choices", "seat", 77), ("choices", "seat", -5), ("drafts", "key", "no such"), ("drafts", "seat", 50),
    ("rules", "files", b"damaged"),
]  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("table", "column", "value"), DAMAGE)
def test_a_damaged_table_is_told_broken_and_all_others_go_on(
    tmp_path: Path, table: str, column: str, value: object
) -> None:
    with visiting(tmp_path) as visitor:
        paths = []
        for number in (1, 2):
            visitor.new_table(seats=("human", "human", "random"))
            paths.append(links.path(visitor.site.secret, number, "1"))
            page = visitor.get(paths[-1]).text
            page = visitor.post(f"{paths[-1]}act", at=hidden(page, "at"), typed="snatch", do="typed").text
    base = sqlite3.connect(tmp_path / "tables.sqlite")
    where = "id = 1" if table == "tables" else "of_table = 1" if table != "rules" else "true"
    base.execute(f"update {table} set {column} = ? where {where}", (value,))
    base.commit()
    base.close()
    with visiting(tmp_path) as visitor:
        broken = visitor.get(paths[0])
        assert broken.status_code in (200, 404, 410), broken.text  # 200: what can do without, 404: its link is another
        assert visitor.get("/").status_code == 200
        assert re.search('data-key|id="confirm"|Waiting', visitor.get(paths[1]).text)


def test_a_commit_that_fails_leaves_nothing_open(tmp_path: Path) -> None:
    store = TableStore(tmp_path)
    base = FailingBase(store._db)
    store._db = base  # type: ignore[assignment]
    base.fails_at = 3
    with pytest.raises(sqlite3.OperationalError), store.whole():
        base.execute("insert into facts values ('a', x'00')")
    with store.whole():
        base.execute("insert into facts values ('a', x'01')")
    store.close()
