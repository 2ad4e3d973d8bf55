"""Scenario files shared out to several processes, with the results that one process has, in the same order.

A process compiles a game when a scenario plays it, so files that play the same games go to the same one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from rulewright.play.jobs.processes_here import can_fork
from rulewright.play.jobs.worker_pool import worker_pool
from rulewright.play.scenarios.files import files_of_scenarios
from rulewright.play.scenarios.runner import ScenarioRunner
from rulewright.play.scenarios.runs import TrialsFound, joined, run_files

FEWEST = 4
"""Files that are worth a second process."""
_MOST_AT_ONCE = 6
_GAME = re.compile(rb"(?:modules: *\[[^]]*\]|variant: *\w+|match: *[\w-]+)")


class _Of(NamedTuple):
    """The result of one file, by its number."""

    number: int
    found: TrialsFound


def run_shared(
    paths: Iterable[Path], jobs: int, progress: Callable[[int, int], None] = lambda _, __: None
) -> TrialsFound:
    """Run files in up to `jobs` processes, explained and without coverage. Same result as `run_files`.

    `progress` receives (files done, files in total).
    """
    files = [file for path in paths for file in files_of_scenarios(path)]
    order, chunks, jobs = dealt(files, jobs)
    of_files: dict[int, TrialsFound] = {}
    with worker_pool(dict[str, ScenarioRunner], partial(_run, files, order), jobs, fork=can_fork()) as run:
        for some in run(chunks):
            of_files |= {each.number: each.found for each in some}
            progress(len(of_files), len(files))
    return joined(of_files[number] for number in range(len(files)))


def dealt(files: Sequence[Path], jobs: int) -> tuple[list[int], list[range], int]:
    """Return (file numbers, chunks, jobs): an order with files of equal games together, ranges of it, processes."""
    games = [_games_of(file) for file in files]
    order = sorted(range(len(files)), key=lambda number: (games[number], number))
    jobs = max(1, min(jobs, len(files))) if len(files) >= FEWEST else 1
    return order, _chunks([games[number] for number in order], _MOST_AT_ONCE if jobs > 1 else 1), jobs


def _run(files: list[Path], order: list[int], runners: dict[str, ScenarioRunner], places: range) -> list[_Of]:
    """Run some files, and return their results. Of the source lines only those that messages point at are kept."""
    found = []
    for number in (order[place] for place in places):
        results, diagnostics, lines = run_files([files[number]], runners, explains=True)
        failures = (each.failure for each in results if each.failure is not None)
        spans = [each.span for failure in failures for each in (failure, *failure.more)]
        spans += (each.span for each in diagnostics)
        shown = {place: lines[place] for each in spans if (place := (each.file, each.line)) in lines}
        found.append(_Of(number, (results, diagnostics, shown)))
    return found


def _chunks(games: list[bytes], most: int) -> list[range]:
    """Return ranges of neighbours that play the same games, at most `most` each, the longest first."""
    chunks = []
    for _, places in groupby(range(len(games)), key=lambda place: games[place]):
        stretch = list(places)
        chunks += [range(at, min(at + most, stretch[-1] + 1)) for at in range(stretch[0], stretch[-1] + 1, most)]
    return sorted(chunks, key=lambda chunk: (-len(chunk), chunk.start))


def _games_of(file: Path) -> bytes:
    """Return the modules and variants that a file's scenarios name, enough to tell which files go together."""
    try:
        return b" ".join(sorted(set(_GAME.findall(file.read_bytes()))))
    except OSError:
        return b""
