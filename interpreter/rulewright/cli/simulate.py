"""`rulewright simulate`: many games without people, summed up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.backend import backend_option, dealer_for, refuse_native
from rulewright.cli.coverage import coverage_json, coverage_options, fail_below, is_wanted, write_coverage
from rulewright.cli.output import format_option
from rulewright.cli.parts import Filing, filing_options
from rulewright.cli.policies import policies_for, policies_named
from rulewright.cli.progress import Progress
from rulewright.cli.settings import TableCommand, check_seed
from rulewright.cli.simulate_report import heading_of, tell_stopped, write_report
from rulewright.cli.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.wrong import Whole
from rulewright.diagnostics import Lines

if TYPE_CHECKING:
    from rulewright.model.game import Game
    from rulewright.play.simulate import Played, Series, SeriesReport
    from rulewright.testing.coverage.report import CoverageReport as CoverageReport


@click.command("simulate", cls=TableCommand)
@table_options
@click.option("--games", type=Whole(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option(
    "--seats",
    type=int,
    help="How many seats policies play; those that the rules play come on top.  [default: the most there can be]",
)
@click.option("--policy", default="random", show_default=True, metavar="P[,P...]", help="Policies, dealt to the seats.")
@click.option("--jobs", type=Whole(1, 256), default=1, show_default=True, help="How many processes, or native threads.")
@backend_option
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
@filing_options
@coverage_options
@format_option
def verb(
    table: TableChoice,
    games: int,
    seats: int | None,
    policy: str,
    jobs: int,
    backend: str,
    seed: int,
    details: bool,
    everything: bool,
    loops: int | None,
    filing: Filing,
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
    from rulewright.play.simulate import Played, Series

    policies = policies_named(policy)
    covers = is_wanted(coverage, coverage_to, coverage_below)
    of_matches = table.match is not None or loops is not None
    if covers and of_matches:
        raise click.UsageError("coverage is counted of single games: give a ruleset, and no --loops")
    if filing.path is not None and (covers or of_matches):
        raise click.UsageError("only single games are kept in a file: give a ruleset, no --loops and no coverage")
    if covers or of_matches:
        refuse_native(backend, "coverage is counted" if covers else "matches and games played again are played")
    if of_matches:
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
    played, covered = Played(), Covered()

    def tell_played() -> None:
        report = played.report(series)[0]
        if report.results:
            write_report(blueprint, report, table.variant, details, everything, form)
        tell_stopped(report)

    with filing.playing(progress, tell_played):
        if covers:
            _simulate_covered(table, series, jobs, progress, covered)
        else:
            _play(game, table, series, filing, played, jobs, backend, progress)
    if filing.share is not None:
        filing.tell_kept("games", sum(len(results) for results, _, _ in played.chunks.values()))
        return
    report = covered.report or played.report(series)[0]
    write_report(blueprint, report, table.variant, details, everything, form, coverage_json(covered.reports))
    write_coverage(covered.reports, covered.lines, coverage_to, summary=form == "text")
    tell_stopped(report)
    if report.stopped:
        raise click.exceptions.Exit(3)
    fail_below(covered.reports, coverage_below)


def _play(
    game: Game,
    table: TableChoice,
    series: Series,
    filing: Filing,
    played: Played,
    jobs: int,
    backend: str,
    progress: Progress,
) -> None:
    """Play the chunks of a series, or of a share of it, that no file has yet; `played` gets what came of them."""
    from rulewright.lab.chunks import games_from_json, games_json
    from rulewright.play.processes import players
    from rulewright.play.simulate import Chunk, play_chunk, play_chunks

    heading = heading_of(game.blueprint, table, series, filing.share or (1, 1))
    deal = dealer_for(backend, game, series, apart=filing.path is not None) or players
    keeper, known = filing.open(heading)
    own = heading.chunks()
    for number, data in known.items():
        played.chunks[number], seconds = games_from_json(data, own[number])
        played.seconds += seconds
        progress.begin_with(len(own[number]))
    coming = {number: chunk for number, chunk in own.items() if number not in known}
    progress.games = sum(map(len, own.values()))
    before = played.seconds

    def keep(number: int, chunk: Chunk[None]) -> None:
        nonlocal before
        if keeper is not None:
            keeper.keep(number, games_json(chunk, played.seconds - before))
        before = played.seconds

    try:
        play_chunks(
            table.loader(), partial(play_chunk, series), series, coming, played, jobs, progress.advance, keep, deal
        )
    finally:
        if keeper is not None:
            keeper.close()


@dataclass(slots=True)
class Covered:
    """What games on a covered build have come to; nothing where none was wanted."""

    report: SeriesReport | None = None
    reports: list[CoverageReport] = field(default_factory=list)
    lines: Lines = field(default_factory=dict)


def _simulate_covered(table: TableChoice, series: Series, jobs: int, progress: Progress, covered: Covered) -> None:
    """Play on a covered build: the report of the games, and that of what they reach."""
    from rulewright.pipeline import Choice, build_ruleset
    from rulewright.play.simulate_covered import simulate_covered
    from rulewright.testing.coverage.report import report_of

    built = build_ruleset(Choice(table.ruleset, table.modules, table.variant))
    covered.report, coverage = simulate_covered(built.cover_plan(), series, jobs=jobs, progress=progress.advance)
    covered.reports, covered.lines = [report_of(built.source, coverage, "game")], built.lines
