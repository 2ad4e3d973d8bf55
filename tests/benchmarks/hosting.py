"""Figures of the native back end alone: single steps, blocks, rollouts, threads, whole runs, compiling and loading."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import rulewright
from rulewright.core.model.game import Game
from rulewright.native.inside.host import Host
from tests.benchmarks.pairs import IMPORTED, ROOT, Ratio, median_ratio
from tests.benchmarks.tables import TABLES

STATES = 256
_RUN = "from rulewright.cli import main; main()"
_LOAD = "import rulewright; rulewright.load_game({ruleset!r}, backend={backend!r})"
_HOST = "import rulewright; rulewright.Host(rulewright.load_game({ruleset!r}, backend='native'))"


def game_of(table: str) -> Game:
    each = TABLES[table]
    return rulewright.load_game(each.ruleset, modules=each.modules, backend="native")


def _median(repeats: int, once: Callable[[], float]) -> float:
    return statistics.median(once() for _ in range(repeats))


def step_microseconds(repeats: int) -> float:
    """A step called from Python, the choosing of its option left out."""
    host, rng = Host(game_of("basic")), random.Random(1)

    def once() -> float:
        choices: list[tuple[int, int]] = []
        state = host.start(seats=4, seed=rng.randrange(1000))
        first = host.clone(state)
        while codes := host.options(state):
            choices.append((state, rng.choice(codes)))
            host.step(*choices[-1])
        host.copy(state, first)
        step, begun = host.step, time.process_time()
        for at, code in choices:
            step(at, code)
        spent = time.process_time() - begun
        host.release(state)
        host.release(first)
        return spent / len(choices) * 1e6

    return _median(20 * repeats, once)


def block_rate(repeats: int) -> float:
    """Steps a CPU second of 256 states, choices by numpy; games that end begin anew outside the time."""
    import numpy

    host, chance = Host(game_of("basic")), numpy.random.default_rng(1)
    block = host.block(STATES)
    choices, counts = numpy.asarray(block.choices), numpy.asarray(block.n_options)

    def once() -> float:
        block.start(range(STATES), seats=4)
        begun, steps = time.process_time(), 0
        for _ in range(200):
            choices[:] = chance.random(STATES) * counts
            steps += int(numpy.count_nonzero(counts))
            block.step()
        return steps / (time.process_time() - begun)

    return _median(repeats, once)


def _middle(host: Host) -> int:
    """A state from the middle of a random game."""
    rng, state, length = random.Random(1), host.start(seats=4, seed=1), 0
    kept = host.clone(state)
    (whole,) = host.playouts(state, [1])
    assert whole is not None
    while length < whole.decisions // 2:
        host.step(kept, rng.choice(host.options(kept)))
        length += 1
    return kept


def rollout_rate(repeats: int, *, summed: bool) -> float:
    """Random playouts a CPU second from the middle of a game, each told, or added up inside."""
    host = Host(game_of("basic"))
    state = _middle(host)

    def once() -> float:
        begun = time.process_time()
        if summed:
            host.summed_playouts(state, 4000, reseeded=True)
        else:
            host.playouts(state, range(4000), reseeded=True)
        return 4000 / (time.process_time() - begun)

    return _median(repeats, once)


def thread_ratio(repeats: int) -> Ratio:
    """How many times as much two threads play as one in the same time, by turns."""
    game = game_of("basic")
    hosts = [Host(game) for _ in range(2)]
    for host in hosts:
        host.games.prepare(host.start(seats=4, seed=1), ("random",), reseeds=True)

    def play(host: Host) -> None:
        host.games.summed(0, 4000, most=100_000)

    def once(playing: list[Host]) -> float:
        threads = [threading.Thread(target=play, args=(host,)) for host in playing]
        begun = time.perf_counter()
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        return 4000 * len(playing) / (time.perf_counter() - begun)

    return median_ratio([once(hosts) / once(hosts[:1]) for _ in range(repeats)])


def whole_run_seconds(games: int, *, jobs: int) -> float:
    """`rulewright simulate` from its start to its end, with its table."""
    command = [sys.executable, "-c", _RUN, "simulate", "skymines", "--games", str(games), "--jobs", str(jobs)]
    return _seconds(command)


def loading_seconds(runs: int) -> tuple[float, float, float, float]:
    """What the native back end adds to loading a ruleset: cold, and from the cache; and each without it."""
    times: list[list[float]] = [[], [], [], []]
    cold, cold_python, cached, cached_python = times
    for _ in range(runs):
        for found, again, code in (
            (cold_python, cached_python, _LOAD.format(ruleset="skymines", backend="python")),
            (cold, cached, _HOST.format(ruleset="skymines")),
        ):
            with tempfile.TemporaryDirectory() as cache:
                found.append(_seconds([sys.executable, "-c", code], Path(cache)))
                again.append(_seconds([sys.executable, "-c", code], Path(cache)))
    both = [statistics.median(each) for each in (cold, cold_python, cached, cached_python)]
    return both[0] - both[1], both[2] - both[3], both[1], both[3]


def _seconds(command: list[str], cache: Path | None = None) -> float:
    environment = {**os.environ, "PYTHONPATH": IMPORTED}
    if cache is not None:
        environment["XDG_CACHE_HOME"] = str(cache)
    begun = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun
