"""Runs on file: what a share of a run has played, chunk by chunk, and the shares of several machines put together.

A file has a line of JSON for what is played and one for each chunk as it ends, so that who is stopped half-way goes on
later. What the chunks hold is not known here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Any

from rulewright.play.processes import chunks_of

_FORMAT = 2
_KIND = "rulewright part"


class PartRefused(ValueError):  # noqa: N818 - the caller's fault, said as a sentence
    """A file is no part of a run, or does not fit the others."""


@dataclass(frozen=True, slots=True)
class RunHeading:
    """What a run plays: `of` which verb, `count` games or pairs in chunks of `size`, and everything that decides them.

    `run` must be the same for files to be put together; `share` says which of them this is, (1, 1) for a whole run;
    `told` is what reports show beside, such as titles, and decides nothing.
    """

    of: str
    count: int
    size: int
    run: dict[str, Any]
    share: tuple[int, int] = (1, 1)
    told: dict[str, Any] = field(default_factory=dict)

    def chunks(self) -> dict[int, range]:
        """The chunks of this share by their numbers: every nth one, so that shares of any length begin alike."""
        number, of = self.share
        return {at: each for at, each in enumerate(chunks_of(self.count, self.size)) if at % of == number - 1}


@dataclass(frozen=True, slots=True)
class RunPart:
    """A file of a run: its name, what it says it plays, and what came of each chunk it has."""

    name: str
    heading: RunHeading
    chunks: dict[int, Any]


def engine() -> str:
    """The version of rulewright that plays, as it is installed."""
    try:
        return version("rulewright")
    except PackageNotFoundError:
        return "not installed"


class Keeper:
    """Writes what comes of chunks to a file, each as soon as it is known."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def keep(self, number: int, found: Any) -> None:
        self._file.write(json.dumps({"chunk": number, "found": found}) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def begin_part(path: Path, heading: RunHeading, known: Mapping[int, Any] | None = None) -> Keeper:
    """A file that holds what is known so far, to be written on; one that was there is replaced, wholly or not."""
    being_written = path.with_name(f".{path.name}.{os.getpid()}")
    file = being_written.open("w", encoding="utf-8")
    file.write(json.dumps({"kind": _KIND, "format_version": _FORMAT, **asdict(heading)}) + "\n")
    keeper = Keeper(file)
    for number, found in sorted((known or {}).items()):
        keeper.keep(number, found)
    os.replace(being_written, path)
    return keeper


def known_of(part: RunPart, heading: RunHeading) -> dict[int, Any]:
    """The chunks of a file that a run, perhaps a longer one, need not play again. Raises PartRefused."""
    _refuse_other(part, heading, "what is asked for now")
    if part.heading.share != heading.share:
        raise PartRefused(f"{part.name} holds share {_share(part.heading)}, not {_share(heading)}")
    had, wanted = part.heading.chunks(), heading.chunks()
    return {number: found for number, found in part.chunks.items() if had.get(number) == wanted.get(number, range(0))}


def read_part(path: Path) -> RunPart:
    """A part from its file; a last line that was not written to its end is left out. Raises PartRefused, OSError."""
    lines = path.read_bytes().split(b"\n")
    heading = _heading(str(path), _json(lines[0]))
    own, chunks = heading.chunks(), dict[int, Any]()
    for at, line in enumerate(lines[1:-1], 2):
        each = _json(line)
        number = each.get("chunk") if isinstance(each, dict) else None
        if not isinstance(each, dict) or type(number) is not int or number not in own or "found" not in each:
            raise PartRefused(f"{path}:{at}: this is no chunk of its share; remove the line, and go on with --resume")
        if number in chunks:
            raise PartRefused(f"{path}:{at}: chunk {number} stands there twice; remove one line")
        chunks[number] = each["found"]
    return RunPart(str(path), heading, chunks)


def joined(parts: Sequence[RunPart], *, so_far: bool = False) -> tuple[RunHeading, list[Any]]:
    """What all parts have played together, in order, under the heading of the whole run.

    Raises PartRefused where they are not of one run, where two hold the same chunk, or where one is missing; with
    `so_far` all before the first that is missing counts, and nothing behind it: who is slow must not choose the sample.
    """
    first = parts[0]
    holders: dict[int, RunPart] = {}
    for part in parts:
        _refuse_other(part, first.heading, first.name)
        if part.heading.count != first.heading.count:
            counts = f"{part.heading.count} and {first.heading.count}"
            raise PartRefused(f"{part.name} and {first.name} are of runs of {counts}; give all the same --games")
        for number in part.chunks:
            if number in holders:
                both = f"{holders[number].name} and {part.name}"
                raise PartRefused(f"{_numbers(first.heading, [number])} stand in both {both}: each may count only once")
            holders[number] = part
    missing = [number for number in range(len(chunks_of(first.heading.count, first.heading.size)))
               if number not in holders]  # fmt: skip
    if missing and not so_far:
        raise PartRefused(_lacking(first.heading, missing, {part.heading.share for part in parts}))
    whole = replace(first.heading, share=(1, 1))
    end = missing[0] if missing else len(holders)
    return whole, [holders[number].chunks[number] for number in range(end)]


def _lacking(heading: RunHeading, missing: list[int], shares: Iterable[tuple[int, int]]) -> str:
    ns = {of for _, of in shares}
    told = f"{_numbers(heading, missing)} are missing"
    if len(ns) == 1 and (of := ns.pop()) > 1:
        listed = sorted({number % of + 1 for number in missing})
        told += f", of share {', '.join(f'{each}/{of}' for each in listed)}"
    return f"{told}; play on with --resume, or count only what comes before with --so-far"


def _numbers(heading: RunHeading, chunks: Sequence[int]) -> str:
    """The games or pairs of some chunks, from 1: `26 to 50 and 76 to 100`."""
    spans: list[tuple[int, int]] = []
    for number in chunks:
        low, high = number * heading.size + 1, min((number + 1) * heading.size, heading.count)
        if spans and spans[-1][1] + 1 == low:
            spans[-1] = (spans[-1][0], high)
        else:
            spans.append((low, high))
    shown = [f"{low} to {high}" for low, high in spans[:3]]
    more = [f"{len(spans) - 3} more stretches"] if len(spans) > 3 else []
    return f"{heading.told.get('counted', 'games')} {' and '.join([*shown, *more])}"


def _refuse_other(part: RunPart, heading: RunHeading, name: str) -> None:
    if part.heading.of != heading.of or part.heading.size != heading.size:
        raise PartRefused(f"{part.name} is of rulewright {part.heading.of}, {name} of rulewright {heading.of}")
    one, other = _flat(part.heading.run), _flat(heading.run)
    for key in dict.fromkeys((*one, *other)):
        if one.get(key) != other.get(key):
            values = f"{json.dumps(one.get(key))} and {json.dumps(other.get(key))}"
            raise PartRefused(f"{part.name} and {name} are not of one run: '{key}' is {values}")


def _flat(run: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in run.items():
        found |= _flat(value, f"{before}{key}.") if isinstance(value, Mapping) else {f"{before}{key}": value}
    return found


def _share(heading: RunHeading) -> str:
    return f"{heading.share[0]}/{heading.share[1]}"


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _heading(name: str, data: Any) -> RunHeading:
    if not isinstance(data, dict) or data.get("kind") != _KIND:
        raise PartRefused(f"{name} is no part of a run; --shard K/N --out FILE writes one")
    if data.get("format_version") != _FORMAT:
        raise PartRefused(f"{name} was written by another version of rulewright; play its share again")
    wrong = PartRefused(f"{name}:1: this line does not say what was played; play its share again")
    try:
        number, of = data["share"]
        heading = RunHeading(data["of"], data["count"], data["size"], data["run"], (number, of), data["told"])
    except (KeyError, TypeError, ValueError):
        raise wrong from None
    counts: tuple[Any, ...] = (heading.count, heading.size, number, of)
    if not all(type(each) is int and each > 0 for each in counts) or number > of:
        raise wrong
    if not all(isinstance(each, dict) for each in (data["run"], data["told"])) or not isinstance(data["of"], str):
        raise wrong
    return heading
