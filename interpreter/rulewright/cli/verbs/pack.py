"""`rulewright pack`: a package as one zip, after it was checked and its scenarios were run."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.options.wrong import NewFile
from rulewright.cli.output import diagnostics_json, format_option, write_json
from rulewright.cli.results.packed import packed_if_right, tell_of
from rulewright.core.writing import write_whole


@click.command("pack")
@click.argument("what", metavar="[FOLDER|FILE]", default=".", type=click.Path(exists=True, path_type=Path))
@click.option("--out", metavar="FILE", type=NewFile(dir_okay=False), help="The zip.  [default: ID-VERSION.zip here]")
@format_option
def verb(what: Path, out: Path | None, form: str) -> None:
    """Pack a module, ruleset or variant as a zip that others can add.

    It is checked and its scenarios are run first; with an error nothing is written. The same files give the same zip,
    byte for byte.
    """
    made = packed_if_right(what)
    target = out if out is not None else Path(made.file_name)
    write_whole(target, made.data)
    if form == "json":
        write_json({"file": str(target), "package": made.manifest.name, "tree": made.tree, "bytes": len(made.data),
                    "warnings": diagnostics_json(made.warnings)})  # fmt: skip
        return
    tell_of(made, what)
    click.echo(f"{target}: {made.manifest.name}, {len(made.data) / 1000:.1f} kB, tree {made.tree}")
