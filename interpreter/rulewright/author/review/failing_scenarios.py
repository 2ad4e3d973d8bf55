"""Scenarios that are run by a review, as nobody else runs them: those of packages and of variants."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, error


def failures_in(paths: Iterable[Path]) -> tuple[list[Diagnostic], dict[tuple[str, int], str]]:
    """Return (diagnostics, lines) of the scenarios in some files that fail or cannot be run."""
    from rulewright.play.scenarios.runs import run_files  # what runs them is not loaded where none is run

    results, faults, lines = run_files(paths)
    failed = [
        error("failing-scenario", each.failure.span, each.failure.message, "rulewright test shows the log")
        for each in results
        if each.failure is not None
    ]
    return [*faults, *failed], dict(lines)
