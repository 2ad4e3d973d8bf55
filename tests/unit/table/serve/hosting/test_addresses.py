"""Whom a request counts for, and what it is told about its own connection by a proxy."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from rulewright.author.at_tables import TOOLS
from rulewright.table.serve.app import make_app
from rulewright.table.serve.hosting.addresses import counted_address, usual_address
from rulewright.table.serve.hosting.guard import Guard, Rate
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import TableStore


@pytest.mark.parametrize(
    ("address", "usual", "counted"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("::FFFF:C000:0207", "192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::7", "2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:0:0:9", "2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::7", "2001:db8:1:3::/64"), ("fe80::1%eth0", "fe80::1", "fe80::/64"),
        ("::1", "::1", "::/64"), ("", "", ""), ("testclient", "testclient", "testclient"),
    ],
)  # fmt: skip
def test_an_address_counts_for_whoever_has_it(address: str, usual: str, counted: str) -> None:
    assert (usual_address(address), counted_address(address)) == (usual, counted)


class Nothing:
    """An application that answers all alike."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("fine")(scope, receive, send)

    async def end(self, seconds: float) -> None:
        pass


def answers(app: ASGIApp, clients: list[str], path: str = "/", **headers: str) -> list[httpx.Response]:
    """What each of some clients is answered, one after the other."""

    async def ask() -> list[httpx.Response]:
        found = []
        for client in clients:
            transport = httpx.ASGITransport(app, client=(client, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as one:
                found.append(await one.get(path, headers=headers))
        return found

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("clients", "codes"),
    [
        ([f"2001:db8::{each:x}" for each in range(1, 5)], [200, 200, 429, 429]),
        ([f"2001:db8:0:{each:x}::1" for each in range(1, 5)], [200] * 4),
        (["192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7", "192.0.2.8"], [200, 200, 429, 200]),
    ],
    ids=["one network", "four networks", "mapped"],
)
def test_requests_are_counted_by_network(clients: list[str], codes: list[int]) -> None:
    guard = Guard(Nothing(), frozenset(), Rate(2, 0), Rate(2, 0))
    assert [each.status_code for each in answers(guard, clients)] == codes


@pytest.mark.parametrize(
    ("client", "proto", "is_safe"),
    [("10.0.0.1", "https", True), ("10.0.0.1", "http", False), ("10.0.0.1", "", False), ("192.0.2.7", "https", False)],
)
@pytest.mark.parametrize("path", ["/", "/?key=abc", "/?lang=pl"])
def test_cookies_are_secure_behind_a_trusted_proxy_that_speaks_https(
    path: str, client: str, proto: str, is_safe: bool
) -> None:
    store = TableStore(None)
    site = ServerState(store, ("tutorial",), TOOLS, loopback=False)
    app: Any = ProxyHeadersMiddleware(make_app(site), trusted_hosts=["10.0.0.1"])  # type: ignore[arg-type]
    headers = {"x-forwarded-proto": proto, "x-forwarded-for": "192.0.2.9"} if proto else {}
    (answer,) = answers(app, [client], path, **headers)
    cookies = answer.headers.get_list("set-cookie")
    assert cookies
    assert ["Secure" in each.split("; ") for each in cookies] == [is_safe] * len(cookies)
    store.close()
