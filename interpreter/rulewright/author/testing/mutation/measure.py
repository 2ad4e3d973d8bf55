"""Measures scenarios: from their files to games set up for change, from mutants to verdicts, in one process or more."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rulewright.author.testing.mutation.mutants import Mutant
from rulewright.author.testing.mutation.stage import Stage, set_stage
from rulewright.author.testing.mutation.trial import MutantVerdict, MutationTrial
from rulewright.core.diagnostics import Diagnostic, Lines, sort_diagnostics
from rulewright.play.jobs.worker_pool import chunks_of, worker_pool
from rulewright.play.scenarios.files import files_of_scenarios
from rulewright.play.scenarios.runner import ScenarioRunner, WrittenScenario
from rulewright.play.scenarios.runs import lines_for, own_files, runner_of

CHUNK = 10


@dataclass(frozen=True, slots=True)
class Stages:
    """The games that scenarios play, what is wrong with the files, and their source lines.

    `own` is what the files of the packages and variants begin with that the scenarios are of, () with a ruleset's.
    """

    stages: tuple[Stage, ...]
    diagnostics: tuple[Diagnostic, ...]
    lines: Lines
    own: tuple[str, ...] = ()


def stages_of(paths: Iterable[Path], progress: Callable[[int, int], None]) -> Stages:
    """Return the stages of scenario files and folders. `progress` receives (scenarios ready, scenarios)."""
    runners: dict[str, ScenarioRunner] = {}
    games: dict[int, list[WrittenScenario]] = {}
    variants: dict[int, str] = {}
    found: list[Diagnostic] = []
    own: set[str] = set()
    lines: Lines = {}
    for file in (file for path in paths for file in files_of_scenarios(path)):
        runner = runner_of(file, runners, partial(ScenarioRunner, watches=False))
        if isinstance(runner, Diagnostic):
            found.append(runner)
            continue
        own.add(own_files(runner))
        written, faults = runner.written(file)
        found += faults
        lines |= lines_for(file, runner)
        for each in written:
            games.setdefault(id(each.built), []).append(each)
            variants[id(each.built)] = runner.variant.as_posix() if runner.variant is not None else ""
    total, ready = sum(len(each) for each in games.values()), 0

    def more(count: int) -> None:
        nonlocal ready
        ready += count
        progress(ready, total)

    stages = tuple(set_stage(written, more, variants[game]) for game, written in games.items())
    return Stages(stages, sort_diagnostics(found), lines, () if "" in own else tuple(sorted(own)))


def verdicts_of(
    stages: tuple[Stage, ...], mutants: tuple[Mutant, ...], seed: int, jobs: int = 1
) -> Iterator[MutantVerdict]:
    """Yield the verdict on each mutant, in random order, so that stopping early leaves a fair sample."""
    order = list(range(len(mutants)))
    random.Random(seed).shuffle(order)
    trial = MutationTrial(stages, tuple(mutants[number] for number in order))
    with worker_pool(lambda: trial, MutationTrial.verdicts, jobs, fork=True) as play:
        for found in play(chunks_of(len(order), CHUNK if jobs > 1 else 1)):
            for verdict in found:
                yield verdict.of(order[verdict.mutant])
