"""`rulewright add`: install a package from a folder, a zip, a URL or an index."""

from __future__ import annotations

import click

from rulewright.cli.options.sharing import index_option, lock_option
from rulewright.cli.output import format_option
from rulewright.cli.results.installed import write_rows


@click.command("add")
@click.argument("what", metavar="NAME|FILE|FOLDER|URL")
@index_option
@lock_option
@format_option
def verb(what: str, index: str | None, lock: str | None, form: str) -> None:
    """Install a package for yourself: by NAME from an index, from a zip or folder, or from the web address of a zip.

    What it needs comes with it. Versions are kept side by side, and a package is never replaced. A URL may end in
    #tree=HASH: then exactly that package is accepted. Only `add` and `update` fetch anything.
    """
    from rulewright.author.sharing.installing import add
    from rulewright.author.sharing.locking import lock_packages

    new = add(what, index)
    if lock is not None:
        lock_packages(lock)
    write_rows(new, "added", "it is installed already", form)
