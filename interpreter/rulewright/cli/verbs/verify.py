"""`rulewright verify`: whether the packages of a lock file are here, byte for byte."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.output import format_option, write_json


@click.command("verify")
@click.argument("lock", metavar="LOCK", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@format_option
def verb(lock: Path, form: str) -> None:
    """Compare the packages that a lock file names with those that are here, and the game they make with its digest.

    Exits with 1 if one is missing or differs.
    """
    from rulewright.author.sharing.locking import verified

    rows = verified(lock)
    if form == "json":
        write_json({"packages": [row._asdict() for row in rows]})
    else:
        for row in rows:
            click.echo(f"{'ok' if row.ok else 'NO'}  {row.what}: {row.said}")
    if not all(row.ok for row in rows):
        raise click.exceptions.Exit(1)
