"""The server as a process: where it listens, and how it runs until it is stopped."""

from __future__ import annotations

import socket

import uvicorn
from starlette.types import ASGIApp


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound, so that a port that is taken is told before anything else happens. Raises OSError."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    listening.listen(512)
    return listening


def run(app: ASGIApp, listening: socket.socket) -> None:
    """Answer until the process is told to stop; no request is logged by its path, which holds a secret."""
    config = uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
    )
    uvicorn.Server(config).run(sockets=[listening])
