"""`rulewright test`: runs scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.collecting import seldom_collected
from rulewright.cli.output import complain, diagnostics_json, format_option, write_diagnostics, write_json
from rulewright.cli.progress import Progress
from rulewright.cli.results.coverage import coverage_json, coverage_options, fail_below, is_wanted, write_coverage
from rulewright.cli.results.mutate import mutate, mutate_options, wanted
from rulewright.core.diagnostics import Lines, counted, did_you_mean

if TYPE_CHECKING:
    from rulewright.author.testing.coverage.coverage_report import CoverageReport
    from rulewright.play.scenarios.expectations import Failure
    from rulewright.play.scenarios.runner import ScenarioRunner
    from rulewright.play.scenarios.runs import TrialsFound


@click.command("test")
@click.argument("what", metavar="[NAME or PATH]...", nargs=-1)
@click.option("--verbose", "-v", is_flag=True, help="Also list scenarios that passed.")
@coverage_options
@mutate_options
@format_option
def verb(
    what: tuple[str, ...],
    verbose: bool,
    coverage: bool,
    coverage_to: tuple[Path, ...],
    coverage_below: float | None,
    form: str,
    **options: Any,
) -> None:
    """Run the scenarios of rulesets, folders and files, by default of all shipped rulesets.

    Each NAME is a shipped ruleset. A failure shows what was expected, what was found and where, how the
    numbers in it came about, and what changed the counters in it.

    With --mutate the rules are changed instead, one number, comparison, zone, sign or statement at a time, and what no
    scenario notices is listed: either a rule that nothing proves, or a change that makes no difference.
    """
    from rulewright.core.packages.finding import package_at
    from rulewright.core.pipeline import known_names, ruleset_root, shipped_names

    jobs = options["jobs"]
    if not options["mutate"]:
        options["jobs"] = None
    asked = wanted(**options)
    paths = []
    for name in what or shipped_names():
        root = ruleset_root(name)
        path = root if root is not None else Path(name)
        if not path.exists():
            hint = did_you_mean(name, known_names()) or f"shipped are: {', '.join(known_names())}"
            raise click.UsageError(f"'{name}' is neither a file or folder nor a ruleset; {hint}")
        paths.append(package_at(path).folder if path.suffix == ".zip" else path)
    covers = is_wanted(coverage, coverage_to, coverage_below)
    if asked is not None:
        if covers:
            raise click.UsageError("coverage needs the unchanged rules; leave --mutate out")
        mutate(paths, asked, form)
        return
    with seldom_collected():
        results, found, lines, reports = _run(paths, jobs, covers=covers)
    failed = [result for result in results if result.failure is not None]
    if form == "json":
        write_json(
            {
                "scenarios": [
                    {
                        "scenario": result.sentence,
                        "place": f"{result.span.file}:{result.span.line}",
                        "rules": list(result.rules),
                        "passed": result.failure is None,
                        "message": result.failure.message if result.failure is not None else "",
                        "at": f"{result.failure.span.file}:{result.failure.span.line}" if result.failure else "",
                        "failures": [_failure_json(each) for each in _each_failure(result.failure)],
                    }
                    for result in results
                ],
                "diagnostics": diagnostics_json(found),
                **coverage_json(reports),
            }
        )
    else:
        for result in results:
            if result.failure is None:
                if verbose:
                    click.echo(f"{click.style('passed', fg='green')}  {result.sentence}")
                continue
            click.echo(f"{click.style('FAILED', fg='red', bold=True)}  {result.sentence}")
            for failure in _each_failure(result.failure):
                _write_failure(failure, lines)
        write_diagnostics(found, lines)
        wrong = f", {counted(len(found), 'problem')} in the files" if found else ""
        run = counted(len(results), "scenario")
        click.echo(f"{run}: {len(results) - len(failed)} passed, {len(failed)} failed{wrong}")
    write_coverage(reports, lines, coverage_to, summary=form == "text")
    if failed or found:
        raise click.exceptions.Exit(1)
    fail_below(reports, coverage_below)
    if not results:  # whoever runs this in a script has named the wrong place
        complain(f"no scenarios found in {', '.join(str(path) for path in paths)}")
        raise click.exceptions.Exit(1)


def _run(paths: list[Path], jobs: int | None, *, covers: bool) -> tuple[*TrialsFound, list[CoverageReport]]:
    """The results of all scenarios, and what they reach if that is counted: in one process, as counts add up."""
    from rulewright.play.jobs.processes_here import usual_jobs
    from rulewright.play.scenarios.runs import run_files
    from rulewright.play.scenarios.sharing import run_shared

    if covers:
        runners: dict[str, ScenarioRunner] = {}
        return *run_files(paths, runners, covers=True, explains=True), _reports(runners)
    with Progress(0, "scenario files") as progress:
        return *run_shared(paths, jobs or usual_jobs(), progress.reach), []


def _each_failure(failure: Failure | None) -> tuple[Failure, ...]:
    """All that a scenario was found to expect in vain, in its order."""
    return (failure, *failure.more) if failure is not None else ()


def _write_failure(failure: Failure, lines: Lines) -> None:
    """Print what was expected with its line, why it failed, and what changed it."""
    from rulewright.cli.screen.reasons import told_lines

    span = failure.span
    click.echo(f"  {span.file}:{span.line}:{span.column}: {failure.message}")
    line = lines.get((span.file, span.line))
    if line is not None:
        click.echo(f"    | {line.strip()}")
    for why in failure.reasons:
        for each in told_lines(why, 2):
            click.echo(each)
    for change in failure.changes:
        click.echo(f"    {change.line}")


def _failure_json(failure: Failure) -> dict[str, Any]:
    from rulewright.cli.screen.reasons import told_lines

    return {
        "message": failure.message,
        "at": f"{failure.span.file}:{failure.span.line}",
        "why": [each.strip() for why in failure.reasons for each in told_lines(why, 0)],
        "changes": [each.line for each in failure.changes],
    }


def _reports(runners: dict[str, ScenarioRunner]) -> list[CoverageReport]:
    """Return the coverage of each ruleset whose rules could be read."""
    from rulewright.author.testing.coverage.coverage_report import report_of
    from rulewright.core.pipeline import read_whole, ruleset_root
    from rulewright.play.scenarios.runs import own_files

    return [
        report_of(
            read_whole(runner.ruleset, runner.packages).source,
            runner.coverage,
            "scenario",
            own_files(runner),
        )
        for runner in runners.values()
        if runner.coverage.places and ruleset_root(runner.ruleset) is not None
    ]
