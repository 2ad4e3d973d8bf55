"""`rulewright remove`: take a package out of the user's store."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.output import format_option
from rulewright.cli.results.installed import write_rows


@click.command("remove")
@click.argument("name", metavar="NAME")
@click.option(
    "--data", multiple=True, metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with saved games, or the tables of `serve`. Packages that they use are not removed. Repeatable.",
)  # fmt: skip
@format_option
def verb(name: str, data: tuple[Path, ...], form: str) -> None:
    """Remove a package, all of its versions or those that NAME states, as in ada/tower@=1.2.0."""
    from rulewright.author.sharing.installing import remove

    write_rows(remove(name, data), "removed", "", form)
