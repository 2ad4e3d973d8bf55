"""The author's day of docs/how-to/share.md and translate.md: files written, commands typed, output compared."""

from __future__ import annotations

import functools
import re
import shlex
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.commands import rulewright
from tests.unit.test_first_house_rule import blocks

GUIDES = Path(__file__).resolve().parents[2] / "docs" / "how-to"
PAGES = (GUIDES / "share.md", GUIDES / "translate.md")
SERVER = "python -m http.server"
ADDRESS = "http://127.0.0.1:8000"
ANYTHING = "..."
REFUSED = "! "


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None: ...


class Day:
    """Three users, each with a folder and a store of their own, and the web server that one of them starts."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch
        self.server: ThreadingHTTPServer | None = None
        self.run = 0

    def user(self, name: str) -> None:
        home = self.folder / name
        home.mkdir(exist_ok=True)
        self.monkeypatch.chdir(home)
        self.monkeypatch.setenv("XDG_DATA_HOME", str(self.folder / f"{name}'s data"))

    def write(self, name: str, lines: list[str]) -> None:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def type(self, command: str, shown: list[str]) -> None:
        if command.startswith(SERVER):
            folder = shlex.split(command)[shlex.split(command).index("--directory") + 1]
            handler = functools.partial(_Quiet, directory=str(Path(folder).resolve()))
            self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
            threading.Thread(target=self.server.serve_forever, daemon=True).start()
            return
        words = shlex.split(command)
        assert words[0] == "rulewright", command
        answer = rulewright(*(self.here(word) for word in words[1:]))
        self.run += 1
        if shown and shown[0].startswith(REFUSED):
            assert answer.returncode != 0, command
            assert shown[0].removeprefix(REFUSED) in answer.stdout + answer.stderr, (command, answer)
            return
        assert answer.returncode == 0, (command, answer.stdout, answer.stderr)
        assert_shown(self.back(answer.stdout), shown, command)

    def here(self, word: str) -> str:
        return word.replace(ADDRESS, self.address()) if self.server is not None else word

    def back(self, text: str) -> str:
        return text.replace(self.address(), ADDRESS) if self.server is not None else text

    def address(self) -> str:
        assert self.server is not None
        return f"http://127.0.0.1:{self.server.server_address[1]}"


def assert_shown(text: str, shown: list[str], command: str) -> None:
    """The output is as the page shows it; '...' stands for the rest of a line, or for any lines."""
    rest = re.escape(ANYTHING)
    rows = (r"(?:.*\n)*" if each == ANYTHING else re.escape(each).replace(rest, ".*") + r"\n" for each in shown)
    pattern = "".join(rows)
    assert re.fullmatch(pattern, text), f"{command}\nshown:\n" + "\n".join(shown) + f"\nfound:\n{text}"


def typed(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each command of a block with what it shows."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    yield from found


@pytest.mark.slow
def test_the_day_goes_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    day, named, written = Day(tmp_path, monkeypatch), "", 0
    try:
        for is_block, lines in blocks("\n".join(page.read_text("utf-8") for page in PAGES)):
            if not is_block:
                if heading := re.match(r"## (Ada|Ben|Carla) ", lines[0]):
                    day.user(heading[1])
                named = next(iter(reversed(re.findall(r"`([\w/]+\.yaml)`", lines[0]))), named)
            elif lines[0].startswith("$ "):
                for command, shown in typed(lines):
                    day.type(command, shown)
            else:
                day.write(named, lines)
                written += 1
    finally:
        if day.server is not None:
            day.server.shutdown()
    assert (day.run, written) == (34, 12)
