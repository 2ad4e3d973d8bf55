"""`rulewright editor`: what an editor needs besides the language server."""

from __future__ import annotations

import re
from pathlib import Path

import click


@click.group("editor")
def verb() -> None:
    """Write what an editor needs besides `rulewright lsp`."""


@verb.command("vscode", short_help="An extension for Visual Studio Code.")
@click.option("--out", required=True, metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
              help="Where the extension is written: a file that ends in .vsix.")  # fmt: skip
@click.option("--modules", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="A folder node_modules that holds what npm would bring.")  # fmt: skip
def vscode(out: Path, modules: Path | None) -> None:
    """Write an extension for Visual Studio Code and editors like it.

    It starts the language server of this machine, colours effects, and has commands to check, to run the scenarios and
    to play beside the text. The library of its client comes from npm now and is packed into it.
    """
    from rulewright.author.editor.vscode.bundle import NotBundled, bundled
    from rulewright.author.editor.vscode.vsix import vsix
    from rulewright.cli.output import complain
    from rulewright.core.writing import write_whole

    if out.suffix != ".vsix":
        raise click.UsageError(f"--out {out}: the name of an extension ends in .vsix")
    version, licence = _of_this_program()
    try:
        data = vsix(bundled(modules), version, licence)
    except NotBundled as reason:
        complain(str(reason))
        raise click.exceptions.Exit(2) from None
    write_whole(out, data)
    click.echo(f"{out}: {len(data) / 1000:.0f} kB")
    click.echo(f"install it with: code --install-extension {out}")


def _of_this_program() -> tuple[str, str]:
    """Return (version in three numbers, licence)."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        about = metadata("rulewright")
    except PackageNotFoundError:
        raise click.UsageError("an extension has the version of the installed program; install it with pip") from None
    numbers = re.match(r"\d+(?:\.\d+){0,2}", about["Version"])
    version = numbers[0] if numbers is not None else "0"
    return version + ".0" * (2 - version.count(".")), about["License-Expression"]
