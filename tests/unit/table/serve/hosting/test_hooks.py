"""Web hooks: called when a seat is asked that looks at no page, only where whoever runs the server allows it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from rulewright.table.serve.hosting.hooks import HookCaller, HookRefused, hook_of, is_public, origin_of
from tests.unit.table.serve.visitors import Visitor, visiting


class Receiver(ThreadingHTTPServer):
    """Somebody who is called, and keeps what is said."""

    def __init__(self, slow: float = 0.0, leads_to: str = "") -> None:
        self.heard: list[tuple[str, dict[str, str], Any]] = []
        heard = self.heard

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                heard.append((self.path, dict(self.headers.items()), json.loads(body)))
                time.sleep(slow)
                self.send_response(302 if leads_to else 200)
                if leads_to:
                    self.send_header("location", leads_to)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Not told."""

        super().__init__(("127.0.0.1", 0), Answer)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextmanager
def receiving(slow: float = 0.0, leads_to: str = "") -> Iterator[Receiver]:
    receiver = Receiver(slow, leads_to)
    thread = threading.Thread(target=receiver.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield receiver
    receiver.shutdown()
    receiver.server_close()


@contextmanager
def two_with_hooks(receiver: Receiver) -> Iterator[tuple[Visitor, str, str]]:
    with visiting(hooks=(origin_of(receiver.origin),)) as visitor:
        table = visitor.new_table(seats=("human", "human"))
        one, other = visitor.seat_path(table, 1), visitor.seat_path(table, 2)
        assert visitor.post(f"{other}me", hook=f"{receiver.origin}/for/me?key=1").status_code == 200
        yield visitor, one, other


def end_turn(visitor: Visitor, seat: str) -> None:
    for _ in range(8):
        page = visitor.get(seat).text
        if 'id="confirm"' in page:
            visitor.do(seat, do="confirm")
        elif 'data-key="' in page:
            visitor.choose(seat, "fly_home" if 'data-key="fly_home' in page else "1")
        else:
            return


def wait_for(receiver: Receiver, count: int) -> None:
    deadline = time.monotonic() + 5
    while len(receiver.heard) < count and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(receiver.heard) == count


def test_a_seat_that_is_asked_is_told_so_once() -> None:
    with receiving() as receiver, two_with_hooks(receiver) as (visitor, one, other):
        assert receiver.heard == []
        end_turn(visitor, one)
        wait_for(receiver, 1)
        path, headers, said = receiver.heard[0]
        assert path == "/for/me?key=1"
        assert headers["content-type"] == "application/json"
        assert "it is the turn of seat 2" in said["text"]
        assert "/t/" not in json.dumps(said)
        visitor.get(other)
        end_turn(visitor, other)
        end_turn(visitor, one)
        time.sleep(0.1)
        assert len(receiver.heard) == 1  # not twice within half a minute


def test_what_it_is_called_with_says_nothing_of_links_and_no_redirect_is_followed() -> None:
    with receiving() as elsewhere, receiving(leads_to=f"{elsewhere.origin}/x") as receiver:
        with two_with_hooks(receiver) as (visitor, one, other):
            end_turn(visitor, one)
            wait_for(receiver, 1)
            said = json.dumps(receiver.heard)
            assert one.split("/")[4] not in said
            assert other.split("/")[4] not in said
        assert elsewhere.heard == []


def test_without_leave_of_who_runs_the_server_there_is_no_hook() -> None:
    with receiving() as receiver, visiting() as visitor:
        seat = visitor.new_table()
        assert 'name="hook"' not in visitor.get(f"{seat}me").text
        assert visitor.post(f"{seat}me", hook=f"{receiver.origin}/x").status_code == 422
        assert visitor.site.store.record(1).sitters.person(0).hook == ""  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "address",
    [
        "http://hooks.example/x", "https://hooks.example.evil.example/", "https://hooks.example@evil.example/",
        "https://evil.example/https://hooks.example/", "https://hooks.example:8443/", "https://user@hooks.example/",
        "https://hooks.example\\@evil.example/", "https://hooks.example/\r\nhost: x", "https://hooks.example/a b",
        "https://hooks.example/#x", "//hooks.example/", "file:///etc/passwd", "gopher://hooks.example/", "https://",
        "https://[::1/", "https://hooks.example:99999/", "https://hooks.example/" + "x" * 400, "https://hooks.exaṃple/",
        "https://127.0.0.1/", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_an_address_elsewhere_is_refused(address: str) -> None:
    with pytest.raises(HookRefused):
        hook_of(address, (origin_of("https://hooks.example"),))


def test_an_address_below_an_allowed_origin_is_taken() -> None:
    origin = origin_of("https://hooks.example")
    assert hook_of("https://HOOKS.example:443/a?b=c", (origin,)).target == "/a?b=c"
    with pytest.raises(HookRefused):
        origin_of("https://hooks.example/path")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1", "100.64.0.1",
        "::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "::", "x",
    ],
)  # fmt: skip
def test_addresses_of_private_networks_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_addresses_of_the_internet_are_public() -> None:
    assert is_public("1.1.1.1")
    assert is_public("2606:4700::1111")


def test_a_name_that_leads_into_a_private_network_is_not_called() -> None:
    with receiving() as receiver:
        handler: Any = receiver.RequestHandlerClass
        server = ThreadingHTTPServer(("", 0), handler)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        origin = f"http://{socket.gethostname()}:{server.server_address[1]}"
        asyncio.run(called(HookCaller((origin_of(origin),), seconds=2), f"{origin}/x"))
        server.shutdown()
        server.server_close()
        assert receiver.heard == []


async def called(caller: HookCaller, address: str) -> None:
    assert caller.call(1, 0, address, "hello")
    await asyncio.gather(*caller._running)


def test_one_who_never_answers_holds_nothing_up_and_few_are_called_at_once() -> None:
    async def many(caller: HookCaller, address: str) -> list[bool]:
        begun = [caller.call(table, 0, address, "hello") for table in range(40)]
        await asyncio.gather(*caller._running)
        assert not caller._running
        return begun

    with socket.create_server(("127.0.0.1", 0)) as silent:
        origin = f"http://127.0.0.1:{silent.getsockname()[1]}"
        began = time.monotonic()
        begun = asyncio.run(many(HookCaller((origin_of(origin),), seconds=0.3), f"{origin}/"))
        assert time.monotonic() - began < 3
        assert sum(begun) == 16
