"""`rulewright ladder`: which policy plays a game better, by how much, and how sure that is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from rulewright.cli.options.policies import policies_named, tell_unlearned
from rulewright.cli.options.running import Running, run_options
from rulewright.cli.options.settings import TableCommand, seed_option
from rulewright.cli.options.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.options.wrong import NewFile, Whole
from rulewright.cli.output import complain, format_option, need_extra
from rulewright.cli.results.ladder_rows import LadderRendering, heading_of
from rulewright.cli.results.rendering import TellingOptions, ruleset_of
from rulewright.core.diagnostics import counted


@click.command("ladder", cls=TableCommand)
@table_options
@click.option("--policy", "policies", multiple=True, metavar="P[,P...]",
              default=("random,greedy,search:20,search:100",), show_default=True,
              help="The policies to rate: two or more, as a list or by repeating the option.")  # fmt: skip
@click.option("--games", type=Whole(2, 1_000_000), default=200, show_default=True,
              help="Number of games in all, rounded up so that all meet equally often in all seats.")  # fmt: skip
@click.option("--seats", type=int, help="Number of seats that policies play.  [default: the minimum, at least two]")
@seed_option
@click.option("--html", "page", type=NewFile(), metavar="FILE", help="Also write a page with plots.")
@run_options
@format_option
def verb(
    table: TableChoice,
    policies: tuple[str, ...],
    games: int,
    seats: int | None,
    seed: int,
    page: Path | None,
    running: Running,
    form: str,
) -> None:
    """Play policies against each other at the game NAME, and report how strong each is.

    Each deal is played with all that meet, in all turns of the seats. Ratings are those of openskill, which needs the
    extra 'ladder'.
    """
    from rulewright.lab.comparing.seating import fixed_sides
    from rulewright.lab.ladders.ladder import LadderJob, LadderPlan
    from rulewright.lab.statistics.estimates import share_shown
    from rulewright.play.policies.naming import thinks_long

    if table.match is not None:
        raise click.UsageError(f"{table.ruleset} is a match of several games; rate policies at one of its games")
    need_extra("ladder", "openskill")
    names = tuple(dict.fromkeys(name for each in policies for name in policies_named(each)))
    if len(names) < 2:
        raise click.UsageError("--policy: a ladder takes two policies or more, as in --policy random,greedy")
    game = load_or_exit(table)
    ruled = ruled_at(game.blueprint, table.settings)
    if seats is None:
        seats = max(game.blueprint.min_seats - ruled, min(2, game.blueprint.max_seats - ruled))
    n_seats = seats_at_table(game.blueprint, table.settings, seats, table.ruleset)
    if seats < 2:
        raise click.UsageError("a ladder needs two seats or more; for one seat use 'rulewright report'")
    tell_unlearned(names, game, n_seats)
    sides = fixed_sides(game, seats=n_seats, settings=table.settings)
    one = LadderPlan(names, n_seats, 1, seed, table.settings, ruled, sides if len(set(sides[:seats])) > 1 else ())
    plan = replace(one, rounds=-(-games // one.of_a_round))
    if any(map(thinks_long, names)):
        points = round(share_shown(plan.games_of_two) * 100)
        complain(f"Two policies meet in {counted(plan.games_of_two, 'game')}, which can show how often one finishes "
                 f"ahead of the other to within about {points} percentage points.")  # fmt: skip
    job, telling = LadderJob(plan, (table.loader(),)), TellingOptions(form, page=page)
    rulesets = (ruleset_of(table, game.blueprint),)
    running.carry_out(LadderRendering(job, telling, heading_of(plan, game, table), rulesets))
