"""A package that is packed only if nothing is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.output import complain, summary, write_diagnostics
from rulewright.cli.results.checked import check_all

if TYPE_CHECKING:
    from rulewright.author.sharing.packing import Packed


def packed_if_right(what: Path) -> Packed:
    """Return a package that was checked and whose scenarios pass.

    Otherwise its mistakes are printed, and the program exits with code 1.
    """
    from rulewright.author.sharing.packing import packed
    from rulewright.core.diagnostics import has_errors, sort_diagnostics

    made = packed(what)
    found = check_all((str(what),), lint=False, scenarios=True, jobs=None)
    if has_errors(found.diagnostics):
        listed = sort_diagnostics(found.diagnostics)
        write_diagnostics(listed, found.lines, to_stderr=True)
        complain(summary(listed, str(what)))
        raise click.exceptions.Exit(1)
    if made.manifest.kind == "ruleset":
        _run_scenarios(what)
    return made


def tell_of(made: Packed, what: Path) -> None:
    """Tell what deserves a second look in a package that was packed."""
    from rulewright.core.packages.package_manifest import manifest_path
    from rulewright.core.pipeline import lines_of

    manifest = what if what.is_file() else manifest_path(what)
    for each in made.warnings:
        write_diagnostics((each,), lines_of(manifest, each.span.file) if manifest is not None else {}, to_stderr=True)


def _run_scenarios(what: Path) -> None:
    """Run the scenarios of a ruleset.

    If one fails, it is named, and the program exits with code 1.
    """
    from rulewright.play.jobs.processes_here import usual_jobs
    from rulewright.play.scenarios.sharing import run_shared

    results, faults, lines = run_shared([what], usual_jobs(), lambda *_: None)
    failed = [each for each in results if each.failure is not None]
    write_diagnostics(faults, lines, to_stderr=True)
    for each in failed:
        complain(f"FAILED  {each.sentence}")
    if failed or faults:
        complain(f"{what} is not packed; see: rulewright test {what}")
        raise click.exceptions.Exit(1)
