"""`rulewright report`: what a game is like, from many games of strong and of weak players."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.options.policies import policies_named, tell_unlearned
from rulewright.cli.options.running import Running, run_options
from rulewright.cli.options.settings import TableCommand, seed_option
from rulewright.cli.options.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.options.wrong import NewFile, Whole, refuse_unwritable, wrong_value
from rulewright.cli.output import complain, format_option
from rulewright.cli.results.game_report import ReportRendering, example_folder, heading_of, read_other
from rulewright.cli.results.rendering import TellingOptions, ruleset_of
from rulewright.core.diagnostics import counted


@click.command("report", cls=TableCommand)
@table_options
@click.option(
    "--seats",
    type=int,
    help="Number of seats that policies play, in addition to seats that the rules play.  [default: the maximum]",
)
@click.option(
    "--policy",
    "policies",
    default="greedy,random",
    show_default=True,
    metavar="STRONG[,WEAK]",
    help="Two policies: strong players, and weak ones to compare with.",
)
@click.option("--games", type=Whole(10, 100_000), default=100, show_default=True, help="Number of games of each kind.")
@seed_option
@click.option(
    "--html",
    "page",
    type=NewFile(),
    metavar="FILE",
    help="Also write a page with charts; the example games go to a folder next to it.",
)
@click.option(
    "--examples",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write the example games to this folder, for 'rulewright replay'.",
)
@click.option(
    "--against",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Compare with another report, written by --format json.",
)
@click.option("--all", "everything", is_flag=True, help="List all options and things, not only the extreme ones.")
@run_options
@format_option
def verb(
    table: TableChoice,
    seats: int | None,
    policies: str,
    games: int,
    seed: int,
    page: Path | None,
    folder: Path | None,
    against: Path | None,
    everything: bool,
    running: Running,
    form: str,
) -> None:
    """Report what the game NAME is like at one size of table: seats, skill, luck, length, drama, options, cards.

    Strong players play among themselves, weak ones among themselves, and one strong among weak ones. Each number has an
    interval in which the true one lies in 95 of 100, and names a game in which it can be seen.
    """
    from rulewright.lab.comparing.seating import fixed_sides
    from rulewright.lab.reports.report_games import ReportJob, ReportPlan
    from rulewright.lab.statistics.estimates import share_shown

    if table.match is not None:
        raise click.UsageError(f"{table.ruleset} is a match of several games; report on one of its games")
    strong, *weak = policies_named(policies)
    if len(weak) > 1:
        raise wrong_value("--policy", policies, "name a strong and a weak policy, as in --policy greedy,random")
    if page is not None:
        folder = folder or example_folder(page)
    if folder is not None:
        refuse_unwritable(folder / "x") if folder.is_dir() else refuse_unwritable(folder, "--examples")
    other = read_other(against) if against is not None else None
    game = load_or_exit(table)
    ruled = ruled_at(game.blueprint, table.settings)
    if seats is None:
        seats = game.blueprint.max_seats - ruled
    n_seats = seats_at_table(game.blueprint, table.settings, seats, table.ruleset)
    tell_unlearned(filter(None, (strong, *weak)), game, n_seats)
    together = fixed_sides(game, seats=n_seats, settings=table.settings)
    plan = ReportPlan(n_seats, games, strong, weak[0] if weak else None, seed, table.settings, ruled, sides=together)
    if plan.in_a_chunk == 1:
        points = round(share_shown(games) * 100)
        complain(f"{counted(games, 'game')} of each kind can show how often somebody wins to within about {points} "
                 "percentage points.")  # fmt: skip
    job, telling = ReportJob(plan, (table.loader(),)), TellingOptions(form, everything, page=page, examples=folder)
    heading, rulesets = heading_of(plan, game, table), (ruleset_of(table, game.blueprint),)
    running.carry_out(ReportRendering(job, telling, heading, rulesets, table, game, other))
