"""`--cluster`: pairs played by other machines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli.wrong import wrong_value

if TYPE_CHECKING:
    from rulewright.cli.table import TableChoice
    from rulewright.lab.cluster import Cluster, Sender
    from rulewright.lab.pairs import ComparedTable
    from rulewright.model.game import Game

Verb = TypeVar("Verb", bound=Callable[..., Any])


def cluster_options(verb: Verb) -> Verb:
    """`--cluster`, `--certificates` and `--plain`, given to the verb as `cluster`."""

    @wraps(verb)
    def choose(cluster: str | None, certificates: Path | None, plain: bool, **rest: Any) -> Any:
        return verb(cluster=_cluster(cluster, certificates, plain), **rest)

    decorated: Any = choose
    for option in (
        click.option("--plain", is_flag=True, help="With --cluster: allow tcp:// within this machine, unencrypted."),
        click.option("--certificates", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR",
                     help="With --cluster: the folder of ca.pem, cert.pem and key.pem."),
        click.option("--cluster", metavar="tls://HOST:PORT",
                     help="Let the machines of a dask scheduler play, which have rulewright installed."),
    ):  # fmt: skip
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def _cluster(address: str | None, certificates: Path | None, plain: bool) -> Cluster | None:
    from rulewright.lab.cluster import ClusterRefused, cluster_at

    if address is None:
        if certificates is not None or plain:
            option = "--certificates" if certificates is not None else "--plain"
            raise click.UsageError(f"{option} goes with --cluster tls://HOST:PORT")
        return None
    try:
        return cluster_at(address, certificates, is_plain=plain)
    except ClusterRefused as refused:
        raise wrong_value("--cluster", address, str(refused)) from None


def sender_for(
    cluster: Cluster, sides: Sequence[TableChoice], games: Sequence[Game], tables: Sequence[ComparedTable]
) -> Sender:
    """What deals a comparison out to a cluster; wrong usage for policies that are not rulewright's own."""
    from rulewright.lab.cluster import Sender
    from rulewright.lab.errand import errand, side_data
    from rulewright.play.naming import policy_fault

    for name in dict.fromkeys(name for table in tables for name in table.policies):
        if policy_fault(name):
            raise wrong_value("--policy", name, "policies of one's own play on this machine only; leave --cluster out")
    data = [
        side_data(side.ruleset, game.blueprint.modules, side.variant, game.blueprint.digest)
        for side, game in zip(sides, games, strict=True)
    ]
    return Sender(cluster, errand(data, tables), len(tables))
