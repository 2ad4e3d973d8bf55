"""Tables in one SQLite file: every choice is on disk before anybody learns that it was made.

One process at a time has the file; a second one is refused. What a choice leads to is not known here.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_type_hints

from rulewright.core.model.secret_seeds import is_secret, read_seed, written_seed
from rulewright.core.writing import is_full
from rulewright.play.jobs.codec import Malformed, from_plain
from rulewright.table.serve.participants import participants_read, participants_written
from rulewright.table.serve.records import ChatLine, Record, StoredChoice

VERSION = 7
_SCHEMA = """
create table if not exists facts (name text primary key, value blob not null) strict;
create table if not exists rules (digest text primary key, files blob not null) strict;
create table if not exists packages (tree text primary key, id text not null, files blob not null) strict;
create table if not exists tables (
  id integer primary key autoincrement, ruleset text not null, modules text, variant text, variant_text text,
  settings text not null, seats integer not null, seed integer not null, policies text not null, epochs text not null,
  digest text not null, language text not null, created real not null, title text not null, owner text not null,
  shared integer not null, follows integer not null, finished integer not null, told text not null,
  match_name text not null default '', match_seed integer not null default 0, match_settings text not null default '{}',
  games_before text not null default '[]', next_table integer not null default 0,
  sitters text not null default '{}', moved real not null default 0, secret text not null default '',
  match_secret text not null default '', brought integer not null default 0,
  asks_singly integer not null default 0, packages text not null default '[]',
  quits text not null default '[]') strict;
create table if not exists choices (
  of_table integer not null references tables(id), number integer not null, seat integer not null, key text not null,
  primary key (of_table, number)) strict, without rowid;
create table if not exists chat (
  of_table integer not null references tables(id), number integer not null, seat integer not null, said text not null,
  at real not null, primary key (of_table, number)) strict, without rowid;
create table if not exists drafts (
  of_table integer not null references tables(id), seat integer not null, number integer not null, key text not null,
  primary key (of_table, seat, number)) strict, without rowid;
