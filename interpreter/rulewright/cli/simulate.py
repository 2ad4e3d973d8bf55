"""`rulewright simulate`: many games without people, summed up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.coverage import coverage_json, coverage_options, fail_below, is_wanted, write_coverage
from rulewright.cli.names import variant_id
from rulewright.cli.output import Lines, complain, format_option, write_json
from rulewright.cli.policies import policies_for, policies_named
from rulewright.cli.progress import Progress
from rulewright.cli.settings import TableCommand, check_seed
from rulewright.cli.simulate_report import report_json, write_details, write_summary
from rulewright.cli.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.wrong import Whole

if TYPE_CHECKING:
    from rulewright.play.simulate import Report, Series
    from rulewright.workbench.coverage.report import Report as CoverageReport

SEE_DETAILS = "--details lists what was chosen how often, and the time it took"


@click.command("simulate", cls=TableCommand)
@table_options
@click.option("--games", type=Whole(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option(
    "--seats",
    type=int,
    help="How many seats policies play; those that the rules play come on top.  [default: the most there can be]",
)
@click.option("--policy", default="random", show_default=True, metavar="P[,P...]", help="Policies, dealt to the seats.")
@click.option("--jobs", type=Whole(1, 256), default=1, show_default=True, help="How many processes.")
@click.option(
    "--seed", type=int, default=0, show_default=True, callback=check_seed, help="The number all chance comes from."
)
@click.option("--details", is_flag=True, help="List what was chosen how often, and the time it took.")
@click.option("--all", "everything", is_flag=True, help="The same of all, not of the most and least used.")
@click.option(
    "--loops",
    type=Whole(1, 100),
    metavar="N",
    help="Play a game that is to be played again, N times at the most.  [default: once; of a match, 10 times]",
)
@coverage_options
@format_option
def verb(
    table: TableChoice,
    games: int,
    seats: int | None,
    policy: str,
    jobs: int,
    seed: int,
    details: bool,
    everything: bool,
    loops: int | None,
    coverage: bool,
    coverage_to: tuple[Path, ...],
    coverage_below: float | None,
    form: str,
) -> None:
    """Play many games of NAME, or many matches where NAME is one, without people and sum them up.

    First what comes of them on a screen; with --details what was chosen how often as well. The digest is that of all
    final states: the same for any number of --jobs.
    """
    from rulewright.observe.seats import name_seats
    from rulewright.play.simulate import Series, simulate
    from rulewright.run.atoms import LimitReached

    policies = policies_named(policy)
    covers = is_wanted(coverage, coverage_to, coverage_below)
    if covers and (table.match is not None or loops is not None):
        raise click.UsageError("coverage is counted of single games: give a ruleset, and no --loops")
    if table.match is not None or loops is not None:
        from rulewright.cli.simulate_match import simulate_verb

        simulate_verb(table, games, seats, policies, jobs, seed, loops, form)
        return
    game = load_or_exit(table)
    if seats is None:
        seats = game.blueprint.max_seats - ruled_at(game.blueprint, table.settings)
    n_seats = seats_at_table(game.blueprint, table.settings, seats, table.ruleset)
    policies_for(policy, seats)
    blueprint = name_seats(game.blueprint, range(seats, n_seats))
    series = Series(games, n_seats, seed, policies, table.settings)
    progress = Progress(games)
    reports: list[CoverageReport] = []
    lines: Lines = {}
    try:
        if covers:
            report, reports, lines = _simulate_covered(table, series, jobs, progress)
        else:
            report = simulate(table.loader(), series, jobs=jobs, progress=progress.advance)
    except LimitReached as limit:
        progress.finish()
        complain(f"A limit was reached: {limit}")
        raise click.exceptions.Exit(3) from None
    finally:
        progress.finish()
    if form == "json":
        variant = variant_id(table.variant) if table.variant is not None else None
        write_json({**report_json(blueprint, report), "variant": variant, **coverage_json(reports)})
    else:
        write_summary(blueprint, report, table.variant)
        if details or everything:
            write_details(blueprint, report, everything)
        else:
            click.echo(f"\n{SEE_DETAILS}")
        click.echo(f"digest {report.digest}")
    write_coverage(reports, lines, coverage_to, summary=form == "text")
    fail_below(reports, coverage_below)


def _simulate_covered(
    table: TableChoice, series: Series, jobs: int, progress: Progress
) -> tuple[Report, list[CoverageReport], Lines]:
    """Play on a covered build; the report of the games, and that of what they reach."""
    from rulewright.pipeline import Choice, build_ruleset
    from rulewright.play.simulate_covered import simulate_covered
    from rulewright.workbench.coverage.report import report_of

    built = build_ruleset(Choice(table.ruleset, table.modules, table.variant))
    report, coverage = simulate_covered(built.cover_plan(), series, jobs=jobs, progress=progress.advance)
    return report, [report_of(built.source, coverage, "game")], built.lines
