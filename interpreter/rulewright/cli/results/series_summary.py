"""A series of games summed up: as text for people and as data for programs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.output import complain, write_json
from rulewright.cli.results.rendering import (
    Rendering,
    TellingOptions,
    game_label,
    learned_heading,
    read,
    refuse_other_rules,
    rules_heading,
    table_of,
    told_of,
)
from rulewright.cli.results.series import pace_json, pace_text, seat_labels, seat_row, spread_of, spread_text
from rulewright.core.diagnostics import counted, some_of
from rulewright.play.records.replay_files import packages_to_json

if TYPE_CHECKING:
    from rulewright.author.testing.coverage.coverage_report import CoverageReport
    from rulewright.cli.options.table import TableChoice
    from rulewright.core.model.game import Blueprint, Game
    from rulewright.core.pipeline import Built
    from rulewright.play.jobs.running import JobRun
    from rulewright.play.jobs.shards import RunHeading
    from rulewright.play.series.simulate import Series, SeriesReport, Usage
    from rulewright.play.series.simulate_covered import CoveredSeries

_SHOWN = 12
_STOPPED = 5
SEE_DETAILS = "--details lists how often each option was chosen, and the time used"


@dataclass(frozen=True)
class SeriesRendering(Rendering):
    """A series of games at a table.

    `blueprint` has the names of its seats.
    """

    table: TableChoice
    blueprint: Blueprint

    def fits(self, run: JobRun[Any, SeriesReport]) -> bool:
        from rulewright.play.series.simulate import fits_rules

        return fits_rules(run.merged, self.blueprint)

    def tell(self, run: JobRun[Any, SeriesReport]) -> None:
        from rulewright.play.series.simulate import report_of

        report = report_of(run)
        if report.results or report.stopped:
            write_report(self.table, self.blueprint, report, self.telling)
        tell_stopped(report)

    def judge(self, run: JobRun[Any, SeriesReport]) -> int:
        from rulewright.cli.results.invariants import are_broken

        return 3 if run.merged.stopped else int(are_broken(run.merged))


@dataclass(frozen=True)
class CoveredRendering(Rendering):
    """A series of games on a build that counts coverage, which is kept in no file."""

    table: TableChoice
    blueprint: Blueprint
    built: Built
    coverage_to: tuple[Path, ...]
    coverage_below: float | None

    def tell(self, run: JobRun[Any, CoveredSeries]) -> None:
        from rulewright.cli.results.coverage import coverage_json, write_coverage

        report = run.merged.report
        if not run.played:
            return
        report.seconds = run.seconds
        reports = self._reports(run)
        write_report(self.table, self.blueprint, report, self.telling, coverage_json(reports))
        write_coverage(reports, self.built.lines, self.coverage_to, summary=self.telling.form == "text")
        tell_stopped(report)

    def judge(self, run: JobRun[Any, CoveredSeries]) -> int:
        from rulewright.cli.results.coverage import fail_below

        if run.merged.report.stopped:
            return 3
        fail_below(self._reports(run), self.coverage_below)
        return 0

    def _reports(self, run: JobRun[Any, CoveredSeries]) -> list[CoverageReport]:
        from rulewright.author.testing.coverage.coverage_report import report_of

        return [report_of(self.built.source, run.merged.coverage, "game")]


def heading_of(game: Game, table: TableChoice, series: Series) -> RunHeading:
    """Return the heading of a series, for the file that keeps it: rules, table, chance."""
    from rulewright.play.jobs.shards import RunHeading
    from rulewright.play.jobs.worker_pool import CHUNK

    run = {
        **rules_heading(game.blueprint, series.settings),
        "seats": series.seats,
        "policies": list(series.policies),
        "seed": series.seed,
        **({"watched": True} if series.watched else {}),
        **learned_heading(series.policies, game),
    }
    return RunHeading("simulate", series.games, CHUNK, run, told=told_of(table))


def rendering_of(heading: RunHeading, telling: TellingOptions) -> SeriesRendering:
    """Return a series read from a file.

    Raises ShardRefused if the file is not of a series, or is of other rules.
    """
    from rulewright.cli.options.table import load_or_exit
    from rulewright.core.model.seats import ruled_count
    from rulewright.observe.words.seats import name_seats
    from rulewright.play.jobs.shards import cannot_be_read
    from rulewright.play.series.simulate import Series, SeriesJob

    table, game = table_of(heading)
    seats, seed = read(int, heading.run, "seats"), read(int, heading.run, "seed")
    policies, watched = read(tuple[str, ...], heading.run, "policies"), "watched" in heading.run
    table = replace(table, watched=watched)
    game = load_or_exit(table) if watched else game
    series = Series(heading.count, seats, seed, policies, table.settings, watched)
    job = SeriesJob(series, (table.loader(),))
    if heading.size != job.size or not 1 <= seats <= game.blueprint.max_seats or not series.policies:
        raise cannot_be_read()
    refuse_other_rules(heading, heading_of(game, table, series), table.ruleset)
    ruled = ruled_count(game.blueprint, heading.run["settings"])
    blueprint = name_seats(game.blueprint, range(seats - ruled, seats))
    return SeriesRendering(job, telling, heading, (), table, blueprint)


def write_report(
    table: TableChoice, blueprint: Blueprint, report: SeriesReport, telling: TellingOptions,
    more: dict[str, Any] | None = None,
) -> None:  # fmt: skip
    """Write the report of a series.

    `more` is added to its data.
    """
    if telling.form == "json":
        backend = {"backend": telling.backend} if telling.backend else {}
        write_json({**report_json(blueprint, report), **backend, "variant": table.variant_id, **(more or {})})
        return
    if not report.results:
        return
    write_summary(blueprint, report, table.variant)
    if report.series.watched:
        from rulewright.cli.results.invariants import seen_lines

        click.echo("\n" + "\n".join(seen_lines(blueprint, report)))
    if telling.details or telling.everything:
        write_details(blueprint, report, telling)
    else:
        click.echo(f"\n{SEE_DETAILS}")
    click.echo(f"digest {report.digest}")


def tell_stopped(report: SeriesReport) -> None:
    """Name the games that ran into a limit, if any, on standard error."""
    if not report.stopped:
        return
    games = len(report.results) + len(report.stopped)
    complain(f"A limit was reached in {len(report.stopped)} of {games} games, which are not counted:")
    for each in report.stopped[:_STOPPED]:
        complain(f"  game {each.number + 1} (seed {each.seed}): {each.limit}")
    if len(report.stopped) > _STOPPED:
        complain(f"  and {len(report.stopped) - _STOPPED} more")


def report_json(blueprint: Blueprint, report: SeriesReport) -> dict[str, Any]:
    """Return a report as plain data."""
    from rulewright.cli.results.invariants import seen_json
    from rulewright.core.model.points import in_points
    from rulewright.core.model.seats import ruled_count
    from rulewright.core.model.settings import setting_text
    from rulewright.core.run.steps import settings_chosen
    from rulewright.observe.naming import seat_title
    from rulewright.play.series.simulate import usage_of

    series = report.series
    chosen = settings_chosen(blueprint, series.settings)
    names = [name for name, _, _ in blueprint.scoring]
    actions, things = usage_of(blueprint, report.used)
    wins = report.shares_of_wins()
    deciding = series.seats - ruled_count(blueprint, chosen)
    seats = []
    for seat in range(series.seats):
        rows = [result.scores[seat] for result in report.results]
        scores = {name: spread_of([in_points(blueprint, row[at]) for row in rows]) for at, name in enumerate(names)}
        scores["total"] = spread_of([in_points(blueprint, sum(row)) for row in rows])
        row = seat_row(seat, seat_title(blueprint, seat), series.policies, deciding, wins[seat])
        seats.append({**row, "scores": scores})
    return {
        "ruleset": blueprint.ruleset,
        "ruleset_digest": blueprint.digest,
        "modules": list(blueprint.modules),
        **packages_to_json(blueprint.packages),
        "settings": {name: setting_text(each, chosen[name]) for name, each in blueprint.settings.items()},
        "games": len(report.results),
        "stopped": [{"game": each.number + 1, "seed": each.seed, "limit": each.limit} for each in report.stopped],
        "to_be_played_again": {each.id: sum(r.again == each.id for r in report.results) for each in blueprint.again},
        "ties": _ties_json(blueprint, report),
        "seed": series.seed,
        **pace_json(report.decisions, report.seconds),
        "digest": report.digest,
        "seats": seats,
        "length": {
            "decisions": spread_of([result.decisions for result in report.results]),
            "rounds": spread_of([result.rounds for result in report.results]),
            "options_per_decision": round(sum(each.options for each in report.results) / max(1, report.decisions), 3),
        },
        **({"ends": _ends_json(blueprint, report)} if blueprint.ending is not None else {}),
        **({"invariants": seen_json(blueprint, report)} if series.watched else {}),
        "actions": [{"in": each.group, "option": each.name, "count": each.count} for each in actions],
        "things": [{"of": each.group, "id": each.name, "count": each.count} for each in things],
    }


def _ends_json(blueprint: Blueprint, report: SeriesReport) -> dict[str, Any]:
    """Count the games that were drawn or won by nobody, and the games of each outcome."""
    from rulewright.play.session.result import outcome_names

    found = [each.result for each in report.results if not each.again]
    names = enumerate(outcome_names(blueprint))
    return {
        "drawn": sum(bool(each.drawn) for each in found),
        "nobody": sum(not each.winners and not each.drawn for each in found),
        "outcomes": {name: sum(each.outcome == number for each in found) for number, name in names},
    }


def _write_ends(blueprint: Blueprint, data: dict[str, Any]) -> None:
    from rulewright.core.model.endings import OUTCOME
    from rulewright.observe.naming import thing_title

    titled = [thing_title(blueprint, OUTCOME, each, "en") for each in range(len(data["outcomes"]))]
    named = [f"{count} {title}" for title, count in zip(titled, data["outcomes"].values(), strict=True) if count]
    parts = [f"{data['drawn']} drawn", f"{data['nobody']} won by nobody", *named]
    click.echo(f"Ends: {'; '.join(parts)}")


def _ties_json(blueprint: Blueprint, report: SeriesReport) -> dict[str, Any]:
    """Count the games that ended with several seats at the highest total, and how ties were decided."""
    tied = [each.result for each in report.results if each.result.parts(each.result.tied) > 1 and not each.again]
    return {
        "games": len(tied),
        "shared": sum(result.parts(result.winners) > 1 for result in tied),
        "parted_by": {
            name: sum(place in result.parted_by for result in tied)
            for place, (name, _, _) in enumerate(blueprint.tie_breaks)
        },
    }


def write_summary(blueprint: Blueprint, report: SeriesReport, variant: Path | None) -> None:
    """Write the results of the games, on one screen."""
    from rulewright.cli.screen.console import filled, make_console, table_of
    from rulewright.core.locales.wording import title_in

    console = make_console()
    data = report_json(blueprint, report)
    length = data["length"]
    games = f"{counted(data['games'], 'game')} with {report.series.seats} seats"
    label = game_label(blueprint, str(variant) if variant is not None else None)
    click.echo(f"{label}: {games}, seed {report.series.seed}\n")
    scores = table_of(seat_labels(data), "Scores: mean (least - most)", "category")
    titles = {name: title.get("en", name) for name, title, _ in blueprint.scoring if name != "total"}
    for name in (*titles, "total"):
        cells = [spread_text(row["scores"][name]) for row in data["seats"]]
        scores.add_row(titles.get(name, name), *cells, style="bold" if name == "total" else "")
    scores.add_row("wins", *(f"{row['wins']:.1%}" for row in data["seats"]))
    console.print(scores)
    rounds = f", {spread_text(length['rounds'])} rounds" if length["rounds"]["max"] else ""
    click.echo(f"\nLength: {spread_text(length['decisions'])} decisions{rounds}; "
               f"{length['options_per_decision']:.2f} options a decision")  # fmt: skip
    if "ends" in data:
        _write_ends(blueprint, data["ends"])
    if data["ties"]["games"] and (blueprint.scoring or blueprint.ending is None):
        parted = data["ties"]["parted_by"]
        ways = [f"{parted[name]} decided by {title_in(title, 'en', name)}" for name, title, _ in blueprint.tie_breaks]
        click.echo(f"Ties at the highest total: {'; '.join([str(data['ties']['games']), *ways])}; "
                   f"{data['ties']['shared']} shared")  # fmt: skip
    for entry in blueprint.again:
        count = data["to_be_played_again"][entry.id]
        title = title_in(entry.title, "en", entry.id)
        click.echo(f"Without a winner, to be played again: {counted(count, 'game')} ({title}); --loops N repeats them")
    used = [f"{sum(one.count > 0 for one in each)} of {len(each)} {name}" for name, each in _used(blueprint, report)]
    click.echo(filled(f"Used: {', '.join(used)}"))


def _used(blueprint: Blueprint, report: SeriesReport) -> list[tuple[str, tuple[Usage, ...]]]:
    """List (kind, uses) of how often each option and each thing was chosen."""
    from rulewright.play.series.simulate import usage_of

    actions, things = usage_of(blueprint, report.used)
    by_kind = groupby(things, key=lambda each: each.group)
    return [("options", actions), *((kind.replace("_", " "), tuple(listed)) for kind, listed in by_kind)]


def write_details(blueprint: Blueprint, report: SeriesReport, telling: TellingOptions) -> None:
    """Write how often each option was chosen, the time it took, and which back end played."""
    from rulewright.cli.screen.console import make_console

    console = make_console()
    click.echo("\nChosen per game (choices without an alternative are not counted, except the last parts of a set)")
    for name, listed in _used(blueprint, report):
        _write_usage(console, name, listed, len(report.results), telling.everything)
    click.echo(f"\n{pace_text(report.decisions, report.seconds, telling.backend)}")


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
        listed = some_of([each.title for each in never], len(never) if everything else _SHOWN)
        console.print(f"  never: {listed}", highlight=False)
