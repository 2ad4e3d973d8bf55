"""The server as a process: where it listens, and how it runs until it is stopped."""

from __future__ import annotations

import signal
import socket
from dataclasses import replace
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from rulewright.serve.connections import ConnectionLimits, limited_protocol, raised_files, within_files

_BACKLOG = 128


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound, so that a port in use is reported before anything else happens. Raises OSError."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    listening.listen(_BACKLOG)
    return listening


def run(
    app: ASGIApp,
    listening: socket.socket,
    proxies: tuple[str, ...] = (),
    limits: ConnectionLimits = ConnectionLimits(),  # noqa: B008 - frozen
) -> None:
    """Answer until the process is told to stop; no request is logged by its path, which holds a secret.

    Only `proxies` are believed about whom a request comes from. Being told to stop by a signal raises SystemExit once
    all is answered, so that the caller can close what it has opened.
    """
    limits = replace(limits, shared=proxies)
    config = uvicorn.Config(
        app,
        http=limited_protocol(limits, within_files(limits, raised_files())),
        ws="none",
        lifespan="off",
        backlog=_BACKLOG,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
    )
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stopped)
    uvicorn.Server(config).run(sockets=[listening])


def _stopped(number: int, frame: FrameType | None) -> None:
    """After answering what was under way uvicorn raises the signal again, which would end the process at once."""
    raise SystemExit(0)
