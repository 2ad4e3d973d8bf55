"""`--coverage` of `test` and `simulate`: what was reached of the rules, as a summary, a page or JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli.options import with_options
from rulewright.cli.options.wrong import Percent, refuse_unwritable
from rulewright.cli.output import complain
from rulewright.core.diagnostics import Lines, counted, some_of
from rulewright.core.writing import write_whole

if TYPE_CHECKING:
    from rulewright.author.testing.coverage.coverage_report import CoverageReport

Verb = TypeVar("Verb", bound=Callable[..., Any])
_WORST = 10


def coverage_options(verb: Verb) -> Verb:
    """`--coverage`, `--coverage-to` and `--coverage-below`, given to the verb by these names."""
    decorated: Verb = with_options(
        verb,
        click.option(
            "--coverage", is_flag=True, help="Count the parts of the rules that are reached, and list the gaps.",
        ),
        click.option(
            "--coverage-to", type=click.Path(path_type=Path), multiple=True, metavar="FILE",
            help="Write all counts to FILE: a page (.html) or data (.json). Repeatable.",
        ),
        click.option(
            "--coverage-below", type=Percent(), metavar="PERCENT",
            help="Exit with 1 if the coverage is below N percent. Implies --coverage.",
        ),
    )  # fmt: skip
    return decorated


def is_wanted(coverage: bool, to: tuple[Path, ...], below: float | None) -> bool:
    """Return whether coverage is to be counted.

    Raises UsageError if a file has the wrong ending or cannot be written.
    """
    for path in to:
        if path.suffix.lower() not in (".html", ".json"):
            raise click.UsageError(f"--coverage-to {path}: the name of the file must end in .html or .json")
        refuse_unwritable(path, "--coverage-to")
    return coverage or bool(to) or below is not None


def write_coverage(reports: list[CoverageReport], lines: Lines, to: tuple[Path, ...], *, summary: bool) -> None:
    """Write the requested files.

    With `summary`, also print each ruleset's coverage and the entries that are covered least.
    """
    if summary:
        for report in reports:
            _write_summary(report)
    for path in to:
        write_whole(path, _text_for(path, reports, lines))
        complain(f"coverage is in {path}")


def coverage_json(reports: list[CoverageReport]) -> dict[str, Any]:
    """Return the part of `--format json` about coverage, empty if none was counted."""
    from rulewright.author.testing.coverage.data import reports_data

    return {"coverage": reports_data(reports)} if reports else {}


def fail_below(reports: list[CoverageReport], below: float | None) -> None:
    """Exit with 1 if a ruleset's coverage is below what is asked for."""
    if below is None:
        return
    if not reports:
        complain("no text ran, so there is no coverage to report")
        raise click.exceptions.Exit(1)
    poor = [each for each in reports if each.share.percent < below]
    for report in poor:
        complain(f"{report.ruleset}: {report.share.percent:.1f} % of its places are reached, less than {below:g} %")
    if poor:
        raise click.exceptions.Exit(1)


def _text_for(path: Path, reports: list[CoverageReport], lines: Lines) -> str:
    import json

    from rulewright.author.testing.coverage.coverage_page import coverage_page
    from rulewright.author.testing.coverage.data import reports_data

    if path.suffix.lower() == ".json":
        return json.dumps(reports_data(reports), indent=1, ensure_ascii=False) + "\n"
    return coverage_page(reports, lines)


def _write_summary(report: CoverageReport) -> None:
    from rulewright.author.testing.coverage.coverage_page import PLURALS
    from rulewright.author.testing.coverage.coverage_report import SORTS

    share = report.share
    click.echo(f"\nCoverage of {report.ruleset} by {report.by}: "
               f"{share.reached} of {share.places} places, {share.percent:.1f} %")  # fmt: skip
    shares = [(PLURALS[sort], report.share_of_sort(sort)) for sort in SORTS]
    shares.append(("components", report.share_of_designs))
    click.echo("  " + ", ".join(f"{each.reached}/{each.places} {name}" for name, each in shares if each.places))
    poor = sorted((file for file in report.files if file.share.percent < 100), key=lambda file: file.share.percent)
    if poor:
        click.echo(f"\n  files, the least reached first{_of(len(poor))}")
        for file in poor[:_WORST]:
            click.echo(f"  {file.share.percent:6.1f} %  {file.share.reached:4} of {file.share.places:<4} {file.file}")
    if report.gaps:
        click.echo(f"\n  not reached, largest gaps first{_of(len(report.gaps))}")
        for gap in report.gaps[:_WORST]:
            place = gap.report.place
            behind = f" (and {gap.behind} behind it)" if gap.behind else ""
            click.echo(f"  {place.span.file}:{place.span.line}: {place.id.name}{behind}\n      {gap.why.text}")
            for (text, name, line), count in gap.why.reasons[:2]:
                click.echo(f"      {count} x {text}" + (f"  ({name}:{line})" if name else ""))
    unused = [each.design.id for each in report.designs if not each.reached]
    if unused:
        click.echo(f"\n  components that were not used: {some_of(unused, _WORST)}")
    if report.off:
        modules = ", ".join(dict.fromkeys(each.module for each in report.off))
        click.echo(f"\n  never on: {counted(len(report.off), 'file')} of {modules}")


def _of(number: int) -> str:
    return f" ({_WORST} of {number})" if number > _WORST else ""
