"""Series of matches, or of games that may be played again, summed up as text and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from rulewright.cli.options.running import Running
from rulewright.cli.options.table import TableChoice, load_or_exit
from rulewright.cli.output import write_json
from rulewright.cli.results.rendering import Rendering, TellingOptions
from rulewright.cli.results.series import pace_json, pace_text, seat_labels, seat_row, spread_of, spread_text
from rulewright.cli.screen.match_session import begun, planned_or_exit, ruled_in
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.points import in_points
from rulewright.core.pipeline import placed_modules
from rulewright.observe.naming import seat_title
from rulewright.observe.words.seats import name_seats
from rulewright.play.jobs.running import JobRun
from rulewright.play.records.planned_matches import PlannedGames
from rulewright.play.series.simulate_matches import MOST_TIMES, MatchJob, MatchReport, MatchSeries
from rulewright.play.session.match import plan_of_game


@dataclass(frozen=True)
class MatchRendering(Rendering):
    """A series of matches, which is kept in no file.

    The last `ruled` seats are played by the rules.
    """

    names: tuple[str, ...]
    ruled: int
    blueprint: Blueprint

    def tell(self, run: JobRun[Any, MatchReport]) -> None:
        report = run.merged
        report.seconds = run.seconds
        if not report.runs:
            return
        if self.telling.form == "json":
            write_json(report_json(self.blueprint, report, self.names, self.ruled))
        else:
            _write_text(self.blueprint, report, self.names, self.ruled)


def simulate_verb(
    table: TableChoice,
    games: int,
    seats: int | None,
    policies: tuple[str, ...],
    running: Running,
    seed: int,
    times: int | None,
    form: str,
) -> None:
    """Play many matches and sum them up."""
    planned = _planned(table)
    plan = planned.plan
    ruled = ruled_in(planned, table.settings)
    most = min(planned(place).blueprint.max_seats for place in range(len(plan.games)))
    match = begun(planned, table.settings, seats if seats is not None else most - ruled, seed)
    blueprint = name_seats(planned(0).blueprint, range(match.seats - ruled, match.seats))
    names = tuple(seat_title(blueprint, seat) for seat in range(match.seats))
    series = MatchSeries(plan, games, match.seats, seed, policies, match.settings, times or MOST_TIMES)
    load = partial(PlannedGames, plan, table.variant) if running.jobs > 1 else lambda: planned
    running.carry_out(MatchRendering(MatchJob(series, load), TellingOptions(form), None, (), names, ruled, blueprint))


def _planned(table: TableChoice) -> PlannedGames:
    if table.match is not None:
        return planned_or_exit(table)
    game = load_or_exit(table)
    modules = placed_modules(table.modules, game.blueprint.modules)
    plan = plan_of_game(game.blueprint.ruleset, game.blueprint.title, table.ruleset, modules)
    return PlannedGames(plan, table.variant, {0: game})


def report_json(blueprint: Blueprint, report: MatchReport, names: tuple[str, ...], ruled: int) -> dict[str, Any]:
    """Return a report as plain data.

    The last `ruled` seats are played by the rules.
    """
    series, plan = report.series, report.series.plan
    wins = report.shares_of_wins()
    points = partial(in_points, blueprint)
    counted = int if plan.counts else points
    games = []
    for place, planned in enumerate(plan.games):
        rows = [run.outcomes[place] for run in report.runs]
        won = report.shares_of_game(place)
        games.append(
            {
                "game": planned.id,
                "times": spread_of([row.times for row in rows]),
                "seats": [
                    {
                        "seat": seat + 1,
                        "wins": round(won[seat], 4),
                        "score": spread_of([points(row.scores[seat]) for row in rows]),
                        "counts": spread_of([counted(row.counts[seat]) for row in rows]),
                    }
                    for seat in range(series.seats)
                ],
            }
        )
    seats = []
    for seat in range(series.seats):
        rated = Counter(rating.least if (rating := run.standing.ratings[seat]) else None for run in report.runs)
        seats.append(
            {
                **seat_row(seat, names[seat], series.policies, series.seats - ruled, wins[seat]),
                "total": spread_of([counted(run.standing.sums[seat]) for run in report.runs]),
                "ratings": [{"from": each.least, "matches": rated[each.least]} for each in plan.ratings],
            }
        )
    return {
        "match": plan.id,
        "ruleset": plan.ruleset,
        "matches": len(report.runs),
        "games_played": sum(run.games for run in report.runs),
        "seed": series.seed,
        "times": series.times,
        "played_again": dict(sorted(Counter(each for run in report.runs for each in run.again).items())),
        "unfinished": sum(run.unfinished for run in report.runs),
        **pace_json(sum(run.decisions for run in report.runs), report.seconds),
        "digest": report.digest,
        "games": games,
        "seats": seats,
    }


def _write_text(blueprint: Blueprint, report: MatchReport, names: tuple[str, ...], ruled: int) -> None:
    plan, series, data = report.series.plan, report.series, report_json(blueprint, report, names, ruled)
    click.echo(
        f"{title_in(plan.title, 'en', plan.id)}: {data['matches']} matches of {series.seats} seats, "
        f"seed {series.seed}, {data['games_played']} games\n"
    )
    labels = seat_labels(data)
    for planned, game in zip(plan.games, data["games"], strict=True):
        rows = {"score": [spread_text(each["score"]) for each in game["seats"]]}
        if plan.counts:
            rows[plan.counts.replace("_", " ")] = [spread_text(each["counts"]) for each in game["seats"]]
        rows["wins"] = [f"{each['wins']:.1%}" for each in game["seats"]]
        _write_rows(title_in(planned.title, "en", planned.id), labels, rows)
    if len(plan.games) > 1:
        rows = {"total": [spread_text(each["total"]) for each in data["seats"]]}
        for at, rating in enumerate(plan.ratings):
            rows[f"from {rating.least}: {title_in(rating.title, 'en', '')}"] = [
                f"{each['ratings'][at]['matches'] / max(1, len(report.runs)):.1%}" for each in data["seats"]
            ]
        rows["wins"] = [f"{each['wins']:.1%}" for each in data["seats"]]
        _write_rows("The match: mean (least - most)", labels, rows)
    for name, count in data["played_again"].items():
        click.echo(f"played again by {name.replace('_', ' ')}: {count}")
    if data["unfinished"]:
        click.echo(f"still to be played again after {series.times} times, and averaged: {data['unfinished']}")
    click.echo(f"\n{pace_text(data['decisions'], report.seconds)}\ndigest {report.digest}")


def _write_rows(title: str, labels: Sequence[str], rows: dict[str, list[str]]) -> None:
    from rulewright.cli.screen.console import make_console, table_of

    table = table_of(labels, title)
    for name, cells in rows.items():
        table.add_row(name, *cells)
    make_console().print(table)
    click.echo()
