"""Many scenario files and folders in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Lines, sort_diagnostics
from rulewright.pipeline import lines_of
from rulewright.scenarios.files import files_of_scenarios, lines_of_scenarios, ruleset_of
from rulewright.scenarios.runner import ScenarioResult, ScenarioRunner

TrialsFound = tuple[tuple[ScenarioResult, ...], tuple[Diagnostic, ...], Lines]


def run_files(
    paths: Iterable[Path],
    runners: dict[str, ScenarioRunner] | None = None,
    *,
    covers: bool = False,
    explains: bool = False,
) -> TrialsFound:
    """The results of scenario files and of those in folders, what is wrong with the files, and their source lines.

    Each ruleset folder has a runner: one of those given, or one that is added to them.
    """
    runners = runners if runners is not None else {}
    files, found, lines = with_runners(
        paths, runners, lambda ruleset: ScenarioRunner(ruleset, covers=covers, explains=explains)
    )
    results: list[ScenarioResult] = []
    for file, runner in files:
        passed, faults = runner.results(file)
        results += passed
        found += faults
    for runner in runners.values():
        for ready in runner.games.values():
            lines |= ready.built.lines
    return tuple(results), sort_diagnostics(found), lines


def with_runners(
    paths: Iterable[Path], runners: dict[str, ScenarioRunner], make: Callable[[str], ScenarioRunner]
) -> tuple[list[tuple[Path, ScenarioRunner]], list[Diagnostic], Lines]:
    """Scenario files and those in folders, each with the runner of its ruleset; which have none, and their lines.

    A runner that is not there yet is made, and added to those given.
    """
    files: list[tuple[Path, ScenarioRunner]] = []
    found: list[Diagnostic] = []
    lines: Lines = {}
    for file in (file for path in paths for file in files_of_scenarios(path)):
        ruleset = ruleset_of(file)
        if isinstance(ruleset, Diagnostic):
            found.append(ruleset)
            lines |= lines_of(file)
        else:
            files.append((file, runners.setdefault(ruleset, make(ruleset))))
            lines |= lines_of_scenarios(file, ruleset)
    return files, found, lines
