"""Figures of ours alone: copying a state, and whole processes from start to end."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import timeit
from pathlib import Path

from tests.benchmarks.pairs import IMPORTED, ROOT

LOAD = "import rulewright; rulewright.load_game({ruleset!r})"
HELP = "import sys; sys.argv = ['rulewright', '--help']; from rulewright.cli import main; main()"


def clone_microseconds(repeats: int) -> float:
    """The median time to copy a state from the middle of a game."""
    import rulewright
    from tests.benchmarks.ours import middle_state

    _, state = middle_state()
    times = timeit.repeat(lambda: rulewright.clone(state), number=1000, repeat=repeats)
    return statistics.median(times) * 1000


def cold_load_seconds(ruleset: str, runs: int) -> float:
    """The median of processes that load a ruleset with an empty cache."""

    def once() -> float:
        with tempfile.TemporaryDirectory() as cache:
            return _process_seconds(LOAD.format(ruleset=ruleset), Path(cache))

    return statistics.median(once() for _ in range(runs))


def cached_load_seconds(ruleset: str, runs: int) -> float:
    """The median of processes that load a ruleset which has been loaded before."""
    with tempfile.TemporaryDirectory() as cache:
        _process_seconds(LOAD.format(ruleset=ruleset), Path(cache))
        return statistics.median(_process_seconds(LOAD.format(ruleset=ruleset), Path(cache)) for _ in range(runs))


def help_seconds(runs: int) -> float:
    """The median of processes that print the command's help."""
    return statistics.median(_process_seconds(HELP) for _ in range(runs))


def bare_seconds(runs: int) -> float:
    """The median of processes in which Python does nothing, a part of all the others."""
    return statistics.median(_process_seconds("pass") for _ in range(runs))


def _process_seconds(code: str, cache: Path | None = None) -> float:
    environment = {**os.environ, "PYTHONPATH": IMPORTED}
    if cache is not None:
        environment["XDG_CACHE_HOME"] = str(cache)
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start
