"""`rulewright simulate`: many games without people, summed up."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.coverage import coverage_json, coverage_options, fail_below, is_wanted, write_coverage
from rulewright.cli.names import variant_id
from rulewright.cli.output import Lines, complain, format_option, write_json
from rulewright.cli.policies import policies_for, policies_named
from rulewright.cli.progress import Progress, spread_of, spread_text
from rulewright.cli.settings import TableCommand, check_seed
from rulewright.cli.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.wrong import Whole

if TYPE_CHECKING:
    from rulewright.model.game import Blueprint
    from rulewright.play.simulate import Report, Series, Usage
    from rulewright.workbench.coverage.report import Report as CoverageReport

_SHOWN = 12
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
        _write_summary(blueprint, report, table.variant)
        if details or everything:
            _write_details(blueprint, report, everything)
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


def report_json(blueprint: Blueprint, report: Report) -> dict[str, Any]:
    """A report as plain data."""
    from rulewright.model.seats import ruled_count
    from rulewright.model.settings import setting_text
    from rulewright.observe.naming import seat_title
    from rulewright.play.simulate import usage_of
    from rulewright.run.steps import settings_chosen

    series = report.series
    chosen = settings_chosen(blueprint, series.settings)
    names = [name for name, _, _ in blueprint.scoring]
    actions, things = usage_of(blueprint, report.used)
    wins = report.shares_of_wins()
    deciding = series.seats - ruled_count(blueprint, chosen)
    seats = []
    for seat in range(series.seats):
        rows = [result.scores[seat] for result in report.results]
        scores = {name: spread_of([row[at] for row in rows]) for at, name in enumerate(names)}
        scores["total"] = spread_of([sum(row) for row in rows])
        policy = series.policies[seat % len(series.policies)] if seat < deciding else None
        row = {"seat": seat + 1, "name": seat_title(blueprint, seat), "policy": policy}
        seats.append({**row, "wins": round(wins[seat], 4), "scores": scores})
    return {
        "ruleset": blueprint.ruleset,
        "ruleset_digest": blueprint.digest,
        "modules": list(blueprint.modules),
        "settings": {name: setting_text(each, chosen[name]) for name, each in blueprint.settings.items()},
        "games": len(report.results),
        "to_be_played_again": {each.id: sum(r.again == each.id for r in report.results) for each in blueprint.again},
        "ties": _ties_json(blueprint, report),
        "seed": series.seed,
        "decisions": report.decisions,
        "seconds": round(report.seconds, 3),
        "decisions_per_second": round(report.decisions / max(report.seconds, 1e-9), 1),
        "digest": report.digest,
        "seats": seats,
        "length": {
            "decisions": spread_of([result.decisions for result in report.results]),
            "rounds": spread_of([result.rounds for result in report.results]),
            "options_per_decision": round(sum(each.options for each in report.results) / max(1, report.decisions), 3),
        },
        "actions": [{"in": each.group, "option": each.name, "count": each.count} for each in actions],
        "things": [{"of": each.group, "id": each.name, "count": each.count} for each in things],
    }


def _ties_json(blueprint: Blueprint, report: Report) -> dict[str, Any]:
    """How many games ended with several seats at the highest total, and what became of them."""
    tied = [each.winners for each in report.results if len(each.winners.tied) > 1 and not each.again]
    return {
        "games": len(tied),
        "shared": sum(len(winners.seats) > 1 for winners in tied),
        "parted_by": {
            name: sum(place in winners.parted_by for winners in tied)
            for place, (name, _, _) in enumerate(blueprint.tie_breaks)
        },
    }


def _write_summary(blueprint: Blueprint, report: Report, variant: Path | None) -> None:
    """What comes of the games, on one screen."""
    from textwrap import fill

    from rich.table import Table

    from rulewright.cli.screen import make_console, width
    from rulewright.observe.wording import title_in

    console = make_console()
    data = report_json(blueprint, report)
    length = data["length"]
    title = blueprint.title.get("en", blueprint.ruleset)
    games = f"{data['games']} game{'s' * (data['games'] != 1)} of {report.series.seats} seats"
    changed = f" with {variant}" if variant is not None else ""
    click.echo(f"{title} ({', '.join(blueprint.modules)}){changed}: {games}, seed {report.series.seed}\n")
    scores = Table(box=None, pad_edge=False, title="Scores: mean (least - most)", title_justify="left")
    scores.add_column("category")
    for row in data["seats"]:
        scores.add_column(f"{row['name']} {row['policy'] or ''}".strip(), justify="right")
    titles = {name: title.get("en", name) for name, title, _ in blueprint.scoring if name != "total"}
    for name in (*titles, "total"):
        cells = [spread_text(row["scores"][name]) for row in data["seats"]]
        scores.add_row(titles.get(name, name), *cells, style="bold" if name == "total" else "")
    scores.add_row("wins", *(f"{row['wins']:.1%}" for row in data["seats"]))
    console.print(scores)
    click.echo(f"\nLength: {spread_text(length['decisions'])} decisions, {spread_text(length['rounds'])} rounds; "
               f"{length['options_per_decision']:.2f} options a decision")  # fmt: skip
    if data["ties"]["games"]:
        parted = data["ties"]["parted_by"]
        ways = [f"{parted[name]} parted by {title_in(title, 'en', name)}" for name, title, _ in blueprint.tie_breaks]
        click.echo(f"Ties at the highest total: {'; '.join([str(data['ties']['games']), *ways])}; "
                   f"{data['ties']['shared']} shared")  # fmt: skip
    for entry in blueprint.again:
        count = data["to_be_played_again"][entry.id]
        title = title_in(entry.title, "en", entry.id)
        click.echo(
            f"Without a winner, to be played again: {count} game{'s' * (count != 1)} ({title}); --loops N plays them on"
        )
    used = [f"{sum(one.count > 0 for one in each)} of {len(each)} {name}" for name, each in _used(blueprint, report)]
    click.echo(fill(f"Used: {', '.join(used)}", width(), subsequent_indent="  "))


def _used(blueprint: Blueprint, report: Report) -> list[tuple[str, tuple[Usage, ...]]]:
    """How often each option and each thing was chosen, by what they are."""
    from rulewright.play.simulate import usage_of

    actions, things = usage_of(blueprint, report.used)
    by_kind = groupby(things, key=lambda each: each.group)
    return [("options", actions), *((kind.replace("_", " "), tuple(listed)) for kind, listed in by_kind)]


def _write_details(blueprint: Blueprint, report: Report, everything: bool) -> None:
    from rulewright.cli.screen import make_console

    console = make_console()
    click.echo("\nChosen, a game (what had no alternative is not counted)")
    for name, listed in _used(blueprint, report):
        _write_usage(console, name, listed, len(report.results), everything)
    rate = report.decisions / max(report.seconds, 1e-9)
    click.echo(f"\n{report.decisions} decisions in {report.seconds:.2f} s: {rate:.0f} a second")


def _write_usage(console: Any, name: str, usage: tuple[Usage, ...], games: int, everything: bool) -> None:
    from rich.columns import Columns

    used = [each for each in usage if each.count]
    never = [each for each in usage if not each.count]
    shown = used if everything or len(used) <= 2 * _SHOWN else used[:_SHOWN] + used[-_SHOWN:]
    note = f", {_SHOWN} most and {_SHOWN} least used" if len(shown) < len(used) else ""
    click.echo(f"\n  {name}: {len(used)} of {len(usage)} used{note}")
    cells = [f"  {each.count / games:8.3f} {each.title}" for each in shown]
    console.print(Columns(cells, equal=True, column_first=True), highlight=False)
    if never:
        listed = ", ".join(each.title for each in (never if everything else never[:_SHOWN]))
        more = "" if everything or len(never) <= _SHOWN else f" and {len(never) - _SHOWN} more"
        console.print(f"  never: {listed}{more}", highlight=False)
