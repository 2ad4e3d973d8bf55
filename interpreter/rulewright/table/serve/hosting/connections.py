"""Limits on connections: time to send a request, time to read the answer, and number at once.

A client that sends half a head, a body byte by byte, or never reads the answer is disconnected, so that others find
room.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from rulewright.table.serve.hosting.addresses import counted_address, usual_address

_RESERVED_FILES = 192
"""File descriptors that are left for all that is no connection, and for those that are just being refused."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The most connections in total and from one address, and the seconds allowed for each part of a request.

    `shared` are addresses or networks of proxies, behind which many people come from one address.
    """

    most: int = 2000
    of_address: int = 300
    head: float = 10.0
    body: float = 20.0
    reading: float = 30.0
    shared: tuple[str, ...] = ()

    def is_shared(self, address: str) -> bool:
        try:
            known = ip_address(address)
        except ValueError:  # a socket that is no network's
            return False
        return any(known in ip_network(each, strict=False) for each in self.shared)


def within_files(limits: ConnectionLimits, files: int) -> int:
    """Return the number of connections that fit into `files` file descriptors: at least 16, at most `limits.most`."""
    return max(16, min(limits.most, files - _RESERVED_FILES))


def raised_files() -> int:
    """Raise this process's limit of file descriptors as far as allowed, and return it (at most 8192)."""
    try:
        import resource
    except ImportError:  # a system that counts them otherwise
        return 4096
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(hard, 8192)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return 8192 if soft == resource.RLIM_INFINITY else soft


def limited_protocol(limits: ConnectionLimits, most: int) -> type[H11Protocol]:
    """Return uvicorn's HTTP/1.1 protocol with limits. Connections are counted together for one returned class."""
    held: Counter[str] = Counter()

    class LimitedConnection(H11Protocol):
        _timer: asyncio.TimerHandle | None = None
        _waits_for: Any = None
        _unread: asyncio.TimerHandle | None = None
        _counted: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if self.client is not None:
                self.client = usual_address(self.client[0]), self.client[1]  # as proxies are named
            address = self.client[0] if self.client is not None else ""
            counted = counted_address(address)
            if held.total() >= most or (held[counted] >= limits.of_address and not limits.is_shared(address)):
                transport.abort()
                return
            held[counted] += 1
            self._counted = counted
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            if self._counted is not None:
                held[self._counted] -= 1
                if not held[self._counted]:
                    del held[self._counted]
                self._counted = None
            for timer in (self._timer, self._unread):
                if timer is not None:
                    timer.cancel()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def _watch(self) -> None:
            """Time the part of a request that is being waited for, from its beginning on."""
            state = self.conn.their_state
            if state is self._waits_for:
                return
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            self._waits_for = state
            if state is h11.IDLE or state is h11.SEND_BODY:
                seconds = limits.head if state is h11.IDLE else limits.body
                self._timer = self.loop.call_later(seconds, self.transport.abort)

        def on_response_complete(self) -> None:
            if self._timer is not None and self.conn.their_state is not h11.SEND_BODY:
                self._timer.cancel()
                self._timer = None
            if self.conn.their_state is not h11.SEND_BODY:
                self._waits_for = None
            super().on_response_complete()

        def pause_writing(self) -> None:
            super().pause_writing()
            if self._unread is None:
                self._unread = self.loop.call_later(limits.reading, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._unread is not None:
                self._unread.cancel()
                self._unread = None

    return LimitedConnection
