"""The layer between the network and the pages: limits, origins, headers. It never looks into a game.

A refusal is a short sentence; the log says what was refused and never holds a token.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from rulewright.core.packages.zipped import MOST_PACKED
from rulewright.table.serve.forms import MULTIPART
from rulewright.table.serve.hosting.addresses import counted_address
from rulewright.table.serve.hosting.latest import Latest

LOG = logging.getLogger("rulewright.table.serve")
LARGEST_BODY = 256 * 1024
WITH_FILES = frozenset({"/new"})
"""The paths of forms that may bring a package."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "x-frame-options": "DENY",
}
_FRAMING = {"content-security-policy": f"{POLICY}; frame-src 'self'"}
"""The headers of a studio's own pages, which frame a table."""
_FRAMED = {
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "x-frame-options": "SAMEORIGIN",
}
"""The headers of a studio's tables, which its pages frame."""
_OF_PICTURES = {"content-security-policy": "default-src 'none'; sandbox"}
"""The header of pictures, which are from authors: opened by themselves they can do nothing."""
_SECRET = re.compile(r"[A-Za-z0-9_-]{20,}")
_HOST = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_MOST_CLIENTS = 10_000


def is_loopback(host: str) -> bool:
    """Whether only who is at this machine can reach a host."""
    return host in _LOOPBACK or host.startswith("127.")


@dataclass(slots=True)
class Rate:
    """A rate limit for each client: a bucket of requests that refills by `a_second`, up to `most`."""

    most: float
    a_second: float
    _left: Latest[str, tuple[float, float]] = field(default_factory=lambda: Latest(_MOST_CLIENTS))

    def allows(self, client: str, now: float) -> bool:
        left, since = self._left.get(client, (self.most, now))
        left = min(self.most, left + (now - since) * self.a_second)
        self._left[client] = (left - 1 if left >= 1 else left, now)
        return left >= 1


class EndingApp(Protocol):
    """An ASGI application that can be told that the server ends."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...

    async def end(self, seconds: float) -> None:
        """Finish what is under way within some seconds, and answer nothing more."""


@dataclass(slots=True)
class Guard:
    """The outermost layer of the server, which answers only to the host names `hosts` (to any name if empty).

    `brings_files` says whether a visitor may send files, which can be larger than any form. In a `studio` pages of the
    same origin may frame tables.
    """

    app: EndingApp
    hosts: frozenset[str]
    asks: Rate
    acts: Rate
    brings_files: Callable[[Request], bool] = lambda request: False
    studio: bool = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1000})
                return
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        fault = self._fault(scope, headers)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in self._headers(scope["path"]).items():
                    found[name] = value
                if "cache-control" not in found:
                    found["cache-control"] = "no-store"
            await send(message)

        if fault is not None:
            status, sentence = fault
            LOG.warning("refused %s %s: %s", scope["method"], without_secrets(scope["path"]), sentence)
            await PlainTextResponse(f"{sentence}\n", status)(scope, receive, send_guarded)
            return
        await self.app(scope, _limited(receive, self._largest(scope, headers)), send_guarded)

    async def end(self, seconds: float) -> None:
        await self.app.end(seconds)

    def _headers(self, path: str) -> dict[str, str]:
        if path.startswith("/picture/"):
            return HEADERS | _OF_PICTURES
        if not self.studio:
            return HEADERS
        return HEADERS | (_FRAMING if path.startswith("/studio/") else _FRAMED if path.startswith("/t/") else {})

    def _fault(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        client = counted_address((scope.get("client") or ("", 0))[0])
        now = time.monotonic()
        if not self.asks.allows(client, now):
            return 429, "too many requests; wait a moment"
        host = headers.get("host", "")
        if host and not _HOST.fullmatch(host):
            return 400, "this is not the name of a server"
        if self.hosts and host_name(host) not in self.hosts:
            return 421, "this server does not answer to that name"
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return 405, "only GET and POST are supported"
        return self._fault_of_post(scope, headers, host, client, now)

    def _largest(self, scope: Scope, headers: Headers) -> int:
        """Return the most bytes that the body of a request may have."""
        brings = scope["path"] in WITH_FILES and _kind_of(headers) == MULTIPART and self.brings_files(Request(scope))
        return MOST_PACKED + LARGEST_BODY if brings else LARGEST_BODY

    def _fault_of_post(
        self, scope: Scope, headers: Headers, host: str, client: str, now: float
    ) -> tuple[int, str] | None:
        """Return (status, sentence) if a POST must be refused, or None.

        A page of another origin must not act for someone who has ours open.
        """
        if not self.acts.allows(client, now):
            return 429, "too many requests; wait a moment"
        site = headers.get("sec-fetch-site")
        if site is not None and site != "same-origin":
            return 403, "this request came from a page of another origin"
        origin = headers.get("origin")
        if origin is None and site is None:
            return 403, "this request has no origin"
        if origin is not None and origin.partition("://")[2] != host:
            return 403, "this request came from a page of another origin"
        brings = scope["path"] in WITH_FILES and _kind_of(headers) == MULTIPART
        if not brings and _kind_of(headers) != "application/x-www-form-urlencoded":
            return 415, "only forms are accepted"
        length, most = headers.get("content-length", ""), self._largest(scope, headers)
        if length and (not length.isascii() or not length.isdigit() or int(length[:12]) > most):
            return 413, "The request is too large."
        return None


class TooLarge(Exception):  # noqa: N818 - the sender's fault
    """A body that is longer than any form of ours."""


def _kind_of(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip()


def _limited(receive: Receive, most: int) -> Receive:
    taken = 0

    async def receive_limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge
        return message

    return receive_limited


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


def without_secrets(path: str) -> str:
    """Return a path for the log. Parts as long as a token are left out, wherever they are."""
    return re.sub(r"[^\x20-\x7e]", "?", _SECRET.sub("...", path))[:200]
