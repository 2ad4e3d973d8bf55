"""`rulewright merge`: the shares of a run, played on several machines or at several times, told as one run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.output import complain, format_option
from rulewright.cli.wrong import refuse_unwritable

if TYPE_CHECKING:
    from rulewright.lab.parts import RunHeading


@click.command("merge")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True,
                                                                                    dir_okay=False))  # fmt: skip
@click.option("--so-far", is_flag=True, help="Shares may be missing: count what was played before the first gap.")
@click.option("--details", is_flag=True, help="Of a simulation: list what was chosen how often, and the time it took.")
@click.option("--all", "everything", is_flag=True, help="List everything, not the strongest or most used.")
@click.option("--html", "page", type=click.Path(path_type=Path), metavar="FILE",
              help="Of a comparison or ladder: write a page with plots, too.")  # fmt: skip
@format_option
def verb(files: tuple[Path, ...], so_far: bool, details: bool, everything: bool, page: Path | None, form: str) -> None:
    """Put together what 'compare', 'ladder' or 'simulate' kept in FILEs by --shard or --out, and tell it as one run.

    What is told is the same, to the letter, as if one machine had played all of it. Files of other rules, of another
    run, that hold the same games twice or that leave some out are refused.
    """
    from rulewright.lab.parts import PartRefused, joined, read_part

    if page is not None:
        refuse_unwritable(page, "--html")
    try:
        heading, chunks = joined([read_part(file) for file in files], so_far=so_far)
        if not chunks:
            raise PartRefused("none of the files holds the first games, so there is nothing to be told yet")
        match heading.of:
            case "compare":
                _tell_comparison(heading, chunks, page, everything, form)
            case "simulate":
                if page is not None:
                    raise click.UsageError("--html is for comparisons and ladders; these files are of a simulation")
                _tell_series(heading, chunks, details, everything, form)
            case "ladder":
                _tell_ladder(heading, chunks, page, form)
            case other:
                raise PartRefused(f"{files[0]} is of '{other}', which this version of rulewright does not know")
    except PartRefused as refused:
        complain(f"refused: {refused}")
        raise click.exceptions.Exit(1) from None


def _tell_comparison(heading: RunHeading, chunks: list[Any], page: Path | None, everything: bool, form: str) -> None:
    from rulewright.cli.compare_report import plan_of, write_found
    from rulewright.lab.chunks import sums_from_json
    from rulewright.lab.compare import Looks
    from rulewright.lab.parts import PartRefused

    try:
        looks = Looks(plan_of(heading))
    except (KeyError, TypeError, ValueError):
        raise PartRefused("the first line does not say how it was played; play its share again") from None
    for data, numbers in zip(chunks, heading.chunks().values(), strict=False):
        if looks.take(sums_from_json(data, numbers, len(looks.plan.tables))):
            break
    write_found(looks.found(), heading, page, everything, form)


def _tell_ladder(heading: RunHeading, chunks: list[Any], page: Path | None, form: str) -> None:
    from rulewright.cli.ladder_report import need_openskill, places_from_json, plan_of, write_ladder
    from rulewright.lab.parts import PartRefused

    need_openskill()
    try:
        plan = plan_of(heading)
    except (KeyError, TypeError, ValueError):
        raise PartRefused("the first line does not say how it was played; play its share again") from None
    own = heading.chunks()
    found = [game for data, numbers in zip(chunks, own.values(), strict=False)
             for game in places_from_json(data, numbers, plan)]  # fmt: skip
    write_ladder(plan, found, heading, page, form)


def _tell_series(heading: RunHeading, chunks: list[Any], details: bool, everything: bool, form: str) -> None:
    from rulewright.cli.simulate_report import heading_of, tell_stopped, write_report
    from rulewright.cli.table import TableChoice, load_or_exit
    from rulewright.lab.chunks import games_from_json
    from rulewright.lab.parts import PartRefused
    from rulewright.model.seats import ruled_count
    from rulewright.observe.seats import name_seats
    from rulewright.pipeline import ruleset_root
    from rulewright.play.simulate import Played, Series

    told, run = heading.told, heading.run
    try:
        modules = tuple(told["modules"]) if told["modules"] is not None else None
        variant = Path(told["variant"]) if told["variant"] is not None else None
        table = TableChoice(str(told["ruleset"]), modules, variant, dict(told["settings"]))
        series = Series(heading.count, int(run["seats"]), int(run["seed"]), tuple(run["policies"]), table.settings)
        settings, digest = dict(run["settings"]), run["ruleset_digest"]
    except (KeyError, TypeError, ValueError):
        raise PartRefused("the first line does not say how it was played; play its share again") from None
    for kind, there in (("ruleset", ruleset_root(table.ruleset)), ("variant", variant)):
        name = table.ruleset if kind == "ruleset" else str(variant)
        if (there is None and kind == "ruleset") or (there is not None and not there.exists()):
            raise PartRefused(f"the {kind} that was played, '{name}', is not here; merge where it is")
    game = load_or_exit(table)
    if game.blueprint.digest != digest or heading_of(game.blueprint, table, series, (1, 1)).run != run:
        raise PartRefused(f"'{table.ruleset}' has other rules here than those that were played, or another version is")
    played = Played()
    for number, (data, numbers) in enumerate(zip(chunks, heading.chunks().values(), strict=False)):
        played.chunks[number], seconds = games_from_json(data, numbers)
        played.seconds += seconds
    blueprint = name_seats(game.blueprint, range(series.seats - ruled_count(game.blueprint, settings), series.seats))
    report = played.report(series)[0]
    write_report(blueprint, report, variant, details, everything, form)
    tell_stopped(report)
    if report.stopped:
        raise click.exceptions.Exit(3)
