"""The results of a report: as text for people, as a page with example games, and as data for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.options.table import TableChoice
from rulewright.cli.options.wrong import wrong_value
from rulewright.cli.output import write_json
from rulewright.cli.results.rendering import (
    Rendering,
    TellingOptions,
    game_label,
    learned_heading,
    read,
    refuse_other_rules,
    rules_heading,
    strength_of,
    table_of,
    told_of,
)
from rulewright.core.diagnostics import counted
from rulewright.core.writing import write_whole
from rulewright.play.records.replay_files import packages_to_json

if TYPE_CHECKING:
    from rulewright.core.model.game import Game
    from rulewright.lab.reports.report_data import ReportParting
    from rulewright.lab.reports.report_games import ReportGames, ReportPlan
    from rulewright.lab.reports.report_rows import LabReport, ReportSection
    from rulewright.play.jobs.running import JobRun
    from rulewright.play.jobs.shards import RunHeading

_SHOWN = 4


@dataclass(frozen=True)
class ReportRendering(Rendering):
    """A report on the game of a table.

    `other` is (label, numbers) of a report it is compared with.
    """

    writes = ("--html", "--examples")
    table: TableChoice
    game: Game
    other: tuple[str, Any] | None = None

    def tell(self, run: JobRun[Any, ReportGames]) -> None:
        if len(run.merged.of("strong")) >= 2:
            self._tell(run.merged)

    def _tell(self, games: ReportGames) -> None:
        from rulewright.lab.comparing.measures import titles
        from rulewright.lab.reports.report import report_of
        from rulewright.observe.words.seats import name_seats

        game, table, plan, telling = self.game, self.table, games.plan, self.telling
        blueprint = name_seats(game.blueprint, range(plan.seats - plan.ruled, plan.seats))
        report = report_of(games, blueprint, titles(game, plan.seats))
        folder = telling.examples
        if folder is None and telling.page is not None:
            folder = example_folder(telling.page)
        examples = _write_examples(game, table, plan, report, folder) if folder is not None else {}
        parted = _partings(report, self.other) if self.other is not None else None
        headline = _headline(game, table, plan, report)
        if telling.page is not None:
            from rulewright.lab.reports.report_page import report_page

            links = {name: Path(relpath(path, telling.page.parent)).as_posix() for name, path in examples.items()}
            write_whole(telling.page, report_page(report, headline, links, parted))
        if telling.form == "json":
            write_json(_json(game, table, plan, report, parted))
        else:
            _write_text(report, headline, parted, telling.everything)
            _tell_examples(report, examples, table)


def example_folder(page: Path) -> Path:
    """Return the folder of the example games of a page."""
    return page.with_name(f"{page.stem}_games")


def heading_of(plan: ReportPlan, game: Game, table: TableChoice) -> RunHeading:
    """Return the heading of a report, for the file that keeps it."""
    from rulewright.play.jobs.shards import RunHeading

    run = {
        **rules_heading(game.blueprint, plan.settings),
        "seats": plan.seats,
        "ruled": plan.ruled,
        **({"together": list(plan.sides)} if plan.sides else {}),
        "strong": plan.strong,
        "weak": plan.weak,
        "seed": plan.seed,
        **learned_heading([each for each in (plan.strong, plan.weak) if each is not None], game),
    }
    return RunHeading("report", plan.games * len(plan.kinds), plan.in_a_chunk, run, told=told_of(table))


def rendering_of(heading: RunHeading, telling: TellingOptions) -> ReportRendering:
    """Return a report read from a file.

    Raises ShardRefused if the file is not of a report, or is of other rules.
    """
    from rulewright.lab.reports.report_games import ReportJob, ReportPlan
    from rulewright.play.jobs.shards import cannot_be_read

    table, game = table_of(heading)
    run = heading.run
    strong, weak = read(str, run, "strong"), read(str | None, run, "weak")
    seats, ruled, seed = (read(int, run, name) for name in ("seats", "ruled", "seed"))
    kinds = 1 if weak is None else 3
    together = read(tuple[int, ...], run, "together") if "together" in run else ()
    if len(together) not in (0, seats):
        raise cannot_be_read()
    plan = ReportPlan(seats, heading.count // kinds, strong, weak, seed, table.settings, ruled, sides=together)
    job = ReportJob(plan, (table.loader(),))
    if heading.size != job.size or heading.count % kinds or not 0 <= ruled < seats <= game.blueprint.max_seats:
        raise cannot_be_read()
    refuse_other_rules(heading, heading_of(plan, game, table), table.ruleset)
    return ReportRendering(job, telling, heading, (), table, game)


def read_other(path: Path) -> tuple[str, Any]:
    """Return (label, numbers) of a report from its file.

    Raises UsageError if the file has no report.
    """
    from rulewright.lab.reports.report_data import ReportRefused, estimates_of

    try:
        data = json.loads(path.read_bytes())
        return str(data.get("label", path)), estimates_of(data)
    except (ValueError, RecursionError, AttributeError) as fault:
        why = str(fault) if isinstance(fault, ReportRefused) else "the file is not a report: it is not a JSON object"
        raise wrong_value("--against", str(path), why) from None


def _partings(report: LabReport, other: tuple[str, Any]) -> tuple[str, list[ReportParting]]:
    from rulewright.lab.reports.report_data import partings

    return other[0], partings(report, other[1])


def _label(game: Game, table: TableChoice, plan: ReportPlan) -> str:
    return f"{game_label(game.blueprint, table.variant_id)}, {counted(plan.seats, 'seat')}"


def _headline(game: Game, table: TableChoice, plan: ReportPlan, report: LabReport) -> list[str]:
    names = {"strong": f"of {plan.strong} players", "weak": f"of {plan.weak} players", "mixed": f"of one {plan.strong}"}
    games = ", ".join(f"{count} {names[kind]}" for kind, count in report.games.items())
    mixed = f" among {plan.weak}" if "mixed" in report.games else ""
    return [_label(game, table, plan), f"From games: {games}{mixed}; seed {plan.seed}", *_strength(game, table, plan)]


def _strength(game: Game, table: TableChoice, plan: ReportPlan) -> list[str]:
    players = [each for each in (plan.strong, plan.weak) if each is not None]
    return strength_of(players, table.ruleset, game, plan.seats)[0]


def _json(
    game: Game, table: TableChoice, plan: ReportPlan, report: LabReport, parted: tuple[str, list[ReportParting]] | None
) -> dict[str, Any]:
    from rulewright.lab.reports.report_data import report_json

    data: dict[str, Any] = {
        "label": _label(game, table, plan),
        "ruleset": game.blueprint.ruleset,
        "ruleset_digest": game.blueprint.digest,
        "modules": list(game.blueprint.modules),
        **packages_to_json(game.blueprint.packages),
        "variant": table.variant_id,
        "seats": plan.seats,
        "seed": plan.seed,
        "policies": {"strong": plan.strong, "weak": plan.weak},
        "strength": _strength(game, table, plan),
        **report_json(report),
    }
    if parted is not None:
        label, found = parted
        differ = [each.row.id for each in found if each.differs]
        data["against"] = {"label": label, "compared": len(found), "differ": differ}
    return data


def _write_examples(
    game: Game, table: TableChoice, plan: ReportPlan, report: LabReport, folder: Path
) -> dict[str, Path]:
    """Write each example game as a replay, once, and map the games' names to their files."""
    from dataclasses import replace

    from rulewright.lab.reports.report_data import example_name
    from rulewright.lab.reports.report_games import replay_of_game
    from rulewright.play.records.replay_files import write_replay

    folder.mkdir(exist_ok=True)
    written: dict[str, Path] = {}
    for section in report.sections:
        for row in section.rows if not section.is_long else _extremes(section):
            name = example_name(row)
            if row.example is not None and name is not None and name not in written:
                replay = replace(replay_of_game(game, plan, *row.example), variant=table.variant_id)
                written[name] = folder / f"{name}.json"
                write_replay(written[name], replay)
    return written


