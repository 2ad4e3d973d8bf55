"""`rulewright check`: all that is wrong with rulesets, variants, matches and scenario files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.collecting import seldom_collected
from rulewright.cli.options.wrong import Whole
from rulewright.cli.output import diagnostics_json, format_option, summary, write_diagnostics, write_json
from rulewright.cli.progress import Progress
from rulewright.core.diagnostics import Diagnostic, counted, did_you_mean, has_errors, sort_diagnostics

if TYPE_CHECKING:
    from rulewright.author.review.findings import Findings

jobs_option = click.option(
    "--jobs", metavar="N", type=Whole(1, 256), help="How many processes; the report is the same.  [default: one a core]"
)


_MAY_BE = "may-be-"
"""What the codes of places where a game may stop begin with."""


@click.command("check")
@click.argument("what", metavar="[NAME or PATH]...", nargs=-1)
@click.option("--scenarios", is_flag=True, hidden=True, help="What it once asked for is always done.")
@click.option("--no-lint", is_flag=True, help="Leave out what `rulewright lint` finds.")
@click.option("--strict", is_flag=True, help="Warnings are problems as well: the exit code is 1.")
@jobs_option
@format_option
def verb(what: tuple[str, ...], scenarios: bool, no_lint: bool, strict: bool, jobs: int | None, form: str) -> None:
    """Find everything that is wrong with rulesets, variants, matches and scenario files.

    Each NAME is a shipped ruleset; each PATH a ruleset folder, a YAML file, or a folder of such files. Without any, all
    shipped rulesets are checked. The texts of scenarios are checked in the games that they are about; `test` runs
    them. Warnings do not change the exit code; what `lint` finds is among them if there is no error. The places where
    a game may stop are only counted: `lint` lists them.
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


def check_all(what: tuple[str, ...], *, lint: bool, scenarios: bool, jobs: int | None) -> Findings:
    """Review what names and paths lead to, without any all shipped rulesets."""
    from rulewright.author.review.findings import Findings
    from rulewright.core.pipeline import shipped_names
    from rulewright.play.scenarios.sharing import usual_jobs

    with Progress(0, "scenario files") as progress, seldom_collected():
        found = Findings(lint, scenarios, jobs or usual_jobs(), progress.reach)
        for name in what or shipped_names():
            check_one(name, found)
    return found


def tell(diagnostics: tuple[Diagnostic, ...], found: Findings, strict: bool, form: str) -> None:
    """Print what was found and leave with the exit code it deserves."""
    if form == "json":
        write_json({"diagnostics": diagnostics_json(diagnostics)})
    else:
        write_diagnostics(diagnostics, found.lines)
        click.echo(summary(diagnostics, ", ".join(found.checked)))
    if has_errors(diagnostics) or (strict and diagnostics):
        raise click.exceptions.Exit(1)


def check_one(name: str, found: Findings) -> None:
    """Check what a name or path leads to. Raises UsageError if it leads nowhere."""
    from rulewright.author.review.files import review_file
    from rulewright.author.review.ruleset import review_ruleset
    from rulewright.core.pipeline import known_names, ruleset_root

    path = Path(name)
    try:
        root = ruleset_root(name)
        exists, is_folder = path.exists(), path.is_dir()
    except PermissionError as fault:
        raise click.UsageError(f"'{name}' cannot be read: {fault.strerror or fault}") from None
    except (OSError, ValueError):
        root, exists, is_folder = None, False, False
    if root is not None:
        review_ruleset(name, root, found)
    elif is_folder:
        files = sorted(each for each in path.rglob("*.yaml") if each.is_file())
        if not files:
            raise click.UsageError(f"'{name}' is a folder without ruleset.yaml or any other .yaml file")
        for file in files:
            review_file(file, found)
    elif exists:
        review_file(path, found)
    else:
        hint = did_you_mean(name, known_names()) or f"shipped are: {', '.join(known_names())}"
        raise click.UsageError(f"'{name}' is neither a ruleset nor a file; {hint}")
