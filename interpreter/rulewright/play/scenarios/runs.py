"""Many scenario files and folders in one go."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, Lines, Span, error, sort_diagnostics
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.pipeline import lines_of
from rulewright.play.scenarios.files import (
    files_of_scenarios,
    lines_of_scenarios,
    package_of,
    ruleset_of,
    variant_with_scenarios,
)
from rulewright.play.scenarios.runner import ScenarioResult, ScenarioRunner

TrialsFound = tuple[tuple[ScenarioResult, ...], tuple[Diagnostic, ...], Lines]
"""The results of scenarios, what is wrong with their files, and the source lines of these."""


def run_files(
    paths: Iterable[Path],
    runners: dict[str, ScenarioRunner] | None = None,
    *,
    covers: bool = False,
    explains: bool = False,
) -> TrialsFound:
    """Run the scenario files of paths and folders, and return (results, diagnostics, source lines).

    Each ruleset folder has a runner: one of those given, or one that is added to them.
    """
    runners = runners if runners is not None else {}

    def run_file(file: Path) -> TrialsFound:
        try:
            package = package_of(file)
        except PackageRefused as refused:
            return (), (error("unknown-ruleset", Span(file.as_posix(), 1, 1), str(refused)),), {}
        if package is not None and variant_with_scenarios(file) is not None:
            runner = ScenarioRunner(package.ruleset, None, file, covers, explains, packages=package.packages)
            runners[str(file)] = runner
            results, faults = runner.results(file)
            return results, faults, lines_of(file)
        if package is not None:
            runner = runners.get(str(package.folder)) or ScenarioRunner(
                package.ruleset, package.with_default(), covers=covers, explains=explains, packages=package.packages
            )
            runners[str(package.folder)] = runner
            return *runner.results(file), lines_of_scenarios(file, package.ruleset, package.packages)
        ruleset = ruleset_of(file)
        if isinstance(ruleset, Diagnostic):
            return (), (ruleset,), lines_of(file)
        if variant_with_scenarios(file) is not None:
            runner = ScenarioRunner(ruleset, None, file, covers, explains)
            runners[str(file)] = runner
            results, faults = runner.results(file)
            return results, faults, lines_of(file)
        runner = runners.setdefault(ruleset, ScenarioRunner(ruleset, covers=covers, explains=explains))
        return *runner.results(file), lines_of_scenarios(file, ruleset)

    results, found, lines = joined(run_file(file) for path in paths for file in files_of_scenarios(path))
    for runner in runners.values():
        for ready in runner.games.values():
            lines |= ready.built.lines
    return results, found, lines


def joined(trials: Iterable[TrialsFound]) -> TrialsFound:
    """Join the (results, diagnostics, source lines) of several files, in order."""
    results: list[ScenarioResult] = []
    diagnostics: list[Diagnostic] = []
    lines: Lines = {}
    for passed, faults, shown in trials:
        results += passed
        diagnostics += faults
        lines |= shown
    return tuple(results), sort_diagnostics(diagnostics), lines
