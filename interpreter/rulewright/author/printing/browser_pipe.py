"""One browser without a window for many pictures: it is told what to show over a pipe, and no port is open.

The messages are those of the Chrome DevTools Protocol, each a JSON text that ends with a NUL. Only POSIX systems hand a
program pipes by number.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

_SECONDS: Final = 60
"""The longest time that a browser may take for an answer."""
_CHUNK: Final = 1 << 16
_FREE: Final = 10
"""The lowest number for pipes of our own, above those that a browser reads and writes."""


class Page(NamedTuple):
    """A page to be made a picture: its file, and its width and height in CSS pixels."""

    file: Path
    width: int
    height: int


class PipeError(OSError):
    """A browser that has ended, does not answer, or reports a fault."""


class BrowserPipe:
    """The conversation with a browser that was started."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing, self._number, self._read = reading, writing, 0, b""

    def ask(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """Send a command, and return its result. Raises PipeError."""
        self._number += 1
        sent = {"id": self._number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self._writing, json.dumps(sent).encode() + b"\0")
        answer = self._until(lambda told: told.get("id") == self._number)
        if "result" not in answer:
            raise PipeError(f"{method}: {answer.get('error')}")
        result: dict[str, Any] = answer["result"]
        return result

    def wait(self, event: str, session: str) -> None:
        """Wait until a page reports an event. Raises PipeError."""
        self._until(lambda told: told.get("method") == event and told.get("sessionId") == session)

    def _until(self, is_meant: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until = monotonic() + _SECONDS
        while True:
            while b"\0" not in self._read:
                if not select.select([self._reading], [], [], max(0.0, until - monotonic()))[0]:
                    raise PipeError("no answer")
                data = os.read(self._reading, _CHUNK)
                if not data:
                    raise PipeError("the browser has ended")
                self._read += data
            told, _, self._read = self._read.partition(b"\0")
            message: dict[str, Any] = json.loads(told)
            if is_meant(message):
                return message


def pictures(command: Sequence[str], pages: Sequence[Page], scale: int) -> Iterator[bytes]:
    """Yield a PNG of each page, made by one start of a browser. Raises PipeError."""
    with _started([*command, "--remote-debugging-pipe"]) as pipe:
        target = pipe.ask("Target.createTarget", url="about:blank")["targetId"]
        session = pipe.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        pipe.ask("Page.enable", session)
        for page in pages:
            size = {"width": page.width, "height": page.height, "deviceScaleFactor": scale, "mobile": False}
            pipe.ask("Emulation.setDeviceMetricsOverride", session, **size)
            pipe.ask("Page.navigate", session, url=page.file.as_uri())
            pipe.wait("Page.loadEventFired", session)
            yield base64.b64decode(pipe.ask("Page.captureScreenshot", session, format="png")["data"])


@contextmanager
def _started(command: list[str]) -> Iterator[BrowserPipe]:
    """Start a browser that reads commands from descriptor 3 and answers on 4, and end it afterwards."""
    pairs = [*os.pipe(), *os.pipe()]
    ours = [fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, _FREE) for each in pairs]
    for each in pairs:
        os.close(each)
    reads, writes, reading, writing = ours[0], ours[3], ours[2], ours[1]
    silent = [(os.POSIX_SPAWN_OPEN, each, os.devnull, os.O_RDWR, 0) for each in (0, 1, 2)]
    given = [*silent, (os.POSIX_SPAWN_DUP2, reads, 3), (os.POSIX_SPAWN_DUP2, writes, 4)]
    process = os.posix_spawn(command[0], command, os.environ, file_actions=given, setpgroup=0)
    os.close(reads)
    os.close(writes)
    try:
        pipe = BrowserPipe(reading, writing)
        yield pipe
        os.write(writing, b'{"id":0,"method":"Browser.close"}\0')
    except BrokenPipeError:
        raise PipeError("the browser has ended") from None
    finally:
        os.close(writing)
        os.close(reading)
        _end(process)


def _end(process: int) -> None:
    """Wait a moment for a browser to end by itself, then end it with all its helpers."""
    until = monotonic() + 5
    while monotonic() < until:
        if os.waitpid(process, os.WNOHANG)[0]:
            return
        select.select([], [], [], 0.02)
    os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
