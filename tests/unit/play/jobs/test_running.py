"""A run of any kind: merged in order, in shards, gone on with, ended as soon as that is enough."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rulewright.play.jobs.checkpoint import begin_checkpoint, read_checkpoint
from rulewright.play.jobs.codec import to_plain
from rulewright.play.jobs.job import Job, Play
from rulewright.play.jobs.running import JobRun, played
from rulewright.play.jobs.shards import RunHeading, Shard, ShardNumber, ShardRefused, known_of, merged


@dataclass
class Rolled:
    """All rolls so far, until they come to a sum."""

    enough: int
    rolls: list[int] = field(default_factory=list)

    def take(self, found: tuple[int, ...]) -> bool:
        self.rolls += found
        return sum(self.rolls) >= self.enough


@dataclass(frozen=True)
class Dice(Job[int, tuple[int, ...], Rolled]):
    """The whole of what a new kind of run has to say."""

    count: int = 50
    size: int = 7
    enough: int = 10**6
    kind = "dice"
    found = tuple[int, ...]
    policies = ()

    def load(self) -> int:
        return 6

    def play(self, tools: int, numbers: range) -> tuple[int, ...]:
        return tuple(random.Random(number).randint(1, tools) for number in numbers)

    def seed(self, number: int) -> int:
        return number

    def merge(self) -> Rolled:
        return Rolled(self.enough)

    def fits(self, found: tuple[int, ...], numbers: range) -> bool:
        return len(found) == len(numbers) and all(1 <= each <= 6 for each in found)


@contextmanager
def backwards(job: Job[Any, Any, Any], jobs: int) -> Iterator[Play]:
    """An executor that ends the last chunk first."""

    def play(chunks: Iterable[range]) -> Iterator[tuple[range, Any]]:
        for chunk in reversed(list(chunks)):
            yield chunk, job.play(job.load(), chunk)

    yield play


def kept(path: Path, job: Dice, share: ShardNumber | None = None, most: int = 99) -> JobRun[Any, Rolled]:
    """A run whose file gets so many chunks at the most, those that are there already among them."""
    heading = RunHeading(job.kind, job.count, job.size, {"enough": job.enough}, share or (1, 1), {"counted": "games"})
    known = known_of(read_checkpoint(path), heading) if path.exists() else {}
    run = JobRun(job, share)
    with begin_checkpoint(path, heading, known) as checkpoint:
        for number, each in known.items():
            run.add(number, job.read(each.found, heading.chunk(number)), each.seconds)

        def keep(number: int, found: Any, seconds: float) -> None:
            nonlocal most
            most -= 1
            if most < 0:
                raise KeyboardInterrupt
            checkpoint.keep(number, to_plain(found), seconds)

        try:
            run.go_on(keep=keep)
        except KeyboardInterrupt:
            pass
    return run


def test_chunks_are_merged_in_their_order_whoever_ends_first() -> None:
    run = JobRun(Dice())
    run.go_on(executor=backwards)
    assert run.merged.rolls == played(Dice()).merged.rolls
    assert len(run.merged.rolls) == run.played == 50


def test_what_is_played_beyond_enough_is_dropped() -> None:
    one, two = JobRun(Dice(enough=40)), JobRun(Dice(enough=40))
    one.go_on()
    two.go_on(executor=backwards)
    assert one.merged.rolls == two.merged.rolls
    assert sum(one.merged.rolls[:-7]) < 40 <= sum(one.merged.rolls)


def test_a_run_that_was_stopped_goes_on_and_plays_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "run"
    kept(path, Dice(), most=3)
    first = read_checkpoint(path).chunks
    assert len(first) == 3
    assert kept(path, Dice()).merged.rolls == played(Dice()).merged.rolls
    assert {number: read_checkpoint(path).chunks[number] for number in first} == first


def test_a_longer_run_plays_a_chunk_anew_that_was_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "run"
    kept(path, Dice(count=24))
    assert kept(path, Dice(count=60)).merged.rolls == played(Dice(count=60)).merged.rolls


@pytest.mark.parametrize("of", [1, 2, 3, 11])
def test_shards_come_to_the_whole_run(tmp_path: Path, of: int) -> None:
    job, paths = Dice(), [tmp_path / str(number) for number in range(of)]
    for number, path in enumerate(paths, 1):
        assert not kept(path, job, (number, of)).merged.rolls
    heading, chunks = merged([read_checkpoint(path) for path in paths])
    whole = JobRun(job)
    for number, each in enumerate(chunks):
        whole.add(number, job.read(each.found, heading.chunk(number)), each.seconds)
    assert whole.merged.rolls == played(job).merged.rolls
    if of > 1:
        with pytest.raises(ShardRefused, match=r"games 1 to 7.* are missing"):
            merged([read_checkpoint(path) for path in paths[1:]])


def test_what_no_chunk_comes_to_is_refused() -> None:
    for data in ([7, 1], [1], "11", [1, 1, 1], [True, 1], [1.0, 1]):
        with pytest.raises(ShardRefused):
            Dice().read(data, range(2))
    assert Dice().read([1, 6], range(2)) == (1, 6)


@pytest.mark.parametrize(
    ("policies", "told"), [(["a"], "'policies' is"), (["a", "b"], "they were played in chunks of 3 and 2")]
)
def test_what_another_run_of_the_same_verb_differs_in_is_told(policies: list[str], told: str) -> None:
    shard = Shard("other.json", RunHeading("ladder", 12, 3, {"policies": policies}), {})
    with pytest.raises(ShardRefused, match=f"^other.json and the current run are not shards of one run: {told}"):
        known_of(shard, RunHeading("ladder", 12, 2, {"policies": ["a", "b"]}))
