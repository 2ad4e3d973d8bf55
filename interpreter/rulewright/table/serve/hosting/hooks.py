"""Web hooks: a seat's own address is called when it is that seat's turn.

Whoever runs the server names the origins that may be called; a seat names an address below one of them. So nobody who
only has a link makes the server speak to anything else. A name must lead to a public address, which is then connected
to and not looked up again; redirects are not followed, and of the answer one line is read. Only an origin that is
itself written as an address (or is `localhost`) may be of a private network.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import ssl
from collections.abc import Coroutine
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import SOCK_STREAM
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from rulewright.table.serve.hosting.background import BackgroundWork
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.participants import LONGEST_HOOK

LOG = logging.getLogger("rulewright.table.serve")
_WRITTEN = re.compile(r"[\x21-\x7e]+")
_SECONDS, _APART = 8.0, 30.0
_MOST_AT_ONCE, _MOST_KNOWN = 16, 5000
_LONGEST_ANSWER = 4096
_PORTS = {"https": 443, "http": 80}
_THROUGH_OTHERS = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""Addresses of the newer kind that stand for older ones, which may be private."""


class HookRefused(ValueError):  # noqa: N818 - stated as a sentence
    """An address that is not called."""


@dataclass(frozen=True, slots=True)
class HookOrigin:
    """An allowed target of hooks: scheme, host name or address, and port."""

    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> str:
        """The host, and the port unless it is the usual one of the scheme, as an address has them."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return shown if self.port == _PORTS[self.scheme] else f"{shown}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def is_address(self) -> bool:
        """Whether it was named by an address, so that whoever named it knows which machine that is."""
        return self.host == "localhost" or _address(self.host) is not None


@dataclass(frozen=True, slots=True)
class WebHook:
    """An address to call: its origin, and the path below that."""

    origin: HookOrigin
    target: str


def origin_of(written: str) -> HookOrigin:
    """Return an origin written by the operator of the server: `https://ntfy.sh`. Raises HookRefused with a sentence."""
    hook = _hook(written)
    if hook.target != "/" or written.endswith("/"):
        raise HookRefused("write an origin as scheme, name and perhaps port: https://example.org")
    return hook.origin


def hook_of(written: str, origins: tuple[HookOrigin, ...]) -> WebHook:
    """Return the address that a seat names. Raises HookRefused with a sentence."""
    hook = _hook(written)
    if hook.origin not in origins:
        raise HookRefused("this server does not notify such addresses")
    return hook


def _hook(written: str) -> WebHook:
    try:
        parts = urlsplit(written)
        port, host = parts.port, (parts.hostname or "").rstrip(".")
    except ValueError:
        raise HookRefused("this is not a web address") from None
    fine = len(written) <= LONGEST_HOOK and _WRITTEN.fullmatch(written) and "\\" not in written
    if not fine or parts.scheme not in _PORTS or not host or "@" in parts.netloc or "#" in written:
        raise HookRefused("this web address cannot be notified")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return WebHook(HookOrigin(parts.scheme, host, port or _PORTS[parts.scheme]), target)


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_public(written: str) -> bool:
    """Whether an address is one of the whole internet, and stands for none that is not."""
    found = _address(written.partition("%")[0])
    if found is None:
        return False
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in each for each in _THROUGH_OTHERS):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


@dataclass(slots=True)
class HookCaller:
    """Calls hooks beside everything else: a few at a time, each seldom, none for long."""

    origins: tuple[HookOrigin, ...] = ()
    seconds: float = _SECONDS
    apart: float = _APART
    _last: Latest[tuple[int, int], float] = field(default_factory=lambda: Latest(_MOST_KNOWN))
    _running: BackgroundWork = field(default_factory=BackgroundWork)

    def call(self, table: int, seat: int, written: str, sentence: str) -> bool:
        """Begin to call a seat's hook, and return whether the call was begun."""
        now = monotonic()
        if len(self._running) >= _MOST_AT_ONCE or now - self._last.get((table, seat), -self.apart) < self.apart:
            return False
        try:
            hook = hook_of(written, self.origins)
        except HookRefused:
            return False
        self._last[table, seat] = now
        self._running.begin(self._called(table, seat, self._spoken(hook, sentence)))
        return True

    async def _called(self, table: int, seat: int, speaking: Coroutine[Any, Any, bytes]) -> None:
        try:
            answer = await asyncio.wait_for(speaking, self.seconds)
            if not re.match(rb"HTTP/1\.[01] 2\d\d", answer):
                LOG.info("the hook of table %s, seat %s: %r", table, seat + 1, answer[:40])
        except (OSError, TimeoutError, ssl.SSLError, HookRefused, UnicodeError) as fault:
            LOG.info("the hook of table %s, seat %s failed: %s", table, seat + 1, type(fault).__name__)

    async def _spoken(self, hook: WebHook, sentence: str) -> bytes:
        """Send a sentence to a hook, and return the start of its answer in bytes.

        Raises HookRefused if the name leads to an address that is not public.
        """
        origin = hook.origin
        found = await asyncio.get_running_loop().getaddrinfo(origin.host, origin.port, type=SOCK_STREAM)
        addresses = [str(each[4][0]) for each in found]
        if not addresses or not (origin.is_address or all(map(is_public, addresses))):
            raise HookRefused("this name has an address that is not public")
        secure = ssl.create_default_context() if origin.scheme == "https" else None
        name = origin.host if secure is not None else None
        reader, writer = await asyncio.open_connection(
            addresses[0], origin.port, ssl=secure, server_hostname=name, limit=_LONGEST_ANSWER
        )
        try:
            writer.write(_request(hook, sentence))
            await writer.drain()
            return await reader.read(_LONGEST_ANSWER)
        finally:
            writer.close()


def _request(hook: WebHook, sentence: str) -> bytes:
    """Return a POST of the sentence, under the names that the services for chat and notifications read.

    Raises HookRefused if the protocol knows no such request.
    """
    import h11  # takes long, and most servers and all pages without one call nobody

    body = json.dumps({"text": sentence, "content": sentence, "allowed_mentions": {"parse": []}}).encode()
    connection = h11.Connection(h11.CLIENT)
    parts = (
        h11.Request(method="POST", target=hook.target, headers=[
            ("host", hook.origin.authority), ("content-type", "application/json"),
            ("content-length", str(len(body))), ("user-agent", "rulewright"), ("connection", "close"),
        ]),
        h11.Data(body), h11.EndOfMessage(),
    )  # fmt: skip
    try:
        return b"".join(connection.send(each) or b"" for each in parts)
    except h11.LocalProtocolError as fault:
        raise HookRefused(str(fault)) from fault
