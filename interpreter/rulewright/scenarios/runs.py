"""Many scenario files and folders in one go."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Lines, sort_diagnostics
from rulewright.pipeline import lines_of
from rulewright.scenarios.files import files_of_scenarios, lines_of_scenarios, ruleset_of
from rulewright.scenarios.runner import ScenarioResult, ScenarioRunner


def run_files(
    paths: Iterable[Path],
    runners: dict[str, ScenarioRunner] | None = None,
    *,
    covers: bool = False,
    explains: bool = False,
) -> tuple[tuple[ScenarioResult, ...], tuple[Diagnostic, ...], Lines]:
    """The results of scenario files and of those in folders, what is wrong with the files, and their source lines.

    Each ruleset folder has a runner: one of those given, or one that is added to them.
    """
    runners = runners if runners is not None else {}
    results: list[ScenarioResult] = []
    found: list[Diagnostic] = []
    lines: Lines = {}
    for path in paths:
        for file in files_of_scenarios(path):
            ruleset = ruleset_of(file)
            if isinstance(ruleset, Diagnostic):
                found.append(ruleset)
                lines |= lines_of(file)
                continue
            runner = runners.setdefault(ruleset, ScenarioRunner(ruleset, covers=covers, explains=explains))
            passed, faults = runner.results(file)
            results += passed
            found += faults
            lines |= lines_of_scenarios(file, ruleset)
    for runner in runners.values():
        for ready in runner.games.values():
            lines |= ready.built.lines
    return tuple(results), sort_diagnostics(found), lines
