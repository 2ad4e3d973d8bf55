"""The server as a process: where it listens, and how it runs until it is stopped."""

from __future__ import annotations

import signal
import socket
from dataclasses import replace
from types import FrameType

import uvicorn

from rulewright.table.serve.hosting.connections import ConnectionLimits, limited_protocol, raised_files, within_files
from rulewright.table.serve.hosting.guard import EndingApp

_BACKLOG = 128
_LAST_SECONDS = 1.0


def listen(host: str, port: int) -> socket.socket:
    """Return a bound socket, so that a port in use is reported before anything else happens. Raises OSError."""
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
    app: EndingApp,
    listening: socket.socket,
    proxies: tuple[str, ...] = (),
    limits: ConnectionLimits = ConnectionLimits(),  # noqa: B008 - frozen
) -> None:
    """Answer requests until the process is told to stop. Requests are not logged: their paths hold secrets.

    Only `proxies` are believed about whom a request comes from. Told to stop by SIGTERM or SIGHUP it returns once all
    is answered; by SIGINT it raises KeyboardInterrupt.
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
    server = _EndingServer(config, app)

    def stop(number: int, frame: FrameType | None) -> None:
        """Stop the server. The former handler of the signal is called once all requests have ended."""
        server.should_exit = True

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)
    server.run(sockets=[listening])


class _EndingServer(uvicorn.Server):
    """A server that ends what its application has under way, so that nothing has to be cut off."""

    def __init__(self, config: uvicorn.Config, app: EndingApp) -> None:
        super().__init__(config)
        self._ending = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._ending.end(0 if self.force_exit else _LAST_SECONDS)
        await super().shutdown(sockets)
