"""Options of the verbs that install packages."""

from __future__ import annotations

import click

index_option = click.option(
    "--index",
    metavar="URL",
    envvar="RULEWRIGHT_INDEX",
    show_envvar=True,
    help="The folder or web address of an index, as `rulewright publish` makes it.",
)
lock_option = click.option(
    "--lock",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the lock file of a variant, NAME.lock.yaml next to NAME.yaml.",
)
