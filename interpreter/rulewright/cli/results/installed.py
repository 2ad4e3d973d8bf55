"""Installed packages and games that can be played, as lines for people and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulewright.cli.output import write_json
from rulewright.core.diagnostics import counted

if TYPE_CHECKING:
    from rulewright.author.sharing.listing import GameHere, PackageHere
    from rulewright.core.packages.package_store import Installed


def write_rows(rows: tuple[Installed, ...], done: str, nothing: str, form: str) -> None:
    """Print the packages that were changed, or `nothing` if there are none.

    `done` says what was done.
    """
    if form == "json":
        write_json({done: [{"package": each.package, "version": each.version, "tree": each.tree, "from": each.origin}
                           for each in rows]})  # fmt: skip
        return
    for each in rows:
        click.echo(f"{done} {each.package} {each.version}  (tree {each.tree})")
    if not rows and nothing:
        click.echo(nothing)


def game_lines(games: tuple[GameHere, ...], paths: bool) -> Iterator[str]:
    """Yield the lines about games."""
    for each in games:
        seats = counted(each.most, "seat") if each.least == each.most else f"{each.least} to {each.most} seats"
        spoken = f", in {', '.join(each.languages)}" if each.languages else ""
        version = f" {each.version}" if each.version else ""
        yield f"{click.style(each.id, bold=True)}{version}: {each.title}; {seats}{spoken}"
        if paths:
            yield f"  {each.place}"
        for other in each.others:
            yield f"  hidden by this name: {other}; name it by its path"
        if len(each.modules) > 1:
            yield f"  modules: {', '.join(each.modules)}; by default: {', '.join(each.usual_modules)}"
        if each.variants:
            yield f"  variants: {', '.join(each.variants)}"


def package_lines(packages: tuple[PackageHere, ...], paths: bool) -> Iterator[str]:
    """Yield the lines about packages."""
    if packages:
        yield ""
        yield click.style("packages", bold=True)
    for each in packages:
        mark = "" if each.is_meant else f"  ('{each.id}' means another version)"
        yield f"  {each.package} {each.version}: {each.kind} for {each.extends or 'itself'}, from {each.origin}{mark}"
        if paths:
            yield f"    {each.place}"
