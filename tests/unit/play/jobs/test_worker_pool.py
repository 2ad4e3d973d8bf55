"""Processes that are killed half-way: their chunk is played again, or named."""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.core.pipeline import RulesetError, shipped_root
from rulewright.lab.comparing.compare import CompareJob
from rulewright.native.loading import load_game
from rulewright.play.jobs import worker_pool as pool
from rulewright.play.jobs.job import Job
from rulewright.play.jobs.running import played
from rulewright.play.jobs.worker_pool import ProcessLost, chunks_of, staying_pool, worker_pool
from rulewright.play.series.simulate import GamesChunk, Series, SeriesJob, SeriesReport, seed_of
from rulewright.play.series.simulate_matches import MatchJob

PEBBLES = Path(__file__).parents[2] / "cli" / "pebbles"
LOAD = partial(load_game, PEBBLES)


@pytest.mark.parametrize("seed", [5])
def test_a_worker_that_is_killed_loses_no_game(seed: int) -> None:
    whole = played(SeriesJob(series_of(150), (LOAD,))).merged
    assert killed_while_playing(games=150, kills=2, seed=seed).digest == whole.digest


@pytest.mark.slow
def test_fifty_kills_leave_the_digest_as_it_is(tmp_path: Path) -> None:
    series = series_of(50 * pool.CHUNK)
    killed = played(DiesOnce(series, (LOAD,), tmp_path), jobs=2)
    assert len(list(tmp_path.iterdir())) == 50
    assert killed.merged.digest == played(SeriesJob(series, (LOAD,))).merged.digest


@pytest.mark.parametrize(("job", "one", "several"), [
    (SeriesJob, "game 1 ", "games 1 to 3 "), (CompareJob, "pair 1 ", "pairs 1 to 3 "),
    (MatchJob, "match 1 ", "matches 1 to 3 "),
])  # fmt: skip
def test_what_is_lost_is_told_in_the_words_of_the_job(job: type[Job[Any, Any, Any]], one: str, several: str) -> None:
    for chunk, words in ((range(1), one), (range(3), several)):
        lost = ProcessLost(chunk, "by signal 9").told_of(job.counts_one, job.counted, lambda number: number)
        assert f"each process that worked on {words}" in str(lost)


@pytest.mark.slow
def test_a_chunk_that_ends_every_process_is_named() -> None:
    with worker_pool(int, _deadly_together, 2) as play, pytest.raises(ProcessLost, match=r"on 26 to 50 was .*signal 9"):
        list(play(chunks_of(100)))
    assert not active_children()


@pytest.mark.slow
def test_the_number_that_ends_every_process_is_found() -> None:
    with worker_pool(int, _deadly, 2) as play, pytest.raises(ProcessLost, match=r"worked on 32 was ended.*signal 9"):
        list(play(chunks_of(100)))
    assert not active_children()


@pytest.mark.slow
def test_the_game_that_ends_every_process_is_told_with_its_seed() -> None:
    with pytest.raises(ProcessLost, match=rf"game 32 \(seed {seed_of(4, 31)}\) was ended, at last by signal 9"):
        played(DeadlyGame(series_of(100), (LOAD,)), jobs=2)


def test_what_goes_wrong_there_is_raised_here() -> None:
    with worker_pool(int, _wrong, 2) as play, pytest.raises(ZeroDivisionError):
        list(play(chunks_of(100)))
    assert not active_children()


def test_what_is_wrong_with_a_ruleset_that_a_process_loads_is_said_here(tmp_path: Path) -> None:
    root = tmp_path / "gulls"
    shutil.copytree(shipped_root() / "tutorial", root)
    (root / "base" / "more.yaml").write_text("kind: content\nnothing: here\n", "utf-8")
    with pytest.raises(RulesetError) as told:
        played(SeriesJob(series_of(50), (partial(load_game, str(root)),)), jobs=2)
    assert [each.code for each in told.value.diagnostics] == ["unknown-key"]


@pytest.mark.slow
def test_who_stops_listening_leaves_no_process_behind() -> None:
    with worker_pool(int, _plain, 2) as play:
        assert next(iter(play(chunks_of(100)))) in (0, 25)
    assert not active_children()


def test_processes_that_stay_play_one_piece_of_work_after_another_also_if_one_is_killed() -> None:
    with staying_pool(os.getpid, 2) as play:
        first = dict(play(_with_process, chunks_of(200)))
        assert sorted(first) == [0, 25, 50, 75, 100, 125, 150, 175]
        assert {*play(_doubled, chunks_of(100))} == {0, 50, 100, 150}
        os.kill(next(iter(first.values())), signal.SIGKILL)
        again = dict(play(_with_process, chunks_of(200)))
        assert sorted(again) == sorted(first)
        assert len({*first.values(), *again.values()}) <= 3, "one more for the one that was killed"
        with pytest.raises(ZeroDivisionError):
            list(play(_wrong, chunks_of(100)))
        assert next(play(_with_process, chunks_of(100)))[0] in (0, 25)
        assert sorted(dict(play(_with_process, chunks_of(100)))) == [0, 25, 50, 75], "nothing of what was left"
    assert not active_children()


def test_the_command_line_says_which_games_were_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pool, "_send", _send_and_kill)
    assert run(["simulate", str(PEBBLES), "--games", "60", "--seed", "4", "--jobs", "2"]) == 3
    told = f"process that worked on game 1 (seed {seed_of(4, 0)}) was ended, at last by signal 9"
    assert told in capsys.readouterr().err


def series_of(games: int) -> Series:
    return Series(games=games, seats=2, seed=4)


def killed_while_playing(games: int, kills: int, seed: int) -> SeriesReport:
    """A series on two processes, one of which is killed after a chunk now and then; which one, and when, by lot."""
    rng, left = random.Random(seed), kills

    def kill_one(_: int) -> None:
        nonlocal left
        others = active_children()
        if left and others:
            left -= 1
            os.kill(rng.choice(others).pid or 0, signal.SIGKILL)

    report = played(SeriesJob(series_of(games), (LOAD,)), jobs=2, progress=kill_one).merged
    assert left == 0
    return report


def _send_and_kill(pipe: object, chunk: range, send: object = pool._send) -> bool:
    assert callable(send)
    sent = bool(send(pipe, chunk))
    if chunk.start == 0:
        for process in active_children():
            os.kill(process.pid or 0, signal.SIGKILL)
    return sent


@dataclass(frozen=True, slots=True)
class DiesOnce(SeriesJob):
    """Each chunk's first process is killed after half of it."""

    folder: Path = Path()

    def play(self, tools: Callable[[range], GamesChunk], numbers: range) -> GamesChunk:
        tools(numbers[: len(numbers) // 2])
        try:
            (self.folder / str(numbers.start)).touch(exist_ok=False)
        except FileExistsError:
            return tools(numbers)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("not reached")


@dataclass(frozen=True, slots=True)
class DeadlyGame(SeriesJob):
    """Game 32 ends every process that plays it."""

    def play(self, tools: Callable[[range], GamesChunk], numbers: range) -> GamesChunk:
        _deadly(0, numbers)
        return tools(numbers)


def _plain(_: int, numbers: range) -> int:
    return numbers.start


def _with_process(process: int, numbers: range) -> tuple[int, int]:
    return numbers.start, process


def _doubled(_: int, numbers: range) -> int:
    return 2 * numbers.start


def _wrong(_: int, numbers: range) -> int:
    return 1 // (numbers.start - 25)


def _deadly(_: int, numbers: range) -> int:
    if 31 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers.start


def _deadly_together(_: int, numbers: range) -> int:
    if numbers == range(25, 50):
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers.start
