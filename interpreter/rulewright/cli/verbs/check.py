"""`rulewright check`: all that is wrong with rulesets, variants, matches and scenario files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli.options.wrong import Whole
from rulewright.cli.output import diagnostics_json, format_option, summary, write_diagnostics, write_json
from rulewright.cli.results.checked import check_all
from rulewright.core.diagnostics import Diagnostic, counted, has_errors, sort_diagnostics

if TYPE_CHECKING:
    from rulewright.author.review.findings import Findings

jobs_option = click.option(
    "--jobs",
    metavar="N",
    type=Whole(1, 256),
    help="Use N processes; the report does not depend on N.  [default: one per core]",
)


_MAY_BE = "may-be-"
"""What the codes of places where a game may stop begin with."""


@click.command("check")
@click.argument("what", metavar="[NAME or PATH]...", nargs=-1)
@click.option("--scenarios", is_flag=True, hidden=True, help="No effect; kept for old scripts.")
@click.option("--no-lint", is_flag=True, help="Leave out the findings of `rulewright lint`.")
@click.option("--strict", is_flag=True, help="Also exit with 1 if there are warnings.")
@jobs_option
@format_option
def verb(what: tuple[str, ...], scenarios: bool, no_lint: bool, strict: bool, jobs: int | None, form: str) -> None:
    """Find everything that is wrong with rulesets, variants, matches and scenario files.

    Each NAME is a shipped ruleset; each PATH a ruleset folder, a YAML file, a folder of such files, or a package: a
    module in a folder of its own or a zip, whose scenarios are run as well. Without any, all shipped rulesets are
    checked. The texts of scenarios are checked in the games that they are about; `test` runs them. Warnings do not
    change the exit code; what `lint` finds is among them if there is no error. The places where
    a game may stop are only counted: `lint` lists them. In a ruleset that says `sound: true` they are errors.
    """
    found = check_all(what, lint=not no_lint, scenarios=True, jobs=jobs)
    doubts = [each for each in found.diagnostics if each.severity == "warning" and each.code.startswith(_MAY_BE)]
    rest = [each for each in found.diagnostics if each not in doubts] if form == "text" else found.diagnostics
    try:
        tell(sort_diagnostics(rest), found, strict, form)
    finally:
        if doubts and form == "text":
            places = counted(len(doubts), "place")
            click.echo(f"{places} may stop a game: rulewright lint {' '.join(what)}".rstrip() + " lists them")


def tell(diagnostics: tuple[Diagnostic, ...], found: Findings, strict: bool, form: str) -> None:
    """Print what was found and leave with the exit code it deserves."""
    if form == "json":
        write_json({"diagnostics": diagnostics_json(diagnostics)})
    else:
        write_diagnostics(diagnostics, found.lines)
        click.echo(summary(diagnostics, ", ".join(found.checked)))
    if has_errors(diagnostics) or (strict and diagnostics):
        raise click.exceptions.Exit(1)
