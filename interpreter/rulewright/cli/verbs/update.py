"""`rulewright update`: install newer versions of packages that came from an index."""

from __future__ import annotations

import click

from rulewright.cli.options.sharing import lock_option
from rulewright.cli.output import format_option
from rulewright.cli.results.installed import write_rows


@click.command("update")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@lock_option
@format_option
def verb(names: tuple[str, ...], lock: str | None, form: str) -> None:
    """Install the newest version of packages, all if none is named, from the index each came from.

    The versions that are there stay, so that saved games and running tables play on by the rules they were begun with.
    """
    from rulewright.author.sharing.installing import update
    from rulewright.author.sharing.locking import lock_packages

    new = update(names)
    if lock is not None:
        lock_packages(lock)
    write_rows(new, "added", "everything is up to date", form)
