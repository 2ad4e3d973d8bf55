"""`rulewright lint`: what deserves a second look in playable rulesets, variants and scenario files."""

from __future__ import annotations

import click

from rulewright.cli.output import format_option
from rulewright.cli.results.checked import check_all
from rulewright.cli.verbs.check import jobs_option, tell
from rulewright.core.diagnostics import sort_diagnostics


@click.command("lint")
@click.argument("what", metavar="[NAME or PATH]...", nargs=-1)
@click.option("--strict", is_flag=True, help="Exit with 1 if there is a finding.")
@jobs_option
@format_option
def verb(what: tuple[str, ...], strict: bool, jobs: int | None, form: str) -> None:
    """Show what deserves a second look although nothing is wrong with it.

    Entries that no rule ever reaches, tests that are always false, options that can never be paid, titles that lack a
    language, scenarios that expect nothing, and the like. NAME and PATH are those of `check`, which shows the same
    among its warnings. An entry of the rules that means it so says why: `accept: {CODE: the reason}`. What keeps a
    ruleset from being played comes first: as long as there are errors, only they are shown.
    """
    from rulewright.author.lint.lints import CODES

    found = check_all(what, lint=True, scenarios=False, jobs=jobs)
    errors = tuple(each for each in found.diagnostics if each.severity == "error")
    findings = tuple(each for each in found.diagnostics if each.code in CODES)
    tell(sort_diagnostics(errors or findings), found, strict, form)
