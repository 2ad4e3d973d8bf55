"""`rulewright ladder`: which policy plays a game better, by how much, and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.ladder_report import heading_of, need_openskill, places_from_json, write_ladder
from rulewright.cli.output import format_option
from rulewright.cli.parts import Filing, filing_options
from rulewright.cli.policies import policies_named
from rulewright.cli.progress import Progress
from rulewright.cli.settings import TableCommand, check_seed
from rulewright.cli.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.wrong import Whole, refuse_unwritable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.lab.ladder import LadderPlan, Places
    from rulewright.lab.parts import RunHeading


@click.command("ladder", cls=TableCommand)
@table_options
@click.option("--policy", "policies", multiple=True, metavar="P[,P...]",
              default=("random,greedy,search:20,search:100",), show_default=True,
              help="Who climbs: two policies or more, in one list or one each time.")  # fmt: skip
@click.option("--games", type=Whole(2, 1_000_000), default=200, show_default=True,
              help="How many games in all; a few more, so that all meet equally often in all seats.")  # fmt: skip
@click.option("--seats", type=int, help="How many seats policies play.  [default: the fewest, of two or more]")
@click.option("--jobs", type=Whole(1, 256), default=1, show_default=True, help="How many processes.")
@click.option(
    "--seed", type=int, default=0, show_default=True, callback=check_seed, help="The number all chance comes from."
)
@click.option("--html", "page", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with plots, too.")
@filing_options
@format_option
def verb(
    table: TableChoice,
    policies: tuple[str, ...],
    games: int,
    seats: int | None,
    jobs: int,
    seed: int,
    page: Path | None,
    filing: Filing,
    form: str,
) -> None:
    """Play policies against each other at the game NAME, and tell which is how strong.

    Each deal is played with all that meet, in all turns of the seats. Ratings are those of openskill, which needs the
    extra 'ladder'.
    """
    from rulewright.lab.ladder import LadderPlan

    if table.match is not None:
        raise click.UsageError(f"{table.ruleset} is a match of several games; let policies climb at one of its games")
    need_openskill()
    names = tuple(dict.fromkeys(name for each in policies for name in policies_named(each)))
    if len(names) < 2:
        raise click.UsageError("--policy: a ladder takes two policies or more, as in --policy random,greedy")
    if page is not None:
        refuse_unwritable(page, "--html")
    game = load_or_exit(table)
    ruled = ruled_at(game.blueprint, table.settings)
    if seats is None:
        seats = max(game.blueprint.min_seats - ruled, min(2, game.blueprint.max_seats - ruled))
    n_seats = seats_at_table(game.blueprint, table.settings, seats, table.ruleset)
    if seats < 2:
        raise click.UsageError("at a table of one nobody meets anybody; 'rulewright report' tells of games alone")
    one = LadderPlan(names, n_seats, 1, seed, table.settings, ruled)
    plan = LadderPlan(names, n_seats, -(-games // one.of_a_round), seed, table.settings, ruled)
    heading = heading_of(plan, game, table, filing.share or (1, 1))
    found: dict[int, Sequence[Places]] = {}
    progress = Progress(plan.games)

    def tell_found() -> None:
        if len(_first(found)) >= plan.of_a_round:
            write_ladder(plan, _first(found), heading, page, form)

    with filing.playing(progress, tell_found):
        _play(table, plan, heading, found, filing, jobs, progress)
    if filing.share is not None:
        filing.tell_kept("games", sum(map(len, heading.chunks().values())))
    else:
        tell_found()


def _play(
    table: TableChoice, plan: LadderPlan, heading: RunHeading, found: dict[int, Sequence[Places]], filing: Filing,
    jobs: int, progress: Progress,
) -> None:  # fmt: skip
    """Play what the file does not have yet, of the whole run or of a share of it."""
    from rulewright.lab.ladder import play_ladder

    keeper, kept = filing.open(heading)
    own = heading.chunks()
    found.update({number: places_from_json(data, own[number], plan) for number, data in kept.items()})
    progress.games = sum(map(len, own.values()))
    progress.begin_with(sum(map(len, found.values())))

    def keep(number: int, places: Sequence[Places]) -> None:
        found[number] = places
        if keeper is not None:
            keeper.keep(number, places)
        progress.advance(len(places))

    try:
        coming = {number: chunk for number, chunk in own.items() if number not in found}
        play_ladder(table.loader(), plan, coming, keep, jobs=jobs)
    finally:
        if keeper is not None:
            keeper.close()


def _first(found: dict[int, Sequence[Places]]) -> list[Places]:
    """The games before the first that is missing."""
    first: list[Places] = []
    for number in range(len(found)):
        if number not in found:
            break
        first += found[number]
    return first
