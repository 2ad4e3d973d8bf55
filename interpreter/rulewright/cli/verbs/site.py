"""`rulewright site`: a folder of static files with tables that need no server."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.at_tables import packages_offered, packages_option
from rulewright.cli.options.names import known_ruleset
from rulewright.cli.output import complain, mistakes_told, refuse_without

if TYPE_CHECKING:
    from rulewright.table.offline.folder import Written

_BROUGHT = Path("node_modules", "pyodide")


@click.command("site")
@click.argument("names", metavar="NAME ...", nargs=-1)
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to write to: a new or empty one, or one with an earlier site.",
)
@click.option(
    "--pyodide", metavar="DIR", type=click.Path(file_okay=False, path_type=Path),
    help="The npm package 'pyodide', which runs Python in the page.  [default: node_modules/pyodide]",
)  # fmt: skip
@click.option("--studio", is_flag=True, help="Add the studio: write rules in the page, and share them as links.")
@packages_option
def verb(names: tuple[str, ...], out: Path, pyodide: Path | None, studio: bool, packages: str | None) -> None:
    """Write a folder of static files that plays rulesets, by name or path, in any browser without a server.

    The pages, the rules and the bots are those of `rulewright serve`; the browser runs them itself. Put the folder on
    any web host, or serve it here: python -m http.server -d DIR. Nothing is loaded from elsewhere while playing, and
    once opened it works offline.

    With --studio the page begins with example games to copy and change; without NAME it offers those.
    """
    if not (names or studio):
        raise click.UsageError("name a ruleset, or say --studio")
    if not names:
        names = _examples()
    known = tuple(dict.fromkeys(known_ruleset(name) for name in names))
    try:
        from rulewright.author.at_tables import TOOLS
        from rulewright.author.handbook.in_each_language import handbooks
        from rulewright.core.packages.extending import extending
        from rulewright.table.offline.folder import HOW_TO_GET, is_site, write_folder
        from rulewright.table.offline.gathering import NotReady
    except ImportError as missing:
        refuse_without("web", missing.name)
    if out.exists() and any(out.iterdir()) and not is_site(out):
        raise click.UsageError(f"--out {out}: this folder holds other files; name another one")
    package = pyodide or next((each / _BROUGHT for each in _here_and_above() if (each / _BROUGHT).is_dir()), None)
    if package is None:
        raise click.UsageError(f"the npm package 'pyodide' is missing: {HOW_TO_GET}, or name its folder by --pyodide")
    offered = packages_offered(packages, known)
    for name in known:
        _refuse_mistakes(name)
    for each in offered:
        _refuse_mistakes(str(each.root), extending(each.folder).with_default())
    begun = perf_counter()
    try:
        made = write_folder(known, out, package, TOOLS, partial(handbooks, known), offered, studio=studio)
    except NotReady as fault:
        complain(str(fault))
        raise click.exceptions.Exit(2) from None
    _tell(out, made, perf_counter() - begun)


def _examples() -> tuple[str, ...]:
    try:
        from rulewright.table.serve.studio.example_games import examples
    except ImportError as missing:
        refuse_without("web", missing.name)
    return tuple(each.name for each in examples())


def _tell(out: Path, made: Written, seconds: float) -> None:
    whole = sum(made.sizes.values())
    made_of = f"{len(made.sizes)} files, {whole / 1e6:.1f} MB in {seconds:.0f} s"
    click.echo(f"{out}: {made_of}; opening it loads {made.cold / 1e6:.1f} MB")
    click.echo(f"play it here: python -m http.server -d {out}")


def _here_and_above() -> tuple[Path, ...]:
    here = Path.cwd()
    return here, *here.parents


def _refuse_mistakes(name: str, modules: tuple[str, ...] | None = None) -> None:
    from rulewright.native.loading import load_game

    with mistakes_told(name):
        load_game(name, modules=modules)
