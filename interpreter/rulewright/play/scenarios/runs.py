"""Many scenario files and folders in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
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
        meant = runner_of(file, runners, partial(ScenarioRunner, covers=covers, explains=explains))
        if isinstance(meant, Diagnostic):
            return (), (meant,), lines_of(file)
        results, faults = meant.results(file)
        return results, faults, lines_for(file, meant)

    results, found, lines = joined(run_file(file) for path in paths for file in files_of_scenarios(path))
    for runner in runners.values():
        for ready in runner.games.values():
            lines |= ready.built.lines
    return results, found, lines


def runner_of(
    file: Path, runners: dict[str, ScenarioRunner], make: Callable[..., ScenarioRunner]
) -> ScenarioRunner | Diagnostic:
    """Return the runner of a scenario file, one of those there are or a new one, or why there is none.

    A ruleset and a package have one each, and so has each variant that holds scenarios.
    """
    try:
        package = package_of(file)
    except PackageRefused as refused:
        return error("unknown-ruleset", Span(file.as_posix(), 1, 1), str(refused))
    ruleset = ruleset_of(file) if package is None else package.ruleset
    if isinstance(ruleset, Diagnostic):
        return ruleset
    packages = package.packages if package is not None else ()
    if variant_with_scenarios(file) is not None:
        key, made = str(file), make(ruleset, None, file, packages=packages)
    elif package is not None:
        key, made = str(package.folder), make(ruleset, package.with_default(), packages=packages)
    else:
        key, made = ruleset, make(ruleset)
    return runners.setdefault(key, made)


def own_files(runner: ScenarioRunner) -> str:
    """Return what the files begin with that a runner's scenarios prove: a variant, a package, or "" for a ruleset."""
    if runner.variant is not None:
        return runner.variant.as_posix()
    return f"{runner.packages[0].name}/" if runner.packages else ""


def lines_for(file: Path, runner: ScenarioRunner) -> Lines:
    """Return the lines of a scenario file, by its name in diagnostics."""
    if runner.variant == file:
        return lines_of(file)
    return lines_of_scenarios(file, runner.ruleset, runner.packages)


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