def _extremes(section: ReportSection) -> list[Any]:
    """Return the first and last rows of a long table, and those that are remarkable."""
    rows = section.rows
    if len(rows) <= 2 * _SHOWN:
        return list(rows)
    return [each for at, each in enumerate(rows) if at < _SHOWN or at >= len(rows) - _SHOWN or each.remark]


def _write_text(
    report: LabReport, headline: Sequence[str], parted: tuple[str, list[ReportParting]] | None, everything: bool
) -> None:
    from textwrap import fill

    from rulewright.cli.screen.console import filled, make_console, plain_table, width
    from rulewright.lab.reports.report_data import example_name
    from rulewright.lab.reports.report_page import estimate_text, remark_text

    console = make_console()
    for line in headline:
        click.echo(filled(line))
    click.echo("In brackets: 95 % confidence intervals.")
    if parted is not None:
        _write_partings(*parted)
    for section in report.sections:
        click.echo(f"\n{section.title}")
        click.echo(fill(section.read, width(), initial_indent="  ", subsequent_indent="  "))
        rows = plain_table(heads=False)
        listed = section.rows if everything or not section.is_long else _extremes(section)
        for row in listed:
            remarks = "; ".join(each for each in (remark_text(row), row.beside) if each)
            style = "bold" if row.remark in ("high", "low") else ""
            estimate = estimate_text(row.unit, row.estimate)
            rows.add_row(f"  {row.title}", estimate, remarks, example_name(row) or "", style=style)
        console.print(rows)
        if len(listed) < len(section.rows):
            click.echo(f"  ... of {len(section.rows)}; --all lists them")


def _write_partings(label: str, found: Sequence[ReportParting]) -> None:
    from rulewright.lab.reports.report_page import estimate_text

    shown = [each for each in found if each.differs]
    click.echo(
        f"\nAgainst {label}: {len(shown)} of {len(found)} numbers differ (all findings together have 95 % confidence)"
    )
    for each in shown:
        then, now = estimate_text(each.row.unit, each.other), estimate_text(each.row.unit, each.row.estimate)
        click.echo(f"  {each.row.title}: {then} there, {now} here")


def _tell_examples(report: LabReport, examples: dict[str, Path], table: TableChoice) -> None:
    if examples:
        name, path = next(iter(examples.items()))
        click.echo(f"\n{len(examples)} example games are in {quote(str(path.parent))}; to open {name}:")
        click.echo(f"  {table.to_replay(path)}")
    elif any(row.example is not None for section in report.sections for row in section.rows):
        click.echo("\nThe last column names example games; --examples DIR writes them")
