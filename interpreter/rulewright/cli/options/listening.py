"""The port of a server, or why it cannot be had."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli.output import complain

if TYPE_CHECKING:
    from socket import socket


def listening_at(host: str, port: int) -> socket:
    """Return a socket that listens at a host and port. Exits with code 1 if the port cannot be used."""
    from rulewright.table.serve.hosting.running import listen

    try:
        return listen(host, port)
    except OSError as fault:
        complain(f"{host} port {port} cannot be used: {fault.strerror or fault}; --port 0 takes a free one")
        raise click.exceptions.Exit(1) from None
