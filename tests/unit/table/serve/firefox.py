"""Firefox for tests, driven as it is installed: by WebDriver BiDi, which it speaks itself (https://w3c.github.io/webdriver-bidi)."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

_NAMES = ("firefox", "firefox-esr")
_LEAST_PATIENCE = 60.0


@dataclass
class Firefox:
    """One tab, and everything that its pages complained of."""

    socket: Any
    tab: str = ""
    sent: int = 0
    complaints: list[str] = field(default_factory=list)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """A command, and what comes of it."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.recv(timeout=_LEAST_PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] in ("error", "warn"):
                self.complaints.append(told["params"]["text"])
            if told.get("id") == self.sent:
                assert told["type"] == "success", told
                return dict(told["result"])

    def goto(self, address: str) -> None:
        self.send("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def size(self, width: int, height: int) -> None:
        self.send("browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height})

    def ask(self, expression: str) -> Any:
        """The value of an expression of JavaScript: a number, a text or a truth."""
        target = {"context": self.tab}
        found = self.send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until something is true."""
        ends = time.monotonic() + _LEAST_PATIENCE
        while not self.ask(f"!!({expression})"):
            assert time.monotonic() < ends, expression
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of what a selector finds first, where somebody would see it."""
        middle = f"""(() => {{
          const thing = document.querySelector({json.dumps(selector)});
          thing.scrollIntoView({{ block: "center", behavior: "instant" }});
          const {{ left, top, width, height }} = thing.getBoundingClientRect();
          return `${{Math.round(left + width / 2)}} ${{Math.round(top + height / 2)}}`;
        }})()"""
        x, y = map(int, str(self.ask(middle)).split())
        self._do("pointer", {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0})  # fmt: skip

    def press(self, *keys: str) -> None:
        self._do("key", *({"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")))

    def _do(self, device: str, *actions: dict[str, Any]) -> None:
        sources = [{"type": device, "id": device, "actions": list(actions)}]
        self.send("input.performActions", context=self.tab, actions=sources)


@contextmanager
def firefox() -> Iterator[Firefox]:
    """A Firefox without a window; where there is none, or nothing to talk to it with, the test is skipped."""
    client = pytest.importorskip("websockets.sync.client", reason="Firefox is talked to with websockets")
    path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Firefox is installed; on Debian: apt-get install firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            assert process.stderr is not None
            told = next(line for line in process.stderr if "WebDriver BiDi listening on" in line)
            with client.connect(f"{told.split()[-1]}/session", max_size=None) as socket:
                driven = Firefox(socket)
                driven.send("session.new", capabilities={})
                driven.send("session.subscribe", events=["log.entryAdded"])
                driven.tab = driven.send("browsingContext.create", type="tab")["context"]
                yield driven
        finally:
            process.terminate()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()