"""
_SINCE = {
  2: ("match_name text not null default ''", "match_seed integer not null default 0",
      "match_settings text not null default '{}'", "games_before text not null default '[]'",
      "next_table integer not null default 0"),
  3: ("sitters text not null default '{}'", "moved real not null default 0"),
  4: ("secret text not null default ''", "match_secret text not null default ''",
      "brought integer not null default 0"),
  5: ("asks_singly integer not null default 0",),
  6: ("packages text not null default '[]'",),
  7: ("quits text not null default '[]'",),
}  # fmt: skip
"""Columns that tables written before a version do not have."""
_FIELDS = tuple(each.name for each in fields(Record) if each.name != "id")
_SECRETS = {"secret": "seed", "match_secret": "match_seed"}
"""The columns that hold a seed of the record where it is a secret, which SQLite has no number for."""
_COLUMNS = (*_FIELDS, *_SECRETS)
_KINDS = get_type_hints(Record)
_AS_JSON = ("modules", "settings", "policies", "epochs", "match_settings", "games_before", "packages", "quits")
_AS_TRUTH = tuple(name for name, kind in _KINDS.items() if kind is bool)

_ONE_SITTING, _MOST_MEASURED = 4 * 3600.0, 1000
"""The seconds of the longest game without a night in between, and how many tables are looked at for minutes."""


class StoreRefused(ValueError):  # noqa: N818 - stated as a sentence
    """A folder in which no tables can be kept."""


class StoreFull(StoreRefused):
    """A folder whose disk is full."""


class DamagedTable(ValueError):  # noqa: N818 - stated as a sentence
    """A row of a table that holds what was never written there."""


@contextmanager
def refused_in(folder: Path | None) -> Iterator[None]:
    """Turn failures of a store into refusals that name its folder. Raises StoreRefused or StoreFull."""
    try:
        yield
    except (OSError, sqlite3.Error) as fault:
        raise _refusal(folder, fault) from None


def _refusal(folder: Path | None, fault: OSError | sqlite3.Error) -> StoreRefused:
    name = getattr(fault, "sqlite_errorname", "")  # SQLITE_CORRUPT_INDEX is one kind of SQLITE_CORRUPT
    if name == "SQLITE_FULL" or (isinstance(fault, OSError) and is_full(fault)):
        return StoreFull(f"tables cannot be saved in {folder}: the disk is full")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreRefused(f"another process uses the tables in {folder}; stop it, or name another --data")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StoreRefused(
            f"the tables in {folder} are damaged ({fault}): put a copy of tables.sqlite there, or name another --data"
        )
    return StoreRefused(f"tables cannot be saved in {folder}: {fault}")


class TableStore:
    """The tables of one folder in an SQLite file, or in memory without a folder."""

    def __init__(self, folder: Path | None) -> None:
        """Open or make the file. Raises StoreRefused with a sentence."""
        self.folder = folder
        self._minutes: dict[str, tuple[float, ...]] | None = None
        with refused_in(folder):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = folder / "tables.sqlite" if folder is not None else None
            if path is not None and not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=0.2, check_same_thread=False)
            try:
                self._prepare()
                self._secret = self._drawn_secret()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        self._db.execute("pragma locking_mode = exclusive")
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = full")
        self._db.execute("pragma foreign_keys = on")
        with self.whole("exclusive"):
            version = self._db.execute("pragma user_version").fetchone()[0]
            if version > VERSION:
                raise StoreRefused(f"the tables in {self.folder} were written by a newer rulewright")
            for statement in _SCHEMA.split(";"):
                self._db.execute(statement)
            for column in (each for since, new in _SINCE.items() if 0 < version < since for each in new):
                self._db.execute(f"alter table tables add column {column}")
            self._db.execute(f"pragma user_version = {VERSION}")

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def whole(self, kind: str = "immediate") -> Iterator[None]:
        """Run a transaction: all that is written within it is stored together, or none of it. It ends on the disk."""
        self._db.execute(f"begin {kind}")
        try:
            yield
            self._db.execute("commit")
        except BaseException:
            if self._db.in_transaction:  # if the disk is full SQLite may have taken all back by itself
                self._db.rollback()
            raise

    def secret(self) -> bytes:
        """Return the 256-bit secret of all links, drawn at random when the store was made."""
        return self._secret

    def _drawn_secret(self) -> bytes:
        self._db.execute("insert or ignore into facts values ('secret', ?)", (self._new_secret(),))
        value: bytes = self._db.execute("select value from facts where name = 'secret'").fetchone()[0]
        return value

    def _new_secret(self) -> bytes:
        return secrets.token_bytes(32)

    # ---- Rules

    def keep_rules(self, digest: str, files: dict[str, str]) -> None:
        """Keep a copy of rules: the text of each file by its path."""
        packed = zlib.compress(json.dumps(files).encode())
        self._db.execute("insert or ignore into rules values (?, ?)", (digest, packed))

    def rules(self, digest: str) -> dict[str, str] | None:
        row = self._db.execute("select files from rules where digest = ?", (digest,)).fetchone()
        try:
            return dict(json.loads(zlib.decompress(row[0]))) if row is not None else None
        except (ValueError, TypeError, zlib.error):
            return None  # damaged: as good as not kept

    # ---- Packages

    def keep_package(self, tree: str, id_: str, files: dict[str, bytes]) -> None:
        """Keep a copy of a package under its hash: the bytes of each file by its path."""
        packed = zlib.compress(json.dumps({path: data.decode("latin-1") for path, data in files.items()}).encode())
        self._db.execute("insert or ignore into packages values (?, ?, ?)", (tree, id_, packed))

    def has_package(self, tree: str) -> bool:
        """Return whether a copy of a package is kept."""
        return self._db.execute("select 1 from packages where tree = ?", (tree,)).fetchone() is not None

    def package(self, tree: str) -> tuple[str, dict[str, bytes]] | None:
        """Return (id, files) of a package that is kept, None if it is not kept or its copy is damaged."""
        row = self._db.execute("select id, files from packages where tree = ?", (tree,)).fetchone()
        try:
            if row is None:
                return None
            texts = json.loads(zlib.decompress(row[1]))
            return str(row[0]), {path: text.encode("latin-1") for path, text in texts.items()}
        except (ValueError, AttributeError, zlib.error):
            return None

    # ---- Tables

    def add(self, record: Record, choices: Sequence[StoredChoice] = ()) -> Record:
        """Store a new table with its first choices, and return its record with its new id, unless it has one."""
        columns = (*_COLUMNS, "id")
        with self.whole():
            values = [*(_written(record, name) for name in _COLUMNS), record.id or None]
            marks = ", ".join("?" * len(columns))
            row = self._db.execute(f"insert into tables ({', '.join(columns)}) values ({marks})", values)
            made = replace(record, id=int(row.lastrowid or 0))
            self._append(made.id, 0, choices)
        if record.finished:
            self._minutes = None
        return made

    def change(self, record: Record, *names: str) -> None:
        """Rewrite some fields of a table."""
        changes = ", ".join(f"{name} = ?" for name in names)
        values = [_written(record, name) for name in names]
        self._db.execute(f"update tables set {changes} where id = ?", (*values, record.id))
        if "finished" in names:
            self._minutes = None

    def count(self, *, finished: bool | None = None) -> int:
        where = "" if finished is None else f" where finished = {int(finished)}"
        return int(self._db.execute(f"select count(*) from tables{where}").fetchone()[0])

    def record(self, id_: int) -> Record | None:
        """Return a stored table. Raises DamagedTable if its row cannot be read."""
        row = self._db.execute(f"select id, {', '.join(_COLUMNS)} from tables where id = ?", (id_,)).fetchone()
        return _record(row) if row is not None else None

    def records(self, *, most: int = 100) -> tuple[Record, ...]:
        """Return up to `most` tables, the newest first, without those whose rows are damaged."""
        query = f"select id, {', '.join(_COLUMNS)} from tables order by id desc limit ?"
        found = []
        for row in self._db.execute(query, (most,)):
            try:
                found.append(_record(row))
            except DamagedTable:
                continue
        return tuple(found)

    def minutes_played(self) -> dict[str, tuple[float, ...]]:
        """Map each ruleset to the minutes that people took for each game of it that they finished in one sitting.

        They are read again once a game has ended.
        """
        if self._minutes is None:
            self._minutes = self._measured_minutes()
        return self._minutes

    def _measured_minutes(self) -> dict[str, tuple[float, ...]]:
        query = (
            "select ruleset, (moved - created) / 60 from tables where finished = 1 and brought = 0 and quits = '[]'"
            " and policies like '%\"human\"%' and moved - created between 1 and ? order by id desc limit ?"
        )
        found: dict[str, tuple[float, ...]] = {}
        for ruleset, minutes in self._db.execute(query, (_ONE_SITTING, _MOST_MEASURED)):
            found[ruleset] = (*found.get(ruleset, ()), minutes)
        return found

    def is_played(self, variant_text: str) -> bool:
        """Whether a table is played by a variant that was dropped in."""
        query = "select 1 from tables where variant_text = ? limit 1"
        return self._db.execute(query, (variant_text,)).fetchone() is not None

    # ---- Choices

    def choices(self, id_: int) -> list[StoredChoice]:
        rows = self._db.execute("select seat, key from choices where of_table = ? order by number", (id_,))
        return [StoredChoice(*row) for row in rows]

    def drafts(self, id_: int) -> dict[int, list[str]]:
        """Map each seat to the keys of the choices that it may still take back."""
        found: dict[int, list[str]] = {}
        query = "select seat, key from drafts where of_table = ? order by seat, number"
        for seat, key in self._db.execute(query, (id_,)):
            found.setdefault(seat, []).append(key)
        return found

    def append(
        self, id_: int, known: int, choices: Sequence[StoredChoice], drafts_of: int | None = None,
        finished: bool = False, moved: float = 0.0,
    ) -> None:  # fmt: skip
        """Append choices after the `known` ones, and settle the draft of the seat `drafts_of`.

        `finished`: the game is over with them. `moved`: the time they were made (seconds since 1970).
        """
        with self.whole():
            self._append(id_, known, choices)
            self._db.execute("update tables set finished = ?, moved = ? where id = ?", (finished, moved, id_))
            if finished:
                self._minutes = None
            if drafts_of is not None:
                self._forget_draft(id_, drafts_of)

    def _forget_draft(self, id_: int, seat: int) -> None:
        self._db.execute("delete from drafts where of_table = ? and seat = ?", (id_, seat))

    def _append(self, id_: int, known: int, choices: Sequence[StoredChoice]) -> None:
        rows = [(id_, number, each.seat, each.key) for number, each in enumerate(choices, known + 1)]
        self._db.executemany("insert into choices values (?, ?, ?, ?)", rows)

    def chat(self, id_: int) -> list[ChatLine]:
        """Return the stored chat lines of a table in order."""
        query = "select number, seat, said, at from chat where of_table = ? order by number"
        return [ChatLine(*row) for row in self._db.execute(query, (id_,))]

    def say(self, id_: int, line: ChatLine, oldest: int) -> None:
        """Keep what was said, and let all go that is older than `oldest`."""
        with self.whole():
            row = (id_, line.number, line.seat, line.said, line.at)
            self._db.execute("insert into chat values (?, ?, ?, ?, ?)", row)
            self._db.execute("delete from chat where of_table = ? and number < ?", (id_, oldest))

    def draft(self, id_: int, seat: int, keys: Sequence[str]) -> None:
        """Write what a seat has chosen and may still take back."""
        with self.whole():
            self._forget_draft(id_, seat)
            rows = [(id_, seat, number, key) for number, key in enumerate(keys, 1)]
            self._db.executemany("insert into drafts values (?, ?, ?, ?)", rows)

    def hand_over(self, record: Record, seat: int) -> None:
        """Write who plays the seats of a table, who gave up, and whether it is over. Forget the draft of one seat."""
        with self.whole():
            self.change(record, "policies", "sitters", "quits", "finished")
            self._forget_draft(record.id, seat)

    def cut(self, record: Record, kept: Sequence[str]) -> None:
        """Continue by other rules after choices that have the keys `kept` there: forget what came after them."""
        with self.whole():
            self._db.execute("delete from choices where of_table = ? and number > ?", (record.id, len(kept)))
            rows = [(key, record.id, number) for number, key in enumerate(kept, 1)]
            self._db.executemany("update choices set key = ? where of_table = ? and number = ?", rows)
            self._db.execute("delete from drafts where of_table = ?", (record.id,))
            self.change(record, "digest", "told", "finished", "settings", "quits")


def _written(record: Record, name: str) -> Any:
    value = getattr(record, _SECRETS.get(name, name))
    if name in _SECRETS:
        return written_seed(value) if is_secret(value) else ""
    if name in _SECRETS.values():
        return 0 if is_secret(value) else value
    if name == "sitters":
        return json.dumps(participants_written(record.sitters))
    if name in _AS_JSON:
        return json.dumps(value) if value is not None else None
    return int(value) if name in _AS_TRUTH else value


def _record(row: tuple[Any, ...]) -> Record:
    found = dict(zip(_COLUMNS, row[1:], strict=True))
    for column, name in _SECRETS.items():
        secret = found.pop(column)
        try:
            found[name] = read_seed(secret) if secret else found[name]
        except ValueError:
            raise DamagedTable(f"the stored table {row[0]} is damaged: its {column} cannot be read") from None
    for name in _AS_JSON:
        try:
            read = json.loads(found[name]) if found[name] is not None else None
        except (ValueError, TypeError, RecursionError):
            raise DamagedTable(f"the stored table {row[0]} is damaged: its {name} cannot be read") from None
        try:
            found[name] = from_plain(_KINDS[name], read)
        except Malformed:
            raise DamagedTable(f"the stored table {row[0]} is damaged: its {name} is invalid") from None
    for name in _AS_TRUTH:
        found[name] = bool(found[name])
    try:
        found["sitters"] = participants_read(json.loads(found["sitters"]))
    except (ValueError, TypeError, RecursionError):
        raise DamagedTable(f"the stored table {row[0]} is damaged: its sitters cannot be read") from None
    if len(found["policies"]) != len(found["epochs"]):
        raise DamagedTable(f"the stored table {row[0]} is damaged: seats and links are not as many")
    return Record(row[0], **found)
