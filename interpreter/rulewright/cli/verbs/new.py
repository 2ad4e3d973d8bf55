"""`rulewright new`: a small, valid beginning of a ruleset, a module, a variant or a scenario file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.output import format_option, write_json

if TYPE_CHECKING:
    from rulewright.author.editor.scaffolding.scaffold import Scaffold

_IN = "Folder to write to.  [default: this one]"
_with_schemas = click.option(
    "--schemas", is_flag=True, help="Write the schemas next to the files, for YAML editors without our language server."
)
_with_vscode = click.option(
    "--vscode", is_flag=True, help="Write settings for Visual Studio Code next to the files, in .vscode."
)


@click.group("new")
def verb() -> None:
    """Write a small, valid beginning that passes `check` and `test`: a ruleset, a module, a variant or a scenario file.

    Nothing that exists is overwritten. What was written is listed, and what to type next.
    """


@verb.command("ruleset", short_help="Write a tiny but complete game in a new folder.")
@click.argument("name")
@click.option("--in", "folder", metavar="FOLDER", default="", help=_IN)
@_with_schemas
@_with_vscode
@format_option
def ruleset(name: str, folder: str, schemas: bool, vscode: bool, form: str) -> None:
    """A whole tiny game in a new folder NAME: it plays, and proves its rules."""
    from rulewright.author.editor.scaffolding.new_ruleset import new_ruleset

    _begin(lambda: new_ruleset(name, Path(folder)), schemas, vscode, form)


@verb.command("module", short_help="Write a module, which tables switch on or off.")
@click.argument("name")
@click.option("--extends", metavar="RULESET", help="Write a package for this ruleset, in a folder of its own.")
@click.option(
    "--in",
    "folder",
    metavar="FOLDER",
    default="",
    help="Folder of the ruleset, or where a package is written.  [default: this one]",
)
@_with_schemas
@_with_vscode
@format_option
def module(name: str, extends: str | None, folder: str, schemas: bool, vscode: bool, form: str) -> None:
    """A folder NAME: a module that a table switches on, and a scenario of what it does.

    It is written into a ruleset's folder. With --extends it is a package, which can be anywhere and can be shared.
    """
    from rulewright.author.editor.scaffolding.new_module import new_module, new_package

    if extends is not None:
        _begin(lambda: new_package(name, Path(folder), extends), schemas, vscode, form)
    else:
        _begin(lambda: new_module(name, Path(folder)), schemas, vscode, form)


@verb.command("variant", short_help="Write a house rule.")
@click.argument("name")
@click.option("--extends", metavar="RULESET", help="Ruleset to change: a name, or a folder with ruleset.yaml.")
@click.option(
    "--in",
    "folder",
    metavar="FOLDER",
    default=None,
    help="Folder to write to.  [default: this one, or variants/ of a ruleset that is not shipped]",
)
@_with_schemas
@_with_vscode
@format_option
def variant(name: str, extends: str | None, folder: str | None, schemas: bool, vscode: bool, form: str) -> None:
    """A house rule in a file NAME.yaml: one number of the ruleset changed, to begin with."""
    from rulewright.author.editor.scaffolding.new_variant import new_variant

    _begin(lambda: new_variant(name, Path(folder) if folder is not None else None, extends), schemas, vscode, form)


@verb.command("scenario", short_help="Write a file of scenarios, which prove rules.")
@click.argument("name")
@click.option("--in", "folder", metavar="RULESET", default="", help="Folder of the ruleset.  [default: this one]")
@click.option("--variant", metavar="NAME", help="Use one of the ruleset's variants.")
@_with_schemas
@_with_vscode
@format_option
def scenario(name: str, folder: str, variant: str | None, schemas: bool, vscode: bool, form: str) -> None:
    """A file scenarios/NAME.yaml in a ruleset: situations that prove rules."""
    from rulewright.author.editor.scaffolding.new_scenario import new_scenario

    _begin(lambda: new_scenario(name, Path(folder), variant), schemas, vscode, form)


def _begin(plan: Callable[[], Scaffold], schemas: bool, vscode: bool, form: str) -> None:
    """Write a new start and report it. Raises UsageError where it cannot be written."""
    from rulewright.author.editor.scaffolding.scaffold import (
        SCHEMA_FOLDER,
        ScaffoldError,
        with_schemas,
        with_vscode,
        write_scaffold,
    )

    try:
        scaffold = with_schemas(plan()) if schemas else plan()
        scaffold = with_vscode(scaffold) if vscode else scaffold
        write_scaffold(scaffold)
    except ScaffoldError as reason:
        raise click.UsageError(str(reason)) from None
    made = [path.as_posix() for path, _ in scaffold.files]
    if form == "json":
        write_json({"made": made, "next": list(scaffold.commands)})
        return
    for path in made:
        if SCHEMA_FOLDER not in Path(path).parts:
            click.echo(f"made {path}")
    folders = sorted({str(Path(path).parent) for path in made if SCHEMA_FOLDER in Path(path).parts})
    for each in folders:
        click.echo(f"made {each}/, the schemas with which editors complete and check these files")
    click.echo("\nnext:")
    for command in scaffold.commands:
        click.echo(f"    {command}")
