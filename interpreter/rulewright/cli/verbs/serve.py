"""`rulewright serve`: rulesets as tables in a browser."""

from __future__ import annotations

import ipaddress
import logging
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.at_tables import packages_offered, packages_option
from rulewright.cli.options.listening import listening_at
from rulewright.cli.options.names import known_ruleset
from rulewright.cli.options.wrong import Whole, wrong_value
from rulewright.cli.output import complain, refuse_without

if TYPE_CHECKING:
    from rulewright.table.serve.site import ServerState

_WORKERS = 2
"""Where other machines reach the server, one visitor's slow job must not keep all others waiting."""


@click.command("serve")
@click.argument("names", metavar="[NAME ...]", nargs=-1)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on.")
@click.option(
    "--port", type=Whole(0, 65_535), default=8000, show_default=True, help="Port to listen on; 0 for any free one."
)
@click.option("--data", metavar="DIR", type=click.Path(file_okay=False),
              help="Folder to save tables in. Without it, they are lost when the server stops.")  # fmt: skip
@click.option("--open", "opened", is_flag=True, help="Open a browser.")
@click.option("--take-files", is_flag=True, help="Accept uploaded files even if other machines can reach the server.")
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="Trust X-Forwarded-For from this address or network. Repeatable.",
)
@click.option(
    "--hooks",
    metavar="ORIGIN",
    multiple=True,
    help="Allow notifications to addresses of this origin, such as https://ntfy.sh. Repeatable.",
)
@click.option(
    "--bot", "bots", metavar="POLICY", multiple=True, help="Offer another bot for seats: learned:FILE. Repeatable."
)
@click.option(
    "--workers",
    type=Whole(0, 64),
    metavar="N",
    help="Processes that run rules, N for fast jobs and N for slow ones; one that takes too long is ended. "
    "0: the server runs them itself.  [default: 0, or 2 if other machines reach it]",
)
@packages_option
def verb(
    names: tuple[str, ...],
    host: str,
    port: int,
    data: str | None,
    opened: bool,
    take_files: bool,
    proxies: tuple[str, ...],
    hooks: tuple[str, ...],
    bots: tuple[str, ...],
    workers: int | None,
    packages: str | None,
) -> None:
    """Serve rulesets, by name or path, as tables in a browser, all shipped ones without a name.

    Packages come from this machine or in the form of a new table; the server fetches nothing.

    Tables are made on the first page. Each seat has its own secret link; bots take the others. Only this machine
    reaches the server unless --host or --proxy says otherwise; tables are then made by whoever has the link that is
    printed.
    """
    from rulewright.core.pipeline import known_names

    try:
        from rulewright.author.at_tables import TOOLS
        from rulewright.table.serve.app import make_app
        from rulewright.table.serve.hosting.guard import is_loopback
        from rulewright.table.serve.hosting.hooks import HookRefused, origin_of
        from rulewright.table.serve.hosting.logs import bounded_handler
        from rulewright.table.serve.hosting.running import run
        from rulewright.table.serve.hosting.warming import warmed
        from rulewright.table.serve.hosting.worker_pool import WorkerLimits, WorkerPool
        from rulewright.table.serve.site import ServerState
        from rulewright.table.serve.store import TableStore, refused_in
    except ImportError as missing:
        refuse_without("web", missing.name)
    known = tuple(dict.fromkeys(known_ruleset(name) for name in names)) or known_names()
    for proxy in proxies:
        refuse_no_address(proxy)
    try:
        origins = tuple(map(origin_of, hooks))
    except HookRefused as refused:
        raise click.BadParameter(str(refused), param_hint="'--hooks'") from None
    from rulewright.play.policies.naming import policy_fault

    for bot in bots:
        if fault := policy_fault(bot, files=True):
            raise wrong_value("--bot", bot, fault)
    offered = packages_offered(packages, known)
    local = is_loopback(host) and not proxies
    folder = Path(data) if data is not None else None
    with _refusals_told(), refused_in(folder):
        store = TableStore(folder)
        click.get_current_context().call_on_close(store.close)
        site = ServerState(
            store, known, TOOLS, loopback=local, takes_files=local or take_files, hooks=origins, bots=bots,
            packages=offered,
        )  # fmt: skip
        hosts = frozenset({"localhost", "127.0.0.1", "::1", host}) if local else frozenset[str]()
        wanted = workers if workers is not None else 0 if local else _WORKERS
        pool = WorkerPool(site, WorkerLimits(fast_workers=wanted, slow_workers=wanted)) if wanted else None
        app = make_app(site, hosts, pool)
    logging.basicConfig(level=logging.WARNING, handlers=[bounded_handler()])
    listening = listening_at(host, port)
    address = _address(site, host, listening.getsockname()[1], names)
    complain(f"tables are at {address}")
    _tell_slow_engine()
    if data is None:
        complain("they are lost when the server stops; save them with --data DIR")
    if opened:
        webbrowser.open(address)
    if pool is not None:
        click.get_current_context().call_on_close(pool.end)
        pool.start_all()
    click.get_current_context().call_on_close(warmed(known).kill)
    run(app, listening, proxies)
    complain("stopped")


def _tell_slow_engine() -> None:
    """Say what the processes that run rules do not: that searches of bots are slow with the engine that is here."""
    from importlib.metadata import PackageNotFoundError

    from rulewright.native.backend.engine import untried

    try:
        slow = untried()
    except PackageNotFoundError:  # Python plays, which takes no package
        return
    if slow:
        complain(f"Warning: {slow}.")


@contextmanager
def _refusals_told() -> Iterator[None]:
    """A store that is refused meanwhile ends the command with status 1, or 3 if its disk is full."""
    from rulewright.table.serve.store import StoreFull, StoreRefused

    try:
        yield
    except StoreRefused as refused:
        complain(str(refused))
        raise click.exceptions.Exit(3 if isinstance(refused, StoreFull) else 1) from None


def refuse_no_address(proxy: str) -> None:
    """Refuse a proxy that is neither an address nor a network, since it would never match."""
    try:
        ipaddress.ip_network(proxy, strict=False)
    except ValueError:
        raise click.BadParameter(f"'{proxy}' is not an address", param_hint="'--proxy'") from None


def _address(site: ServerState, host: str, port: int, names: tuple[str, ...]) -> str:
    """Return the link to the first page, with the key if other machines reach it."""
    shown = f"[{host}]" if ":" in host else host
    if not site.loopback:
        return f"http://{shown}:{port}/?key={site.key}"
    return f"http://{shown}:{port}/" + (f"new?ruleset={names[0]}" if len(names) == 1 else "")
