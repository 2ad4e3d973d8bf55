"""`rulewright report`: what a game is like, from many games of strong and of weak players."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os.path import relpath
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.names import variant_id
from rulewright.cli.output import format_option, write_json
from rulewright.cli.policies import policies_named
from rulewright.cli.progress import Progress
from rulewright.cli.settings import TableCommand, check_seed
from rulewright.cli.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.wrong import Whole, refuse_unwritable, wrong_value
from rulewright.writing import write_whole

if TYPE_CHECKING:
    from rulewright.lab.report_data import ReportParting
    from rulewright.lab.report_games import ReportPlan
    from rulewright.lab.report_rows import LabReport, ReportSection
    from rulewright.model.game import Game

_SHOWN = 4


@click.command("report", cls=TableCommand)
@table_options
@click.option(
    "--seats",
    type=int,
    help="How many seats policies play; those that the rules play come on top.  [default: the most]",
)
@click.option(
    "--policy",
    "policies",
    default="greedy,random",
    show_default=True,
    metavar="STRONG[,WEAK]",
    help="Who plays: strong players, and weak ones to measure them by.",
)
@click.option("--games", type=Whole(10, 100_000), default=100, show_default=True, help="How many games of each kind.")
@click.option("--jobs", type=Whole(1, 256), default=1, show_default=True, help="How many processes.")
@click.option(
    "--seed", type=int, default=0, show_default=True, callback=check_seed, help="The number all chance comes from."
)
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a page with charts, too; the example games come into a folder beside it.",
)
@click.option(
    "--examples",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write the example games there, to be opened by 'rulewright replay'.",
)
@click.option(
    "--against",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Hold it against another report, of another game or edition, as --format json wrote it.",
)
@click.option("--all", "everything", is_flag=True, help="List every option and thing, not the extreme ones.")
@format_option
def verb(
    table: TableChoice,
    seats: int | None,
    policies: str,
    games: int,
    jobs: int,
    seed: int,
    page: Path | None,
    folder: Path | None,
    against: Path | None,
    everything: bool,
    form: str,
) -> None:
    """Tell what the game NAME is like at one size of table: seats, skill, luck, length, drama, options, cards.

    Strong players play among themselves, weak ones among themselves, and one strong among weak ones. Each number has an
    interval in which the true one lies in 95 of 100, and names a game in which it can be seen.
    """
    from rulewright.lab.measures import titles
    from rulewright.lab.report import report_of
    from rulewright.lab.report_games import ReportGames, ReportPlan, watch_games
    from rulewright.observe.seats import name_seats
    from rulewright.play.processes import ProcessLost

    if table.match is not None:
        raise click.UsageError(f"{table.ruleset} is a match of several games; report on one of its games")
    strong, *weak = policies_named(policies)
    if len(weak) > 1:
        raise wrong_value("--policy", policies, "name a strong and a weak policy, as in --policy greedy,random")
    if page is not None:
        refuse_unwritable(page, "--html")
        folder = folder or page.with_name(f"{page.stem}_games")
    if folder is not None:
        refuse_unwritable(folder / "x") if folder.is_dir() else refuse_unwritable(folder, "--examples")
    other = _read_other(against) if against is not None else None
    game = load_or_exit(table)
    ruled = ruled_at(game.blueprint, table.settings)
    if seats is None:
        seats = game.blueprint.max_seats - ruled
    n_seats = seats_at_table(game.blueprint, table.settings, seats, table.ruleset)
    blueprint = name_seats(game.blueprint, range(seats, n_seats))
    plan = ReportPlan(n_seats, games, strong, weak[0] if weak else None, seed, table.settings, ruled)
    found, progress = ReportGames(plan), Progress(games * len(plan.kinds))
    stopped: BaseException | None = None
    with progress.until_over():
        try:
            watch_games(table.loader(), found, jobs=jobs, progress=progress.advance)
        except (KeyboardInterrupt, ProcessLost) as stop:
            if len(found.of("strong")) < 2:
                raise
            stopped = stop
    report = report_of(found, blueprint, titles(game, n_seats))
    examples = _write_examples(game, table, plan, report, folder) if folder is not None else {}
    parted = _partings(report, other) if other is not None else None
    headline = _headline(game, table, plan, report)
    if page is not None:
        from rulewright.lab.report_page import report_page

        links = {name: Path(relpath(path, page.parent)).as_posix() for name, path in examples.items()}
        write_whole(page, report_page(report, headline, links, parted))
    if form == "json":
        write_json(_json(game, table, plan, report, parted))
    else:
        _write_text(report, headline, parted, everything)
        _tell_examples(report, examples, table)
    if stopped is not None:
        raise stopped


def _read_other(path: Path) -> tuple[str, Any]:
    """A report from its file and what it is called; wrong usage where there is none in it."""
    from rulewright.lab.report_data import ReportRefused, estimates_of

    try:
        data = json.loads(path.read_bytes())
        return str(data.get("label", path)), estimates_of(data)
    except (ValueError, RecursionError, AttributeError) as fault:
        told = str(fault) if isinstance(fault, ReportRefused) else "it is no report, nor any other JSON object"
        raise wrong_value("--against", str(path), told) from None


def _partings(report: LabReport, other: tuple[str, Any]) -> tuple[str, list[ReportParting]]:
    from rulewright.lab.report_data import partings

    return other[0], partings(report, other[1])


def _label(game: Game, table: TableChoice, plan: ReportPlan) -> str:
    title = game.blueprint.title.get("en", game.blueprint.ruleset)
    changed = f" with {variant_id(table.variant)}" if table.variant is not None else ""
    return f"{title} ({', '.join(game.blueprint.modules)}){changed}, {plan.seats} seat{'s' * (plan.seats != 1)}"


def _headline(game: Game, table: TableChoice, plan: ReportPlan, report: LabReport) -> list[str]:
    names = {"strong": f"of {plan.strong} players", "weak": f"of {plan.weak} players", "mixed": f"of one {plan.strong}"}
    counted = ", ".join(f"{count} {names[kind]}" for kind, count in report.games.items())
    mixed = f" among {plan.weak}" if "mixed" in report.games else ""
    return [_label(game, table, plan), f"From games: {counted}{mixed}; seed {plan.seed}"]


def _json(
    game: Game, table: TableChoice, plan: ReportPlan, report: LabReport, parted: tuple[str, list[ReportParting]] | None
) -> dict[str, Any]:
    from rulewright.lab.report_data import report_json

    data: dict[str, Any] = {
        "label": _label(game, table, plan),
        "ruleset": game.blueprint.ruleset,
        "ruleset_digest": game.blueprint.digest,
        "modules": list(game.blueprint.modules),
        "variant": variant_id(table.variant) if table.variant is not None else None,
        "seats": plan.seats,
        "seed": plan.seed,
        "policies": {"strong": plan.strong, "weak": plan.weak},
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
    """Write each example game as a replay, once; their files by their names."""
    from dataclasses import replace

    from rulewright.lab.report_data import example_name
    from rulewright.lab.report_games import replay_of_game
    from rulewright.play.replay_files import write_replay

    folder.mkdir(exist_ok=True)
    written: dict[str, Path] = {}
    for section in report.sections:
        for row in section.rows if not section.is_long else _extremes(section):
            name = example_name(row)
            if row.example is not None and name is not None and name not in written:
                replay = replay_of_game(game, plan, *row.example)
                if table.variant is not None:
                    replay = replace(replay, variant=variant_id(table.variant))
                written[name] = folder / f"{name}.json"
                write_replay(written[name], replay)
    return written


def _extremes(section: ReportSection) -> list[Any]:
    """The first and last rows of a long table, and those that are remarkable."""
    rows = section.rows
    if len(rows) <= 2 * _SHOWN:
        return list(rows)
    return [each for at, each in enumerate(rows) if at < _SHOWN or at >= len(rows) - _SHOWN or each.remark]


def _write_text(
    report: LabReport, headline: Sequence[str], parted: tuple[str, list[ReportParting]] | None, everything: bool
) -> None:
    from textwrap import fill

    from rich.table import Table

    from rulewright.cli.screen import make_console, width
    from rulewright.lab.report_data import example_name
    from rulewright.lab.report_page import estimate_text, remark_text

    console = make_console()
    for line in headline:
        click.echo(line)
    click.echo("In brackets: where the true number lies in 95 of 100.")
    if parted is not None:
        _write_partings(*parted)
    for section in report.sections:
        click.echo(f"\n{section.title}")
        click.echo(fill(section.read, width(), initial_indent="  ", subsequent_indent="  "))
        rows = Table(box=None, pad_edge=False, show_header=False)
        listed = section.rows if everything or not section.is_long else _extremes(section)
        for row in listed:
            beside = "; ".join(each for each in (remark_text(row), row.beside) if each)
            style = "bold" if row.remark in ("high", "low") else ""
            told = estimate_text(row.unit, row.estimate)
            rows.add_row(f"  {row.title}", told, beside, example_name(row) or "", style=style)
        console.print(rows)
        if len(listed) < len(section.rows):
            click.echo(f"  ... of {len(section.rows)}; --all lists them")


def _write_partings(label: str, found: Sequence[ReportParting]) -> None:
    from rulewright.lab.report_page import estimate_text

    shown = [each for each in found if each.differs]
    click.echo(f"\nAgainst {label}: {len(shown)} of {len(found)} numbers differ (all of it holds in 19 of 20)")
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
