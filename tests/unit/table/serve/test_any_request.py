"""Whatever is asked of any route with any parameter is answered; nothing of it is a fault of the server."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from httpx import Response
from starlette.routing import Route
from starlette.testclient import TestClient

import rulewright.table.serve
from rulewright.table.serve import links
from rulewright.table.serve.app import make_app, routes_of
from tests.unit.table.serve.visitors import HERE, Visitor, visiting

SOURCES = [path.read_text("utf-8") for path in Path(rulewright.table.serve.__file__).parent.glob("*.py")]
READ = re.compile(r'(?:query_params|asked|fields)(?:\.get|\.getlist)?[,(\[ ]+\(?"([a-z-]+)"')
PARAMETERS = sorted({name for text in SOURCES for name in READ.findall(text)} | {"seat-1", "setting-x", "module"})
VALUES = (
    b"", b"0", b"1", b"2", b"-1", b"--5", b"00015", b"1e9", b"9" * 40, "ż".encode(), "²".encode(), b"\xff\xfe", b"\0",
    b"\xed\xa0\x80", b"a\r\nx-y: z", b"http://[", b"//evil.example", b"/\\evil", b"../../x", b"{{7*7}}", b"x" * 5000,
    b"human", b"start", b"check", b"undo", b"confirm", b"link", b"total", b"tutorial", b"snatch", b"en", b"variant",
)  # fmt: skip


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with visiting() as found:
        found.new_table(seats=("human", "human"))
        found.new_table(seats=("human", "first"), shared="1")
        yield found


def path_of(route: Route, visitor: Visitor, rng: random.Random) -> str:
    """A path of the route: most often with a link that is right, else with something odd in its place."""
    table, role = rng.choice([1, 2]), rng.choice(["1", "2", links.TABLE, links.WATCH, links.SCREEN])
    parts = {"table": str(table), "role": role, "token": links.token(visitor.site.secret, table, role)}
    parts |= {"digest": "x", "name": "style.css"}
    if rng.random() < 0.3:
        parts[rng.choice(list(parts))] = quote(rng.choice(VALUES).replace(b"/", b"")) or "x"
    return re.sub(r"\{(\w+):str\}", lambda found: parts[found[1]], route.path)


def ask(visitor: Visitor, route: Route, rng: random.Random) -> Response:
    pairs = [(rng.choice(PARAMETERS), rng.choice(VALUES)) for _ in range(rng.randrange(4))]
    method = rng.choice(sorted(route.methods or {"GET"}))
    headers: dict[str, str | bytes] = {"x-rulewright-part": "1"} if rng.random() < 0.3 else {}
    if rng.random() < 0.2:
        name = rng.choice(["language", "key", "visitor"]).encode()
        headers["cookie"] = name + b"=" + rng.choice(VALUES).replace(b"\r\n", b"").replace(b"\0", b"")
    if rng.random() < 0.1:
        headers["host"] = rng.choice([b"[", b"[::", b"a b", b"localhost:x", b"localhost:", "ż".encode()])
    path, sent = path_of(route, visitor, rng), urlencode(pairs)
    visitor.client.cookies.clear()
    if method == "POST":
        own = {"origin": HERE, "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded"}
        return visitor.client.post(path, content=sent, headers={**own, **headers}, follow_redirects=False)
    if route.path.endswith("/events"):  # a stream has no end
        path = path.replace("/t/", "/t/9")
    return visitor.client.request(method, f"{path}?{sent}", headers=headers, follow_redirects=False)


def ask_often(visitor: Visitor, seed: str, times: int) -> None:
    rng = random.Random(seed)
    known = routes_of(visitor.site)
    assert len(known) > 15
    for number in range(times):
        route = known[number % len(known)]
        answer = ask(visitor, route, rng)
        assert answer.status_code < 500, (seed, route.path, answer.request.url, answer.request.content)
        assert answer.headers.get("x-y") is None


def test_parameters_are_found() -> None:
    assert {"at", "of", "given", "lang", "key", "seed", "typed", "policy", "number", "text"} <= set(PARAMETERS)


def test_no_request_is_a_fault_of_the_server(visitor: Visitor) -> None:
    ask_often(visitor, "any request", 150)


@pytest.mark.slow
def test_no_request_of_thousands_is_a_fault_of_the_server(visitor: Visitor) -> None:
    for seed in range(4):
        ask_often(visitor, f"any request {seed}", 800)


@pytest.mark.parametrize("path", ["/t/1/00015/x/", "/?lang=%C5%BC", "/?key=%C5%BC", "/t/1/%C2%B2/x/"])
def test_odd_addresses_are_answered(visitor: Visitor, path: str) -> None:
    assert visitor.client.get(path, follow_redirects=False).status_code in (303, 404)


def test_odd_fields_are_answered(visitor: Visitor) -> None:
    two = {"ruleset": "tutorial", "seat-1": "human", "seat-2": "human", "do": "start"}
    for seed in ("--5", "-", "5-", "²"):
        answer = visitor.post("/new", follow=False, **two, seed=seed)
        assert answer.status_code == 422
        assert "whole number" in answer.text
    assert visitor.post("/new", follow=False, **two, seed="-5").status_code == 303
    assert visitor.post("/language", follow=False, language="ż").status_code == 303


def test_a_server_without_names_of_its_own_answers_no_odd_name() -> None:
    with visiting() as visitor, TestClient(make_app(visitor.site), base_url=HERE) as client:
        for host in ("[", "[::", "a b", "localhost:x"):
            assert client.get("/", headers={"host": host}).status_code == 400
