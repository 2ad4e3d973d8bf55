"""Shards of a run: which chunks are whose, what a run says about itself on file, and shards of several machines merged.

What the chunks hold is not known here, nor how a file looks (`checkpoint.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any

MOST_NUMBERS = 20_000_000
MOST_SHARDS = 100_000
LARGEST_CHUNK = 1_000
ShardNumber = tuple[int, int]
"""Which shard this is, from 1, of how many; (1, 1) is a whole run."""


class ShardRefused(ValueError):  # noqa: N818 - the caller's fault, stated as a sentence
    """A file that is not a shard of a run, or does not fit the others."""


def cannot_be_read() -> ShardRefused:
    """Return the error for a chunk or first line that no run would write."""
    return ShardRefused("no run wrote this content; remove the file, and play this shard again")


@dataclass(frozen=True, slots=True)
class RunHeading:
    """The heading of a run: `of` which verb, `count` games or pairs in chunks of `size`, and all that decides them.

    `run` must be the same for shards to be merged; `share` is this shard's number among all; `told` is what reports
    show in addition, such as titles, and decides nothing.
    """

    of: str
    count: int
    size: int
    run: dict[str, Any]
    share: ShardNumber = (1, 1)
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def n_chunks(self) -> int:
        return -(-self.count // self.size)

    @property
    def own(self) -> range:
        """The numbers of this shard's chunks: every nth one, so that shards of any length begin alike."""
        number, of = self.share
        return range(number - 1, self.n_chunks, of)

    def chunk(self, number: int) -> range:
        """Return the numbers of the games or pairs of a chunk."""
        return range(number * self.size, min((number + 1) * self.size, self.count))

    def chunks(self) -> dict[int, range]:
        """Map the number of each chunk of this shard to the numbers of its games or pairs."""
        return {number: self.chunk(number) for number in self.own}


@dataclass(frozen=True, slots=True)
class KeptChunk:
    """The results of a chunk, as plain data, and how many seconds it took."""

    found: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a run on file: its name, what it says it plays, and the results of each chunk it has."""

    name: str
    heading: RunHeading
    chunks: Mapping[int, KeptChunk]


def engine() -> str:
    """Return the installed version of rulewright that plays."""
    try:
        return version("rulewright")
    except PackageNotFoundError:
        return "not installed"


def known_of(shard: Shard, heading: RunHeading) -> dict[int, KeptChunk]:
    """Return the chunks of a shard that a run, perhaps a longer one, need not play again. Raises ShardRefused."""
    _refuse_other(shard, heading, "the current run")
    if shard.heading.share != heading.share:
        raise ShardRefused(f"{shard.name} holds shard {_share(shard.heading)}, not {_share(heading)}")
    return {
        number: found
        for number, found in shard.chunks.items()
        if number in heading.own and shard.heading.chunk(number) == heading.chunk(number)
    }


def merged(shards: Sequence[Shard], *, so_far: bool = False) -> tuple[RunHeading, list[KeptChunk]]:
    """Return (heading, chunks) of the whole run, with the chunks of all shards in order.

    Raises ShardRefused if they are not of one run, if two hold the same chunk, or if one is missing; with
    `so_far` all before the first that is missing counts, and nothing after it: slowness must not choose the sample.
    """
    first = shards[0]
    holders: dict[int, Shard] = {}
    for shard in shards:
        _refuse_other(shard, first.heading, first.name)
        if shard.heading.count != first.heading.count:
            counts = f"{shard.heading.count} and {first.heading.count}"
            raise ShardRefused(
                f"{shard.name} and {first.name} are shards of runs of {counts}; use the same --games for all"
            )
        for number in shard.chunks:
            if number in holders:
                both = f"{holders[number].name} and {shard.name}"
                one = _numbers(first.heading, [range(number, number + 1)])
                raise ShardRefused(f"{one} are in both {both}; each can count only once")
            holders[number] = shard
    gaps = list(_gaps(sorted(holders), first.heading.n_chunks))
    if gaps and not so_far:
        raise ShardRefused(_lacking(first.heading, gaps, {shard.heading.share for shard in shards}))
    whole = replace(first.heading, share=(1, 1))
    end = gaps[0].start if gaps else len(holders)
    return whole, [holders[number].chunks[number] for number in range(end)]


def _gaps(held: Sequence[int], n_chunks: int) -> Iterator[range]:
    """Yield the stretches of chunks that no shard holds."""
    coming = 0
    for number in (*held, n_chunks):
        if number > coming:
            yield range(coming, number)
        coming = number + 1


def _lacking(heading: RunHeading, gaps: list[range], shares: set[ShardNumber]) -> str:
    ns = {of for _, of in shares}
    sentence = f"{_numbers(heading, gaps)} are missing"
    if len(ns) == 1 and (of := ns.pop()) > 1:
        listed = sorted({number % of + 1 for gap in gaps for number in gap[:of]})
        sentence += f", of shard {', '.join(f'{each}/{of}' for each in listed)}"
    return f"{sentence}; continue with --resume, or count only the games before them with --so-far"


def _numbers(heading: RunHeading, chunks: Sequence[range]) -> str:
    """Return the games or pairs of stretches of chunks, counted from 1, in words: `26 to 50 and 76 to 100`."""
    spans = [(heading.chunk(each.start).start + 1, heading.chunk(each.stop - 1).stop) for each in chunks]
    shown = [f"{low} to {high}" for low, high in spans[:3]]
    more = [f"{len(spans) - 3} more stretches"] if len(spans) > 3 else []
    return f"{heading.told.get('counted', 'games')} {' and '.join([*shown, *more])}"


def _refuse_other(shard: Shard, heading: RunHeading, name: str) -> None:
    if shard.heading.of != heading.of:
        raise ShardRefused(f"{shard.name} is of rulewright {shard.heading.of}, {name} of rulewright {heading.of}")
    one, other = _flat(shard.heading.run), _flat(heading.run)
    for key in dict.fromkeys((*one, *other)):
        if one.get(key) != other.get(key):
            values = f"{json.dumps(one.get(key))} and {json.dumps(other.get(key))}"
            raise ShardRefused(f"{shard.name} and {name} are not shards of one run: '{key}' is {values}")
    if shard.heading.size != heading.size:
        sizes = f"{shard.heading.size} and {heading.size}"
        raise ShardRefused(f"{shard.name} and {name} are not shards of one run: they were played in chunks of {sizes}")


def _flat(run: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in run.items():
        found |= _flat(value, f"{before}{key}.") if isinstance(value, Mapping) else {f"{before}{key}": value}
    return found


def _share(heading: RunHeading) -> str:
    return f"{heading.share[0]}/{heading.share[1]}"
