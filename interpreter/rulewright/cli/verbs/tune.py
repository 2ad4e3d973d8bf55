"""`rulewright tune`: values with which a game is as its author wants it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.policies import policies_named
from rulewright.cli.options.running import refuse_policies_of_here, sent, until_over, who_plays_options
from rulewright.cli.options.settings import seed_option_for
from rulewright.cli.options.wrong import NewFile, Whole
from rulewright.cli.output import complain, format_option, refuse_mistakes, write_faults, write_json
from rulewright.cli.progress import Progress

if TYPE_CHECKING:
    from rulewright.core.model.document import Mapping
    from rulewright.lab.machines.cluster import Cluster
    from rulewright.lab.tuning.looks import Elsewhere
    from rulewright.lab.tuning.tuning import Tuned


@click.command("tune")
@click.argument("variant", metavar="VARIANT", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--games", type=Whole(100, 10_000_000), default=5_000, show_default=True, help="Number of games in all.")
@click.option("--fresh", type=Whole(100, 1_000_000), default=1_000, show_default=True,
              help="Number of fresh games that measure each answer.")  # fmt: skip
@click.option("--seats", type=int, help="Number of seats.  [default: the maximum]")
@click.option("--policy", default="random", show_default=True, metavar="P[,P...]", help="Policies, dealt to the seats.")
@seed_option_for("The seed of all chance.")
@click.option("--out", type=NewFile(dir_okay=False), metavar="FILE", help="Write the best setting as a variant.")
@click.option("--html", type=NewFile(dir_okay=False), metavar="FILE", help="Write the answers as a page.")
@who_plays_options
@format_option
def verb(
    variant: Path, games: int, fresh: int, seats: int | None, policy: str, seed: int, out: Path | None,
    html: Path | None, jobs: int, cluster: Cluster | None, form: str,
) -> None:  # fmt: skip
    """Find values for the `tunables` of VARIANT, a file, with which the game is as its `wanted` says.

    The answers are settings that no other beats in all wishes at once, each measured on fresh games not used in
    the search: the same for any number of --jobs, and by a cluster.
    """
    from rulewright.core.load.tunables import variant_with
    from rulewright.lab.tuning.tuning import TuningPlan, tune, untuned

    ruleset, document = _opened(variant)
    low, high = _seats_of(ruleset, variant)
    seats = high if seats is None else seats
    if not low <= seats <= high:
        raise click.UsageError(f"--seats: this game has {low} to {high} seats, not {seats}")
    policies = policies_named(policy)
    plan = TuningPlan(ruleset, variant, document, seats, {}, games, policies, seed, fresh=fresh)
    if cluster is not None:
        refuse_policies_of_here(policies)
    found, progress = untuned(plan), Progress(games)
    progress.advance(0)
    with until_over(progress, cluster, lambda: _tell(found, form)), _elsewhere(cluster) as elsewhere:
        tune(plan, found=found, jobs=jobs, elsewhere=elsewhere, progress=progress.reach)
    _tell(found, form)
    from rulewright.core.writing import write_whole

    if out is not None and found.settings:
        values = dict(zip(found.tunables, found.settings[0].values, strict=True))
        write_whole(out, variant_with(variant.read_text("utf-8"), document, values, out.stem))
        complain(f"written: {out}")
    if html is not None:
        from rulewright.lab.tuning.tuning_page import tuning_page

        write_whole(html, tuning_page(found, variant.name))
        complain(f"written: {html}")
    if not found.settings:
        raise click.exceptions.Exit(3)


@contextmanager
def _elsewhere(cluster: Cluster | None) -> Iterator[Elsewhere | None]:
    """Yield a function that has a cluster measure points over one connection, None without a cluster."""
    if cluster is None:
        yield None
        return
    from rulewright.lab.machines.cluster import connected

    with connected(cluster) as executor_of:
        yield lambda job, choice, digest: executor_of(sent(job, [(choice, digest)]))


def _opened(variant: Path) -> tuple[str, Mapping]:
    """The ruleset of a variant's file, by its name if it is a shipped one, and its document by the names of now.

    Its diagnostics and code 1 if something is wrong with it.
    """
    from rulewright.core.diagnostics import has_errors
    from rulewright.core.load.folder import read_variant
    from rulewright.core.load.together import ruleset_extended
    from rulewright.core.model.document import text_of
    from rulewright.core.pipeline import Choice, examine, find_ruleset, shipped_folder
    from rulewright.core.validate.variants import checked_variant

    document, faults = read_variant(variant)
    if document is None or has_errors(faults):
        write_faults(variant, faults)
        raise click.exceptions.Exit(1)
    name = text_of(ruleset_extended(document)) or ""
    root = find_ruleset(name, variant)
    if root is None:
        raise click.UsageError(f"{variant}: the ruleset '{name}' was not found")
    examined = examine(Choice(str(root), None, variant))
    if has_errors(examined.diagnostics):
        refuse_mistakes(examined.diagnostics, examined.lines, str(variant))
    document, _ = checked_variant(variant, examined.source)
    if document is None or document.get("tunables") is None:
        raise click.UsageError(f"{variant} has no `tunables:` and `wanted:`; see docs/how-to/tune.md")
    return name if root == shipped_folder(name) else str(root), document


def _seats_of(ruleset: str, variant: Path) -> tuple[int, int]:
    from rulewright.native.loading import load_game

    blueprint = load_game(ruleset, variant=variant).blueprint
    return blueprint.min_seats, blueprint.max_seats


def _tell(found: Tuned, form: str) -> None:
    """Write what is known: in the end, or so far."""
    from rulewright.lab.tuning.tuning_page import stopped_told

    for sentence in stopped_told(found):
        complain(sentence)
    if form == "json":
        write_json(as_data(found))
    else:
        _write(found)


def as_data(found: Tuned) -> dict[str, object]:
    """Return the result as plain data."""
    return {
        "games": found.games,
        "stopped": len(found.stopped),
        "grid": found.grid,
        "wanted": [each.sentence() for each in found.wishes],
        "settings": [
            {
                "values": dict(zip([each.id for each in found.tunables], each.values, strict=True)),
                "measures": {
                    wish.measure: {"value": round(m.value, 3), "low": round(m.low, 3), "high": round(m.high, 3)}
                    for wish, m in zip(found.wishes, each.measured, strict=True)
                },
                "misses": round(each.misses, 4),
                "games": each.games,
                "stopped": each.stopped,
            }
            for each in found.settings
        ],
    }


def _write(found: Tuned) -> None:
    from rulewright.cli.screen.console import make_console, plain_table
    from rulewright.lab.tuning.tuning_page import NOTHING_ENDS, lacking_told

    click.echo(f"{found.games:,} games in {found.looks} evaluations on a grid of {found.grid:,} points.")
    if not found.settings:
        click.echo(NOTHING_ENDS if found.is_over else "No fresh games have been played yet.")
        return
    click.echo("Best settings, measured by fresh games (95 % intervals):\n")
    table = plain_table()
    for each in found.tunables:
        table.add_column(each.id, justify="right")
    for wish in found.wishes:
        table.add_column(wish.sentence(), justify="right")
    for setting in found.settings:
        cells = [f"{m.value:.1f} ({m.low:.1f} to {m.high:.1f})" for m in setting.measured]
        table.add_row(*map(str, setting.values), *cells)
    make_console().print(table)
    for sentence in (sentence for each in found.settings for sentence in lacking_told(found, each)):
        click.echo(sentence)
