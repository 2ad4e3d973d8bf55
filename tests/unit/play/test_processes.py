"""Processes that are killed half-way: their chunk is played again, or named."""

from __future__ import annotations

import os
import random
import signal
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.model.game import Game
from rulewright.pipeline import load_game
from rulewright.play import processes
from rulewright.play.processes import ProcessLost, chunks_of, players
from rulewright.play.simulate import Chunk, Series, SeriesReport, Used, play_one, play_series, seed_of, simulate

PEBBLES = Path(__file__).parents[1] / "cli" / "pebbles"
LOAD = partial(load_game, PEBBLES)


@pytest.mark.parametrize("seed", [5])
def test_a_worker_that_is_killed_loses_no_game(seed: int) -> None:
    assert killed_while_playing(games=150, kills=2, seed=seed).digest == simulate(LOAD, series_of(150)).digest


@pytest.mark.slow
def test_fifty_kills_leave_the_digest_as_it_is(tmp_path: Path) -> None:
    series = series_of(50 * processes.CHUNK)
    killed, _ = play_series(LOAD, partial(_dies_once, tmp_path, series), series, 2, None)
    assert len(list(tmp_path.iterdir())) == 50
    assert killed.digest == simulate(LOAD, series).digest


def test_a_chunk_that_ends_every_process_is_named() -> None:
    with players(int, _deadly_together, 2) as play, pytest.raises(ProcessLost, match=r"on 26 to 50 was .*signal 9"):
        list(play(chunks_of(100)))
    assert not active_children()


def test_the_number_that_ends_every_process_is_found() -> None:
    with players(int, _deadly, 2) as play, pytest.raises(ProcessLost, match=r"worked on 32 was ended.*signal 9"):
        list(play(chunks_of(100)))
    assert not active_children()


def test_the_game_that_ends_every_process_is_told_with_its_seed() -> None:
    with pytest.raises(ProcessLost, match=rf"game 32 \(seed {seed_of(4, 31)}\) was ended, at last by signal 9"):
        play_series(LOAD, _deadly_game, series_of(100), 2, None)


def test_what_goes_wrong_there_is_raised_here() -> None:
    with players(int, _wrong, 2) as play, pytest.raises(ZeroDivisionError):
        list(play(chunks_of(100)))
    assert not active_children()


def test_who_stops_listening_leaves_no_process_behind() -> None:
    with players(int, _plain, 2) as play:
        assert next(iter(play(chunks_of(100)))) in (0, 25)
    assert not active_children()


def test_the_command_line_says_which_games_were_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(processes, "_send", _send_and_kill)
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

    report = simulate(LOAD, series_of(games), jobs=2, progress=kill_one)
    assert left == 0
    return report


def _send_and_kill(pipe: object, chunk: range, send: object = processes._send) -> bool:
    assert callable(send)
    sent = bool(send(pipe, chunk))
    if chunk.start == 0:
        for process in active_children():
            os.kill(process.pid or 0, signal.SIGKILL)
    return sent


def _dies_once(folder: Path, series: Series, game: Game, numbers: range) -> Chunk[None]:
    """A chunk whose first process is killed after half of it."""
    used: Used = {}
    half = [play_one(game, series, number, used) for number in numbers[: len(numbers) // 2]]
    try:
        (folder / str(numbers.start)).touch(exist_ok=False)
    except FileExistsError:
        rest = [play_one(game, series, number, used) for number in numbers[len(half) :]]
        return [*half, *rest], used, None
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("not reached")


def _plain(_: int, numbers: range) -> int:
    return numbers.start


def _wrong(_: int, numbers: range) -> int:
    return 1 // (numbers.start - 25)


def _deadly(_: int, numbers: range) -> int:
    if 31 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers.start


def _deadly_game(game: Game, numbers: range) -> Chunk[None]:
    _deadly(0, numbers)
    return [play_one(game, series_of(100), number, {}) for number in numbers], {}, None


def _deadly_together(_: int, numbers: range) -> int:
    if numbers == range(25, 50):
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers.start
