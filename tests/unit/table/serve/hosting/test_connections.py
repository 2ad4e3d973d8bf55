"""Who says nothing to the end, or never reads, is cut off; no address has all connections, and the log is bounded."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from rulewright.table.serve.hosting.connections import ConnectionLimits, limited_protocol, within_files
from rulewright.table.serve.hosting.guard import Rate
from rulewright.table.serve.hosting.logs import LogBudget, ShortLines

LIMITS = ConnectionLimits(most=3, of_address=2, head=10, body=20, reading=30, shared=("10.0.0.0/8",))


class Timer:
    def __init__(self, seconds: float, does: Callable[[], None]) -> None:
        self.seconds, self.does, self.over = seconds, does, False

    def cancel(self) -> None:
        self.over = True


class Loop:
    """A loop in which time passes when a test says so, and nothing is ever answered."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(self, seconds: float, does: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds, does))
        return self.timers[-1]

    def create_task(self, task: Coroutine[Any, Any, None], **_: object) -> Any:
        task.close()
        return type("Task", (), {"add_done_callback": lambda *_: None})()

    def running(self) -> list[float]:
        return [each.seconds for each in self.timers if not each.over]


class Transport:
    def __init__(self, address: str) -> None:
        self.address, self.cut = address, False

    def get_extra_info(self, name: str) -> object:
        return (self.address, 1) if name in ("peername", "sockname") else None

    def abort(self) -> None:
        self.cut = True

    def is_closing(self) -> bool:
        return self.cut

    close = pause_reading = resume_reading = abort


Connect = Callable[[str], tuple[H11Protocol, Transport, Loop]]


@pytest.fixture
def connect() -> Connect:
    def app(*_: object) -> Any:
        return iter(())  # never run

    made = limited_protocol(LIMITS, LIMITS.most)
    config, state = uvicorn.Config(app, log_config=None), ServerState()

    def connected(address: str) -> tuple[H11Protocol, Transport, Loop]:
        loop, transport = Loop(), Transport(address)
        protocol = made(config, state, {}, loop)  # type: ignore[arg-type]
        protocol.connection_made(transport)  # type: ignore[arg-type]
        return protocol, transport, loop

    return connected


def test_a_head_has_its_time_from_its_first_byte_on(connect: Connect) -> None:
    protocol, transport, loop = connect("1.1.1.1")
    for piece in (b"GET / HT", b"TP/1.1\r\n", b"a: b\r\n"):
        protocol.data_received(piece)
        assert loop.running() == [LIMITS.head]
        assert len(loop.timers) == 1, "what comes drop by drop does not begin anew"
    loop.timers[0].does()
    assert transport.cut


def test_a_body_has_its_time(connect: Connect) -> None:
    protocol, _, loop = connect("1.1.1.1")
    protocol.data_received(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n")
    assert loop.running() == [LIMITS.body]
    protocol.data_received(b"12345")
    assert loop.running() == [LIMITS.body]
    protocol.data_received(b"6789")
    assert loop.running() == []


def test_a_reader_has_its_time(connect: Connect) -> None:
    protocol, transport, loop = connect("1.1.1.1")
    protocol.data_received(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
    protocol.pause_writing()
    assert loop.running() == [LIMITS.reading]
    protocol.resume_writing()
    assert loop.running() == []
    protocol.pause_writing()
    loop.timers[-1].does()
    assert transport.cut


def test_connections_are_counted_by_address_but_those_of_a_proxy(connect: Connect) -> None:
    first = connect("1.1.1.1")
    assert not first[1].cut
    assert not connect("1.1.1.1")[1].cut
    assert connect("1.1.1.1")[1].cut
    assert not connect("1.1.1.2")[1].cut
    assert connect("1.1.1.3")[1].cut, "there are as many as there may be"
    first[0].connection_lost(None)
    assert not connect("1.1.1.1")[1].cut


@pytest.mark.parametrize(
    ("addresses", "cut"),
    [
        (("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"), [False, False, True, False]),
        (("::ffff:1.1.1.1", "1.1.1.1", "::ffff:1.1.1.1", "1.1.1.2"), [False, False, True, False]),
    ],
)
def test_connections_are_counted_by_network(addresses: tuple[str, ...], cut: list[bool], connect: Connect) -> None:
    assert [connect(each)[1].cut for each in addresses] == cut


def test_a_proxy_that_comes_by_ipv6_is_the_one_that_is_named(connect: Connect) -> None:
    protocol, _, _ = connect("::ffff:10.1.2.3")
    assert protocol.client == ("10.1.2.3", 1)
    assert [connect("::ffff:10.1.2.3")[1].cut for _ in range(3)] == [False, False, True]


def test_a_proxy_may_have_all_connections(connect: Connect) -> None:
    assert [connect("10.1.2.3")[1].cut for _ in range(4)] == [False, False, False, True]


def test_connections_leave_files_for_all_else() -> None:
    assert within_files(ConnectionLimits(most=2000), 100_000) == 2000
    assert within_files(ConnectionLimits(most=2000), 1024) < 900


def test_the_log_is_bounded_in_number_and_length() -> None:
    now = [0.0]
    budget = LogBudget(Rate(3, 1), seconds=lambda: now[0])
    record = logging.LogRecord("x", logging.WARNING, "", 0, "refused %s", ("y" * 9000,), None)
    assert [budget.filter(record) for _ in range(1000)].count(True) == 3
    now[0] = 1.0
    assert budget.filter(record)
    assert record.getMessage().endswith("(before it 997 lines were left out)")
    assert len(ShortLines().format(record)) < 4100
