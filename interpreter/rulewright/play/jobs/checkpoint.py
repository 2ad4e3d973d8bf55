"""Runs on file: a line of JSON for what is played, and one for each chunk as it ends, so that a run can continue later.

Each line ends with a checksum over it and over the first line, so that what was changed, damaged or put in from another
run is found before anything is made of it. It is not a signature: who rewrites a whole file can write anything
within the bounds that hold for all that is read.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, NoReturn

from rulewright.core.writing import named
from rulewright.play.jobs.codec import Malformed, from_plain
from rulewright.play.jobs.shards import (
    LARGEST_CHUNK,
    MOST_NUMBERS,
    MOST_SHARDS,
    KeptChunk,
    RunHeading,
    Shard,
    ShardRefused,
)

_FORMAT = 2
_KIND = "rulewright run"
_BEGINS = re.compile(rb'\{"kind":"rulewright run","format_version":(\d{1,6}),')
_KIND_BEFORE = b'{"kind": "rulewright part"'
_SUM_SIZE = 32
_BEFORE_SUM, _BEHIND_SUM = b', "checksum": "', b'"}'
_SEALED = len(_BEFORE_SUM) + _SUM_SIZE + len(_BEHIND_SUM)
_LONGEST_LINE = 2 << 20


class Checkpoint:
    """A run's file that is appended to, each chunk as soon as it is known."""

    def __init__(self, file: IO[bytes], path: Path, first: bytes) -> None:
        self._file, self._path, self._first = file, path, first

    def keep(self, number: int, found: Any, seconds: float) -> None:
        """Write the results of a chunk, as plain data. Raises OSError with the file's name."""
        line = _sealed({"chunk": number, "seconds": round(seconds, 3), "found": found}, self._first)
        with named(self._path):
            self._file.write(line)
            self._file.flush()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *_: object) -> None:
        with named(self._path):
            self._file.close()


def begin_checkpoint(path: Path, heading: RunHeading, known: Mapping[int, KeptChunk] | None = None) -> Checkpoint:
    """Write a file that holds the chunks known so far, and return it open for appending.

    An existing file is replaced, wholly or not at all. Raises OSError with the file's name.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}")
    first = _sealed({"kind": _KIND, "format_version": _FORMAT, **asdict(heading)}, b"")
    with named(path):
        file = part.open("wb")
        checkpoint = Checkpoint(file, path, first)
        try:
            file.write(first)
            for number, each in sorted((known or {}).items()):
                checkpoint.keep(number, each.found, each.seconds)
            file.flush()
            os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            with closing(file):
                raise
    return checkpoint


def holds_nothing(path: Path) -> bool:
    """Whether a file is empty, as when its run was stopped before it was known what it plays."""
    return path.is_file() and not path.stat().st_size


def read_checkpoint(path: Path) -> Shard:
    """Read a shard from its file, without an incomplete last line. Raises ShardRefused or OSError.

    ShardRefused is raised if the file is corrupt or not a shard.
    """
    chunks: dict[int, KeptChunk] = {}
    with path.open("rb") as file:
        lines = _lines(file, path)
        first = next(lines, b"")
        heading = _heading(path, first)
        for at, line in enumerate(lines, 2):
            if not _is_sealed(line, first):
                _refuse(path, at, "this line is corrupt; remove it, and continue with --resume")
            number, kept = _chunk(path, at, _json(line))
            if number not in heading.own:
                _refuse(path, at, "this chunk belongs to another shard; remove the line, and continue with --resume")
            if number in chunks:
                _refuse(path, at, f"chunk {number} appears twice; remove one of its lines")
            chunks[number] = kept
    return Shard(str(path), heading, chunks)


def _lines(file: IO[bytes], path: Path) -> Iterator[bytes]:
    """Yield the complete lines of a file."""
    at = 0
    while line := file.readline(_LONGEST_LINE + 1):
        at += 1
        if len(line) > _LONGEST_LINE:
            _refuse(path, at, f"this line is longer than {_LONGEST_LINE} bytes, so no run wrote it")
        if not line.endswith(b"\n"):
            return
        yield line


def _sealed(data: Mapping[str, Any], first: bytes) -> bytes:
    """Return a line of JSON with its checksum."""
    content = json.dumps(data, separators=(",", ":")).encode()[:-1]
    return content + _BEFORE_SUM + _sum(content, first) + _BEHIND_SUM + b"\n"


def _is_sealed(line: bytes, first: bytes) -> bool:
    content, seal = line[: -_SEALED - 1], line[-_SEALED - 1 : -1]
    return seal == _BEFORE_SUM + _sum(content, first) + _BEHIND_SUM


def _sum(content: bytes, first: bytes) -> bytes:
    return hashlib.sha256(first + content).hexdigest()[:_SUM_SIZE].encode()


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _chunk(path: Path, at: int, data: Any) -> tuple[int, KeptChunk]:
    try:
        return from_plain(int, data["chunk"]), KeptChunk(data["found"], from_plain(float, data["seconds"]))
    except (KeyError, TypeError, Malformed):
        _refuse(path, at, "this is not a chunk; remove the line, and continue with --resume")


def _heading(path: Path, line: bytes) -> RunHeading:
    """Return the heading of a shard's file within bounds: nothing computed from it may be large.

    Raises ShardRefused if the line is not such a heading.
    """
    if line.startswith(_KIND_BEFORE):
        raise ShardRefused(f"{path} was written by an earlier build of rulewright; play this shard again")
    begins = _BEGINS.match(line)
    if begins is None:
        raise ShardRefused(f"{path} is not a shard of a run; --shard K/N --out FILE writes one")
    if int(begins[1]) != _FORMAT:
        raise ShardRefused(f"{path} was written by another version of rulewright; play this shard again")
    if not _is_sealed(line, b""):
        _refuse(path, 1, "this line is corrupt; play this shard again")
    data = _json(line)
    try:
        number, of = from_plain(tuple[int, int], data["share"])
        heading = RunHeading(
            from_plain(str, data["of"]), from_plain(int, data["count"]), from_plain(int, data["size"]),
            from_plain(dict[str, Any], data["run"]), (number, of), from_plain(dict[str, Any], data["told"]),
        )  # fmt: skip
    except (KeyError, TypeError, Malformed):
        heading = RunHeading("", 0, 0, {})
    if (
        not (1 <= heading.count <= MOST_NUMBERS and 1 <= heading.size <= LARGEST_CHUNK)
        or not 1 <= heading.share[0] <= heading.share[1] <= MOST_SHARDS
        or heading.told.get("counted") not in ("games", "pairs", "matches")
    ):
        _refuse(path, 1, "this line does not state what was played; play this shard again")
    return heading


def _refuse(path: Path, at: int, why: str) -> NoReturn:
    raise ShardRefused(f"{path}:{at}: {why}")
