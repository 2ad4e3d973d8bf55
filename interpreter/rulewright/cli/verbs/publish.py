"""`rulewright publish`: put a package into an index, a folder that any web server can carry."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.output import format_option, write_json
from rulewright.cli.results.packed import packed_if_right, tell_of


@click.command("publish")
@click.argument("index", metavar="INDEX", type=click.Path(file_okay=False, path_type=Path))
@click.argument("what", metavar="[FOLDER|FILE]...", nargs=-1, type=click.Path(exists=True, path_type=Path))
@format_option
def verb(index: Path, what: tuple[Path, ...], form: str) -> None:
    """Pack packages, by default this folder, into the folder INDEX, whose index.json lists them.

    Others add them by `rulewright add NAME --index URL`. A version that was published never changes.
    """
    from rulewright.author.sharing.package_index import publish

    rows = []
    for path in what or (Path(),):
        made = packed_if_right(path)
        tell_of(made, path)
        rows.append((made.manifest.name, publish(made, index)))
    if form == "json":
        write_json({"published": [{"package": name, "version": row.version, "file": row.file, "tree": row.tree}
                                  for name, row in rows]})  # fmt: skip
        return
    for name, row in rows:
        click.echo(f"{name} {row.version}: {index / row.file}, tree {row.tree}")
