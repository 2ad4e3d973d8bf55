"""`rulewright list`: what can be played here, and with what."""

from __future__ import annotations

import click

from rulewright.cli.output import format_option, write_json
from rulewright.cli.results.installed import game_lines, package_lines


@click.command("list")
@click.argument("name", metavar="[NAME]", required=False)
@click.option(
    "--outdated", is_flag=True, help="List packages that have a newer version in their index, which is downloaded."
)
@click.option("--paths", is_flag=True, help="Show paths, and which of several copies a name means.")
@format_option
def verb(name: str | None, outdated: bool, paths: bool, form: str) -> None:
    """List the games that can be played by name, with seats, languages, modules and variants, and the packages.

    With NAME only that game or package.
    """
    from rulewright.author.sharing.listing import games_here, packages_here

    if outdated:
        from rulewright.author.sharing.installing import outdated as newer

        rows = newer()
        if form == "json":
            write_json({"outdated": [{"package": each.package.package, "version": each.package.version,
                                      "newest": each.newest} for each in rows]})  # fmt: skip
            return
        for each in rows:
            click.echo(f"{each.package.package} {each.package.version}: {each.newest} is published")
        if not rows:
            click.echo("everything is up to date")
        return
    games, packages = games_here(name), packages_here(name)
    if form == "json":
        write_json({"games": [each.plain() for each in games], "packages": [each.plain() for each in packages]})
        return
    for line in (*game_lines(games, paths), *package_lines(packages, paths)):
        click.echo(line)
